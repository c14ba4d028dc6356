//! A step of the film of the build: the cell, the planes that were considered, the chosen one, and what it cuts.

use bevy::prelude::*;
use bspwalk_overlays::{drawing::Drawing, layer::Layer};

use super::{layers::Layers, report::OverlayReport};
use crate::app::{
    schedule::AppSystems,
    shown::Shown,
    state::{BuildFilm, OpenedLevel},
};

/// A step of the film that is to be drawn from this frame on, in place of the one before.
#[derive(Resource, Default)]
pub(in crate::app) struct NewStep(pub(in crate::app) Option<Drawing>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NewStep>()
        .add_systems(Update, draw.in_set(AppSystems::Overlays));
}

fn draw(
    (current, film): (Shown<OpenedLevel>, Res<BuildFilm>),
    mut step: ResMut<NewStep>,
    mut layers: ResMut<Layers>,
    mut report: ResMut<OverlayReport>,
) {
    report.set_film_busy(film.is_waiting(current.tree.node_count()));
    if step.0.is_some()
        && let Some(drawing) = step.0.take()
    {
        layers.set(Layer::BuildStep, drawing);
    }
}
