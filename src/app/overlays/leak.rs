//! The leak: the shortest path from the spawn out of the level, with the hole at its end; and the view that culling is
//! frozen at.

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Ui};
use bspwalk_session::overlays::OverlayKind;

use super::{
    layers::{Layer, Layers},
    lines::{LineBatch, Stroke},
};
use crate::app::{
    input::KeyLabels,
    leaf_tree::{Built, Frozen, LeafTreeState, LeakPlace},
    palette::{Palette, Rgb},
    panel::widgets,
    state::{Command, Overlays},
    words,
};

/// The path, the hole at its end and the corner that was stepped to.
pub(super) fn lines(built: &Built, place: Option<usize>, palette: Palette) -> LineBatch {
    let mut lines = LineBatch::default();
    let Some(leak) = &built.leak else { return lines };
    let stroke = Stroke::new(palette.contact(), 1.0, 3.5);
    let points: Vec<Vec3> = leak.line.iter().map(|point| point.as_vec3()).collect();
    lines.path(&points, stroke);
    if let [.., before, last] = &leak.line[..] {
        // An arrow beyond the hole points to the outside.
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

/// The edges of the view that culling is frozen at, from its eye.
pub(super) fn frozen_view(frozen: &Frozen, palette: Palette) -> LineBatch {
    let mut lines = LineBatch::default();
    let Some(frozen) = &frozen.0 else { return lines };
    let stroke = Stroke::new(palette.selected(), 1.0, 2.4);
    let faint = Stroke::new(palette.selected(), 0.0, 2.4);
    for corner in 0..4 {
        lines.gradient(frozen.view.eye, frozen.corners[4 + corner], stroke, faint);
    }
    lines.ring(&frozen.corners[..4], stroke);
    lines
}

/// Draws both where they have changed.
pub(super) fn draw(
    (leaf_tree, overlays, place, frozen): (Res<LeafTreeState>, Res<Overlays>, Res<LeakPlace>, Res<Frozen>),
    mut layers: ResMut<Layers>,
    mut drawn: Local<Option<(Option<u64>, Option<usize>, Palette)>>,
) {
    let palette = overlays.palette;
    let built = leaf_tree.built().filter(|_| overlays.is_on(OverlayKind::Leak));
    let key = Some((built.map(|built| built.revision), place.0, palette));
    if *drawn != key {
        *drawn = key;
        let lines = built.map(|built| lines(built, place.0, palette));
        layers.set(Layer::Leak, lines.unwrap_or_default());
    }
    if frozen.is_changed() {
        layers.set(Layer::FrozenView, frozen_view(&frozen, palette));
    }
}

pub(super) fn legend(ui: &mut Ui, built: &Built, palette: Palette, keys: &KeyLabels) {
    let Some(leak) = &built.leak else {
        widgets::note(ui, format!("{}.", built.no_leak()));
        return;
    };
    let text = format!(
        "The level leaks: {} is connected to the outside by a path of {} through {}.",
        built.leak_from.as_deref().unwrap_or("the spawn"),
        words::metres(leak.length()),
        words::counted(leak.portals.len() as u64, "portal")
    );
    widgets::note(ui, text);
    let color = widgets::color(palette.contact());
    widgets::line_key(ui, color, 3.0, "the shortest path out");
    widgets::line_key(ui, Color32::WHITE, 3.0, "the hole");
    let [on, back] = [Command::AlongLeak, Command::BackAlongLeak].map(|command| keys.of(command));
    widgets::note(ui, format!("{on} follows it, {back} goes back."));
}
