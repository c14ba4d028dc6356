//! What a trial is: a level, a start, a script of desired velocities, and what a good answer does.

use std::sync::Arc;

use glam::{DVec3, Vec3};

use crate::arena::Arena;

/// The radius of the body in every trial, in metres.
pub const RADIUS: f32 = 0.3;
/// The height of the body with both caps, in metres.
pub const HEIGHT: f32 = 1.8;
/// The steepest ground that a body can stand on, in degrees from the horizontal: 46, and a little more, so that rounding refuses no
/// slope of that.
pub const MAX_SLOPE: f32 = 46.05;
/// The highest stair that a body climbs, in metres.
pub const STEP_HEIGHT: f32 = 0.45;
/// Downward acceleration, in m/s².
pub const GRAVITY: f32 = 9.81;
/// The greatest speed of a fall, in m/s.
pub const TERMINAL_SPEED: f32 = 55.0;

/// A part of a script: a desired horizontal velocity for a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// How long, in seconds. A multiple of 1/6 s is a whole number of ticks at 30, 60, and 144 Hz.
    pub seconds: f64,
    /// The desired velocity, in m/s, without an upward part.
    pub desired: Vec3,
}

/// What a good answer does, beside what holds in every trial: that nothing is crossed or entered and that nothing shakes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Good {
    /// It comes at least so far in a direction from the start; otherwise it is stuck.
    Advances {
        /// The direction, of length 1.
        along: DVec3,
        /// The least distance, in metres.
        metres: f64,
    },
    /// Its horizontal speed is never above the desired one.
    NoFaster,
    /// From a time on it stays where it is.
    Rests {
        /// The time from which on, in seconds.
        from: f64,
    },
    /// From a time on it stands on the ground, without a break.
    StaysGrounded {
        /// The time from which on, in seconds.
        from: f64,
    },
    /// It falls freely, whatever is beside it: at a time it has fallen nine tenths of that.
    Falls {
        /// The time, in seconds.
        seconds: f64,
    },
    /// It is never lifted by more than that above the start.
    StaysLow {
        /// The greatest height of the feet above those at the start, in metres.
        metres: f64,
    },
    /// It never comes into a box deeper than 5 cm: what is behind a wall.
    KeepsOut {
        /// The corner with the least coordinates, in metres.
        low: DVec3,
        /// The corner with the greatest ones.
        high: DVec3,
    },
    /// It gets away again: there are no eight directions in a row, of which none leads anywhere.
    FindsAWay,
    /// It ends at the same place whatever the frame rate.
    SameEnd {
        /// The greatest distance between the ends, in metres.
        metres: f64,
    },
}

/// A trial.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its name on the command line.
    pub name: String,
    /// Its title, in a few words.
    pub title: String,
    /// The report that it is named after, as "rapier issue 627"; empty where there is none.
    pub report: &'static str,
    /// The level.
    pub arena: Arc<Arena>,
    /// The lowest point of the body at the start, in metres.
    pub feet: DVec3,
    /// What is desired, in order.
    pub script: Vec<Stretch>,
    /// What a good answer does.
    pub goods: Vec<Good>,
    /// Whether it is about stairs: a contestant without stairs does not run it.
    pub stairs: bool,
}

impl Trial {
    /// A trial without a script and without anything that a good answer does. `feet` is a place in the world.
    #[must_use]
    pub fn new(name: &str, title: &str, report: &'static str, arena: &Arc<Arena>, feet: DVec3) -> Self {
        Self {
            name: name.to_owned(),
            title: title.to_owned(),
            report,
            arena: Arc::clone(arena),
            feet,
            script: Vec::new(),
            goods: Vec::new(),
            stairs: false,
        }
    }

    /// The same with a further part of the script.
    #[must_use]
    pub fn then(mut self, seconds: f64, desired: DVec3) -> Self {
        self.script.push(Stretch {
            seconds,
            desired: desired.with_y(0.0).as_vec3(),
        });
        self
    }

    /// The same where a good answer also does this.
    #[must_use]
    pub fn good(mut self, good: Good) -> Self {
        self.goods.push(good);
        self
    }

    /// The same as a trial about stairs.
    #[must_use]
    pub fn of_stairs(mut self) -> Self {
        self.stairs = true;
        self
    }

    /// The duration of the script, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.script.iter().map(|stretch| stretch.seconds).sum()
    }

    /// The greatest desired speed, in m/s.
    #[must_use]
    pub fn top_speed(&self) -> f32 {
        let speeds = self.script.iter().map(|stretch| stretch.desired.length());
        speeds.fold(0.0, f32::max)
    }

    /// The centre of the body at the start.
    #[must_use]
    pub fn centre(&self) -> Vec3 {
        (self.feet + DVec3::Y * 0.5 * f64::from(HEIGHT)).as_vec3()
    }
}
