//! Tolerances used while loading levels, each with its unit and reason.

/// Distance of a corner from the line through its neighbours below which the corners are collinear, relative
/// to the polygon's extent. It does not depend on the distance to the origin, so a notch in a georeferenced
/// level is preserved.
pub(crate) const STRAIGHT_RELATIVE: f64 = 1.0e-6;

/// Largest coordinate, in metres, that `f32` represents precisely enough for collision. Levels that extend farther are
/// moved closer to the origin.
///
/// Up to this distance, rounding to `f32` moves a position by at most 2.5 mm, which is far smaller than stairs and bodies.
pub(crate) const FAR_FROM_ORIGIN: f64 = 0.002_5 / f32::EPSILON as f64;

/// Rounding error of an `f64` coordinate after a few operations, relative to the largest coordinate.
pub(crate) const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Remaining time below which a duration has elapsed, in seconds. It covers the rounding error of subtracting
/// many steps from a duration.
pub(crate) const OVER: f64 = 1.0e-9;
