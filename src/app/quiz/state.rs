//! State of the quiz, and the requests that change it.

use std::sync::Arc;

use bevy::{prelude::*, tasks::Task};
use bspwalk_explain::quiz::{Given, Kind, Question, Trees};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_session::quiz::QuizGame;

use crate::app::{
    leaf_tree::LeafTreeState,
    state::{Action, BuildFilm, LevelId, ModelView, OpenedLevel, Overlays, QueryPlayer, Selection},
};

/// A request from the quiz card.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum AskQuiz {
    /// Give this answer.
    Answer(Given),
    /// Ask the next question.
    Next,
    /// Show what happens next.
    Show,
    /// Save all answers.
    Save,
}

/// A film that stops before a step and asks what comes next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AskedBy {
    /// The query film, before this step.
    Query(u32),
    /// The build film, before the division that it withholds.
    Build,
    /// The division film, before this depth.
    Division(u32),
    /// The painter's order, before this index.
    Painter(usize),
}

/// The quiz, and what was shown before it.
#[derive(Resource, Default)]
pub struct QuizState {
    /// Questions and answers.
    pub game: QuizGame,
    /// Value of the slider for questions that ask for a number.
    pub number: u32,
    pub(super) before: Option<Before>,
    /// Question on screen.
    pub(super) drawn: Option<Arc<Question>>,
    /// Whether the film of the question is shown instead of the question.
    pub is_film: bool,
    /// Film that asks the question before it continues.
    pub(super) asked_by: Option<AskedBy>,
    /// Start node of the query film, until the film is recorded.
    pub(super) begins_at: Option<u32>,
    /// Painter's order in use, and the index before which the next question is asked.
    pub(super) painted: (Arc<[u32]>, usize),
    /// Triangles of a level, the source of questions.
    triangles: Option<(LevelId, Arc<[TaggedTriangle]>)>,
    /// Kinds of questions; `None` allows all.
    pub(in crate::app) kinds: Option<&'static [Kind]>,
    pub(super) saving: Option<Task<Result<std::path::PathBuf, String>>>,
}

/// State before the quiz: view, overlays, films and selection.
pub(super) struct Before {
    pub(super) view: ModelView,
    pub(super) overlays: Overlays,
    pub(super) query: QueryPlayer,
    pub(super) build: BuildFilm,
    pub(super) selection: Selection,
}

impl QuizState {
    /// Ends the quiz without restoring the previous state.
    pub(in crate::app) fn quit(&mut self) {
        self.game.close();
        (self.is_film, self.begins_at, self.before, self.asked_by) = (false, None, None, None);
    }

    /// Returns whether a question is shown in the model view with its own card.
    #[must_use]
    pub fn is_asking(&self) -> bool {
        self.game.is_open() && !self.is_film
    }

    /// Returns whether the question is drawn. The query film draws its own questions.
    pub(super) fn is_drawn(&self) -> bool {
        let shows_itself = matches!(self.asked_by, None | Some(AskedBy::Query(_)));
        self.is_asking() || (self.game.is_open() && !shows_itself)
    }

    /// Returns whether a click into the level answers the question.
    #[must_use]
    pub fn takes(&self, command: Action) -> bool {
        let points = matches!(command, Action::SelectUnderCrosshair | Action::SelectUnderPointer);
        points && self.game.asked().is_some() && self.game.given().is_none()
    }

    /// Returns the trees on screen.
    pub(super) fn trees(&mut self, current: &OpenedLevel, leaf_tree: &LeafTreeState) -> Trees {
        let level = current.level_id();
        let is_other = self.triangles.as_ref().is_some_and(|(known, _)| *known != level);
        let known = self.triangles.take().filter(|_| !is_other);
        if is_other && let Some(before) = &mut self.before {
            // A different level keeps the view it was opened with.
            (before.view, before.query.open, before.build.open) = (ModelView::default(), false, false);
            before.selection = Selection::default();
        }
        let (_, triangles) = self
            .triangles
            .insert(known.unwrap_or_else(|| (level, current.level.solid_triangles().into())));
        let built = leaf_tree
            .built()
            .filter(|built| built.level == current.level_id());
        Trees {
            nodes: Arc::clone(&current.tree),
            triangles: Arc::clone(triangles),
            leaves: built.map(|built| Arc::clone(&built.tree)),
            pvs: built.and_then(|built| built.pvs.clone()),
            spawn: current.level.spawn.eye,
        }
    }
}
