//! The tolerances of geometry: name, unit and reason of each. Those of trees, collision and levels stand in files of the same
//! name there.
//!
//! A tolerance is how far two numbers may differ that would be equal without rounding. Where it is a length it is relative
//! to the size of the level, because the coordinates of a level are known to a fixed number of digits, not of millimetres.
//!
//! Budgets, weights and the sizes of things are no tolerances and stay beside the code that they tune.

use glam::DVec3;

use super::Aabb;

/// Thickness of a plane, relative to the level's diagonal: a vertex nearer than this is *on* the plane.
///
/// Files store about seven decimal digits, and a plane is computed from three such points. So points that are meant to be
/// coplanar miss the plane by some 1e-7 of the level; ten times that is still far below anything that is modelled.
pub(crate) const ON_PLANE_RELATIVE: f64 = 1.0e-6;

/// The least thickness of a plane, in units of the last place of the largest coordinate, in `f32` or `f64` as the
/// coordinates were stored: a plane through three rounded points misses a fourth by about this.
pub(crate) const STORED_RELATIVE: f64 = 4.0;

/// Smallest height of a triangle, relative to the level's diagonal: a flatter one has no usable normal.
pub(crate) const DEGENERATE_RELATIVE: f64 = 1.0e-8;

/// Largest sine of the angle between two unit normals that count as one direction in the shared plane table.
pub const SAME_NORMAL: f64 = 1.0e-5;

/// Two shading normals whose sum has a smaller square length count as opposite: the direction of their mean is rounding.
pub(crate) const OPPOSITE_NORMALS: f32 = 1.0e-6;

/// Square of the sine of the angle below which two segments are parallel: the rounding of `f64`, with a reserve.
pub(crate) const PARALLEL_SINE_SQUARED: f64 = 1.0e-14;

/// Square of the sine of a corner's angle below which a triangle is taken for its edges: the rest of its inside is
/// narrower than the rounding of `f64`.
pub(crate) const FLAT_SINE_SQUARED: f64 = 1.0e-24;

/// How precise the cells of leaves are, in thicknesses of a plane. They are made of planes alone, in `f64`, so neighbouring
/// cells agree about their interface far better than the faces are known.
pub(crate) const CELL_PRECISION: f64 = 1.0e-4;

/// The tolerances of one level, in metres.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Tolerances {
    /// A vertex at most this far from a plane is on it, in metres.
    pub on_plane: f64,
    /// A triangle with an altitude below this is degenerate, in metres.
    pub degenerate: f64,
}

impl Tolerances {
    /// The tolerances for a level with these points, in metres. A plane is as thick as a millionth of the level's diagonal, or as
    /// four units in the last place of the largest coordinate where that is more. Coordinates count as stored in `f32` where all
    /// of them are exact in it.
    ///
    /// Unlike those of [`Tolerances::for_bounds`] they do not grow with the distance from the origin, as long as the
    /// coordinates have enough digits.
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

    /// How precise the cells of leaves are, in metres: a ten-thousandth of [`Tolerances::on_plane`]. Cells are made of planes
    /// alone, so that neighbouring cells agree far better than the faces are known.
    #[must_use]
    pub fn cell(&self) -> f64 {
        CELL_PRECISION * self.on_plane
    }

    /// The tolerances for a level with these bounds: a millionth of its scale for planes, and a hundred-millionth for altitudes
    /// of triangles.
    ///
    /// The scale is the largest of the diagonal and the largest coordinate: a small level far from the origin has lost
    /// as many digits as a large one around it.
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
