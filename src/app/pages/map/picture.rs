//! Draws the map: the floor plan, the player's cell, the visible area and the visible walls.

use bevy_egui::egui::{Color32, Mesh, Painter, Pos2, Rgba, Shape, Stroke};
use bspwalk_overlays::layer::{Layers, Pass};
use bspwalk_planar::{NodeId, VisibleParts};
use bspwalk_session::map::{LevelMap, to_map_point};
use glam::{DVec2, Vec3};

use super::view::View;
use crate::app::kit::style;

const GROUND: Color32 = Color32::from_rgb(16, 19, 25);
const CELL: Color32 = Color32::from_rgba_premultiplied(22, 50, 70, 190);
const SEEN: Color32 = Color32::from_rgba_premultiplied(38, 37, 30, 38);

/// Opacity of the section. The section is darker than the visible walls.
const SECTION: f32 = 0.5;

/// Width factor of lines. Lines are thinner than in full-size drawings, because the map is smaller.
const THIN: f32 = 0.6;

/// Cost of locating the player and of computing the visible area.
pub(super) struct Counts {
    /// Number of split lines tested to find the player's cell.
    pub(super) tests: u32,
    /// Number of walls visited before all directions were blocked.
    pub(super) looked_at: u32,
}

/// Draws the map, and returns the cost of its queries at the eye. `plan` contains the section of the floor plan, and
/// the layers above it.
pub(super) fn draw(
    painter: &Painter,
    view: View,
    (map, plan): (&LevelMap, Option<&[Layers; 2]>),
    eye: DVec2,
) -> Counts {
    painter.rect_filled(view.rect, 4.0, GROUND);
    if let Some([section, _]) = plan {
        layers(painter, view, section, SECTION);
    }
    let (cell, located) = map.cell_at(eye);
    let corners: Vec<Pos2> = cell.iter().map(|corner| view.to_screen(*corner)).collect();
    if corners.len() >= 3 {
        painter.add(Shape::convex_polygon(corners, CELL, Stroke::NONE));
    }
    let sight = map.tree.visible(eye);
    visible(painter, view, &sight, eye);
    lines(painter, view, map, located.path.iter().map(|(node, _)| *node));
    for part in &sight.parts {
        let ends = [part.segment.from, part.segment.to].map(|end| view.to_screen(end));
        painter.line_segment(ends, Stroke::new(2.0, style::WHITE));
    }
    if let Some([_, above]) = plan {
        layers(painter, view, above, 1.0);
    }
    Counts {
        tests: located.tests,
        looked_at: sight.visited_fragments,
    }
}

/// Draws layers as seen from straight above, with the given opacity.
fn layers(painter: &Painter, view: View, layers: &Layers, opacity: f32) {
    let at = |place: Vec3| view.to_screen(to_map_point(place.as_dvec3()));
    for (drawing, pass) in layers.passes() {
        match pass {
            Pass::Polygons { .. } => {
                for (corners, [r, g, b, alpha]) in drawing.polygons.polygons() {
                    let corners = corners.iter().map(|corner| at(Vec3::from(*corner))).collect();
                    let color = Rgba::from_rgba_unmultiplied(r, g, b, alpha * opacity);
                    painter.add(Shape::convex_polygon(corners, color, Stroke::NONE));
                }
            }
            Pass::Lines {
                through_walls: false, ..
            } => {
                for line in drawing.lines.lines() {
                    let [from, to] = line.colors;
                    let [r, g, b, alpha] = std::array::from_fn(|i| from[i].midpoint(to[i]));
                    let color = Color32::from_rgba_unmultiplied(r, g, b, alpha).gamma_multiply(opacity);
                    painter.line_segment(line.ends.map(at), Stroke::new(THIN * line.width, color));
                }
            }
            // Nothing occludes the lines, so they were already drawn in an earlier pass.
            Pass::Lines { .. } => {}
        }
    }
}

/// Draws the split lines tested to find the player's cell, each clipped to the cell that it divides.
fn lines(painter: &Painter, view: View, map: &LevelMap, path: impl Iterator<Item = NodeId>) {
    let radius = f64::from(view.rect.size().length()) / 2.0 / view.scale;
    for (turn, node) in path.enumerate() {
        let Some(split) = map.splits.get(node.index()) else {
            continue;
        };
        if split.closest(view.center).distance(view.center) <= radius {
            let ends = [split.from, split.to].map(|end| view.to_screen(end));
            let width = (2.2 - 0.1 * turn as f32).max(0.8);
            let stroke = Stroke::new(width, style::ALARM.gamma_multiply(0.6));
            painter.extend(Shape::dashed_line(&ends, stroke, 5.0, 4.0));
        }
    }
}

/// Draws the visible area as triangles between the eye and the walls. The triangle edges are not antialiased, because
/// thin antialiased triangles would extend beyond the walls.
fn visible(painter: &Painter, view: View, sight: &VisibleParts, eye: DVec2) {
    let eye = view.to_screen(eye);
    let mut mesh = Mesh::default();
    for part in &sight.parts {
        let first = mesh.vertices.len() as u32;
        let [from, to] = [part.segment.from, part.segment.to].map(|end| view.to_screen(end));
        for corner in [eye, from, to] {
            mesh.colored_vertex(corner, SEEN);
        }
        mesh.add_triangle(first, first + 1, first + 2);
    }
    painter.add(mesh);
}
