//! The depths of faces as numbers, and the mark where the tree is deepest, in the model, while the faces have the colours of their depths.

use bevy::prelude::*;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{deepest::drawing, layer::Layer};
use bspwalk_session::overlays::OverlayKind;

use super::{layers::Layers, tree_stats::CurrentTreeStats};
use crate::app::{
    shown::Shown,
    state::{ModelView, OpenedLevel, Overlays, TreeId},
};

/// Draws the mark where tree or colours have changed, once the tree is counted.
pub(super) fn draw(
    current: Option<Shown<OpenedLevel>>,
    (overlays, view): (Res<Overlays>, Res<ModelView>),
    tree_stats: Res<CurrentTreeStats>,
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<(TreeId, Palette)>>,
) {
    let shown = current.filter(|current| {
        let is_counted = tree_stats.tree_id.as_ref() == Some(&current.tree_id());
        is_counted && view.is_cut() && overlays.is_on(OverlayKind::Depth)
    });
    let key = shown
        .as_ref()
        .map(|current| (current.tree_id(), overlays.palette));
    if *drawn != key {
        *drawn = key;
        let drawing = shown.map(|current| drawing(&current.tree, &tree_stats.stats, overlays.palette));
        layers.set(Layer::Deepest, drawing.unwrap_or_default());
    }
}
