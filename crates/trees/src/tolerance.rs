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

/// Largest difference between equal shading normals.
pub(crate) const SAME_SHADING: f32 = 1.0e-3;

/// Largest difference between equal colours: half a step of 8 bits.
pub(crate) const SAME_COLOR: f32 = 2.0e-3;

/// Maximum distance of a merged corner inside the line between its neighbours, in plane thicknesses. It is
/// half of the allowed distance of a corner from its plane.
pub(crate) const MERGE_THICKNESS: f64 = 0.25;

/// Minimum thickness of a leaf's cell on either side of a plane that divides it, in plane thicknesses
/// ([`Tolerances::on_plane`](bspwalk_geometry::Tolerances::on_plane)). A thinner part would consist of
/// rounding error and contain no point that is off all planes.
pub const CELL_THICKNESS: f64 = 4.0;

/// Fraction of an interface between leaves below which an open area counts as rounding error. The open area
/// is the total area minus the covered parts, so it suffers from cancellation.
pub(crate) const OPEN_SHARE: f64 = 1.0e-12;

/// Margin of view clipping in favour of "visible", in plane thicknesses.
///
/// It must exceed the rounding error of a separating plane, 1e-9 of the level. Such a plane passes through
/// points with errors of about 1e-15 of the level, at least a plane thickness apart. The margin must also be
/// well below the thickness itself, so that a portal that only touches the edge of a view stays hidden.
pub(crate) const VIEW_THICKNESS: f64 = 1.0e-3;

/// Two unit bevel directions are equal if their cosine is closer to 1 than this. A direction with a smaller
/// vertical component is horizontal. The value is several orders of magnitude above `f64` rounding.
pub(crate) const SAME_BEVEL: f64 = 1.0e-9;

/// A leak line is taut once a round of string pulling shortens it by less than this fraction of its length,
/// which is invisible on screen.
pub(crate) const TAUT: f64 = 1.0e-8;

/// Slack of query results in `f32`, relative to the largest coordinate involved (a few units in the last
/// place).
pub const QUERY_RELATIVE: f32 = 4.0e-7;

/// Error bound of a path parameter in `f32`, from 0 at the start to 1 at the end (a few units in the last place).
pub(crate) const PARAMETER: f32 = 1.0e-6;

/// Path components shorter than this, in metres, count as zero, because their inverse would overflow in `f32`.
pub(crate) const ZERO_COMPONENT: f32 = 1.0e-30;

/// Minimum squared cosine between a stored normal and the normal of the `f32` corners if both describe the
/// same plane.
pub(crate) const SAME_PLANE_COSINE_SQUARED: f32 = 1.0 - 1.0e-6;

/// Rounding error bound in `f32` of the area of an edge of a triangle that is projected along a line from a
/// point. It is relative to the product of the largest coordinate across the line and the largest coordinate
/// of all (50 roundings of half a unit in the last place).
pub(crate) const SHEARED_AREA_RELATIVE: f32 = 3.0e-6;

/// Rounding error bound of a triangle's normal in `f32`, the cross product of two edges, relative to the sum of their
/// squares (a few units in the last place).
pub(crate) const CROSS_PRODUCT_RELATIVE: f32 = 1.0e-6;

/// Rounding error bound of distances in the frame of a motion in `f32`, relative to the sum of the corner coordinates
/// (a few units in the last place).
pub(crate) const FRAME_RELATIVE: f32 = 1.0e-6;

/// Relative rounding error of a line-triangle test in `f64` (a few units in the last place).
pub(crate) const LINE_RELATIVE: f64 = 1.0e-15;

/// Sine of the maximum angle between the normals of portals in one opening, and between edges on one line. It
/// exceeds the rounding error.
pub(crate) const OPENING_SINE: f64 = 1.0e-6;
