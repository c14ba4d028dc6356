//! Replay of the body's most recent path, next to a ghost.
//!
//! The ghost receives the same input, but its collisions are resolved by the push from the ATI sample (2006).
//! [`Replay`] shows both afterwards; [`LiveGhost`] shows the ghost while the body moves.

use std::ops::{Deref, DerefMut};

use bspwalk_collision::{
    Capsule, is_clear,
    mover::{CollisionMethod, Mover, Trees},
};
use bspwalk_text::{Message, message};
use bspwalk_trees::NodeTree;
use glam::Vec3;

use crate::{
    body::Body,
    history::{self, Moment},
};

/// Initial distance of a replay's eye behind and above the body, in metres.
const BEHIND: f32 = 3.2;
const ABOVE: f32 = 0.9;

/// Initial pitch of the view, in degrees.
const DOWN: f32 = -18.0;

/// Message shown if there is nothing to replay.
pub const NOTHING: Message = message!("body-nothing-to-replay");

/// Playback speed relative to real time.
const SPEED: f32 = 0.5;

/// Pause at the end of a replay, in replayed seconds.
const REST: f32 = 0.5;

/// Fraction of the radius used to test whether a body is clear. It is below 1, so that faces that the body merely
/// touches are ignored.
const CLEAR: f32 = 0.999;

/// The body at one step of a replay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Centre of the body, in metres.
    pub center: Vec3,
    /// Shape of the body.
    pub body: Capsule,
    /// Whether the body is free of overlaps with faces.
    pub clear: bool,
}

impl Pose {
    fn of(tree: &NodeTree, mover: &Mover) -> Self {
        let (body, center) = (mover.body(), mover.position());
        let touching = Capsule {
            radius: body.radius * CLEAR,
            ..body
        };
        Self {
            center,
            body,
            clear: is_clear(tree, touching, center),
        }
    }
}

/// Creates the ghost of a body.
fn haunting(mover: &Mover) -> Mover {
    let mut ghost = mover.clone();
    ghost.method = CollisionMethod::Ati;
    ghost
}

/// Moves a ghost, using the input of a moment.
fn step(tree: &NodeTree, ghost: &mut Mover, moment: &Moment) {
    ghost.set_params(moment.before.params());
    if ghost.mode() != moment.before.mode() {
        let _ = ghost.set_mode(tree, moment.before.mode());
    }
    let _ = ghost.tick(tree, &moment.input, moment.seconds);
}

/// A replay, which loops until it is closed.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// Poses of the body.
    pub body: Vec<Pose>,
    /// Poses of the ghost.
    pub ghost: Vec<Pose>,
    /// Duration of a step, in seconds.
    pub seconds: f32,
    /// Replayed time since the start, in seconds.
    pub at: f32,
}

impl Replay {
    /// Creates the replay of the given moments, or returns `None` if `moments` is empty.
    pub fn of<'a, 'b>(
        trees: impl Into<Trees<'b>>,
        moments: impl Iterator<Item = &'a Moment> + Clone,
    ) -> Option<Self> {
        let trees = trees.into();
        let tree = trees.nodes;
        let first = moments.clone().next()?;
        let mut replay = Self {
            seconds: first.seconds,
            ghost: vec![Pose::of(tree, &first.before)],
            ..Self::default()
        };
        let mut ghost = haunting(&first.before);
        let mut last = first;
        for moment in moments {
            replay.body.push(Pose::of(tree, &moment.before));
            last = moment;
            step(tree, &mut ghost, moment);
            replay.ghost.push(Pose::of(tree, &ghost));
        }
        let mut mover = last.before.clone();
        let _ = mover.tick(trees, &last.input, last.seconds);
        replay.body.push(Pose::of(tree, &mover));
        Some(replay)
    }

    /// Returns the length of the replay, in seconds of the original path.
    pub fn duration(&self) -> f32 {
        self.seconds * self.body.len().saturating_sub(1) as f32
    }

    /// Returns the index of the current poses.
    pub fn current_index(&self) -> usize {
        ((self.at / self.seconds.max(1.0e-6)) as usize).min(self.body.len().saturating_sub(1))
    }

    /// Returns the number of steps with the ghost inside a wall.
    pub fn ghost_steps_in_walls(&self) -> usize {
        self.ghost.iter().filter(|pose| !pose.clear).count()
    }

    /// Advances the replay by real time, in seconds. At its end the replay pauses briefly and restarts.
    pub fn advance(&mut self, seconds: f32) {
        let at = self.at + seconds * SPEED;
        self.at = if at > self.duration() + REST { 0.0 } else { at };
    }
}

