//! Data of the cards next to the view.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_session::question::Question;

use crate::app::{
    host::{
        shown::Shown,
        state::{Act, AskedFilm, Eye, ModelView, OpenedLevel, Overlays, Player, Selection},
    },
    input::KeyLabels,
    level::{
        copied_command::CopyQuestion,
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
pub(in crate::app) struct CardParams<'w, 's> {
    pub(in crate::app) current: Option<Shown<'w, 's, OpenedLevel>>,
    pub(in crate::app) tree_stats: Res<'w, CurrentTreeStats>,
    pub(in crate::app) selection: Shown<'w, 's, Selection>,
    pub(in crate::app) overlays: ResMut<'w, Overlays>,
    pub(in crate::app) leaf_tree: Shown<'w, 's, LeafTreeState>,
    pub(in crate::app) chosen: Shown<'w, 's, ChosenLeaf>,
    pub(in crate::app) culling: Res<'w, CullingReport>,
    pub(in crate::app) sight_from: Shown<'w, 's, SightFrom>,
    pub(in crate::app) drawn: Res<'w, DrawnOverlays>,
    pub(in crate::app) report: Res<'w, OverlayReport>,
    pub(in crate::app) body: Res<'w, Body>,
    pub(in crate::app) eyes: Query<'w, 's, &'static Transform, With<Eye>>,
    pub(in crate::app) view: Res<'w, ModelView>,
    pub(in crate::app) player: Option<Shown<'w, 's, Player>>,
    pub(in crate::app) keys: Res<'w, KeyLabels>,
    pub(in crate::app) divisions: Res<'w, Divisions>,
    pub(in crate::app) trial: Shown<'w, 's, Trial>,
    pub(in crate::app) by_hand: ResMut<'w, PlaneByHand>,
    pub(in crate::app) handles: Res<'w, PlaneHandles>,
    pub(in crate::app) hovered: ResMut<'w, Hovered>,
    pub(in crate::app) previewed: ResMut<'w, PreviewedPlane>,
    pub(in crate::app) what_if: MessageWriter<'w, WhatIf>,
    pub(in crate::app) heat: Option<Res<'w, HeatState>>,
    pub(in crate::app) flow: Option<Res<'w, Flow>>,
    pub(in crate::app) steps: Option<ResMut<'w, Steps>>,
    pub(in crate::app) costliest: MessageWriter<'w, ShowCostliest>,
    pub(in crate::app) films: MessageWriter<'w, AskedFilm>,
    pub(in crate::app) copies: MessageWriter<'w, CopyQuestion>,
    pub(in crate::app) commands: MessageWriter<'w, Act>,
}

impl CardParams<'_, '_> {
    /// Returns whether the solid-leaf tree on screen is the file's own. The command line numbers its leaves
    /// differently.
    pub(in crate::app) fn shows_own_tree(&self) -> bool {
        let built = self.leaf_tree.built();
        built.is_some_and(|built| built.is_own)
    }

    /// Copies the command for a question, if there is one. There is none for things too thin to be queried.
    pub(in crate::app) fn copy(&mut self, question: Option<Question>) {
        self.copies.write_batch(question.map(CopyQuestion));
    }
}
