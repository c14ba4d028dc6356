//! Every tolerance of the project: its name, its unit and its reason.
//!
//! A tolerance is a length in metres, proportional to the size of the level, because the coordinates of a level are
//! known to a fixed number of *digits*, not to a fixed number of millimetres. Seed 000 uses one absolute 0.001 for
//! everything; [`ATI_EPSILON`] keeps that number for the rule that reproduces the sample, and nothing else uses it.

use glam::DVec3;

use super::Aabb;

/// The absolute tolerance of the ATI sample (seed 000), in level units. Only the `ati` rule uses it.
pub const ATI_EPSILON: f64 = 0.001;

/// Thickness of a plane, relative to the level's diagonal: a vertex nearer than this is *on* the plane.
///
/// Files store about seven decimal digits, and a plane is computed from three such points, so that points meant to be
/// coplanar miss the plane by some 1e-7 of the level; ten times that is still far below anything that a person models.
pub const ON_PLANE_RELATIVE: f64 = 1.0e-6;

/// As [`ON_PLANE_RELATIVE`], in digits of the largest coordinate, single or double as the coordinates were stored: what a
/// plane through three rounded points is off at a fourth.
pub const STORED_RELATIVE: f64 = 4.0;

/// Smallest height of a triangle, relative to the level's diagonal: a flatter one has no usable normal.
pub const DEGENERATE_RELATIVE: f64 = 1.0e-8;

/// Largest sine of the angle between two unit normals that still count as one direction in the shared plane table.
pub const SAME_NORMAL: f64 = 1.0e-5;

/// Least thickness of the cell of a leaf on either side of a plane that divides it, in thicknesses of a plane
/// ([`Tolerances::on_plane`]): thinner ones would be made of rounding, and have no inside that is off all planes.
pub const CELL_THICKNESS: f64 = 4.0;

/// How precise the cells of leaves are, in thicknesses of a plane: they are made of planes alone, by `f64`, so that
/// neighbours agree about what is between them far below what faces are known to.
pub const CELL_PRECISION: f64 = 1.0e-4;

/// How much longer than the shortest the line of a leak may be, relative to its length: far below what can be seen of it.
pub const TAUT: f64 = 1.0e-6;

/// Least distance of the middle of a portal from its sides, relative to the portal's size, with which it has an inside to
/// move a line in: far above the rounding of `f64`.
pub const TAUT_CLEARANCE: f64 = 1.0e-9;

/// Slack of query results in `f32`, relative to the largest coordinate involved (a few units in the last place).
pub const QUERY_RELATIVE: f32 = 4.0e-7;

/// How far a slid body is kept from what it meets beyond its radius, relative to the radius: far above the rounding of
/// the arithmetic, so that a body that lies on a floor does not touch the edges within the floor, and far below what a
/// person sees.
pub const SLIDE_SKIN_RELATIVE: f64 = 1.0e-4;

/// As [`SLIDE_SKIN_RELATIVE`], relative to the largest coordinate, and added to it: twice what a place moves when it is
/// rounded to `f32`, and the vertices of a floor with it.
pub const SLIDE_SKIN_COORDINATE: f64 = 4.0 * f32::EPSILON as f64;

/// A body nearer than this to touching a triangle, relative to its radius, touches it: some orders above the rounding of
/// `f64`, some below that of the `f32` that places are given in.
pub const TOUCHING_RELATIVE: f64 = 1.0e-9;

/// The tolerances of one level.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Tolerances {
    /// A vertex at most this far from a plane is on it, in metres.
    pub on_plane: f64,
    /// A triangle with an altitude below this is degenerate, in metres.
    pub degenerate: f64,
}

impl Tolerances {
    /// The tolerances for these points, by how they were stored: see [`STORED_RELATIVE`].
    ///
    /// Unlike [`Tolerances::for_bounds`] this leaves a level that lies far from the origin as it is near it, as long as
    /// its coordinates have the digits for that.
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

    /// How precise the cells of leaves are, in metres: see [`CELL_PRECISION`].
    #[must_use]
    pub fn cell(&self) -> f64 {
        CELL_PRECISION * self.on_plane
    }

    /// The tolerances for a level with these bounds.
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
pub const FLAT_SINE_SQUARED: f64 = 1.0e-24;
