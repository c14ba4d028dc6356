//! The tolerances of levels: name, unit and reason of each.

/// Distance of a corner from the straight line between its neighbours below which it lies on that line, relative to the
/// polygon's extent. It does not depend on the distance to the origin: a notch stays a notch in a georeferenced level.
pub(crate) const STRAIGHT_RELATIVE: f64 = 1.0e-6;

/// Rounding of a coordinate in `f64` after a few operations, relative to the largest coordinate.
pub(crate) const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Times that are shorter are over, in seconds: what rounding leaves of a time from which many steps were taken.
pub(crate) const OVER: f64 = 1.0e-9;
