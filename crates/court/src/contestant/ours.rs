//! The walking mover of `bspwalk_collision`, with its default collision method, which is the sweep.

use bspwalk_collision::mover::{CollisionMethod, Input, Mode, Mover, MoverParams, Trees};
use glam::Vec3;

use super::body::{Contestant, Stand};
use crate::trial::{GRAVITY, HEIGHT, MAX_SLOPE, RADIUS, STEP_HEIGHT, TERMINAL_SPEED, Trial};

/// Rate of the response to the desired velocity, in 1/s. At this value, the response is practically instantaneous.
const AT_ONCE: f32 = 1.0e4;

/// A mover in the trees of a level.
pub(super) struct Ours<'a> {
    mover: Mover,
    trees: Trees<'a>,
}

impl<'a> Ours<'a> {
    pub(super) fn new(trial: &'a Trial) -> Self {
        Self::by(trial, CollisionMethod::Sweep)
    }

    /// Creates a mover with another collision method.
    pub(super) fn by(trial: &'a Trial, method: CollisionMethod) -> Self {
        let params = MoverParams {
            radius: RADIUS,
            height: HEIGHT,
            gravity: GRAVITY,
            max_slope: MAX_SLOPE,
            step_height: STEP_HEIGHT,
            terminal_speed: TERMINAL_SPEED,
            walk_speed: trial.top_speed().max(1.0),
            ground_response: AT_ONCE,
            friction: AT_ONCE,
            air_response: AT_ONCE,
            // A body that falls out of the level is judged instead of being respawned.
            fall_out_margin: 1.0e6,
            ..MoverParams::default()
        };
        let feet = trial.feet.as_vec3();
        let eye = feet + Vec3::Y * params.eye_height;
        Self {
            mover: Mover::new(&params, Mode::Walk, method, eye),
            trees: Trees {
                nodes: &trial.arena.nodes,
                planes: None,
                hulls: trial.arena.hulls.as_ref(),
                environment: None,
            },
        }
    }
}

impl Contestant for Ours<'_> {
    fn tick(&mut self, desired: Vec3, seconds: f32) -> Stand {
        if desired == Vec3::ZERO {
            // Without a desired velocity, the mover keeps its speed in the air, but the trials expect it to stop.
            self.mover.velocity = Vec3::Y * self.mover.velocity.y;
        }
        let input = Input {
            desired: desired / self.mover.params().walk_speed,
            ..Input::default()
        };
        self.mover.tick(self.trees, &input, seconds);
        Stand {
            centre: self.mover.position(),
            grounded: self.mover.is_grounded(),
        }
    }
}
