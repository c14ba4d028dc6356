//! Collision tolerances, with units and rationales. Tolerances shared with the trees are in
//! [`geometry::tolerance`](bspwalk_geometry::tolerance).
//!
//! Distances are computed in `f64`, but positions are given in `f32`. Most tolerances are far above the rounding error
//! of `f64` and far below the rounding error of `f32`.

/// Squared sine of the angle below which two planes count as parallel.
pub(super) const PARALLEL_PLANES_SINE_SQUARED: f64 = 1.0e-14;

/// Distance (in metres, relative to the coordinates) below which two points count as identical. The direction between
/// them would be mostly rounding error.
pub(super) const COINCIDENT: f64 = 1.0e-14;

/// Distance within which a point counts as on a triangle, relative to the largest coordinate: a few units in the last
/// place.
pub(super) const ON_TRIANGLE: f64 = 16.0 * f64::EPSILON;

/// Error bound for a computed determinant, relative to the sum of the absolute values of its products.
///
/// Source: Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates", 1997, filter
/// A of `orient3d`.
pub(super) const ORIENTATION_ERROR: f64 = (7.0 + 28.0 * f64::EPSILON) * 0.5 * f64::EPSILON;

/// Squared sine of the angle below which a motion counts as parallel to an edge. Such a motion can only hit an end of
/// the edge.
pub(super) const EDGE_PARALLEL_SINE_SQUARED: f64 = 1.0e-16;

/// Squared sine of the angle between an axis and a triangle below which their prism counts as flat.
pub(super) const FLAT_PRISM_SINE_SQUARED: f64 = 1.0e-12;

/// Tolerance for prism faces that face away from the motion: they still count as facing it if the sine of their angle
/// to the motion is below this value.
pub(super) const SIDEWAYS: f64 = 1.0e-9;

/// Maximum approach (in metres per metre travelled) of a body that moves along a surface it touches at the start.
/// Larger values count as approaching; smaller ones are rounding error.
pub(super) const MOVES_ALONG: f64 = 1.0e-12;

/// Maximum depth (relative to the radius) of an edge or vertex contact that hides all obstacles behind its plane at the
/// start of a sweep. Hidden obstacles overlap the body by at most this much.
pub(super) const SHALLOW: f64 = 0.5;

/// Upper bound for the distance at which a point still counts as on a contact plane, relative to the radius. It limits
/// the extrapolated rounding error of slivers.
pub(super) const CONTACT_PLANE_SLACK: f64 = 0.01;

/// Hits count as on the same edge or vertex if their distances along the path differ by less than this, relative to the
/// radius.
pub(super) const SAME_HIT: f64 = 1.0e-10;

/// An axis counts as parallel to the motion if its perpendicular component is below this fraction of its parallel
/// component.
pub(super) const AXIS_PARALLEL: f32 = 1.0e-6;

/// The search for the nearest clear position ends when it improves by less than this, relative to the radius.
pub(super) const CONVERGED: f32 = 1.0e-4;

/// Extra distance kept from walls (relative to the radius), so that the final position is clear after rounding to
/// `f32`.
pub(super) const PUSH_SKIN_RELATIVE: f64 = 1.0e-5;

/// Two unit normals belong to the same plane if the absolute value of their dot product exceeds 1 minus this.
pub(super) const SAME_PLANE: f64 = 1.0e-9;

/// Displacements shorter than this fraction of the desired one count as zero.
pub(super) const NO_DISPLACEMENT: f64 = 1.0e-6;

/// A clipped displacement longer than this fraction of the previous one counts as not clipped.
pub(super) const UNCLIPPED: f64 = 1.0 - 1.0e-6;

/// Two unit normals count as equal if their dot product exceeds 1 minus this. This allows for `f32` rounding errors.
pub(super) const SAME_NORMAL: f64 = 1.0e-10;

/// Contacts count as on the same edge or vertex if the cosines between their normals and a plane's normal differ by
/// less than this.
pub(super) const SAME_EDGE: f64 = 1.0e-6;

/// Distance below which a point counts as on a face, relative to the coordinates. A cast that continues behind a hit
/// starts this far behind the face.
pub(super) const AT_FACE: f32 = 4.0e-6;

/// Minimum upward push that counts as standing on something, relative to the radius.
pub(super) const LEAST_LIFT: f32 = 1.0e-5;

/// Speed below which a body without a desired velocity stops on the ground, in m/s. It would travel less than another
/// micrometre.
pub(super) const REST_SPEED: f64 = 1.0e-5;

/// Remaining time below which the timers of late and early jumps count as expired, in seconds. It is above their
/// rounding error.
pub(super) const NO_TIME: f64 = 1.0e-9;

/// Gap that a sliding body keeps from surfaces, relative to its radius.
///
/// It is far above the rounding error, so that a body on a floor does not touch the floor's internal edges, and far too
/// small to be visible.
pub(super) const SLIDE_SKIN_RELATIVE: f64 = 1.0e-4;

/// Counterpart of [`SLIDE_SKIN_RELATIVE`] for the mover. It is larger, because the mover can also be pushed in steps
/// and stopped by planes.
pub(super) const MOVER_SKIN_RELATIVE: f64 = 5.0e-4;

/// Amount added to the gap of a sliding body, relative to the largest coordinate.
///
/// Rounding to `f32` displaces both the body and the vertices of a floor. This is twice that displacement.
pub(super) const SLIDE_SKIN_COORDINATE: f64 = 4.0 * f32::EPSILON as f64;

/// Collision is precise up to this coordinate, in metres. If a level extends farther, move it closer to the origin.
///
/// Up to this distance, [`SLIDE_SKIN_COORDINATE`] adds at most a centimetre to the gap between a body and a surface.
/// Rounding to `f32` moves a position by at most two millimetres. Both are far smaller than stairs and bodies. The gap
/// grows with distance: beyond about 300 km, it stops a body of 0.3 m on stairs 0.2 m high.
pub(super) const FAR_FROM_ORIGIN: f64 = 0.01 / SLIDE_SKIN_COORDINATE;

/// Gap below which a body counts as touching a triangle, relative to the body's radius.
///
/// It is a few orders of magnitude above `f64` rounding errors, and a few below the rounding errors of `f32` positions.
pub(super) const TOUCHING_RELATIVE: f64 = 1.0e-9;

/// Angle (in radians) below which a rotation is treated as a straight motion.
///
/// The arc deviates from a straight path by less than this angle times an eighth of the path length. At such angles,
/// the rotation axis would be mostly rounding error.
pub(super) const STRAIGHT: f64 = 1.0e-6;

/// Relative difference of distances that may be due to rounding. Nearer triangles are compared with this margin. It
/// exceeds the relative difference of 1e-12 at which one feature of a triangle is preferred to another.
pub(crate) const TIE: f64 = 1.0e-9;

/// Slope below which an edge or a face counts as horizontal, and deviation from a right angle below which it counts as
/// vertical, for a cylinder. Rounding errors of a rim that touches such an edge would be as large.
pub(super) const FLAT: f64 = 1.0e-8;

/// Overlap of the pieces of a Minkowski sum, relative to the size of the triangle. It covers the rounding
/// errors at their seams.
pub(super) const ON_PIECE: f64 = 1.0e-9;

/// Heights of corners above a contact plane that count as equal, relative to the sizes of the triangle and the body.
pub(super) const SAME_FEATURE: f64 = 1.0e-7;
