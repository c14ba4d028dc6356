//! Drawing of three triangles that overlap in a cycle: uncut, and cut by the planes of a tree.

use std::sync::LazyLock;

use bevy_egui::egui::{self, Color32, Rect, Sense, Shape, Stroke, Ui, vec2};
use bspwalk_explain::cyclic_overlap::{CyclicOverlap, TrianglePiece};
use bspwalk_text::text;

use crate::app::kit::style;

/// The triangles, and the pieces into which the tree cuts them.
static OVERLAP: LazyLock<Option<CyclicOverlap>> = LazyLock::new(CyclicOverlap::new);

/// Width and height of one drawing, in points.
const SIZE: f32 = 72.0;

/// Total width of both drawings and the gaps next to them, in points.
pub(super) const WIDTH: f32 = 2.0 * SIZE + 32.0;

/// Largest absolute coordinate shown in the drawings.
const REACH: f32 = 1.35;

/// Colours of the triangles.
const COLORS: [Color32; 3] = [
    Color32::from_rgb(184, 92, 77),
    Color32::from_rgb(92, 133, 179),
    Color32::from_rgb(204, 179, 133),
];

/// Draws the uncut and cut triangles side by side, with captions.
pub(super) fn draw(ui: &mut Ui) {
    let Some(overlap) = &*OVERLAP else { return };
    for (pieces, caption) in [
        (&overlap.whole, text!("tour-order-whole")),
        (&overlap.cut, text!("tour-order-cut")),
    ] {
        ui.vertical(|ui| {
            ui.set_width(SIZE);
            let (rect, response) = ui.allocate_exact_size(vec2(SIZE, SIZE), Sense::hover());
            paint(&ui.painter_at(rect), rect, pieces);
            style::set_accessible_name(response, caption);
            style::label(ui, caption, style::FAINT, 11.5);
        });
    }
}

fn paint(painter: &egui::Painter, rect: Rect, pieces: &[TrianglePiece]) {
    let scale = 0.5 * SIZE / REACH;
    for piece in pieces {
        let corners = piece.corners.iter();
        let corners = corners.map(|corner| rect.center() + scale * vec2(corner.x, -corner.y));
        let outline = Stroke::new(1.0, style::LINE);
        let color = COLORS[piece.triangle % COLORS.len()];
        painter.add(Shape::convex_polygon(corners.collect(), color, outline));
    }
}