/// A ghost that moves together with the body. At the start of each new path, the ghost is moved to the body.
#[derive(Clone, Debug, Default)]
pub struct LiveGhost {
    /// The ghost's path so far, as a replay.
    replay: Replay,
    mover: Option<Mover>,
    /// Number of the body's path; see [`Body::path`].
    path: u64,
    /// Number of steps in the body's history that the ghost has taken; see
    /// [`History::added`](history::History::added).
    added: u64,
    /// Number of steps in walls, and of all steps, since the path began.
    steps: [u64; 2],
    /// The ghost's pose in a wall that was farthest from the body, and the square of this distance.
    farthest: Option<(Pose, f32)>,
}

impl LiveGhost {
    /// Moves the ghost by the steps that the body has taken since the last call. Returns whether the body has taken
    /// any.
    pub fn follow(&mut self, body: &Body, tree: &NodeTree) -> bool {
        let moments = body.history().moments();
        let added = body.history().added();
        let mut new = usize::try_from(added.saturating_sub(self.added)).unwrap_or(usize::MAX);
        if self.mover.is_none() || self.path != body.path || new > moments.len() {
            *self = Self::default();
            new = moments.len();
        }
        (self.path, self.added) = (body.path, added);
        let known = moments.len() - new;
        for moment in moments.skip(known) {
            let ghost = self.mover.get_or_insert_with(|| haunting(&moment.before));
            step(tree, ghost, moment);
            let pose = Pose::of(tree, ghost);
            self.steps[0] += u64::from(!pose.clear);
            let distance = pose.center.distance_squared(moment.before.position());
            if !pose.clear && self.farthest.is_none_or(|(_, farthest)| distance > farthest) {
                self.farthest = Some((pose, distance));
            }
            self.steps[1] += 1;
            self.replay.ghost.push(pose);
            self.replay.body.push(Pose::of(tree, &moment.before));
        }
        for poses in [&mut self.replay.body, &mut self.replay.ghost] {
            let old = poses.len().saturating_sub(history::KEPT);
            poses.drain(..old);
        }
        // Show the last pose, which is the current one.
        self.replay.at = f32::INFINITY;
        new > 0
    }

    /// Returns the number of the ghost's steps in walls and of all its steps since the path began. The replay contains
    /// only the latest ones.
    pub fn steps(&self) -> [u64; 2] {
        self.steps
    }

    /// Returns the ghost's pose in a wall that was farthest from the body since the path began, unless the ghost is still
    /// nearly there.
    pub fn farthest_in_wall(&self) -> Option<Pose> {
        let (pose, _) = self.farthest?;
        let now = self.replay.ghost.last()?;
        (now.center.distance(pose.center) > pose.body.radius).then_some(pose)
    }

    /// Returns the poses of the body and the ghost so far.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }
}

/// A replay that is being watched. The eye follows behind the body and returns to it at the end. Meanwhile the body
/// does not move.
#[derive(Clone, Debug)]
pub struct WatchedReplay {
    replay: Replay,
    /// Position, yaw and pitch of the eye before the replay.
    back: (Vec3, f32, f32),
    /// Number of the body's path; see [`Body::path`].
    path: u64,
}

impl WatchedReplay {
    /// Moves the eye behind the body and starts the replay of its most recent path.
    ///
    /// Returns `None` if the body has not moved or noclip is on.
    pub fn begin(body: &mut Body, trees: Trees<'_>) -> Option<Self> {
        let replay = Replay::of(trees, body.history().moments()).filter(|_| !body.noclip)?;
        let watched = Self {
            replay,
            back: (body.position, body.yaw, body.pitch),
            path: body.path,
        };
        let behind =
            body.position - body.forward().with_y(0.0).normalize_or_zero() * BEHIND + Vec3::Y * ABOVE;
        let hit = trees.nodes.cast(body.position, behind);
        let free = hit.map_or(1.0, |hit| (hit.t - 0.05).max(0.0));
        let eye = body.position.lerp(behind, free);
        (body.position, body.previous, body.velocity) = (eye, eye, Vec3::ZERO);
        body.pitch = DOWN.to_radians();
        Some(watched)
    }

    /// Returns whether the body has been teleported since the start of the replay, which ends the replay.
    pub fn was_teleported_since(&self, body: &Body) -> bool {
        self.path != body.path
    }

    /// Moves the eye back to the body, unless the body was teleported.
    pub fn end(&self, body: &mut Body) {
        if self.was_teleported_since(body) {
            return;
        }
        let (eye, yaw, pitch) = self.back;
        (body.position, body.previous) = (eye, eye);
        (body.yaw, body.pitch) = (yaw, pitch);
        body.velocity = body.mover.velocity;
    }
}

impl Deref for WatchedReplay {
    type Target = Replay;

    fn deref(&self) -> &Replay {
        &self.replay
    }
}

impl DerefMut for WatchedReplay {
    fn deref_mut(&mut self) -> &mut Replay {
        &mut self.replay
    }
}
