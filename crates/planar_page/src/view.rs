//! Where the polygon lies on the screen, and the grid.

use glam::DVec2;

/// The part of the plane that a picture shows. Pixels count from the upper left corner, and y of the plane points up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The size of the picture in pixels.
    pub size: DVec2,
    /// The lower left corner in the plane.
    pub low: DVec2,
    /// Pixels a unit.
    pub scale: f64,
}

impl View {
    /// Shows all points with a margin, as large as there is room.
    #[must_use]
    pub fn around(points: impl Iterator<Item = DVec2>, size: DVec2) -> Self {
        let size = size.max(DVec2::splat(40.0));
        let [low, high] = bounds(points);
        let extent = (high - low).max(DVec2::splat((high - low).max_element() * 1.0e-3));
        // Letters and the outer cells have room around it.
        let margin = DVec2::splat(size.min_element() * 0.1);
        let scale = ((size - 2.0 * margin) / extent).min_element();
        Self {
            size,
            low: low - (size / scale - (high - low)) / 2.0,
            scale,
        }
    }

    /// The pixel of a point.
    #[must_use]
    pub fn to_screen(&self, point: DVec2) -> DVec2 {
        let at = (point - self.low) * self.scale;
        DVec2::new(at.x, self.size.y - at.y)
    }

    /// The point of a pixel.
    #[must_use]
    pub fn to_plane(&self, at: DVec2) -> DVec2 {
        self.low + DVec2::new(at.x, self.size.y - at.y) / self.scale
    }

    /// The upper right corner in the plane.
    #[must_use]
    pub fn high(&self) -> DVec2 {
        self.low + self.size / self.scale
    }
}

/// The least and the greatest corner of the bounds of points; those of ten units where there is none.
fn bounds(points: impl Iterator<Item = DVec2>) -> [DVec2; 2] {
    let start = [DVec2::INFINITY, DVec2::NEG_INFINITY];
    let [low, high] = points.fold(start, |[low, high], point| [low.min(point), high.max(point)]);
    if low.is_finite() && high.is_finite() && low != high {
        [low, high]
    } else {
        [DVec2::ZERO, DVec2::splat(10.0)]
    }
}

/// A grid: multiples of a step, which is 1, 2 or 5 times a power of ten, so that coordinates stay short numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    mantissa: u32,
    exponent: i32,
}

impl Grid {
    /// A grid with about twenty steps across points.
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

    /// The step.
    #[must_use]
    pub fn step(self) -> f64 {
        self.multiple(1.0)
    }

    /// A grid that is finer than pixels are: coordinates on it have no more digits than can be seen.
    #[must_use]
    pub fn fine(self) -> Self {
        let digits = if self.mantissa == 5 { 1 } else { 2 };
        Self {
            mantissa: 1,
            exponent: self.exponent - digits,
        }
    }

    /// The grid point that is nearest to a point.
    #[must_use]
    pub fn snap(self, point: DVec2) -> DVec2 {
        let step = self.step();
        let snapped = (point / step).round();
        // Adding 0 leaves no negative zero.
        DVec2::new(self.multiple(snapped.x), self.multiple(snapped.y)) + DVec2::ZERO
    }

    /// As many decimals as the grid has.
    #[must_use]
    pub fn decimals(self) -> usize {
        usize::try_from(-self.exponent).unwrap_or(0)
    }

    /// A multiple of the step. It divides by a power of ten, which is exact, where multiplying by a fraction is not.
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
    fn the_grid_fits_the_polygon_and_gives_short_numbers() {
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
        // No extent is a grid without a step.
        for extent in [0.0, 1.0e-60, 1.0e9, f64::NAN] {
            assert!(across(extent).step() > 0.0, "{extent}");
        }
    }

    #[test]
    fn pixels_and_points_are_the_same_places() {
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
    }
}
