//! The walking mover of `bspwalk_collision`, with its default collision method, which is the sweep.

use bspwalk_collision::{
    mover::{CollisionMethod, Input, Mode, Mover, MoverParams, Trees, move_things},
    things::{Assembly, Isometry, Placed, Thing},
};
use bspwalk_trees::{NodeTree, QuakeTree};
use glam::{DQuat, Vec3};

use super::body::{Contestant, Stand};
use crate::{
    platform::Pose,
    trial::{GRAVITY, HEIGHT, MAX_SLOPE, RADIUS, STEP_HEIGHT, TERMINAL_SPEED, Trial},
};

/// Rate of the response to the desired velocity, in 1/s. At this value, the response is practically instantaneous.
const AT_ONCE: f32 = 1.0e4;

/// A mover in the trees of a level, with a moving thing for each platform.
pub(super) struct Ours<'a> {
    mover: Mover,
    trial: &'a Trial,
    hulls: Option<&'a QuakeTree>,
    /// Tree and current pose of each platform. A body in the way can stop a platform.
    platforms: Vec<(NodeTree, Isometry)>,
}

fn isometry(pose: Pose) -> Isometry {
    Isometry::new(DQuat::from_rotation_y(pose.yaw), pose.centre)
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
            trial,
            hulls: trial.arena.hulls.as_ref(),
            platforms: trial
                .platforms
                .iter()
                .map(|platform| (platform.tree(), isometry(platform.pose(0.0))))
                .collect(),
        }
    }
}

impl Contestant for Ours<'_> {
    fn tick(&mut self, desired: Vec3, time: f64, seconds: f32) -> Stand {
        let level = &self.trial.arena.nodes;
        let things: Vec<Thing<'_>> = self
            .platforms
            .iter()
            .zip(&self.trial.platforms)
            .map(|((tree, before), platform)| Thing {
                tree,
                before: *before,
                after: isometry(platform.pose(time + f64::from(seconds))),
            })
            .collect();
        let moved = move_things(level, &things, &mut [&mut self.mover], seconds);
        for ((_, pose), moved) in self.platforms.iter_mut().zip(moved.poses) {
            *pose = moved;
        }
        let placed: Vec<Placed<'_>> = self
            .platforms
            .iter()
            .map(|(tree, pose)| Placed::new(tree, *pose))
            .collect();
        let assembly = Assembly::new(level, &placed);
        let trees = Trees {
            nodes: &assembly,
            planes: None,
            hulls: self.hulls,
            environment: None,
        };
        if desired == Vec3::ZERO {
            // Without a desired velocity, the mover keeps its speed in the air, but the trials expect it to stop.
            self.mover.velocity = Vec3::Y * self.mover.velocity.y;
        }
        let input = Input {
            desired: desired / self.mover.params().walk_speed,
            ..Input::default()
        };
        self.mover.tick(trees, &input, seconds);
        Stand {
            centre: self.mover.position(),
            grounded: self.mover.is_grounded(),
        }
    }
}
