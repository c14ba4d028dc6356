//! Quiz questions about the trees of a level: predict the next step before you see it.
//!
//! Predicting a step before seeing it teaches more than watching (Hundhausen, Douglas and Stasko, "A Meta-Study of Algorithm
//! Visualization Effectiveness", 2002; Naps and others, "Exploring the Role of Visualization and Engagement in Computer Science
//! Education", 2002). Every [`Question`] is about a step of a query, of the build, of the painter's algorithm or of the PVS in the
//! trees that are shown. The library computes the right answer, and [`Question::why`] explains it. [`Question::scene`] describes the
//! picture, and the film that continues from it.
//!
//! `question` defines questions and answers, `words` formats points, and `score` keeps the results. `casts`, `divisions`, `leaf_tree`,
//! `painting` and `body` each make the questions about one subject.
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
mod divisions;
mod leaf_tree;
mod painting;
mod question;
mod score;
mod words;

use std::{collections::HashSet, sync::Arc};

use bspwalk_geometry::TaggedTriangle;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::{Replay, ReplayError},
    solid_leaf::Pvs,
};
use glam::{DVec3, Vec3};

use crate::places::Places;

pub use self::{
    casts::before_step,
    divisions::{before_depth, before_division},
    painting::{PaintedTree, before_painted},
    question::{Answers, Choice, Given, Kind, Mark, Question, Scene, letter, points},
    score::{Answered, Results, Tally},
};

/// The displayed trees of a level. All questions are about these trees.
#[derive(Clone, Debug)]
pub struct Trees {
    /// Node-storing tree.
    pub nodes: Arc<NodeTree>,
    /// Input triangles of the node-storing tree.
    pub triangles: Arc<[TaggedTriangle]>,
    /// Solid-leaf tree, if any.
    pub leaves: Option<Arc<LeafTree>>,
    /// Potentially visible set of the solid-leaf tree, if any.
    pub pvs: Option<Arc<Pvs>>,
    /// Viewpoint at the spawn, in metres.
    pub spawn: DVec3,
}

/// Generates questions about the trees of a level. Equal trees and equal seeds give equal questions.
pub struct Quiz {
    trees: Trees,
    /// Replay of the build, or `None` if the build cannot be replayed.
    replay: Option<Replay>,
    places: Places,
    random: fastrand::Rng,
    /// Kinds of questions, asked in turn.
    kinds: Vec<Kind>,
    /// Identifiers of the questions that were already asked.
    asked: HashSet<String>,
    /// Number of kinds already tried. It selects the next kind.
    count: usize,
}

/// Number of starting points for questions.
const PLACES: usize = 200;

/// Maximum number of attempts to find a new question of a kind.
const TRIES: usize = 60;

impl Quiz {
    /// Prepares a quiz.
    ///
    /// # Errors
    /// [`Cancelled`] if `progress` is cancelled.
    pub fn new(trees: Trees, seed: u64, progress: &Progress) -> Result<Self, Cancelled> {
        let mut random = fastrand::Rng::with_seed(seed);
        let leaves = trees.leaves.as_deref();
        let places = Places::find(&trees.nodes, leaves, trees.spawn, PLACES, &mut random, progress)?;
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

    /// Marks questions as already asked, by [`Question::id`], so that they are not asked again.
    pub fn leave_out(&mut self, asked: impl IntoIterator<Item = String>) {
        self.asked.extend(asked);
    }

    /// Restricts the quiz to these kinds of questions, asked in turn.
    pub fn about(&mut self, kinds: &[Kind]) {
        self.kinds = kinds.to_vec();
    }

    /// Returns the next question. The kinds take turns, the easy ones first. Returns `None` if no question is left.
    ///
    /// # Errors
    /// [`Cancelled`] if `progress` is cancelled.
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

    /// Returns a new question of a kind, or `None` if none was found, for example in a level without rooms.
    ///
    /// # Errors
    /// [`Cancelled`] if `progress` is cancelled.
    pub fn question(&mut self, kind: Kind, progress: &Progress) -> Result<Option<Question>, Cancelled> {
        for _ in 0..TRIES {
            progress.check()?;
            let made = match kind {
                Kind::FaceSide => self.face_side(progress)?,
                Kind::FirstChild => self.first_child(),
                Kind::BodyEnd => self.body_end(),
                Kind::FarSide => self.far_side(),
                Kind::Cuts => self.cuts(progress)?,
                Kind::NextPainted => self.next_painted(),
                Kind::LeafSeen => self.leaf_seen(),
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

    /// Returns a random point where a player fits.
    fn place(&mut self) -> Option<Vec3> {
        let Self { places, random, .. } = self;
        random.choice(&places.points).copied()
    }
}
