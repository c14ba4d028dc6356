//! The state of the quiz, and what can be asked of it.

use std::sync::Arc;

use bevy::{prelude::*, tasks::Task};
use bspwalk_explain::quiz::{Given, Kind, Question, Trees};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_session::quiz::QuizGame;

use crate::app::{
    leaf_tree::LeafTreeState,
    state::{Action, BuildFilm, LevelId, ModelView, OpenedLevel, Overlays, QueryPlayer, Selection},
};

/// What the user asks for on the card of the quiz.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum AskQuiz {
    /// This is the answer.
    Answer(Given),
    /// The next question.
    Next,
    /// Show how it goes on.
    Show,
    /// Save all answers.
    Save,
}

/// A film that stops before a step and asks what comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AskedBy {
    /// That of a query, before this step.
    Query(u32),
    /// That of the build, before the division that it holds.
    Build,
    /// That of the division, before this depth.
    Division(u32),
    /// That of the painter's order, before this place in it.
    Painter(usize),
}

/// The quiz, and what was shown before it.
#[derive(Resource, Default)]
pub struct QuizState {
    /// The questions and the answers.
    pub game: QuizGame,
    /// The number on the slider of a question that asks for one.
    pub number: u32,
    pub(super) before: Option<Before>,
    /// The question that is drawn.
    pub(super) drawn: Option<Arc<Question>>,
    /// Whether its film is shown, rather than the question.
    pub is_film: bool,
    /// The film that asks the question before it goes on.
    pub(super) asked_by: Option<AskedBy>,
    /// The node at whose plane the film of a query begins, until it is recorded.
    pub(super) begins_at: Option<u32>,
    /// The painter's order that is asked about, and the place before which it asks next.
    pub(super) painted: (Arc<[u32]>, usize),
    /// The triangles of a level, which questions are made of.
    triangles: Option<(LevelId, Arc<[TaggedTriangle]>)>,
    /// What the questions are about, where that is not all.
    pub(in crate::app) kinds: Option<&'static [Kind]>,
    pub(super) saving: Option<Task<Result<std::path::PathBuf, String>>>,
}

/// What was shown before the quiz: how the level was looked at, the overlays, the films, and what was selected.
pub(super) struct Before {
    pub(super) view: ModelView,
    pub(super) overlays: Overlays,
    pub(super) query: QueryPlayer,
    pub(super) build: BuildFilm,
    pub(super) selection: Selection,
}

impl QuizState {
    /// Ends it; what it has changed is not put back.
    pub(in crate::app) fn quit(&mut self) {
        self.game.close();
        (self.is_film, self.begins_at, self.before, self.asked_by) = (false, None, None, None);
    }

    /// Whether a question is shown in the model, with its own card.
    #[must_use]
    pub fn is_asking(&self) -> bool {
        self.game.is_open() && !self.is_film
    }

    /// The question whose drawing is shown. The film of a query shows what it asks about itself.
    pub(super) fn is_drawn(&self) -> bool {
        let shows_itself = matches!(self.asked_by, None | Some(AskedBy::Query(_)));
        self.is_asking() || (self.game.is_open() && !shows_itself)
    }

    /// Whether a click into the level answers the question.
    #[must_use]
    pub fn takes(&self, command: Action) -> bool {
        let points = matches!(command, Action::SelectUnderCrosshair | Action::SelectUnderPointer);
        points && self.game.asked().is_some() && self.game.given().is_none()
    }

    /// The trees that are shown.
    pub(super) fn trees(&mut self, current: &OpenedLevel, leaf_tree: &LeafTreeState) -> Trees {
        let level = current.level_id();
        let is_other = self.triangles.as_ref().is_some_and(|(known, _)| *known != level);
        let known = self.triangles.take().filter(|_| !is_other);
        if is_other && let Some(before) = &mut self.before {
            // Another level is looked at as it was opened.
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
