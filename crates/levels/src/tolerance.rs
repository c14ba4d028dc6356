//! Tolerances for loading levels, each with its unit and reason.

/// Corners are collinear if the middle corner's distance from the line through its neighbours is less than this,
/// relative to the polygon's extent. The tolerance does not depend on the distance from the origin, so that a notch in
/// a georeferenced level is preserved.
pub(crate) const STRAIGHT_RELATIVE: f64 = 1.0e-6;

/// Maximum coordinate (in metres) with enough `f32` precision for collision detection. Levels that extend farther are
/// moved closer to the origin.
///
/// Up to this distance, rounding to `f32` moves a position by at most 2.5 mm, which is much less than the size of
/// stairs and bodies.
pub(crate) const FAR_FROM_ORIGIN: f64 = 0.002_5 / f32::EPSILON as f64;

/// Rounding error of an `f64` coordinate after a few operations, relative to the largest coordinate.
pub(crate) const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Remaining time (in seconds) below which a duration counts as elapsed. It covers the rounding error of subtracting
/// many time steps from a duration.
pub(crate) const OVER: f64 = 1.0e-9;
