//! History of the body's most recent steps.

use std::{collections::VecDeque, sync::Arc};

use bspwalk_collision::mover::{Input, Mover, Tick};

use crate::clock::STEPS_PER_SECOND;

/// Maximum number of stored steps, which cover eight seconds.
pub const KEPT: usize = (8.0 * STEPS_PER_SECOND) as usize;

/// One step of the body.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Body before the step.
    pub before: Mover,
    /// Input of the step.
    pub input: Input,
    /// Duration of the step, in seconds.
    pub seconds: f32,
    /// Result of the step.
    pub step: Tick,
}

/// The most recent steps, oldest first. Clones share the stored steps until one of the clones changes.
#[derive(Clone, Debug, Default)]
pub struct History {
    steps: Arc<VecDeque<Moment>>,
    added: u64,
}

impl PartialEq for History {
    fn eq(&self, other: &Self) -> bool {
        self.added == other.added && (Arc::ptr_eq(&self.steps, &other.steps) || self.steps == other.steps)
    }
}

impl History {
    /// Adds a step. Drops the oldest step if there are more than [`KEPT`].
    pub fn push(&mut self, moment: Moment) {
        self.added += 1;
        let steps = Arc::make_mut(&mut self.steps);
        if steps.len() >= KEPT {
            steps.pop_front();
        }
        steps.push_back(moment);
    }

    /// Removes all steps.
    pub fn clear(&mut self) {
        self.steps = Arc::default();
    }

    /// Returns the steps, oldest first.
    pub fn moments(&self) -> impl DoubleEndedIterator<Item = &Moment> + ExactSizeIterator + Clone {
        self.steps.iter()
    }

    /// Returns the number of steps ever added, including dropped ones.
    pub fn added(&self) -> u64 {
        self.added
    }

    /// Returns the newest step.
    pub fn last(&self) -> Option<&Moment> {
        self.steps.back()
    }
}
