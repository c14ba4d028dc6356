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
    /// The triangles of a level, which questions are made of.
    pub(super) triangles: Option<(Arc<Level>, Arc<[TaggedTriangle]>)>,
}

/// How the level was looked at, the overlays, and what was selected.
#[derive(Debug)]
pub(super) struct Before {
    pub(super) model: Option<Model>,
    pub(super) overlays: Overlays,
    pub(super) node: Option<NodeId>,
    pub(super) leaf: Option<LeafId>,
}
