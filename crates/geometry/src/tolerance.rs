//! Geometric tolerances, each with its unit and rationale. The tolerances of trees, collision and levels are in the
//! `tolerance` modules of those crates.
//!
//! A tolerance is the maximum difference between two numbers that would be equal without rounding errors. Length
//! tolerances are relative to the size of the level, because floating-point coordinates have a fixed number of
//! significant digits.
//!
//! Budgets, weights and object sizes are not tolerances; they are defined next to the code that uses them.

use glam::DVec3;

use super::Aabb;

/// Thickness of a plane, relative to the level's diagonal. Vertices closer to the plane than this are *on* it.
///
/// Files store about seven decimal digits, and a plane is computed from three points of that precision. Points meant to
/// be coplanar are therefore off by about 1e-7 of the level's size. Ten times that is still far below any modelled
/// detail.
pub(crate) const ON_PLANE_RELATIVE: f64 = 1.0e-6;

/// Minimum thickness of a plane, in units in the last place (ULP) of the largest coordinate. The ULP depends on whether
/// the coordinates were stored in `f32` or `f64`. A plane through three rounded points misses a fourth point by about
/// this distance.
pub(crate) const STORED_RELATIVE: f64 = 4.0;

/// Minimum altitude of a triangle, relative to the level's diagonal. Flatter triangles have no usable normal.
pub(crate) const DEGENERATE_RELATIVE: f64 = 1.0e-8;

/// Maximum sine of the angle between two unit normals that share an entry in the plane table.
pub const SAME_NORMAL: f64 = 1.0e-5;

/// Squared length of the sum of two shading normals below which the normals count as opposite. The direction of their
/// mean would be mostly rounding error.
pub(crate) const OPPOSITE_NORMALS: f32 = 1.0e-6;

/// Squared sine of the angle below which two segments count as parallel: the rounding error of `f64` with a safety
/// margin.
pub(crate) const PARALLEL_SINE_SQUARED: f64 = 1.0e-14;

/// Squared sine of a corner angle below which a triangle is treated as its edges. Its interior is narrower than the
/// rounding error of `f64`.
pub(crate) const FLAT_SINE_SQUARED: f64 = 1.0e-24;

/// Precision of leaf cells, relative to the thickness of a plane. Cells are computed only from planes, in `f64`. The
/// corners of adjacent cells therefore match far more closely than the precision of the input faces.
pub(crate) const CELL_PRECISION: f64 = 1.0e-4;

/// Tolerances of one level, in metres.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Tolerances {
    /// Maximum distance (in metres) between a plane and a vertex that counts as on it.
    pub on_plane: f64,
    /// Altitude below which a triangle is degenerate, in metres.
    pub degenerate: f64,
}

impl Tolerances {
    /// Computes the tolerances of a level from its points, in metres.
    ///
    /// The thickness of a plane is a millionth of the level's diagonal, or four ULPs of the largest coordinate if that
    /// is larger. If all coordinates are exactly representable in `f32`, the ULP of `f32` is used.
    ///
    /// Unlike the result of [`Tolerances::for_bounds`], these tolerances do not grow with the distance from the origin,
    /// as long as the coordinates have enough digits.
    #[must_use]
    pub fn for_points(points: &[DVec3]) -> Self {
        let bounds = Aabb::from_points(points.iter().copied());
        if bounds.is_empty() {
            return Self::for_bounds(&bounds);
        }
        let diagonal = bounds.size().length();
        let reach = bounds.largest_coordinate();
        let single = points.iter().all(|&point| point.as_vec3().as_dvec3() == point);
        let digit = if single {
            f64::from(f32::EPSILON)
        } else {
            f64::EPSILON
        };
        let stored = STORED_RELATIVE * digit * reach;
        Self {
            on_plane: (ON_PLANE_RELATIVE * diagonal).max(stored).max(f64::MIN_POSITIVE),
            degenerate: (DEGENERATE_RELATIVE * diagonal).max(STORED_RELATIVE * f64::EPSILON * reach),
        }
    }

    /// Returns the precision of leaf cells (in metres), which is a ten-thousandth of [`Tolerances::on_plane`]. Cells
    /// are computed only from planes, so the corners of adjacent cells match far more closely than the precision of the
    /// input faces.
    #[must_use]
    pub fn cell(&self) -> f64 {
        CELL_PRECISION * self.on_plane
    }

    /// Computes the tolerances of a level from its bounds: a millionth of its scale for planes, and a hundred-millionth
    /// for triangle altitudes.
    ///
    /// The scale is the diagonal or the largest coordinate, whichever is larger. A small level far from the origin has
    /// lost as many digits as a large level around the origin.
    #[must_use]
    pub fn for_bounds(bounds: &Aabb) -> Self {
        let scale = if bounds.is_empty() {
            1.0
        } else {
            bounds.size().length().max(bounds.largest_coordinate())
        };
        Self {
            on_plane: ON_PLANE_RELATIVE * scale,
            degenerate: DEGENERATE_RELATIVE * scale,
        }
    }
}
