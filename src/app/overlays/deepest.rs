//! The depths of faces as numbers, and in the model the mark where the tree is deepest, while the faces have the colours of their depths.

use bevy::prelude::*;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{deepest::drawing, layer::Layer};
use bspwalk_session::overlays::OverlayKind;

use super::{layers::Layers, tree_stats::CurrentTreeStats};
use crate::app::{
    shown::Shown,
    state::{ModelView, OpenedLevel, Overlays, TreeId},
};

/// Draws them where tree, view or colours have changed, once the tree is counted.
pub(super) fn draw(
    current: Option<Shown<OpenedLevel>>,
    (overlays, view): (Res<Overlays>, Res<ModelView>),
    tree_stats: Res<CurrentTreeStats>,
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<(TreeId, bool, Palette)>>,
) {
    let shown = current.filter(|current| {
        let is_counted = tree_stats.tree_id.as_ref() == Some(&current.tree_id());
        is_counted && overlays.is_on(OverlayKind::Depth)
    });
    let key = shown
        .as_ref()
        .map(|current| (current.tree_id(), view.is_cut(), overlays.palette));
    if *drawn != key {
        *drawn = key;
        let drawing =
            shown.map(|current| drawing(&current.tree, &tree_stats.stats, view.is_cut(), overlays.palette));
        layers.set(Layer::Deepest, drawing.unwrap_or_default());
    }
}
