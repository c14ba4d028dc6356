//! The leak: the shortest path from the spawn out of the level, with the hole at its end; and the view that culling is
//! frozen at.

use bspwalk_levels::color::palette::Palette;
use bspwalk_progress::words;
use bspwalk_text::text;
use bspwalk_trees::{LeafTree, solid_leaf::portals::Leak};
use glam::Vec3;

use crate::{
    legend::{Legend, Row},
    lines::{LineBatch, Stroke},
};

/// The path, the hole at its end and the corner that was stepped to.
pub fn lines(tree: &LeafTree, leak: &Leak, place: Option<usize>, palette: Palette) -> LineBatch {
    let mut lines = LineBatch::default();
    let stroke = Stroke::new(palette.outside(), 1.0, 3.5);
    let points: Vec<Vec3> = leak.line.iter().map(|point| point.as_vec3()).collect();
    lines.path(&points, stroke);
    if let [.., before, last] = &leak.line[..] {
        // An arrow beyond the hole points to the outside.
        let ahead = (*last - *before).normalize_or_zero() * 0.7;
        lines.arrow(last.as_vec3(), (*last + ahead).as_vec3(), stroke);
    }
    if let Some(portal) = leak.hole().and_then(|hole| tree.portal(hole)) {
        let corners: Vec<Vec3> = portal.polygon.iter().map(|corner| corner.as_vec3()).collect();
        lines.ring(&corners, Stroke::new(palette.outside(), 1.0, 5.0));
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

/// The edges of the view that culling is frozen at, from its eye: the corners of its near side, then those of its far one.
pub fn frozen_view(eye: Vec3, corners: &[Vec3; 8], palette: Palette) -> LineBatch {
    let mut lines = LineBatch::default();
    let stroke = Stroke::new(palette.eye(), 1.0, 2.4);
    let faint = Stroke::new(palette.eye(), 0.0, 2.4);
    for corner in 0..4 {
        lines.gradient(eye, corners[4 + corner], stroke, faint);
    }
    lines.ring(&corners[..4], stroke);
    lines
}

/// The legend of a leak that begins `from` somewhere.
#[must_use]
pub fn legend(leak: &Leak, from: &str, palette: Palette) -> Legend {
    vec![
        Row::note(text!(
            "legend-leak",
            from,
            length = words::metres(leak.length()),
            portals = words::counted(leak.portals.len() as u64, "portal")
        )),
        Row::line(palette.outside(), 3.0, text!("legend-leak-path")),
        Row::line(palette.outside(), 5.0, text!("legend-leak-hole")),
    ]
}
