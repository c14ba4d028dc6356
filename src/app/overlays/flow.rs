//! The portal flow of the selected leaf, or else the eye's: recorded beside the main thread while it is shown, and drawn step by step.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{Slider, Ui};
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{flow::drawing, layer::Layer};
use bspwalk_session::{
    films::{FlowRecording, can_record_flow, flow_leaf},
    overlays::OverlayKind,
};
use bspwalk_trees::solid_leaf::{LeafId, pvs::PvsFlow};

use super::{layers::Layers, report::OverlayReport};
use crate::app::{
    input::KeyLabels,
    leaf_tree::{Built, ChosenLeaf, LeafTreeParams, LeafTreeState},
    panel::widgets,
    schedule::AppSystems,
    shown::Shown,
    state::{Act, Action, BuildFilm, Overlays, Player, QueryPlayer},
};

/// The portal flow that is shown.
#[derive(Resource, Default)]
pub(in crate::app) struct Flow {
    recording: FlowRecording,
    /// What is drawn: the flow by its leaf, the step, the colours.
    drawn: Option<(LeafId, u32, Palette)>,
}

impl Flow {
    /// The flow, once it is recorded.
    pub(super) fn flow(&self) -> Option<&PvsFlow> {
        self.recording.flow().map(|flow| &**flow)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Flow>()
        .add_systems(Update, (record, draw).chain().in_set(AppSystems::Overlays));
}

/// The keys of the films show its steps, where no other film is open.
pub(super) fn step(
    mut commands: MessageReader<Act>,
    (build, query): (Option<Res<BuildFilm>>, Option<Res<QueryPlayer>>),
    mut overlays: ResMut<Overlays>,
) {
    let is_open = build.is_some_and(|film| film.open) || query.is_some_and(|film| film.open);
    let is_free = !is_open && overlays.is_on(OverlayKind::Flow);
    for &Act(command) in commands.read() {
        if is_free && matches!(command, Action::NextStep | Action::PreviousStep) {
            overlays.step_flow(command == Action::NextStep);
        }
    }
}

fn record(
    (leaf_tree, params): (Shown<LeafTreeState>, Shown<LeafTreeParams>),
    (chosen, player): (Shown<ChosenLeaf>, Shown<Player>),
    mut overlays: ResMut<Overlays>,
    (mut flow, mut report): (ResMut<Flow>, ResMut<OverlayReport>),
) {
    let flow = flow.bypass_change_detection();
    let is_shown = overlays.is_on(OverlayKind::Flow);
    let can_be = |built: &&Arc<Built>| built.pvs.as_ref().is_some_and(|pvs| can_record_flow(pvs));
    let built = leaf_tree.built().filter(|built| is_shown && can_be(built));
    let wanted = built.and_then(|built| {
        let eye = built.tree.locate(player.position.as_dvec3());
        let leaf = flow_leaf(&built.tree, chosen.0, eye)?;
        Some((&built.tree, leaf, params.pvs))
    });
    let is_wanted = wanted.is_some();
    if flow.recording.record(wanted) {
        flow.drawn = None;
        overlays.take_flow(flow.recording.flow().map(|flow| flow.last_moment()));
    }
    report.set_busy(OverlayKind::Flow, is_wanted && flow.recording.is_busy());
}

fn draw(
    (leaf_tree, overlays): (Shown<LeafTreeState>, Res<Overlays>),
    (mut flow, mut layers, mut report): (ResMut<Flow>, ResMut<Layers>, ResMut<OverlayReport>),
    mut was_shown: Local<bool>,
) {
    let flow = flow.bypass_change_detection();
    let built = leaf_tree.built().filter(|_| overlays.is_on(OverlayKind::Flow));
    let shown: Option<(_, Arc<PvsFlow>)> = built.zip(flow.recording.flow().cloned());
    let Some((built, recorded)) = shown else {
        if *was_shown {
            layers.set(Layer::Flow, bspwalk_overlays::drawing::Drawing::default());
            *was_shown = false;
        }
        flow.drawn = None;
        return;
    };
    let key = Some((recorded.leaf, overlays.flow_step, overlays.palette));
    if flow.drawn == key && *was_shown {
        return;
    }
    (flow.drawn, *was_shown) = (key, true);
    let drawing = drawing(&built.tree, &recorded, overlays.flow_step, overlays.palette);
    report.count(OverlayKind::Flow, drawing.counts);
    layers.set(Layer::Flow, drawing);
}

/// The slider of its steps, and the keys.
pub(super) fn legend(ui: &mut Ui, step: &mut u32, last: u32, keys: &KeyLabels) {
    ui.spacing_mut().slider_width = ui.available_width();
    ui.add(Slider::new(step, 0..=last).show_value(false))
        .on_hover_text("The step: at first the costs, at last the leaves that are reached.");
    let [back, on] = [Action::PreviousStep, Action::NextStep].map(|command| keys.of(command));
    widgets::note(ui, format!("{on} shows the next step, {back} the one before."));
}
