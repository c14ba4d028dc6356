//! The session's quiz as a resource, and requests from the quiz card.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_explain::quiz::{Kind, Question, QuizAnswer, Trees};
use bspwalk_session::quiz;

use crate::app::{
    host::state::{LevelId, OpenedLevel, Page},
    level::leaf_tree::LeafTreeState,
};

/// A request from the quiz card.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum AskQuiz {
    /// Give this answer.
    Answer(QuizAnswer),
    /// Ask the next question.
    Next,
    /// Show what happens next.
    Show,
    /// Save all answers to a file.
    Save,
}

/// The session's quiz, with state that only the window has.
#[derive(Resource, Default, Deref, DerefMut)]
pub struct QuizState {
    #[deref]
    quiz: quiz::QuizState,
    /// Question that the view has been turned to.
    pub(in crate::app) drawn: Option<Arc<Question>>,
    /// Allowed kinds of questions, or `None` to allow all kinds.
    pub(in crate::app) kinds: Option<&'static [Kind]>,
    /// Page that the quiz covers, with its level.
    pub(in crate::app) page: Option<(LevelId, Page)>,
    /// Point that the tour asks about (in metres). It is marked while the quiz is closed.
    pub(in crate::app) mark: Option<Vec3>,
}

impl QuizState {
    /// Returns the trees on screen.
    pub(in crate::app) fn trees_on_screen(
        &mut self,
        current: &OpenedLevel,
        leaf_tree: &LeafTreeState,
    ) -> Trees {
        let built = leaf_tree.built();
        let built = built.filter(|built| built.level == current.level_id());
        let leaves = built.map(|built| &built.tree);
        let pvs = built.and_then(|built| built.pvs.as_ref());
        self.quiz.trees((&current.level, &current.tree), leaves, pvs)
    }
}
