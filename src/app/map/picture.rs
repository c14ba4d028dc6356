//! Draws the map: the player's cell, the visible area, and the walls from far to near.

use bevy_egui::egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use bspwalk_session::map::LevelMap;
use bspwalk_trees::planar::{NodeId, Segment2, VisibleParts};
use glam::DVec2;

use crate::app::hud::style;

const GROUND: Color32 = Color32::from_rgb(16, 19, 25);
const CELL: Color32 = Color32::from_rgb(30, 66, 92);
const SEEN: Color32 = Color32::from_rgba_premultiplied(38, 37, 30, 38);
const WALL: Color32 = Color32::from_rgb(112, 120, 134);
const BODY: Color32 = Color32::from_rgb(255, 206, 96);

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
    /// Radius in metres.
    pub(super) radius: f64,
}

/// Figures about the player's position.
pub(super) struct Counts {
    /// Lines tested to find the player's cell.
    pub(super) tests: u32,
    /// Walls visited before all directions were blocked.
    pub(super) looked_at: u32,
}

/// Draws the map and returns the figures.
pub(super) fn draw(painter: &Painter, frame: Frame, map: &LevelMap, body: &Body) -> Counts {
    painter.rect_filled(frame.rect, 4.0, GROUND);
    let (cell, located) = map.cell_at(body.place);
    let corners: Vec<Pos2> = cell.iter().map(|corner| frame.to_screen(*corner)).collect();
    if corners.len() >= 3 {
        painter.add(Shape::convex_polygon(corners, CELL, Stroke::NONE));
    }
    let sight = map.tree.visible(body.place);
    visible(painter, frame, &sight, body);
    lines(painter, frame, map, located.path.iter().map(|(node, _)| *node));
    let order: Vec<u32> = map.tree.order(body.place).collect();
    for &fragment in order.iter().rev() {
        let segment = map.tree.segment(&map.tree.fragments()[fragment as usize]);
        wall(painter, frame, &segment, Stroke::new(1.2, WALL));
    }
    for part in sight.parts.iter().rev() {
        wall(painter, frame, &part.segment, Stroke::new(2.0, style::WHITE));
    }
    figure(painter, frame, body);
    Counts {
        tests: located.tests,
        looked_at: sight.visited_fragments,
    }
}

fn wall(painter: &Painter, frame: Frame, segment: &Segment2, stroke: Stroke) {
    if frame.meets(segment) {
        painter.line_segment([segment.from, segment.to].map(|end| frame.to_screen(end)), stroke);
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

/// Draws the player at its size, with an arrow in the view direction.
fn figure(painter: &Painter, frame: Frame, body: &Body) {
    let at = frame.to_screen(body.place);
    let ahead = frame.to_screen(body.place + body.forward / frame.scale) - at;
    let (tip, side) = (ahead * 10.0, Vec2::new(-ahead.y, ahead.x) * 5.0);
    let radius = (body.radius * frame.scale) as f32;
    painter.circle_stroke(at, radius.max(2.0), Stroke::new(1.0, BODY));
    let corners = vec![at + tip, at + side - tip * 0.5, at - side - tip * 0.5];
    painter.add(Shape::convex_polygon(
        corners,
        BODY,
        Stroke::new(1.0, Color32::BLACK),
    ));
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
