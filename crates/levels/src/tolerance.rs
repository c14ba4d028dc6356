//! The tolerances of levels: name, unit and reason of each.

/// How far a corner may lie off the straight line between its neighbours and count as on it, relative to the largest
/// coordinate: files store about seven digits.
pub(crate) const STRAIGHT_RELATIVE: f64 = 1.0e-6;

/// Times that are shorter are over, in seconds: what rounding leaves of a time from which many steps were taken.
pub(crate) const OVER: f64 = 1.0e-9;
