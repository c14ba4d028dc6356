//! The contestant interface, and gravity for controllers that expect their user to add it.

use glam::Vec3;

use crate::trial::{GRAVITY, TERMINAL_SPEED};

/// The state of a body after a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// Centre of the body, in metres.
    pub centre: Vec3,
    /// Whether the contestant reports that the body is on the ground.
    pub grounded: bool,
}

/// A controlled body in a level.
pub trait Contestant {
    /// Moves the platforms and the body for one tick under gravity, with a desired horizontal velocity in m/s. `time` is
    /// the time at the start of the tick, in seconds.
    fn tick(&mut self, desired: Vec3, time: f64, seconds: f32) -> Stand;
}

/// Gravity for an engine that is driven by displacements. The path of a free fall does not depend on the tick rate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fall {
    /// Downward speed, in m/s.
    speed: f32,
}

impl Fall {
    /// Returns the distance (in metres) that the body falls in the next `seconds`.
    pub(crate) fn distance(&mut self, seconds: f32) -> f32 {
        let before = self.speed;
        self.speed = (before + GRAVITY * seconds).min(TERMINAL_SPEED);
        0.5 * (before + self.speed) * seconds
    }

    /// Resets the fall speed after landing.
    pub(crate) fn lands(&mut self) {
        self.speed = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_fall_is_the_same_at_all_rates() {
        for hz in [30, 60, 144] {
            let mut fall = Fall::default();
            let fallen: f32 = (0..hz * 2).map(|_| fall.distance(1.0 / hz as f32)).sum();
            assert!((fallen - 0.5 * GRAVITY * 4.0).abs() < 1.0e-3, "{fallen}");
        }
    }
}
