//! Visible part of the map plane.

use bevy_egui::egui::{Pos2, Rect, Vec2};
use glam::DVec2;

/// Minimum margin around the points (in metres).
const LEAST_MARGIN: f64 = 0.5;

/// Visible part of the map plane, its screen rectangle, and its rotation.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// Screen rectangle, in points.
    pub(super) rect: Rect,
    /// Map position at the centre of the rectangle.
    pub(super) center: DVec2,
    /// Points per map unit.
    pub(super) scale: f64,
    /// Unit direction on the map that points up on the screen.
    pub(super) up: DVec2,
}

impl View {
    /// Fits all given positions and a margin into the rectangle.
    pub(super) fn around(points: impl Iterator<Item = DVec2> + Clone, rect: Rect) -> Self {
        let low = points.clone().fold(DVec2::INFINITY, DVec2::min);
        let high = points.fold(DVec2::NEG_INFINITY, DVec2::max);
        let (low, high) = match low.is_finite() && high.is_finite() {
            true => (low, high),
            false => (DVec2::ZERO, DVec2::splat(10.0)),
        };
        let margin = ((high - low).max_element() * 0.12).max(LEAST_MARGIN);
        let size = high - low + 2.0 * margin;
        let room = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
        Self {
            rect,
            center: (low + high) / 2.0,
            scale: (room / size).min_element(),
            up: DVec2::Y,
        }
    }

    pub(super) fn to_screen(self, point: DVec2) -> Pos2 {
        let offset = (point - self.center) * self.scale;
        let (right, up) = (offset.perp_dot(self.up), offset.dot(self.up));
        self.rect.center() + Vec2::new(right as f32, -up as f32)
    }

    pub(super) fn to_plane(self, at: Pos2) -> DVec2 {
        let offset = at - self.rect.center();
        let (right, up) = (f64::from(offset.x), f64::from(-offset.y));
        self.center + (-self.up.perp() * right + self.up * up) / self.scale
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::pos2;

    use super::*;

    #[test]
    fn view_direction_is_up_and_round_trips() {
        let rect = Rect::from_min_size(pos2(100.0, 50.0), Vec2::splat(200.0));
        let forward = DVec2::from_angle(2.5);
        let view = View {
            rect,
            center: DVec2::new(7.0, -3.0),
            scale: 5.0,
            up: forward,
        };
        let at = |offset: DVec2, x, y| view.to_screen(view.center + offset).distance(pos2(x, y)) < 1.0e-3;
        assert!(at(DVec2::ZERO, 200.0, 150.0) && at(forward * 4.0, 200.0, 130.0));
        // Positions to the right of the viewer appear on the right side of the screen.
        assert!(at(-forward.perp() * 4.0, 220.0, 150.0));
        let place = DVec2::new(-4.0, 9.0);
        assert!(view.to_plane(view.to_screen(place)).distance(place) < 1.0e-5);
    }
}
