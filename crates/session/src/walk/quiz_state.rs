//! Quiz state of a walk.

use std::sync::Arc;

use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::Level;
use bspwalk_trees::{node_storing::NodeId, solid_leaf::LeafId};

use super::kept_answers::KeptAnswers;
use crate::{overlays::Overlays, quiz::QuizGame, view::ModelView};

/// The quiz, and the view to restore after it.
#[derive(Debug, Default)]
pub(super) struct WalkQuiz {
    pub(super) game: QuizGame,
    pub(super) kept: KeptAnswers,
    /// Marked choice or number.
    pub(super) marked: u32,
    pub(super) before: Option<Before>,
    /// Film that asked the question, if any.
    pub(super) asked_by: Option<AskedBy>,
    /// Solid triangles of a level, which the questions use.
    pub(super) triangles: Option<(Arc<Level>, Arc<[TaggedTriangle]>)>,
}

/// A film that stops before a step to ask about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AskedBy {
    /// The build, before the held division.
    Build,
    /// A query, before this step.
    Query(u32),
    /// Painter's order, after this many fragments.
    Painter(u32),
}

/// View, overlays and selection before the quiz.
#[derive(Debug)]
pub(super) struct Before {
    pub(super) model: ModelView,
    pub(super) overlays: Overlays,
    pub(super) node: Option<NodeId>,
    pub(super) leaf: Option<LeafId>,
}
