//! A step of the film of a query: what is asked, the nodes that were visited and the subtrees that were skipped, the planes
//! that are crossed, the faces that were tested, and the hit.

use bevy::prelude::*;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{layer::Layer, query_step::drawing};

use super::layers::Layers;
use crate::app::{
    schedule::AppSystems,
    shown::Shown,
    state::{OpenedLevel, Overlays, QueryPlayer, TreeId},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(AppSystems::Overlays));
}

/// What is drawn: the tree, the recorded film by its place in memory, the step, the colours.
type Drawn = (TreeId, usize, u32, Palette);

fn draw(
    (current, player, overlays): (Shown<OpenedLevel>, Res<QueryPlayer>, Res<Overlays>),
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<Drawn>>,
) {
    let film = player.film(&current.tree);
    let shown = film.map(|film| {
        let place = std::sync::Arc::as_ptr(film) as usize;
        (current.tree_id(), place, player.step, overlays.palette)
    });
    if *drawn == shown {
        return;
    }
    let drawing = film.map(|film| drawing(&current.tree, film, player.step as usize, overlays.palette));
    layers.set(Layer::QueryStep, drawing.unwrap_or_default());
    *drawn = shown;
}
