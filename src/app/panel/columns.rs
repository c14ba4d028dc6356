//! The columns beside the view: at the right the selected node and the legends, at the left why the body stopped, the
//! selected leaf and the path of the eye.

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::EguiContexts;

use super::{leaf_card, legend, node_card, path};
use crate::app::{
    hud::{
        column::{Column, Title},
        layout::Screen,
        motion,
    },
    input::KeyLabels,
    leaf_tree::{ChosenLeaf, CullingReport, LeafTreeState},
    overlays::{Body, CurrentTreeStats, Hovered, OverlayReport, sight::Sight},
    state::{Command, CurrentLevel, Eye, Overlays, Player, Selection},
    stop_reason::Explanation,
};

/// Width of the cards, and of the one that explains in sentences, in points.
const WIDTH: f32 = 290.0;
const WIDE: f32 = 420.0;

/// What the cards show, and what they ask for.
#[derive(SystemParam)]
pub(super) struct Scene<'w> {
    pub(super) current: Option<Res<'w, CurrentLevel>>,
    pub(super) tree_stats: Res<'w, CurrentTreeStats>,
    pub(super) selection: Res<'w, Selection>,
    pub(super) overlays: ResMut<'w, Overlays>,
    pub(super) leaf_tree: Res<'w, LeafTreeState>,
    pub(super) chosen: Res<'w, ChosenLeaf>,
    pub(super) keys: Res<'w, KeyLabels>,
    pub(super) hovered: ResMut<'w, Hovered>,
    pub(super) commands: MessageWriter<'w, Command>,
}

/// What the legends show besides.
#[derive(SystemParam)]
pub(super) struct Drawn<'w, 's> {
    pub(super) culling: Res<'w, CullingReport>,
    pub(super) sight: Res<'w, Sight>,
    pub(super) report: Res<'w, OverlayReport>,
    pub(super) body: Res<'w, Body>,
    pub(super) eyes: Query<'w, 's, &'static Transform, With<Eye>>,
}

pub(super) fn right(
    mut contexts: EguiContexts,
    mut screen: ResMut<Screen>,
    mut scene: Scene,
    drawn: Drawn,
    mut column: Local<Column>,
) -> Result {
    let legends = legend::wanted(&scene.overlays);
    if scene.current.is_none() || (legends.is_empty() && scene.selection.node.is_none()) {
        return Ok(());
    }
    screen.next.right = WIDTH;
    column.show(contexts.ctx_mut()?, "right", screen.places.right, |cards| {
        node_card::draw(cards, &mut scene);
        legend::draw(cards, &legends, &mut scene, &drawn);
    });
    Ok(())
}

pub(super) fn left(
    mut contexts: EguiContexts,
    mut screen: ResMut<Screen>,
    mut scene: Scene,
    why: Option<Res<Explanation>>,
    player: Res<Player>,
    mut leaf: Local<leaf_card::ShownLeaf>,
    mut column: Local<Column>,
) -> Result {
    let path = scene.overlays.path && scene.current.is_some();
    if why.is_none() && !path && leaf_card::asked(&scene).is_none() {
        return Ok(());
    }
    screen.next.left = if why.is_some() { WIDE } else { WIDTH };
    column.show(contexts.ctx_mut()?, "left", screen.places.left, |cards| {
        if let Some(why) = &why {
            let key = scene.keys.of(Command::Why);
            let title = Title {
                id: "why",
                key: &key,
                name: "Why did I stop?",
                ..Title::default()
            };
            cards.card(title, |ui| motion::why(ui, why));
        }
        leaf_card::draw(cards, &mut scene, &mut leaf);
        path::draw(cards, &mut scene, player.position);
    });
    Ok(())
}
