//! Code shared by several trials.

use std::sync::Arc;

use glam::{DVec3, dvec3};

use crate::{
    arena::Arena,
    trial::{Good, Trial},
};

/// Walking speed in most trials, in m/s.
pub(super) const WALK: f64 = 4.0;

/// Initial height of the body above the ground, in metres. It exceeds the gap that any engine keeps.
pub(super) const ABOVE: f64 = 0.03;

/// Returns the horizontal direction at an angle in degrees from +x towards −z.
pub(super) fn heading(degrees: f64) -> DVec3 {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    dvec3(cosine, 0.0, -sine)
}

/// Returns the height above a slope (in metres) of the lowest point of an upright capsule that rests on it. The capsule
/// touches the slope next to that point.
pub(super) fn above_slope(degrees: f64) -> f64 {
    f64::from(crate::trial::RADIUS) * (1.0 / degrees.to_radians().cos() - 1.0)
}

/// Creates a walk around a level in rounds of eight directions. Each round is rotated slightly relative to the previous
/// one.
pub(super) fn star(name: &str, title: &str, arena: &Arc<Arena>, feet: DVec3, rounds: u32) -> Trial {
    let mut trial = Trial::new(name, title, "", arena, feet).good(Good::FindsAWay);
    for round in 0..rounds {
        for direction in 0..8 {
            let degrees = 45.0 * f64::from(direction) * 3.0 + 17.0 * f64::from(round);
            trial = trial.then(2.0, heading(degrees) * WALK);
        }
    }
    trial
}
