//! The leak: the shortest way from the spawn out of the level, with the hole at its end; and the view that is frozen.

use bevy::prelude::*;

use super::{
    lines::{LineBatch, Stroke},
    strokes::{LineLayer, LineLayers},
};
use crate::app::{
    leaf_tree::{Built, Frozen, LeafTreeState, LeakPlace},
    palette::{Palette, Rgb},
    state::Overlays,
};

/// The line, the hole at its end and the corner that was stepped to.
#[must_use]
pub fn lines(built: &Built, place: Option<usize>, palette: Palette) -> LineBatch {
    let mut lines = LineBatch::default();
    let Some(leak) = &built.leak else { return lines };
    let stroke = Stroke::new(palette.contact(), 1.0, 3.5);
    for pair in leak.line.windows(2) {
        lines.line(pair[0].as_vec3(), pair[1].as_vec3(), stroke);
    }
    if let [.., before, last] = &leak.line[..] {
        // Beyond the hole it goes on a little: that way is out.
        let ahead = (*last - *before).normalize_or_zero() * 0.7;
        lines.arrow(last.as_vec3(), (*last + ahead).as_vec3(), stroke);
    }
    if let Some(portal) = leak.hole().and_then(|hole| built.tree.portal(hole)) {
        let corners: Vec<Vec3> = portal.polygon.iter().map(|corner| corner.as_vec3()).collect();
        lines.ring(&corners, Stroke::new(Rgb(255, 255, 255), 1.0, 3.0));
    }
    if let Some(&corner) = place.and_then(|place| leak.line.get(place)) {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            lines.circle(
                corner.as_vec3(),
                axis,
                0.12,
                Stroke::new(palette.selected(), 1.0, 2.0),
            );
        }
    }
    lines
}

/// The edges of the view that is frozen, from the eye.
#[must_use]
pub fn frozen_view(frozen: &Frozen, palette: Palette) -> LineBatch {
    let mut lines = LineBatch::default();
    let Some(view) = &frozen.0 else { return lines };
    let stroke = Stroke::new(palette.selected(), 1.0, 2.4);
    let faint = Stroke::new(palette.selected(), 0.0, 2.4);
    for corner in 0..4 {
        lines.gradient(view.eye, view.corners[4 + corner], stroke, faint);
    }
    lines.ring(&view.corners[..4], stroke);
    lines
}

/// Draws them when they have changed.
pub(super) fn draw(
    (leaf_tree, overlays, place, frozen): (Res<LeafTreeState>, Res<Overlays>, Res<LeakPlace>, Res<Frozen>),
    mut layers: ResMut<LineLayers>,
    mut drawn: Local<Option<(Option<u64>, Option<usize>, Palette)>>,
) {
    let built = leaf_tree.built().filter(|_| overlays.leak);
    let key = (built.map(|built| built.revision), place.0, overlays.palette);
    if *drawn != Some(key) {
        *drawn = Some(key);
        let lines = built.map_or_else(LineBatch::default, |built| {
            lines(built, place.0, overlays.palette)
        });
        layers.set(LineLayer::LeakThroughWalls, lines.clone());
        layers.set(LineLayer::Leak, lines);
    }
    if frozen.is_changed() {
        layers.set(LineLayer::FrozenView, frozen_view(&frozen, overlays.palette));
    }
}
