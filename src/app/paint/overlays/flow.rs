//! The portal flow of the selected leaf or, if no leaf is selected, of the leaf that contains the eye. The flow is
//! recorded in the background, and the model view frames each step.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::Ui;
use bspwalk_overlays::flow::sentence_of;
use bspwalk_session::films::{FlowRecording, OverlaySteps, STEP_SPEEDS};
use bspwalk_session::{overlays::OverlayKind, view::StepCamera};
use bspwalk_text::text;
use bspwalk_trees::solid_leaf::{LeafId, pvs::PvsFlow};

use super::report::OverlayReport;
use crate::app::kit::film_controls::{self, Played};
use crate::app::level::leaf_tree::{LeafTreeParams, LeafTreeState};
use crate::app::{host::prelude::*, input::KeyLabels};
use crate::cli::FilmKind;

#[derive(Resource, Default)]
pub(in crate::app) struct Flow {
    recording: FlowRecording,
    /// Camera that shows one step of a leaf's flow.
    camera: StepCamera<(LeafId, u32)>,
    /// Portal costs, counted while portals or a leaf are shown.
    costs: FlowRecording,
    /// Sentence about a leaf's most expensive portal, together with the leaf and the costs. There is no sentence for a
    /// leaf without portals.
    cost: Option<(LeafId, Arc<PvsFlow>, Option<String>)>,
}

impl Flow {
    pub(in crate::app) fn recorded(&self) -> Option<&Arc<PvsFlow>> {
        self.recording.flow()
    }

    /// Returns the sentence about the most expensive portal of the selected leaf or, if none is selected, of the leaf
    /// that contains the eye. Returns `None` until it is known.
    pub(in crate::app) fn cost(&self) -> Option<&str> {
        self.cost.as_ref()?.2.as_deref()
    }
}

pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (record, look, count_costs).chain().in_set(AppSystems::Overlays),
    );
}

fn record(
    (leaf_tree, params): (Shown<LeafTreeState>, Shown<LeafTreeParams>),
    player: Shown<Player>,
    mut program: ResMut<ProgramState>,
    (mut flow, mut report): (ResMut<Flow>, ResMut<OverlayReport>),
) {
    let recording = &mut flow.bypass_change_detection().recording;
    let (built, at) = (
        leaf_tree.built().map(Arc::as_ref),
        (program.level.selected.leaf, player.position),
    );
    recording.follow(&mut program.overlays, built, at, params.pvs);
    report.set_busy(OverlayKind::Flow, recording.is_busy());
}

/// Aspect ratio assumed when framing a step. It is narrow because cards cover part of the window.
const ASPECT: f32 = 1.2;

/// Moves the model view's camera when the step changes. Restores the view once the flow is no longer shown.
fn look(mut program: ResMut<ProgramState>, mut flow: ResMut<Flow>) {
    let Flow {
        recording, camera, ..
    } = flow.bypass_change_detection();
    let is_shown = program.overlays.is_on(OverlayKind::Flow);
    let (step, recorded) = (program.overlays.flow_step, recording.flow());
    let wanted = recorded.map(|recorded| (recorded.leaf, step));
    camera.follow(&mut program.view, is_shown, wanted, |yaw, is_plan| {
        bspwalk_overlays::flow::view(recorded?, step, yaw, ASPECT, is_plan)
    });
}

/// Counts portal costs while portals are shown or a leaf is selected, provided that this takes at most a few seconds.
/// Then describes the most expensive portal of the selected leaf or, if none is selected, of the leaf that contains the
/// eye.
pub(in crate::app) fn count_costs(
    (leaf_tree, params): (Shown<LeafTreeState>, Shown<LeafTreeParams>),
    (player, program): (Shown<Player>, Res<ProgramState>),
    mut flow: ResMut<Flow>,
) {
    let Flow { costs, cost, .. } = flow.bypass_change_detection();
    let selection = &program.level.selected;
    let is_shown = selection.leaf.is_some() || program.overlays.is_on(OverlayKind::Portals);
    let built = leaf_tree.built().filter(|_| is_shown);
    costs.follow_costs(is_shown, built.map(Arc::as_ref), params.pvs);
    let counted = built.and_then(|built| Some((&built.tree, costs.flow_of(&built.tree)?)));
    let Some((tree, counted)) = counted else {
        *cost = None;
        return;
    };
    let of_eye = || tree.locate(player.position.as_dvec3());
    let leaf = selection.leaf.unwrap_or_else(of_eye);
    let is_said = |(of, costs, _): &(LeafId, Arc<PvsFlow>, _)| *of == leaf && Arc::ptr_eq(costs, counted);
    if !cost.as_ref().is_some_and(is_said) {
        *cost = Some((leaf, Arc::clone(counted), sentence_of(tree, counted, leaf)));
    }
}

/// Draws the step controls of an overlay. Films have the same controls.
pub(in crate::app) fn controls(
    ui: &mut Ui,
    program: &mut ProgramState,
    keys: &KeyLabels,
    messages: (&mut MessageWriter<'_, Act>, &mut MessageWriter<'_, AskedFilm>),
) {
    let (steps, overlays) = (&mut program.0.steps, &mut program.0.overlays);
    let Some((kind, ..)) = OverlaySteps::shown(overlays) else {
        return;
    };
    let Some((playback, last)) = steps.playback(overlays) else {
        return;
    };
    let [least, most, _] = STEP_SPEEDS;
    let (first, hint, kind) = match kind {
        OverlayKind::Flow => (0, text!("overlay-flow-step"), FilmKind::Flow),
        _ => (1, text!("overlay-solidity-step"), FilmKind::Solidity),
    };
    let played = Played {
        playback,
        speeds: [least, most],
        first,
        count: last + 1,
        hint,
        asks: false,
        kind: Some(kind),
    };
    film_controls::controls(ui, played, keys, messages);
    steps.show(overlays);
}
