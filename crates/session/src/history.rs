//! The history: the last seconds of the body, step by step.

use std::collections::VecDeque;

use bspwalk_trees::collision::mover::{Input, Mover, Tick};
use glam::Vec3;

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
#[derive(Clone, Debug, Default)]
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

    /// Forgets all steps if the eye of the body was put elsewhere since the last of them: they led to another place, so that
    /// neither a replay nor "why did I stop?" may tell of them. Returns whether there were any; what was explained by them is
    /// to be closed then.
    pub fn forget_unless_at(&mut self, eye: Vec3) -> bool {
        let is_left = self.last().is_some_and(|moment| moment.step.eye != eye);
        if is_left {
            self.clear();
        }
        is_left
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

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_trees::{
        BuildParams, NodeTree,
        collision::mover::{CollisionMethod, Mode, MoverParams},
    };

    #[test]
    fn steps_are_forgotten_once_the_body_is_put_elsewhere() {
        let tree = NodeTree::build(&[], &BuildParams::default()).expect("it builds");
        let eye = Vec3::new(1.0, 2.0, 3.0);
        let mut mover = Mover::new(&MoverParams::default(), Mode::Fly, CollisionMethod::Sweep, eye);
        let mut history = History::default();
        assert!(!history.forget_unless_at(eye), "there is nothing to forget");
        for _ in 0..3 {
            let (before, input) = (
                mover.clone(),
                Input {
                    desired: Vec3::X,
                    ..Input::default()
                },
            );
            let step = mover.tick(&tree, &input, 0.1);
            history.push(Moment {
                before,
                input,
                seconds: 0.1,
                step,
            });
        }
        assert!(
            !history.forget_unless_at(mover.eye()),
            "the body is where its last step led"
        );
        assert_eq!(history.moments().len(), 3);
        assert!(history.forget_unless_at(eye), "the body is back where it began");
        assert!(history.last().is_none());
        assert!(!history.forget_unless_at(eye));
    }
}
