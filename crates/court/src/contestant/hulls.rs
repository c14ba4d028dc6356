//! The clip hull of a compiled Quake level: a box of 32 × 32 × 56 units, as in the game.

use bspwalk_collision::mover::CollisionMethod;
use glam::Vec3;

use super::{
    body::{Contestant, Stand},
    ours::Ours,
};
use crate::trial::Trial;

/// A mover that uses the collision method `quake`.
pub(super) struct Hulls<'a>(Ours<'a>);

impl<'a> Hulls<'a> {
    /// Creates a body in the clip hulls of a level, or returns `None` if the level has no hulls.
    pub(super) fn new(trial: &'a Trial) -> Option<Self> {
        trial.arena.hulls.as_ref()?;
        Some(Self(Ours::by(trial, CollisionMethod::Quake)))
    }
}

impl Contestant for Hulls<'_> {
    fn tick(&mut self, desired: Vec3, time: f64, seconds: f32) -> Stand {
        self.0.tick(desired, time, seconds)
    }
}
