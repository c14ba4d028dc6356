//! Draws the map: the floor plan, the player's cell, the visible area and its walls.

use bevy_egui::egui::{Color32, Mesh, Painter, Pos2, Rect, Rgba, Shape, Stroke, Vec2};
use bspwalk_overlays::layer::{Layers, Pass};
use bspwalk_session::map::{LevelMap, on_map};
use bspwalk_trees::planar::{NodeId, Segment2, VisibleParts};
use glam::{DVec2, Vec3};

use crate::app::hud::style;

const GROUND: Color32 = Color32::from_rgb(16, 19, 25);
const CELL: Color32 = Color32::from_rgba_premultiplied(22, 50, 70, 190);
const SEEN: Color32 = Color32::from_rgba_premultiplied(38, 37, 30, 38);

/// Opacity of the section, so that the walls that the eye sees stand out.
const SECTION: f32 = 0.5;

/// Points per logical pixel of a line. The map is smaller than a whole picture.
const THIN: f32 = 0.6;

/// Visible part of the map, its rectangle on screen, and its rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    /// Rectangle on screen, in points.
    pub(super) rect: Rect,
    /// Map position at the centre.
    pub(super) center: DVec2,
    /// Points per metre.
    pub(super) scale: f64,
    /// Unit direction on the map that points up on the screen.
    pub(super) up: DVec2,
}

impl Frame {
    /// Fits the whole map into the rectangle, with −Z up.
    pub(super) fn whole(map: &LevelMap, rect: Rect) -> Self {
        let [low, high] = map.bounds;
        let room = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
        let scale = (room / ((high - low) * 1.06).max(DVec2::ONE)).min_element();
        Self {
            rect,
            center: (low + high) / 2.0,
            scale,
            up: DVec2::Y,
        }
    }

    pub(super) fn to_screen(self, place: DVec2) -> Pos2 {
        let offset = (place - self.center) * self.scale;
        let (right, up) = (offset.perp_dot(self.up), offset.dot(self.up));
        self.rect.center() + Vec2::new(right as f32, -up as f32)
    }

    pub(super) fn to_map(self, at: Pos2) -> DVec2 {
        let offset = at - self.rect.center();
        let (right, up) = (f64::from(offset.x), f64::from(-offset.y));
        self.center + (-self.up.perp() * right + self.up * up) / self.scale
    }

    /// Returns whether a segment may be visible.
    fn meets(self, segment: &Segment2) -> bool {
        let radius = f64::from(self.rect.size().length()) / 2.0 / self.scale;
        segment.closest(self.center).distance_squared(self.center) <= radius * radius
    }
}

/// The player on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Body {
    pub(super) place: DVec2,
    /// Unit direction of the view.
    pub(super) forward: DVec2,
}

/// Figures about the player's position.
pub(super) struct Counts {
    /// Lines tested to find the player's cell.
    pub(super) tests: u32,
    /// Walls visited before all directions were blocked.
    pub(super) looked_at: u32,
}

/// Draws the map and returns the figures. `plan` is the section of the floor plan, and its layers above.
pub(super) fn draw(
    painter: &Painter,
    frame: Frame,
    (map, plan): (&LevelMap, Option<&[Layers; 2]>),
    body: &Body,
) -> Counts {
    painter.rect_filled(frame.rect, 4.0, GROUND);
    if let Some([section, _]) = plan {
        layers(painter, frame, section, SECTION);
    }
    let (cell, located) = map.cell_at(body.place);
    let corners: Vec<Pos2> = cell.iter().map(|corner| frame.to_screen(*corner)).collect();
    if corners.len() >= 3 {
        painter.add(Shape::convex_polygon(corners, CELL, Stroke::NONE));
    }
    let sight = map.tree.visible(body.place);
    visible(painter, frame, &sight, body);
    lines(painter, frame, map, located.path.iter().map(|(node, _)| *node));
    for part in &sight.parts {
        let ends = [part.segment.from, part.segment.to].map(|end| frame.to_screen(end));
        painter.line_segment(ends, Stroke::new(2.0, style::WHITE));
    }
    if let Some([_, above]) = plan {
        layers(painter, frame, above, 1.0);
    }
    Counts {
        tests: located.tests,
        looked_at: sight.visited_fragments,
    }
}

/// Draws layers from straight above, with this opacity.
fn layers(painter: &Painter, frame: Frame, layers: &Layers, opacity: f32) {
    let at = |place: Vec3| frame.to_screen(on_map(place.as_dvec3()));
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
            // Nothing hides the lines, so they are already drawn.
            Pass::Lines { .. } => {}
        }
    }
}

/// Draws the lines tested to find the player's cell, each across the cell it divides.
fn lines(painter: &Painter, frame: Frame, map: &LevelMap, path: impl Iterator<Item = NodeId>) {
    for (turn, node) in path.enumerate() {
        let Some(split) = map.splits.get(node as usize) else {
            continue;
        };
        if frame.meets(split) {
            let ends = [split.from, split.to].map(|end| frame.to_screen(end));
            let stroke = Stroke::new(
                (2.2 - 0.1 * turn as f32).max(0.8),
                style::ALARM.gamma_multiply(0.6),
            );
            painter.extend(Shape::dashed_line(&ends, stroke, 5.0, 4.0));
        }
    }
}

/// Draws the visible area as triangles between the eye and the walls. Their edges are not anti-aliased, because thin
/// triangles would extend beyond the walls.
fn visible(painter: &Painter, frame: Frame, sight: &VisibleParts, body: &Body) {
    let eye = frame.to_screen(body.place);
    let mut mesh = Mesh::default();
    for part in &sight.parts {
        let first = mesh.vertices.len() as u32;
        let [from, to] = [part.segment.from, part.segment.to].map(|end| frame.to_screen(end));
        for corner in [eye, from, to] {
            mesh.colored_vertex(corner, SEEN);
        }
        mesh.add_triangle(first, first + 1, first + 2);
    }
    painter.add(mesh);
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    #[test]
    fn the_view_points_up_and_places_are_found_again() {
        let rect = Rect::from_min_size(pos2(100.0, 50.0), Vec2::splat(200.0));
        let forward = DVec2::from_angle(2.5);
        let frame = Frame {
            rect,
            center: DVec2::new(7.0, -3.0),
            scale: 5.0,
            up: forward,
        };
        let near = |a: Pos2, b: Pos2| a.distance(b) < 1.0e-3;
        assert!(near(frame.to_screen(frame.center), pos2(200.0, 150.0)));
        assert!(near(
            frame.to_screen(frame.center + forward * 4.0),
            pos2(200.0, 130.0)
        ));
        // Positions to the right of the view are on the right of the screen.
        let right = -forward.perp();
        assert!(near(
            frame.to_screen(frame.center + right * 4.0),
            pos2(220.0, 150.0)
        ));
        let place = DVec2::new(-4.0, 9.0);
        assert!(frame.to_map(frame.to_screen(place)).distance(place) < 1.0e-5);
    }
}
