//! The leak: the shortest path from the spawn out of the level, with the hole at its end; and the view that culling is
//! frozen at.

use bevy::prelude::*;
use bspwalk_levels::color::palette::Palette;
use bspwalk_overlays::{
    layer::Layer,
    leak::{frozen_view, lines},
};
use bspwalk_session::overlays::OverlayKind;

use super::layers::Layers;
use crate::app::{
    leaf_tree::{Frozen, LeafTreeId, LeafTreeState, LeakPlace},
    shown::Shown,
    state::Overlays,
};

/// Draws both where they have changed.
pub(super) fn draw(
    (leaf_tree, overlays, place, frozen): (
        Shown<LeafTreeState>,
        Res<Overlays>,
        Shown<LeakPlace>,
        Shown<Frozen>,
    ),
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<(Option<LeafTreeId>, Option<usize>, Palette)>>,
) {
    let palette = overlays.palette;
    let built = leaf_tree.built().filter(|_| overlays.is_on(OverlayKind::Leak));
    let key = Some((built.map(|built| built.id()), place.0, palette));
    if *drawn != key {
        *drawn = key;
        let leak = built.and_then(|built| Some((built, built.leak.as_ref()?)));
        let lines = leak.map(|(built, leak)| lines(&built.tree, leak, place.0, palette));
        layers.set(Layer::Leak, lines.unwrap_or_default());
    }
    if frozen.is_changed() {
        let view = frozen.0.as_ref();
        let lines = view.map(|frozen| frozen_view(frozen.view.eye, &frozen.corners, palette));
        layers.set(Layer::FrozenView, lines.unwrap_or_default());
    }
}
