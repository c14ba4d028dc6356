//! Size of the body that must fit at the spawn, and the slopes that it can walk on.

use crate::LevelTriangle;

/// Height of the eye above the floor, in metres.
pub const EYE_HEIGHT: f64 = 1.7;

pub(super) const BODY_RADIUS: f64 = 0.35;
pub(super) const BODY_HEIGHT: f64 = 1.8;

/// Minimum upward component of a walkable floor's normal, which corresponds to slopes of up to 45°.
pub(super) const WALKABLE: f64 = 0.707;

/// Returns the upward component of a triangle's unit normal.
pub(super) fn slope(triangle: &LevelTriangle) -> f64 {
    let [a, b, c] = triangle.corners;
    (b - a).cross(c - a).normalize_or_zero().y
}
