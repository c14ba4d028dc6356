//! The history: the last seconds of the body, step by step.

use std::{collections::VecDeque, sync::Arc};

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

/// The last steps, the oldest first. A clone shares them until either changes.
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
    /// Adds the newest step; the oldest beyond [`KEPT`] is forgotten.
    pub fn push(&mut self, moment: Moment) {
        self.added += 1;
        let steps = Arc::make_mut(&mut self.steps);
        if steps.len() >= KEPT {
            steps.pop_front();
        }
        steps.push_back(moment);
    }

    /// Forgets all steps.
    pub fn clear(&mut self) {
        self.steps = Arc::default();
    }

    /// The steps, the oldest first.
    pub fn moments(&self) -> impl DoubleEndedIterator<Item = &Moment> + ExactSizeIterator + Clone {
        self.steps.iter()
    }

    /// How many steps were ever added, those that are forgotten included.
    #[must_use]
    pub fn added(&self) -> u64 {
        self.added
    }

    /// The newest step.
    #[must_use]
    pub fn last(&self) -> Option<&Moment> {
        self.steps.back()
    }
}
