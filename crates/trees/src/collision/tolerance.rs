//! The tolerances of collision: name, unit and reason of each. Those that it shares with the trees stand in
//! [`geometry::tolerance`](bspwalk_geometry::tolerance).
//!
//! Distances are computed in `f64`, positions are given in `f32`: most of these lie well above the rounding of the first
//! and below that of the second.

/// Square of the sine of the angle below which two planes count as parallel.
pub(super) const PARALLEL_PLANES_SINE_SQUARED: f64 = 1.0e-14;

/// Two points nearer to each other than this, in metres and relative to their coordinates, count as one: rounding
/// decides the direction of their difference.
pub(super) const COINCIDENT: f64 = 1.0e-14;

/// A point lies on a triangle up to this distance, relative to the largest coordinate: some units in the last place.
pub(super) const ON_TRIANGLE: f64 = 16.0 * f64::EPSILON;

/// Bound of the error of a computed determinant, relative to the sum of the absolute values of its products (Shewchuk,
/// "Adaptive precision floating-point arithmetic and fast robust geometric predicates", 1997: filter A of `orient3d`).
pub(super) const ORIENTATION_ERROR: f64 = (7.0 + 28.0 * f64::EPSILON) * 0.5 * f64::EPSILON;

/// Square of the sine of the angle below which a motion counts as parallel to an edge, which it then meets at an end.
pub(super) const EDGE_PARALLEL_SINE_SQUARED: f64 = 1.0e-16;

/// Square of the sine of the angle between an axis and a triangle below which their prism counts as flat.
pub(super) const FLAT_PRISM_SINE_SQUARED: f64 = 1.0e-12;

/// Sine of the angle to the motion up to which a face of a prism that looks away still counts as facing the motion.
pub(super) const SIDEWAYS: f64 = 1.0e-9;

/// A body that touches at its start and approaches by no more than this, in metres on each metre moved, moves along:
/// rounding alone makes it approach as much.
pub(super) const MOVES_ALONG: f64 = 1.0e-12;

/// A contact with an edge or a vertex at the start of a sweep that is no deeper than this, relative to the radius, hides all
/// obstacles behind its plane. They reach into the body by this much at most.
pub(super) const SHALLOW: f64 = 0.5;

/// Greatest distance from the plane of a contact up to which a point counts as on the plane, relative to the radius. It
/// limits the extrapolated rounding of slivers.
pub(super) const CONTACT_PLANE_SLACK: f64 = 0.01;

/// Hits whose distances along the path differ by less than this, relative to the radius, are at one edge or vertex.
pub(super) const SAME_HIT: f64 = 1.0e-10;

/// An axis whose part across the motion is less than this share of its part along it counts as parallel to the motion.
pub(super) const AXIS_PARALLEL: f32 = 1.0e-6;

/// A clear place that is nearer to the start than the one before by less than this, relative to the radius, is the nearest.
pub(super) const CONVERGED: f32 = 1.0e-4;

/// How much further than the radius the walls are kept, relative to it, so that the end is clear after rounding to `f32`.
pub(super) const PUSH_SKIN_RELATIVE: f64 = 1.0e-5;

/// Two unit normals belong to one plane where the absolute value of their cosine is above 1 less this.
pub(super) const SAME_PLANE: f64 = 1.0e-9;

/// A displacement shorter than this share of the desired one counts as none.
pub(super) const NO_DISPLACEMENT: f64 = 1.0e-6;

/// A clipped displacement longer than this share of the one before counts as not clipped.
pub(super) const UNCLIPPED: f64 = 1.0 - 1.0e-6;

/// Two unit normals with a cosine above 1 less this are one: more than the rounding of `f32`.
pub(super) const SAME_NORMAL: f64 = 1.0e-10;

/// Contacts are at the same edge or vertex where the cosines of their normals with a plane's differ by less than this.
pub(super) const SAME_EDGE: f64 = 1.0e-6;

/// How near a point is to a face that a cast met there, relative to the coordinates, and how far beyond the face the next
/// cast begins.
pub(super) const AT_FACE: f32 = 4.0e-6;

/// Least upward push, relative to the radius, that counts as standing on something.
pub(super) const LEAST_LIFT: f32 = 1.0e-5;

/// A body without a desired velocity stops below this speed on the ground, in m/s: the rest of its path would be less than
/// a micrometre.
pub(super) const REST_SPEED: f64 = 1.0e-5;

/// The gap that a sliding body keeps to what it touches, relative to its radius: far above the rounding of the arithmetic,
/// so that a body on a floor does not touch the edges within the floor, and far too small to be seen.
pub(super) const SLIDE_SKIN_RELATIVE: f64 = 1.0e-4;

/// As [`SLIDE_SKIN_RELATIVE`], for the mover, whose body is pushed in pieces and stopped by planes as well.
pub(super) const MOVER_SKIN_RELATIVE: f64 = 5.0e-4;

/// What a sliding body adds to the gap that it keeps, relative to the largest coordinate: twice as far as the rounding to
/// `f32` moves the body and the vertices of a floor.
pub const SLIDE_SKIN_COORDINATE: f64 = 4.0 * f32::EPSILON as f64;

/// The greatest coordinate, in metres, up to which collision is precise. Levels that reach farther from the origin should be
/// moved towards it.
///
/// Up to here, [`SLIDE_SKIN_COORDINATE`] adds no more than a centimetre to the gap between a body and what it touches, and the
/// rounding to `f32` moves a position by at most two millimetres. Both are far smaller than stairs and bodies. The gap grows with
/// the distance: from some 300 km on, it stops a body of 0.3 m on stairs of 0.2 m.
pub const FAR_FROM_ORIGIN: f64 = 0.01 / SLIDE_SKIN_COORDINATE;

/// A body whose gap to a triangle is smaller, relative to its radius, touches it: some orders above the rounding of `f64`,
/// some below that of the `f32` in which positions are given.
pub(super) const TOUCHING_RELATIVE: f64 = 1.0e-9;

/// Below this angle, in radians, a turn is taken as a straight motion: its arc leaves the straight path by less than an
/// eighth of this share of the path, and the axis of the turn would be lost in rounding.
pub(super) const STRAIGHT: f64 = 1.0e-6;
