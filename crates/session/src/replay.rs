//! The replay of the last seconds: the path of the body, and beside it a ghost with the same input that the ATI sample's push
//! (2006) keeps out of the walls.

use bspwalk_trees::collision::{
    Capsule, is_clear,
    mover::{CollisionMethod, Mover, Trees},
};
use glam::Vec3;

use crate::history::Moment;

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
