//! Tolerances used while loading levels, each with its unit and reason.

/// Tolerance for collinear corners: distance of a corner from the line through its neighbours, relative to the
/// polygon's extent. It does not depend on the distance to the origin, so a notch in a georeferenced level is
/// preserved.
pub(crate) const STRAIGHT_RELATIVE: f64 = 1.0e-6;

/// Rounding error of an `f64` coordinate after a few operations, relative to the largest coordinate.
pub(crate) const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Durations shorter than this have elapsed, in seconds. Accounts for the rounding error of subtracting many steps
/// from a duration.
pub(crate) const OVER: f64 = 1.0e-9;
