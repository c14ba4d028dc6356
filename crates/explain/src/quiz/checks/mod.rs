//! Questions that check whether you understood a station of the tour.
//!
//! A [`ChoiceQuestion`] has two to four short choices. It is about the displayed tree, and the right answer is computed from
//! that tree. Unlike a [`Question`], it needs no separate scene: it refers to what the station shows. Each function
//! creates one kind of check. The same tree and seed give the same check.
//!
//! `nodes` asks about the planar tree, the node-storing tree and its queries, and `leaves` about the solid-leaf tree.

mod leaves;
mod nodes;

use bspwalk_trees::solid_leaf::LeafId;
use glam::Vec3;

use super::{Answers, Question, QuizAnswer};

pub use self::{
    leaves::{Room, may_be_visible, painted_first, portals_between, rooms, solid_or_empty},
    nodes::{best_of_planes, letter_at_root, planes_to_try, searched_children, step_of_film, tests_of_point},
};

/// Number of attempts to find a suitable point.
const TRIES: usize = 400;

/// A question with a few short choices.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceQuestion {
    /// Text of the question.
    pub text: String,
    /// The two to four choices.
    pub choices: Vec<String>,
    /// Index of the right choice.
    pub right: usize,
    /// Explanation of the right answer, in one or two sentences.
    pub why: String,
    /// Point that the question refers to (in metres), if there is one. It is marked in the level.
    pub at: Option<Vec3>,
    /// Leaves that the choices name, if the level is drawn in the colours of its leaves; empty otherwise.
    pub named_leaves: Vec<LeafId>,
    /// Animation that shows the answer, if there is one.
    pub film: Option<CheckFilm>,
}

/// The animation that shows the answer to a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckFilm {
    /// The open query film, at the given step.
    Query(u32),
    /// The animation of the painter's order, from the beginning.
    Painter,
    /// The sightline from one leaf to another.
    Sight([LeafId; 2]),
}

impl ChoiceQuestion {
    fn new(text: String, choices: Vec<String>, right: usize, why: String) -> Self {
        Self {
            text,
            choices,
            right,
            why,
            at: None,
            named_leaves: Vec::new(),
            film: None,
        }
    }

    /// Creates a check whose choices are three consecutive positive numbers.
    fn of_number(text: String, right: u32, why: String, random: &mut fastrand::Rng) -> Self {
        let least = right.saturating_sub(random.u32(..3)).max(1);
        let choices = (least..least + 3).map(|number| number.to_string()).collect();
        Self::new(text, choices, (right - least) as usize, why)
    }

    /// Creates a check from a quiz question; `None` if the question asks for a number.
    fn of_question(question: Question) -> Option<Self> {
        let (Answers::Choices(choices), QuizAnswer::Choice(right)) = (question.answers, question.right)
        else {
            return None;
        };
        let choices = choices.into_iter().map(|choice| choice.text).collect();
        Some(Self::new(question.text, choices, right, question.why))
    }

    /// Returns whether the choice with this index is right.
    #[must_use]
    pub fn is_right(&self, given: usize) -> bool {
        given == self.right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_include_the_right_one() {
        let random = &mut fastrand::Rng::with_seed(1);
        for right in 1..9 {
            for _ in 0..20 {
                let check = ChoiceQuestion::of_number(String::new(), right, String::new(), random);
                assert_eq!(check.choices.len(), 3);
                assert_eq!(check.choices[check.right], right.to_string());
            }
        }
    }
}
