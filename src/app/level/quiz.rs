//! State of the quiz that only the window has, and requests from the quiz card.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_explain::quiz::{Question, QuizAnswer};

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

/// State of the quiz that only the window has.
#[derive(Resource, Default)]
pub(in crate::app) struct WindowQuiz {
    /// Question that the view has been turned to.
    pub(in crate::app) drawn: Option<Arc<Question>>,
    /// Point that the tour asks about (in metres). It is marked while the quiz is closed.
    pub(in crate::app) mark: Option<Vec3>,
}
