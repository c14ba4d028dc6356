//! The tolerances of trees and of their queries: name, unit and reason of each.
//!
//! The ATI SDK's sample uses one absolute 0.001 for everything: [`ATI_EPSILON`] keeps that number for the rule that reproduces
//! the sample.

/// The absolute tolerance of the ATI sample, in units of the level. Only the `ati` rule uses it.
pub const ATI_EPSILON: f64 = 0.001;

/// How much the part of a segment in a cell of the planar tree is widened, as a part of the segment: more than rounding takes
/// from it. It costs visits only, as what a segment touches is decided exactly.
pub(crate) const PLANAR_PARAMETER: f64 = 1.0e-9;

/// Directions in the plane that differ by less, in radians, are one: more than rounding turns the ends of fragments by.
pub(crate) const PLANAR_ANGLE: f64 = 1.0e-9;

/// How far the area of the inner cells of a planar tree may be off, as a part of the area of its bounds: their corners are
/// rounded where lines cross.
pub(crate) const PLANAR_AREA: f64 = 1.0e-6;

/// Planar coordinates that are nearer to 0 count as 0: products of four of them do not underflow, so that their signs are
/// exact.
pub(crate) const PLANAR_SMALLEST: f64 = 1.0e-60;

/// Thickness of the planes of a compiled level, in units of its file: compilers move corners together that are some
/// hundredths of a unit apart (`ON_EPSILON` and `POINT_EPSILON` of Quake's qbsp), so that faces are off their planes by as
/// much.
pub(crate) const COMPILED_UNITS: f64 = 0.02;

/// How far the length of a unit normal in `f64` may be off, after some operations.
pub(crate) const UNIT_LENGTH: f64 = 1.0e-9;

/// How far the squared length of a stored unit normal may be off, which may have been rounded to `f32`.
pub(crate) const STORED_UNIT_SQUARED: f64 = 1.0e-5;

/// Least sine of the angle between two edges that give a plane: the normal at a flatter corner is mostly rounding.
pub(crate) const FLAT_CORNER_SINE: f64 = 1.0e-3;

/// Two texture coordinates at most this far apart are the same, relative to the largest.
pub(crate) const SAME_UV: f32 = 1.0e-4;

/// Two shading normals at most this far apart are the same.
pub(crate) const SAME_SHADING: f32 = 1.0e-3;

/// Two colours at most this far apart are the same: half a step of 8 bits.
pub(crate) const SAME_COLOR: f32 = 2.0e-3;

/// A merged corner may be this many thicknesses of a plane inside the line between its neighbours: half of what it may be
/// off its plane.
pub(crate) const MERGE_THICKNESS: f64 = 0.25;

/// Least thickness of the cell of a leaf on either side of a plane that divides it, in thicknesses of a plane
/// ([`Tolerances::on_plane`](bspwalk_geometry::Tolerances::on_plane)): a thinner part would be made of rounding and have no inside that is off all planes.
pub const CELL_THICKNESS: f64 = 4.0;

/// A smaller open share of an interface between leaves is rounding: its covered parts are subtracted from its area.
pub(crate) const OPEN_SHARE: f64 = 1.0e-12;

/// How far the clip of a view errs to "visible", in thicknesses of a plane.
///
/// It must exceed the rounding of a separating plane, 1e-9 of the level: the plane goes through points that are some 1e-15
/// of the level uncertain and a thickness of a plane or more apart. It must be well below the thickness itself, so that
/// what only touches the edge of a view stays out of it.
pub(crate) const VIEW_THICKNESS: f64 = 1.0e-3;

/// Two unit directions of bevels whose cosine is nearer to 1 than this are one, and one with a smaller vertical part is
/// horizontal: some orders above the rounding of `f64`.
pub(crate) const SAME_BEVEL: f64 = 1.0e-9;

/// The line of a leak is tight when a round of string pulling shortens it by less than this share of its length: far less
/// than a drawn line shows.
pub(crate) const TAUT: f64 = 1.0e-8;

/// Slack of query results in `f32`, relative to the largest coordinate involved (a few units in the last place).
pub const QUERY_RELATIVE: f32 = 4.0e-7;

/// How far the parameter of a path in `f32` may be off, from 0 at its start to 1 at its end (a few units in the last place).
pub(crate) const PARAMETER: f32 = 1.0e-6;

/// A component of a path that is shorter than this, in metres, counts as zero: its inverse would overflow in `f32`.
pub(crate) const ZERO_COMPONENT: f32 = 1.0e-30;

/// Least squared cosine of the angle between a stored normal and that of the corners, rounded to `f32`, with which they are
/// one plane.
pub(crate) const SAME_PLANE_COSINE_SQUARED: f32 = 1.0 - 1.0e-6;

/// Bound of the rounding of the area of an edge of a triangle in `f32`, seen along a line from a point: relative to the product
/// of the greatest coordinate across the line and the greatest of all (50 roundings of half a unit in the last place).
pub(crate) const SHEARED_AREA_RELATIVE: f32 = 3.0e-6;

/// Bound of the rounding of the normal of a triangle in `f32`, the cross product of two edges, relative to the sum of their
/// squares (a few units in the last place).
pub(crate) const CROSS_PRODUCT_RELATIVE: f32 = 1.0e-6;

/// Bound of the rounding of distances in the frame of a motion in `f32`, relative to the sum of the coordinates of the corners (a
/// few units in the last place).
pub(crate) const FRAME_RELATIVE: f32 = 1.0e-6;

/// Relative rounding of a test of a line against a triangle in `f64` (a few units in the last place).
pub(crate) const LINE_RELATIVE: f64 = 1.0e-15;

/// Sine of the largest angle between the normals of portals of one opening, and between edges on one line: more than rounding turns
/// them by.
pub(crate) const OPENING_SINE: f64 = 1.0e-6;
