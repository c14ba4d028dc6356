//! Columns of cards next to the view. Right: the selected node and the legends. Left: why the player stopped, the
//! selected leaf, and the path of the eye.

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::EguiContexts;
use bspwalk_session::{overlays::OverlayKind, question::Question};
use bspwalk_text::text;

use super::{leaf_card, legends, motion, node_card, path};
use crate::app::{
    host::{
        shown::Shown,
        state::{Act, Action, AskedFilm, Eye, ModelView, OpenedLevel, Overlays, Player, Selection},
    },
    input::KeyLabels,
    kit::{
        column::{self, Title},
        layout::Screen,
    },
    level::{
        copied_command::{self, CopyQuestion},
        divisions::Divisions,
        leaf_tree::{ChosenLeaf, CullingReport, LeafTreeState, SightFrom},
        what_if::{PlaneByHand, PlaneHandles, Trial, WhatIf},
    },
    paint::overlays::{
        Body, CurrentTreeStats, DrawnOverlays, HeatState, Hovered, OverlayReport, PreviewedPlane,
        ShowCostliest,
        flow::{Flow, Steps},
    },
};

/// Data that the cards show, and state that they change.
#[derive(SystemParam)]
pub(super) struct CardParams<'w, 's> {
    pub(super) current: Option<Shown<'w, 's, OpenedLevel>>,
    pub(super) tree_stats: Res<'w, CurrentTreeStats>,
    pub(super) selection: Shown<'w, 's, Selection>,
    pub(super) overlays: ResMut<'w, Overlays>,
    pub(super) leaf_tree: Shown<'w, 's, LeafTreeState>,
    pub(super) chosen: Shown<'w, 's, ChosenLeaf>,
    pub(super) culling: Res<'w, CullingReport>,
    pub(super) sight_from: Shown<'w, 's, SightFrom>,
    pub(super) drawn: Res<'w, DrawnOverlays>,
    pub(super) report: Res<'w, OverlayReport>,
    pub(super) body: Res<'w, Body>,
    pub(super) eyes: Query<'w, 's, &'static Transform, With<Eye>>,
    pub(super) view: Res<'w, ModelView>,
    pub(super) player: Option<Shown<'w, 's, Player>>,
    pub(super) keys: Res<'w, KeyLabels>,
    pub(super) divisions: Res<'w, Divisions>,
    pub(super) trial: Shown<'w, 's, Trial>,
    pub(super) by_hand: ResMut<'w, PlaneByHand>,
    pub(super) handles: Res<'w, PlaneHandles>,
    pub(super) hovered: ResMut<'w, Hovered>,
    pub(super) previewed: ResMut<'w, PreviewedPlane>,
    pub(super) what_if: MessageWriter<'w, WhatIf>,
    pub(super) heat: Option<Res<'w, HeatState>>,
    pub(super) flow: Option<Res<'w, Flow>>,
    pub(super) steps: Option<ResMut<'w, Steps>>,
    pub(super) costliest: MessageWriter<'w, ShowCostliest>,
    pub(super) films: MessageWriter<'w, AskedFilm>,
    pub(super) copies: MessageWriter<'w, CopyQuestion>,
    pub(super) commands: MessageWriter<'w, Act>,
}

impl CardParams<'_, '_> {
    /// Returns whether the solid-leaf tree on screen is the file's own. The command line numbers its leaves
    /// differently.
    pub(super) fn shows_own_tree(&self) -> bool {
        let built = self.leaf_tree.built();
        built.is_some_and(|built| built.is_own)
    }

    /// Copies the command for a question, if there is one. There is none for things too thin to be queried.
    pub(super) fn copy(&mut self, question: Option<Question>) {
        self.copies.write_batch(question.map(CopyQuestion));
    }
}

/// Width of a column, and of one that contains sentences, in points.
const WIDTH: f32 = 290.0;
const WIDE: f32 = 420.0;

pub(super) fn right(
    mut contexts: EguiContexts,
    mut screen: ResMut<Screen>,
    mut params: CardParams,
) -> Result {
    let kinds = legends::shown(&params.overlays);
    if params.current.is_none() || (kinds.is_empty() && params.selection.node.is_none()) {
        return Ok(());
    }
    screen.next.right = WIDTH;
    let height = column::show(contexts.ctx_mut()?, "right", screen.places.right, |cards| {
        node_card::draw(cards, &mut params);
        legends::draw(cards, &kinds, &mut params);
    });
    screen.next.heights[1] = height;
    Ok(())
}

pub(super) fn left(
    mut contexts: EguiContexts,
    mut screen: ResMut<Screen>,
    mut params: CardParams,
    player: Shown<Player>,
    mut leaf: Local<leaf_card::ShownNode>,
) -> Result {
    let why = player.walker.why.as_ref();
    let shows_path = params.overlays.is_on(OverlayKind::Path) && params.current.is_some();
    if why.is_none() && !shows_path && leaf_card::asked(&params).is_none() {
        return Ok(());
    }
    screen.next.left = if why.is_some() { WIDE } else { WIDTH };
    let height = column::show(contexts.ctx_mut()?, "left", screen.places.left, |cards| {
        if let Some(why) = why {
            let key = params.keys.key_of(Action::Why);
            let title = Title {
                id: "why",
                key: &key,
                name: text!("panel-why-stopped"),
                copy: Some(copied_command::HINT.text()),
                ..Title::default()
            };
            if cards.card(title, |ui| motion::why(ui, why)).copies {
                params.copy(why.query().map(Question::Query));
            }
        }
        leaf_card::draw(cards, &mut params, &mut leaf);
        path::draw(cards, &mut params, player.position);
    });
    screen.next.heights[0] = height;
    Ok(())
}
