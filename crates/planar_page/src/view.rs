//! Mapping between the plane and the screen, and the grid that corners snap to.

use glam::DVec2;

/// The part of the plane that a picture shows. Pixel coordinates start at the upper left corner; the plane's y axis
/// points up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Size of the picture, in pixels.
    pub size: DVec2,
    /// Lower left corner of the picture, in plane coordinates.
    pub low: DVec2,
    /// Pixels per unit of the plane.
    pub scale: f64,
}

impl View {
    /// Fits the view to these points, with a margin.
    #[must_use]
    pub fn around(points: impl Iterator<Item = DVec2>, size: DVec2) -> Self {
        let size = size.max(DVec2::splat(40.0));
        let [low, high] = bounds(points);
        let extent = (high - low).max(DVec2::splat((high - low).max_element() * 1.0e-3));
        // The margin leaves room for letters and for the outer cells.
        let margin = DVec2::splat(size.min_element() * 0.1);
        let scale = ((size - 2.0 * margin) / extent).min_element();
        Self {
            size,
            low: low - (size / scale - (high - low)) / 2.0,
            scale,
        }
    }

    /// Returns a view of a different size with the same centre.
    #[must_use]
    pub fn resized(self, size: DVec2) -> Self {
        let low = self.low + (self.size - size) / (2.0 * self.scale);
        Self { size, low, ..self }
    }

    /// Returns the view after dragging its contents by a distance in pixels.
    #[must_use]
    pub fn dragged(self, by: DVec2) -> Self {
        let low = self.low + DVec2::new(-by.x, by.y) / self.scale;
        Self { low, ..self }
    }

    /// Returns the view at a different scale. The point at pixel `at` keeps its position.
    #[must_use]
    pub fn zoomed(self, at: DVec2, scale: f64) -> Self {
        let fixed = self.to_plane(at);
        let low = fixed + (self.low - fixed) * (self.scale / scale);
        Self { low, scale, ..self }
    }

    /// Returns the pixel position of a point.
    #[must_use]
    pub fn to_screen(&self, point: DVec2) -> DVec2 {
        let at = (point - self.low) * self.scale;
        DVec2::new(at.x, self.size.y - at.y)
    }

    /// Returns the point at a pixel position.
    #[must_use]
    pub fn to_plane(&self, at: DVec2) -> DVec2 {
        self.low + DVec2::new(at.x, self.size.y - at.y) / self.scale
    }

    /// Returns the upper right corner of the picture, in plane coordinates.
    #[must_use]
    pub fn high(&self) -> DVec2 {
        self.low + self.size / self.scale
    }
}

/// Returns the minimum and maximum corner of the points' bounds, or a square with sides of ten units if the bounds are
/// empty.
pub(crate) fn bounds(points: impl Iterator<Item = DVec2>) -> [DVec2; 2] {
    let start = [DVec2::INFINITY, DVec2::NEG_INFINITY];
    let [low, high] = points.fold(start, |[low, high], point| [low.min(point), high.max(point)]);
    if low.is_finite() && high.is_finite() && low != high {
        [low, high]
    } else {
        [DVec2::ZERO, DVec2::splat(10.0)]
    }
}

/// A grid whose spacing is 1, 2 or 5 times a power of ten, so that its coordinates have few digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    mantissa: u32,
    exponent: i32,
}

impl Grid {
    /// Returns a grid with about twenty steps across the extent of the points.
    #[must_use]
    pub fn of(points: impl Iterator<Item = DVec2>) -> Self {
        let [low, high] = bounds(points);
        let step = (high - low).max_element() / 20.0;
        let exponent = step.log10().floor().clamp(-70.0, 9.0);
        let mantissa = match step / 10.0_f64.powf(exponent) {
            5.0.. => 5,
            2.0.. => 2,
            _ => 1,
        };
        Self {
            mantissa,
            exponent: exponent as i32,
        }
    }

    /// Returns the grid spacing.
    #[must_use]
    pub fn step(self) -> f64 {
        self.multiple(1.0)
    }

    /// Returns a grid that is finer than the pixels, so that coordinates have no more digits than are visible.
    #[must_use]
    pub fn fine(self) -> Self {
        let digits = if self.mantissa == 5 { 1 } else { 2 };
        Self {
            mantissa: 1,
            exponent: self.exponent - digits,
        }
    }

    /// Returns the grid point closest to a point.
    #[must_use]
    pub fn snap(self, point: DVec2) -> DVec2 {
        let step = self.step();
        let snapped = (point / step).round();
        // Adding zero turns negative zero into positive zero.
        DVec2::new(self.multiple(snapped.x), self.multiple(snapped.y)) + DVec2::ZERO
    }

    /// Returns the number of decimals in the grid's coordinates.
    #[must_use]
    pub fn decimals(self) -> usize {
        usize::try_from(-self.exponent).unwrap_or(0)
    }

    /// Returns a multiple of the grid spacing. Divides by a power of ten, which is exact, instead of multiplying by its
    /// inexact inverse.
    fn multiple(self, count: f64) -> f64 {
        let count = count * f64::from(self.mantissa);
        if self.exponent < 0 {
            count / 10.0_f64.powi(-self.exponent)
        } else {
            count * 10.0_f64.powi(self.exponent)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grid_step_fits_extent_and_has_few_digits() {
        let across = |extent: f64| Grid::of([DVec2::ZERO, DVec2::splat(extent)].into_iter());
        assert_eq!(
            [10.0, 15.0, 1.0, 2000.0].map(|extent| across(extent).step()),
            [0.5, 0.5, 0.05, 100.0]
        );
        assert_eq!(
            across(1.0).fine().snap(DVec2::new(0.299_96, -0.000_01)),
            DVec2::new(0.3, 0.0)
        );
        assert_eq!(across(10.0).fine().decimals(), 2);
        // The spacing must be positive even if the points have no extent.
        for extent in [0.0, 1.0e-60, 1.0e9, f64::NAN] {
            assert!(across(extent).step() > 0.0, "{extent}");
        }
    }

    #[test]
    fn screen_and_plane_coordinates_round_trip() {
        let corners = [DVec2::new(-3.0, 2.0), DVec2::new(7.0, 4.0)];
        let view = View::around(corners.into_iter(), DVec2::new(640.0, 360.0));
        for corner in corners {
            let at = view.to_screen(corner);
            assert!(at.cmpge(DVec2::ZERO).all() && at.cmple(view.size).all(), "{at}");
            assert!(view.to_plane(at).distance(corner) < 1.0e-12);
        }
        assert!(
            view.to_screen(corners[1]).y < view.to_screen(corners[0]).y,
            "y points up"
        );
        assert!(view.to_screen(view.high()).distance(DVec2::new(640.0, 0.0)) < 1.0e-9);
        let (at, by) = (DVec2::new(100.0, 50.0), DVec2::new(8.0, -3.0));
        let fixed = view.to_plane(at);
        assert!(view.zoomed(at, 7.0).to_screen(fixed).distance(at) < 1.0e-9);
        assert!(view.dragged(by).to_screen(fixed).distance(at + by) < 1.0e-9);
        let center = view.to_plane(view.size / 2.0);
        let smaller = view.resized(DVec2::splat(100.0));
        assert!(smaller.to_screen(center).distance(DVec2::splat(50.0)) < 1.0e-9);
    }
}
