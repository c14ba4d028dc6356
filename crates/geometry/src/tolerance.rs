//! The tolerances of levels, of geometry, of the trees and of their queries: name, unit and reason of each.
//!
//! A tolerance is how far two numbers may differ that would be equal without rounding. Where it is a length it is relative
//! to the size of the level, because the coordinates of a level are known to a fixed number of digits, not of millimetres.
//! Seed 000 uses one absolute 0.001 for everything: [`ATI_EPSILON`] keeps that number for the rule that reproduces the sample.
//!
//! Budgets, weights and the sizes of things are no tolerances and stay beside the code that they tune.

use glam::DVec3;

use super::Aabb;

/// The absolute tolerance of the ATI sample (seed 000), in level units. Only the `ati` rule uses it.
pub const ATI_EPSILON: f64 = 0.001;

/// Thickness of a plane, relative to the level's diagonal: a vertex nearer than this is *on* the plane.
///
/// Files store about seven decimal digits, and a plane is computed from three such points. So points that are meant to be
/// coplanar miss the plane by some 1e-7 of the level; ten times that is still far below anything that is modelled.
pub const ON_PLANE_RELATIVE: f64 = 1.0e-6;

/// The least thickness of a plane, in units of the last place of the largest coordinate, in `f32` or `f64` as the
/// coordinates were stored: a plane through three rounded points misses a fourth by about this.
pub const STORED_RELATIVE: f64 = 4.0;

/// How much the part of a segment in a cell of the planar tree is widened, as a part of the segment: more than rounding takes
/// from it. It costs visits only, as what a segment touches is decided exactly.
pub const PLANAR_PARAMETER: f64 = 1.0e-9;

/// Directions in the plane that differ by less, in radians, are one: more than rounding turns the ends of fragments by.
pub const PLANAR_ANGLE: f64 = 1.0e-9;

/// How far the area of the inner cells of a planar tree may be off, as a part of the area of its bounds: their corners are
/// rounded where lines cross.
pub const PLANAR_AREA: f64 = 1.0e-6;

/// Planar coordinates that are nearer to 0 count as 0: products of four of them do not underflow, so that their signs are
/// exact.
pub const PLANAR_SMALLEST: f64 = 1.0e-60;

/// Smallest height of a triangle, relative to the level's diagonal: a flatter one has no usable normal.
pub const DEGENERATE_RELATIVE: f64 = 1.0e-8;

/// Thickness of the planes of a compiled level, in units of its file: compilers move corners together that are some
/// hundredths of a unit apart (`ON_EPSILON` and `POINT_EPSILON` of Quake's qbsp), so that faces are off their planes by as
/// much.
pub const COMPILED_UNITS: f64 = 0.02;

/// Largest sine of the angle between two unit normals that count as one direction in the shared plane table.
pub const SAME_NORMAL: f64 = 1.0e-5;

/// How far the length of a unit normal in `f64` may be off, after some operations.
pub const UNIT_LENGTH: f64 = 1.0e-9;

/// How far the squared length of a stored unit normal may be off, which may have been rounded to `f32`.
pub const STORED_UNIT_SQUARED: f64 = 1.0e-5;

/// Two shading normals whose sum has a smaller square length count as opposite: the direction of their mean is rounding.
pub const OPPOSITE_NORMALS: f32 = 1.0e-6;

/// Square of the sine of the angle below which two segments are parallel: the rounding of `f64`, with a reserve.
pub const PARALLEL_SINE_SQUARED: f64 = 1.0e-14;

/// Square of the sine of a corner's angle below which a triangle is taken for its edges: the rest of its inside is
/// narrower than the rounding of `f64`.
pub const FLAT_SINE_SQUARED: f64 = 1.0e-24;

/// Least sine of the angle between two edges that give a plane: the normal at a flatter corner is mostly rounding.
pub const FLAT_CORNER_SINE: f64 = 1.0e-3;

/// Two texture coordinates at most this far apart are the same, relative to the largest.
pub const SAME_UV: f32 = 1.0e-4;

/// Two shading normals at most this far apart are the same.
pub const SAME_SHADING: f32 = 1.0e-3;

/// Two colours at most this far apart are the same: half a step of 8 bits.
pub const SAME_COLOR: f32 = 2.0e-3;

/// A merged corner may be this many thicknesses of a plane inside the line between its neighbours: half of what it may be
/// off its plane.
pub const MERGE_THICKNESS: f64 = 0.25;

/// Least thickness of the cell of a leaf on either side of a plane that divides it, in thicknesses of a plane
/// ([`Tolerances::on_plane`]): a thinner part would be made of rounding and have no inside that is off all planes.
pub const CELL_THICKNESS: f64 = 4.0;

