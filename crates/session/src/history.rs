//! The history: the last seconds of the body, step by step.

use std::collections::VecDeque;

use bspwalk_trees::collision::mover::{Input, Mover, Tick};

use crate::clock::STEPS_PER_SECOND;

/// How many steps are kept: eight seconds.
pub const KEPT: usize = (8.0 * STEPS_PER_SECOND) as usize;

/// One step of the body.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The body before it.
    pub before: Mover,
    /// The input.
    pub input: Input,
    /// How long the step was, in seconds.
    pub seconds: f32,
    /// The result.
    pub step: Tick,
}

/// The last steps, the oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History(VecDeque<Moment>);

impl History {
    /// Adds the newest step; the oldest beyond [`KEPT`] is forgotten.
    pub fn push(&mut self, moment: Moment) {
        if self.0.len() >= KEPT {
            self.0.pop_front();
        }
        self.0.push_back(moment);
    }

    /// Forgets all steps.
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
