//! Quiz questions about the trees of a level: predict what comes next before you see it.
//!
//! Learners who predict a step before they see it learn more than passive viewers (Hundhausen, Douglas and Stasko, "A
//! Meta-Study of Algorithm Visualization Effectiveness", 2002; Naps and others, "Exploring the Role of Visualization
//! and Engagement in Computer Science Education", 2002). Every [`Question`] is therefore about a step of a query, of
//! the build, of the painter's algorithm or of the PVS in the displayed trees. The right answer is what the library
//! does. [`Question::why`] explains it, and [`Question::scene`] shows it with the animation that continues from there.
//!
//! `question` defines a question with its answers, and `score` stores the answers that were given. `casts`,
//! `divisions`, `leaf_tree`, `painting` and `body` create the questions. [`checks`] creates the short questions of the
//! tour.
//!
//! ```
//! use std::sync::Arc;
//! use bspwalk_explain::quiz::{Quiz, Trees};
//! use bspwalk_levels::{LoadOptions, builtin};
//! use bspwalk_progress::Progress;
//! use bspwalk_trees::{BuildParams, NodeTree};
//!
//! let level = builtin::load("three_rooms", &LoadOptions::default(), &Progress::default())?;
//! let triangles = level.solid_triangles();
//! let nodes = Arc::new(NodeTree::build(&triangles, &BuildParams::default())?);
//! let trees = Trees { nodes, triangles: triangles.into(), leaves: None, pvs: None, spawn: level.spawn.eye };
//! let mut quiz = Quiz::new(trees, 7, &Progress::default())?;
//! let question = quiz.next(&Progress::default())?.expect("there is something to ask");
//! println!("{}", question.text);
//! assert_eq!(question.score(question.right), 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod body;
mod casts;
pub mod checks;
mod divisions;
mod leaf_tree;
mod painting;
mod question;
mod score;

use std::{collections::HashSet, sync::Arc};

use bspwalk_geometry::TaggedTriangle;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::{Replay, ReplayError},
    solid_leaf::Pvs,
};
use glam::{DVec3, Vec3};

use crate::places::ReachablePoints;

pub use self::{
    casts::before_step,
    divisions::{before_depth, before_division},
    painting::{PaintedTree, before_painted},
    question::{Answers, Choice, Kind, Mark, Question, QuizAnswer, Scene, letter, points},
    score::{Answered, Results, Tally},
};

/// The displayed trees of a level that the questions are about.
#[derive(Clone, Debug)]
pub struct Trees {
    /// Node-storing tree.
    pub nodes: Arc<NodeTree>,
    /// Triangles that the node-storing tree was built from.
    pub triangles: Arc<[TaggedTriangle]>,
    /// Solid-leaf tree, if there is one.
    pub leaves: Option<Arc<LeafTree>>,
    /// Potentially visible sets of the solid-leaf tree, if they are available.
    pub pvs: Option<Arc<Pvs>>,
    /// Eye position at the spawn, in metres.
    pub spawn: DVec3,
}

/// Creates questions about the trees of a level. The same trees and seed always give the same questions.
pub struct Quiz {
    trees: Trees,
    /// Replay of the build; `None` if the build cannot be replayed.
    replay: Option<Replay>,
    places: ReachablePoints,
    random: fastrand::Rng,
    /// Kinds of questions to ask, in rotation.
    kinds: Vec<Kind>,
    /// Ids of questions that have already been asked.
    asked: HashSet<String>,
    /// Number of questions asked so far, which determines the next kind.
    count: usize,
}

/// Maximum number of positions for questions.
const PLACES: usize = 200;

/// Maximum depth of the nodes that easy questions refer to.
const EASY_DEPTH: u32 = 3;

/// Number of attempts to create a question of a given kind.
const TRIES: usize = 60;

impl Quiz {
    /// Prepares a quiz.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn new(trees: Trees, seed: u64, progress: &Progress) -> Result<Self, Cancelled> {
        let mut random = fastrand::Rng::with_seed(seed);
        let leaves = trees.leaves.as_deref();
        let places = ReachablePoints::find(&trees.nodes, leaves, trees.spawn, PLACES, &mut random, progress)?;
        let replay = match Replay::new(trees.nodes.clone(), &trees.triangles, progress) {
            Err(ReplayError::Cancelled(cancelled)) => return Err(cancelled),
            replay => replay.ok(),
        };
        Ok(Self {
            trees,
            replay,
            places,
            random,
            kinds: Kind::ALL.to_vec(),
            asked: HashSet::new(),
            count: 0,
        })
    }

    /// Marks the questions with these ids (see [`Question::id`]) as already asked.
    pub fn mark_already_asked(&mut self, asked: impl IntoIterator<Item = String>) {
        self.asked.extend(asked);
    }

    /// Restricts the quiz to these kinds of questions, which are asked in rotation.
    pub fn restrict_to_kinds(&mut self, kinds: &[Kind]) {
        self.kinds = kinds.to_vec();
    }

    /// Returns the next question, or `None` if there are no more. The kinds take turns, starting with the easy ones.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn next(&mut self, progress: &Progress) -> Result<Option<Question>, Cancelled> {
        for _ in 0..self.kinds.len() {
            let kind = self.kinds[self.count % self.kinds.len()];
            self.count += 1;
            if let Some(question) = self.question(kind, progress)? {
                return Ok(Some(question));
            }
        }
        Ok(None)
    }

    /// Returns a new question of a kind, or `None` if that is impossible, for example in a level without rooms.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn question(&mut self, kind: Kind, progress: &Progress) -> Result<Option<Question>, Cancelled> {
        for _ in 0..TRIES {
            progress.check()?;
            let made = match kind {
                Kind::FaceSide => self.face_side(progress)?,
                Kind::FirstChild => self.first_child(),
                Kind::BodyEnd => self.ask_body_end(),
                Kind::FarSide => self.ask_far_child_visited(),
                Kind::Cuts => self.ask_cut_count(progress)?,
                Kind::NextPainted => self.next_painted(),
                Kind::LeafSeen => self.ask_leaf_visible(),
                Kind::ChosenPlane => self.chosen_plane(progress)?,
            };
            if let Some(question) = made
                && self.asked.insert(question.id())
            {
                return Ok(Some(question));
            }
        }
        Ok(None)
    }

    /// Returns a random position that a player can reach.
    fn place(&mut self) -> Option<Vec3> {
        let Self { places, random, .. } = self;
        random.choice(&places.points).copied()
    }
}
