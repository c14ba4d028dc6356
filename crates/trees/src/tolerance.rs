//! Tolerances for trees and queries, each with its unit and rationale.
//!
//! The ATI SDK's sample uses a single absolute tolerance of 0.001 for everything. [`ATI_EPSILON`] keeps this value for
//! the rule that reproduces the sample.

/// Absolute tolerance of the ATI sample, in level units. It is only used by the `ati` rule.
pub const ATI_EPSILON: f64 = 0.001;

/// Thickness of planes in a compiled level, in units of its file. Compilers merge corners that are a few hundredths of
/// a unit apart (`ON_EPSILON` and `POINT_EPSILON` in Quake's qbsp), so faces may be off their planes by this distance.
pub(crate) const COMPILED_UNITS: f64 = 0.02;

/// Tolerance for the length of a unit normal in `f64` after a few operations.
pub(crate) const UNIT_LENGTH: f64 = 1.0e-9;

/// Tolerance for the squared length of a stored unit normal, which may have been rounded to `f32`.
pub(crate) const STORED_UNIT_SQUARED: f64 = 1.0e-5;

/// Smallest sine of the angle between two edges that define a plane. At flatter corners, the normal would be mostly
/// rounding error.
pub(crate) const FLAT_CORNER_SINE: f64 = 1.0e-3;

/// Maximum difference between texture coordinates that count as equal, relative to the largest coordinate.
pub(crate) const SAME_UV: f32 = 1.0e-4;

/// Maximum difference between shading normals that count as equal.
pub(crate) const SAME_SHADING: f32 = 1.0e-3;

/// Maximum difference between colours that count as equal: half a step of an 8-bit channel.
pub(crate) const SAME_COLOR: f32 = 2.0e-3;

/// Maximum distance of a merged corner inside the line between its neighbours, in plane thicknesses. It is half of the
/// maximum distance between a corner and its face's plane.
pub(crate) const MERGE_THICKNESS: f64 = 0.25;

/// Minimum thickness of a leaf's cell on either side of a plane that divides it, in plane thicknesses
/// ([`Tolerances::on_plane`](bspwalk_geometry::Tolerances::on_plane)). A thinner part would consist mostly of rounding
/// error, and no point in it would be clear of all planes.
pub const CELL_THICKNESS: f64 = 4.0;

/// Fraction of an interface between leaves below which an open area counts as rounding error. The open area is the
/// total area minus the covered parts, so it suffers from cancellation.
pub(crate) const OPEN_SHARE: f64 = 1.0e-12;

/// Margin for view clipping in favour of "visible", in plane thicknesses.
///
/// It must exceed the rounding error of a separating plane, which is 1e-9 of the level's size. Such a plane passes
/// through points that are at least a plane thickness apart and have errors of about 1e-15 of the level's size. The
/// margin must also be well below the plane thickness itself, so that a portal that merely touches the edge of a view
/// stays hidden.
pub(crate) const VIEW_THICKNESS: f64 = 1.0e-3;

/// Two unit bevel directions count as equal if their cosine is closer to 1 than this. A direction with a vertical
/// component smaller than this counts as horizontal. The value is several orders of magnitude above `f64` rounding
/// errors.
pub(crate) const SAME_BEVEL: f64 = 1.0e-9;

/// A leak line is taut when a round of string pulling shortens it by less than this fraction of its length. Such a
/// difference is invisible on screen.
pub(crate) const TAUT: f64 = 1.0e-8;

/// Slack for `f32` query results, relative to the largest coordinate involved (a few units in the last place).
pub const QUERY_RELATIVE: f32 = 4.0e-7;

/// Error bound for `f32` path parameters, which range from 0 at the start to 1 at the end (a few units in the last
/// place).
pub(crate) const PARAMETER: f32 = 1.0e-6;

/// Path components shorter than this (in metres) count as zero, because their inverse would overflow in `f32`.
pub(crate) const ZERO_COMPONENT: f32 = 1.0e-30;

/// A triangle's stored normal is consistent with the normal of its `f32` corners if the squared cosine between them
/// exceeds this value.
pub(crate) const SAME_PLANE_COSINE_SQUARED: f32 = 1.0 - 1.0e-6;

/// Error bound in `f32` for the area that a triangle edge and a point span when projected along a line through the
/// point. It is relative to the product of the largest coordinate across the line and the largest coordinate overall
/// (50 rounding errors of half a unit in the last place).
pub(crate) const SHEARED_AREA_RELATIVE: f32 = 3.0e-6;

/// Error bound in `f32` for a triangle's normal computed as the cross product of two edges, relative to the sum of the
/// edges' squared lengths (a few units in the last place).
pub(crate) const CROSS_PRODUCT_RELATIVE: f32 = 1.0e-6;

/// Error bound for `f32` distances in the motion frame, relative to the sum of the corner coordinates (a few units in
/// the last place).
pub(crate) const FRAME_RELATIVE: f32 = 1.0e-6;

/// Relative rounding error of a line-triangle test in `f64` (a few units in the last place).
pub(crate) const LINE_RELATIVE: f64 = 1.0e-15;

/// Sine of the maximum angle between the normals of portals in the same opening, and between edges on the same line. It
/// exceeds the rounding error.
pub(crate) const OPENING_SINE: f64 = 1.0e-6;
