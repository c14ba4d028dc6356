//! The definition of a trial: a level, a start, a script of desired velocities, and the expected results.

use std::sync::Arc;

use glam::{DVec3, Vec3};

use crate::{arena::Arena, platform::Platform};

/// Radius of the body in every trial, in metres.
pub const RADIUS: f32 = 0.3;
/// Height of the body including both caps, in metres.
pub const HEIGHT: f32 = 1.8;
/// Maximum slope of walkable ground, in degrees. It is slightly more than 46°, so that rounding does not make slopes of
/// exactly 46° too steep.
pub const MAX_SLOPE: f32 = 46.05;
/// Maximum height of a climbable stair, in metres.
pub const STEP_HEIGHT: f32 = 0.45;
/// Gravitational acceleration, in m/s².
pub const GRAVITY: f32 = 9.81;
/// Maximum falling speed, in m/s.
pub const TERMINAL_SPEED: f32 = 55.0;

/// A part of a script with a constant desired horizontal velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Duration, in seconds. A multiple of 1/6 s is a whole number of ticks at 30, 60 and 144 Hz.
    pub seconds: f64,
    /// Desired horizontal velocity, in m/s.
    pub desired: Vec3,
}

/// An expected result, in addition to the rules for every trial: no tunnelling, no penetration and no jitter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Good {
    /// The body advances at least this far in a direction; otherwise it counts as stuck.
    Advances {
        /// Unit direction.
        along: DVec3,
        /// Minimum distance, in metres.
        metres: f64,
    },
    /// The horizontal speed never exceeds the desired speed.
    NoFaster,
    /// The body stays in place from a given time on.
    Rests {
        /// Start time, in seconds.
        from: f64,
    },
    /// The body stays on the ground without interruption from a given time on.
    StaysGrounded {
        /// Start time, in seconds.
        from: f64,
    },
    /// The body falls freely despite the surfaces next to it: at a given time, it has fallen at least 90% of the
    /// free-fall distance.
    Falls {
        /// Time of the check, in seconds.
        seconds: f64,
    },
    /// The feet never rise above their initial height by more than this distance.
    StaysLow {
        /// Maximum height of the feet above the start, in metres.
        metres: f64,
    },
    /// The body's centre never enters a box behind a wall by more than 5 cm.
    KeepsOut {
        /// Minimum corner, in metres.
        low: DVec3,
        /// Maximum corner, in metres.
        high: DVec3,
    },
    /// From a given time on, a platform carries the body: the body keeps its place on the platform. Its height above the
    /// platform counts too.
    Rides {
        /// Index of the platform.
        platform: usize,
        /// Start time, in seconds.
        from: f64,
        /// Maximum distance from the place at the start time, in metres.
        metres: f64,
    },
    /// From a given time on, the body never moves back against a direction by more than 2 cm.
    NeverBack {
        /// Unit direction.
        along: DVec3,
        /// Start time, in seconds.
        from: f64,
    },
    /// The body does not get trapped: of any eight consecutive directions, at least one moves it.
    FindsAWay,
    /// The final position is the same at all tick rates.
    SameEnd {
        /// Maximum distance between final positions, in metres.
        metres: f64,
    },
}

/// A trial of the court.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Name on the command line.
    pub name: String,
    /// Title, in a few words.
    pub title: String,
    /// Bug report that the trial is named after, such as "rapier issue 627"; empty for other trials.
    pub report: &'static str,
    /// The level.
    pub arena: Arc<Arena>,
    /// Moving platforms. Contestants that do not support them skip the trial.
    pub platforms: Vec<Platform>,
    /// Lowest point of the body at the start of the trial, in metres.
    pub feet: DVec3,
    /// Desired velocities, in chronological order.
    pub script: Vec<Stretch>,
    /// Expected results.
    pub goods: Vec<Good>,
    /// Whether the trial requires climbing stairs. Contestants that cannot climb stairs skip it.
    pub stairs: bool,
}

impl Trial {
    /// Creates a trial without a script or expected results. `feet` is in world coordinates.
    #[must_use]
    pub fn new(name: &str, title: &str, report: &'static str, arena: &Arc<Arena>, feet: DVec3) -> Self {
        Self {
            name: name.to_owned(),
            title: title.to_owned(),
            report,
            arena: Arc::clone(arena),
            platforms: Vec::new(),
            feet,
            script: Vec::new(),
            goods: Vec::new(),
            stairs: false,
        }
    }

    /// Appends a part to the script.
    #[must_use]
    pub fn then(mut self, seconds: f64, desired: DVec3) -> Self {
        self.script.push(Stretch {
            seconds,
            desired: desired.with_y(0.0).as_vec3(),
        });
        self
    }

    /// Adds an expected result.
    #[must_use]
    pub fn good(mut self, good: Good) -> Self {
        self.goods.push(good);
        self
    }

    /// Adds a moving platform.
    #[must_use]
    pub fn with_platform(mut self, platform: Platform) -> Self {
        self.platforms.push(platform);
        self
    }

    /// Marks the trial as requiring stairs.
    #[must_use]
    pub fn of_stairs(mut self) -> Self {
        self.stairs = true;
        self
    }

    /// Returns the duration of the script, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.script.iter().map(|stretch| stretch.seconds).sum()
    }

    /// Returns the maximum desired speed, in m/s.
    #[must_use]
    pub fn top_speed(&self) -> f32 {
        let speeds = self.script.iter().map(|stretch| stretch.desired.length());
        speeds.fold(0.0, f32::max)
    }

    /// Returns the centre of the body at the start of the trial.
    #[must_use]
    pub fn centre(&self) -> Vec3 {
        (self.feet + DVec3::Y * 0.5 * f64::from(HEIGHT)).as_vec3()
    }
}
