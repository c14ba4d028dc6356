//! What several trials share.

use std::sync::Arc;

use glam::{DVec3, dvec3};

use crate::{
    arena::Arena,
    trial::{Good, Trial},
};

/// How fast the body walks in most trials, in m/s.
pub(super) const WALK: f64 = 4.0;

/// How far above the ground the body begins, in metres: more than the gap that any engine keeps.
pub(super) const ABOVE: f64 = 0.03;

/// A horizontal direction, so many degrees from +x towards −z.
pub(super) fn heading(degrees: f64) -> DVec3 {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    dvec3(cosine, 0.0, -sine)
}

/// The height above a slope at which an upright capsule rests whose lowest point is over it, in metres: it touches beside that point.
pub(super) fn above_slope(degrees: f64) -> f64 {
    f64::from(crate::trial::RADIUS) * (1.0 / degrees.to_radians().cos() - 1.0)
}

/// A walk around in a level: rounds of eight directions, each turned by a little from the last.
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
