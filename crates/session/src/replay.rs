//! The replay of the last seconds: the path of the body, and beside it a ghost with the same input that the ATI sample's push
//! (2006) keeps out of the walls.

use std::ops::{Deref, DerefMut};

use bspwalk_text::{Message, message};
use bspwalk_trees::collision::{
    Capsule, is_clear,
    mover::{CollisionMethod, Mover, Trees},
};
use glam::Vec3;

use crate::{body::Body, history::Moment};

/// Where the eye is when a replay begins: so far behind the body and above it, in metres.
const BEHIND: f32 = 3.2;
const ABOVE: f32 = 0.9;

/// The pitch of the view then, in degrees.
const DOWN: f32 = -18.0;

/// What is said where there is nothing to replay.
pub const NOTHING: Message = message!("body-nothing-to-replay");

/// The speed of a replay relative to real time.
const SPEED: f32 = 0.5;

/// How long a replay rests at its end, in replayed seconds.
const REST: f32 = 0.5;

/// A body is clear if nothing is nearer than this share of its radius.
const CLEAR: f32 = 0.999;

/// The body at one moment of a replay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Its centre, in metres.
    pub center: Vec3,
    /// Its shape.
    pub body: Capsule,
    /// Whether it is clear of all faces.
    pub clear: bool,
}

/// A replay, which repeats until it is ended.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The poses of the body.
    pub body: Vec<Pose>,
    /// The poses of the ghost.
    pub ghost: Vec<Pose>,
    /// Seconds a step.
    pub seconds: f32,
    /// The replayed time since the beginning, in seconds.
    pub at: f32,
}

impl Replay {
    /// The replay of these moments; `None` where there are none.
    #[must_use]
    pub fn of<'a, 'b>(
        trees: impl Into<Trees<'b>>,
        moments: impl Iterator<Item = &'a Moment> + Clone,
    ) -> Option<Self> {
        let trees = trees.into();
        let tree = trees.nodes;
        let first = moments.clone().next()?;
        let pose = |mover: &Mover| {
            let (body, center) = (mover.body(), mover.position());
            let touching = Capsule {
                radius: body.radius * CLEAR,
                ..body
            };
            Pose {
                center,
                body,
                clear: is_clear(tree, touching, center),
            }
        };
        let mut replay = Self {
            seconds: first.seconds,
            ghost: vec![pose(&first.before)],
            ..Self::default()
        };
        let mut ghost = first.before.clone();
        ghost.method = CollisionMethod::Ati;
        let mut last = first;
        for moment in moments {
            replay.body.push(pose(&moment.before));
            last = moment;
            ghost.set_params(moment.before.params());
            if ghost.mode() != moment.before.mode() {
                let _ = ghost.set_mode(tree, moment.before.mode());
            }
            let _ = ghost.tick(tree, &moment.input, moment.seconds);
            replay.ghost.push(pose(&ghost));
        }
        let mut mover = last.before.clone();
        let _ = mover.tick(trees, &last.input, last.seconds);
        replay.body.push(pose(&mover));
        Some(replay)
    }

    /// How long the replayed time is, in seconds.
    #[must_use]
    pub fn duration(&self) -> f32 {
        self.seconds * self.body.len().saturating_sub(1) as f32
    }

    /// The index of the poses that are shown.
    #[must_use]
    pub fn now(&self) -> usize {
        ((self.at / self.seconds.max(1.0e-6)) as usize).min(self.body.len().saturating_sub(1))
    }

    /// How many steps the ghost was in a wall.
    #[must_use]
    pub fn ghost_inside(&self) -> usize {
        self.ghost.iter().filter(|pose| !pose.clear).count()
    }

    /// Lets so many seconds of real time pass. At its end the replay rests for a moment and begins again.
    pub fn advance(&mut self, seconds: f32) {
        let at = self.at + seconds * SPEED;
        self.at = if at > self.duration() + REST { 0.0 } else { at };
    }
}

/// A replay that is watched: the eye stands behind the body, which waits, and goes back to it at the end.
#[derive(Clone, Debug)]
pub struct WatchedReplay {
    replay: Replay,
    /// Position, yaw and pitch of the eye before.
    back: (Vec3, f32, f32),
    /// The path of the body, as [`Body::path`] numbers it.
    path: u64,
}

impl WatchedReplay {
    /// Takes the eye behind the body and begins the replay of its last seconds; `None` where it has not moved, or is not where
    /// the eye is.
    pub fn begin(body: &mut Body, trees: Trees<'_>) -> Option<Self> {
        let replay = Replay::of(trees, body.history().moments()).filter(|_| !body.noclip)?;
        let watched = Self {
            replay,
            back: (body.position, body.yaw, body.pitch),
            path: body.path,
        };
        let behind =
            body.position - body.forward().with_y(0.0).normalize_or_zero() * BEHIND + Vec3::Y * ABOVE;
        let free = trees
            .nodes
            .cast(body.position, behind)
            .map_or(1.0, |hit| (hit.t - 0.05).max(0.0));
        let eye = body.position.lerp(behind, free);
        (body.position, body.previous, body.velocity) = (eye, eye, Vec3::ZERO);
        body.pitch = DOWN.to_radians();
        Some(watched)
    }

    /// Whether the body was put elsewhere since: then the replay is over.
    #[must_use]
    pub fn is_left(&self, body: &Body) -> bool {
        self.path != body.path
    }

    /// Takes the eye back to the body, which did not move, unless it was put elsewhere.
    pub fn end(&self, body: &mut Body) {
        if self.is_left(body) {
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
