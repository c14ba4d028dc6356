//! Part of the plane that a canvas shows.

use bevy_egui::egui::{Pos2, Rect, pos2};
use glam::DVec2;

use super::drawing::GRID;

/// Visible part of the plane, and its rectangle on screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) rect: Rect,
    pub(super) low: DVec2,
    /// Points per unit.
    pub(super) scale: f64,
}

impl View {
    /// Fits all points with a margin into the rectangle.
    pub(super) fn around(points: impl Iterator<Item = DVec2> + Clone, rect: Rect) -> Self {
        let low = points.clone().fold(DVec2::INFINITY, DVec2::min);
        let high = points.fold(DVec2::NEG_INFINITY, DVec2::max);
        let (low, high) = if low.is_finite() && high.is_finite() {
            (low, high)
        } else {
            (DVec2::ZERO, DVec2::splat(10.0))
        };
        let margin = ((high - low).max_element() * 0.12).max(GRID);
        let size = high - low + 2.0 * margin;
        let room = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
        let scale = (room / size).min_element();
        Self {
            rect,
            low: low - margin - (room / scale - size) / 2.0,
            scale,
        }
    }

    /// Centres a position, at this many points per unit.
    pub(super) fn at(center: DVec2, scale: f64, rect: Rect) -> Self {
        let room = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
        Self {
            rect,
            low: center - room / scale / 2.0,
            scale,
        }
    }

    pub(super) fn to_screen(self, point: DVec2) -> Pos2 {
        let at = (point - self.low) * self.scale;
        pos2(self.rect.left() + at.x as f32, self.rect.bottom() - at.y as f32)
    }

    pub(super) fn to_plane(self, at: Pos2) -> DVec2 {
        let x = f64::from(at.x - self.rect.left());
        let y = f64::from(self.rect.bottom() - at.y);
        self.low + DVec2::new(x, y) / self.scale
    }

    pub(super) fn high(self) -> DVec2 {
        self.to_plane(self.rect.right_top())
    }
}
