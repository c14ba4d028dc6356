//! Questions about the trees of a level: what comes next, before it is seen.
//!
//! Who predicts a step and then sees it learns more than who watches (Hundhausen, Douglas and Stasko, "A Meta-Study of Algorithm
//! Visualization Effectiveness", 2002; Naps and others, "Exploring the Role of Visualization and Engagement in Computer Science
//! Education", 2002). So every [`Question`] is about a step of a query, of the build, of the painter or of the PVS in the trees that are
//! shown; its answer is what the library does there, and [`Question::why`] says why. [`Question::scene`] is what shows it: the film
//! that goes on from there.
//!
//! `question` is a question with its answers, `words` are points in them, `score` is what was answered; `casts`, `divisions`, `leaf_tree`, `painting` and
//! `body` make questions of the kinds that their names say.
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

/// The trees of a level, as they are shown: questions are about them and no others.
#[derive(Clone, Debug)]
pub struct Trees {
    /// The node-storing tree.
    pub nodes: Arc<NodeTree>,
    /// The triangles that it was built from.
    pub triangles: Arc<[TaggedTriangle]>,
    /// The solid-leaf tree, where there is one.
    pub leaves: Option<Arc<LeafTree>>,
    /// Its potentially visible set, where there is one.
    pub pvs: Option<Arc<Pvs>>,
    /// The eye at the spawn, in metres.
    pub spawn: DVec3,
}

/// Makes questions about the trees of a level. Equal trees and equal seeds give equal questions.
pub struct Quiz {
    trees: Trees,
    /// `None` where the build cannot be replayed.
    replay: Option<Replay>,
    places: Places,
    random: fastrand::Rng,
    /// What it asks about, in turn.
    kinds: Vec<Kind>,
    /// Questions that were asked before.
    asked: HashSet<String>,
    /// How many were asked, which says which kind is next.
    count: usize,
}

/// Places from which questions are asked.
const PLACES: usize = 200;

/// How often a question of a kind is looked for before there is said to be none.
const TRIES: usize = 60;

impl Quiz {
    /// Prepares a quiz.
    ///
    /// # Errors
    /// [`Cancelled`].
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

    /// Notes questions as asked, by [`Question::id`]: they are not asked again.
    pub fn leave_out(&mut self, asked: impl IntoIterator<Item = String>) {
        self.asked.extend(asked);
    }

    /// Asks about these kinds of questions alone, in turn.
    pub fn about(&mut self, kinds: &[Kind]) {
        self.kinds = kinds.to_vec();
    }

    /// The next question: the kinds take turns, the easy ones first. `None` where nothing more can be asked.
    ///
    /// # Errors
    /// [`Cancelled`].
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

    /// A question of a kind that was not asked before. `None` where none was found, as in a level without rooms.
    ///
    /// # Errors
    /// [`Cancelled`].
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

    /// A random place where people can be.
    fn place(&mut self) -> Option<Vec3> {
        let Self { places, random, .. } = self;
        random.choice(&places.points).copied()
    }
}
