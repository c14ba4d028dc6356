//! What a walk keeps of its quiz.

use std::sync::Arc;

use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::Level;
use bspwalk_trees::{node_storing::NodeId, solid_leaf::LeafId};

use super::kept_answers::KeptAnswers;
use crate::{overlays::Overlays, quiz::QuizGame, view::Model};

/// The quiz, and what was shown before it.
#[derive(Debug, Default)]
pub(super) struct WalkQuiz {
    pub(super) game: QuizGame,
    pub(super) kept: KeptAnswers,
    /// The choice that is marked, or the number.
    pub(super) marked: u32,
    pub(super) before: Option<Before>,
    /// The film that asks the question before it goes on.
    pub(super) asked_by: Option<AskedBy>,
    /// The triangles of a level, which questions are made of.
    pub(super) triangles: Option<(Arc<Level>, Arc<[TaggedTriangle]>)>,
}

/// A film that stops before a step and asks what comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AskedBy {
    /// That of the build, before the division that it holds.
    Build,
    /// That of a query, before this step.
    Query(u32),
    /// That of the painter's order, after so many fragments.
    Painter(u32),
}

/// How the level was looked at, the overlays, and what was selected.
#[derive(Debug)]
pub(super) struct Before {
    pub(super) model: Option<Model>,
    pub(super) overlays: Overlays,
    pub(super) node: Option<NodeId>,
    pub(super) leaf: Option<LeafId>,
}