/// How precise the cells of leaves are, in thicknesses of a plane. They are made of planes alone, in `f64`, so neighbouring
/// cells agree about their interface far better than the faces are known.
pub const CELL_PRECISION: f64 = 1.0e-4;

/// A smaller open share of an interface between leaves is rounding: its covered parts are subtracted from its area.
pub const OPEN_SHARE: f64 = 1.0e-12;

/// How far the clip of a view errs to "visible", in thicknesses of a plane.
///
/// It must exceed the rounding of a separating plane, 1e-9 of the level: the plane goes through points that are some 1e-15
/// of the level uncertain and a thickness of a plane or more apart. It must be well below the thickness itself, so that
/// what only touches the edge of a view stays out of it.
pub const VIEW_THICKNESS: f64 = 1.0e-3;

/// Two unit directions of bevels whose cosine is nearer to 1 than this are one, and one with a smaller vertical part is
/// horizontal: some orders above the rounding of `f64`.
pub const SAME_BEVEL: f64 = 1.0e-9;

/// How far a corner may lie off the straight line between its neighbours and count as on it, relative to the largest
/// coordinate: files store about seven digits.
pub const STRAIGHT_RELATIVE: f64 = 1.0e-6;

/// The line of a leak is taut when a round of string pulling shortens it by less than this share of its length: far less
/// than a drawn line shows.
pub const TAUT: f64 = 1.0e-8;

/// Slack of query results in `f32`, relative to the largest coordinate involved (a few units in the last place).
pub const QUERY_RELATIVE: f32 = 4.0e-7;

/// How far the parameter of a path in `f32` may be off, from 0 at its start to 1 at its end (a few units in the last place).
pub const PARAMETER: f32 = 1.0e-6;

/// A component of a path that is shorter than this, in metres, counts as zero: its inverse would overflow in `f32`.
pub const ZERO_COMPONENT: f32 = 1.0e-30;

/// Least squared cosine of the angle between a stored normal and that of the corners, rounded to `f32`, with which they are
/// one plane.
pub const SAME_PLANE_COSINE_SQUARED: f32 = 1.0 - 1.0e-6;

/// Bound of the rounding of the area of an edge of a triangle in `f32`, seen along a line from a point: relative to the product
/// of the greatest coordinate across the line and the greatest of all (50 roundings of half a unit in the last place).
pub const SHEARED_AREA_RELATIVE: f32 = 3.0e-6;

/// Bound of the rounding of the normal of a triangle in `f32`, the cross product of two edges, relative to the sum of their
/// squares (a few units in the last place).
pub const CROSS_PRODUCT_RELATIVE: f32 = 1.0e-6;

/// Bound of the rounding of distances in the frame of a motion in `f32`, relative to the sum of the coordinates of the corners (a
/// few units in the last place).
pub const FRAME_RELATIVE: f32 = 1.0e-6;

/// Relative rounding of a test of a line against a triangle in `f64` (a few units in the last place).
pub const LINE_RELATIVE: f64 = 1.0e-15;

/// The gap that a sliding body keeps to what it touches, relative to its radius: far above the rounding of the arithmetic,
/// so that a body on a floor does not touch the edges within the floor, and far too small to be seen.
pub const SLIDE_SKIN_RELATIVE: f64 = 1.0e-4;

/// As [`SLIDE_SKIN_RELATIVE`], for the mover, whose body is pushed in pieces and stopped by planes as well.
pub const MOVER_SKIN_RELATIVE: f64 = 5.0e-4;

/// Added to that gap, relative to the largest coordinate: twice what rounding to `f32` moves the body and the vertices of a
/// floor.
pub const SLIDE_SKIN_COORDINATE: f64 = 4.0 * f32::EPSILON as f64;

/// The greatest coordinate, in metres, of a level that is left where it is; one that lies further from the origin is moved
/// towards it.
///
/// Up to here [`SLIDE_SKIN_COORDINATE`] adds no more than a centimetre to the gap between a body and what it touches, and
/// `f32` rounds positions to two millimetres: well below stairs, gaps and radii. The gap grows with the distance, and from
/// some 300 km on it stops a body of 0.3 m on stairs of 0.2 m.
pub const FAR_FROM_ORIGIN: f64 = 0.01 / SLIDE_SKIN_COORDINATE;

/// A body whose gap to a triangle is smaller, relative to its radius, touches it: some orders above the rounding of `f64`,
/// some below that of the `f32` in which positions are given.
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
