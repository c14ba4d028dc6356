//! The last seconds of the body: what it was, what was wanted, and what came of it.

use std::collections::VecDeque;

use bevy::prelude::*;

use crate::collision::mover::{Input, Mover, Step};

/// Steps that are kept: eight seconds.
pub const KEPT: usize = (8.0 * super::STEPS_PER_SECOND) as usize;

/// One step of the body.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The body before it.
    pub before: Mover,
    /// What was wanted.
    pub input: Input,
    /// How long it lasted.
    pub seconds: f32,
    /// What came of it.
    pub step: Step,
}

/// The last steps, the oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub struct History(VecDeque<Moment>);

impl History {
    /// Adds the newest step; the oldest beyond [`KEPT`] is forgotten.
    pub fn push(&mut self, moment: Moment) {
        if self.0.len() >= KEPT {
            self.0.pop_front();
        }
        self.0.push_back(moment);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The steps, the oldest first.
    pub fn moments(&self) -> impl DoubleEndedIterator<Item = &Moment> + ExactSizeIterator + Clone {
        self.0.iter()
    }

    /// The newest step.
    #[must_use]
    pub fn last(&self) -> Option<&Moment> {
        self.0.back()
    }
}
