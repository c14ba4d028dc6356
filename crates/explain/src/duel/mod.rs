//! Compares the build rules of both kinds of BSP trees on one level, and the cost of queries in the resulting trees.
//!
//! Each contestant's tree is built and measured, and it answers the same queries from positions that a player can
//! reach. All contestants give the same answers but differ in visited nodes and time. [`verdict()`] explains which rule
//! is fastest for each kind of query, and why. [`weight_sweep`] measures a rule over a range of values of one weight.
//! [`split_costs`] produces the statistics that DOOM node builders write for each split cost.
//!
//! `contestant` defines the contestants: a rule with its weights, a file's own tree, one of the
//! [`other_trees`](crate::other_trees), or no tree. `ground` prepares the level and its reachable positions, `queries`
//! creates and runs the queries, [`load`] runs recorded ones, and `measure` counts and times them. `row` contains the results of one contestant,
//! `columns` defines the table, `verdict` summarises it, and `export` writes JSON and CSV.

pub mod columns;
pub mod contestant;
mod export;
mod ground;
pub mod load;
mod measure;
mod queries;
mod row;
pub mod split_costs;
pub mod verdict;
pub mod weight_sweep;

use std::sync::Arc;

use bspwalk_compile::{CompileError, CompileParams, FileTree};
use bspwalk_geometry::Aabb;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::{Localize, text};
use bspwalk_trees::{LeafTree, Obstacles, TriangleList};
use web_time::Instant;

use self::queries::OfKind;
pub use self::{
    columns::Column,
    contestant::{Contestant, TreeKind},
    export::{csv, json},
    ground::DuelLevel,
    measure::{Answer, Measured, PASSES},
    queries::{CONTACT_RADII, Queries, Query},
    row::{Figures, Row},
    split_costs::{SplitKinds, SplitPoint},
    verdict::verdict,
};
use crate::other_trees::SpatialTree;

/// Default number of start positions for queries.
pub const SAMPLES: u32 = 1000;

/// An event during a comparison.
#[derive(Clone, Debug)]
pub enum Event {
    /// A contestant is being built.
    Begins(Contestant),
    /// A contestant has been measured.
    Measured(Box<Row>),
    /// A contestant was skipped because of an error.
    Fails(Contestant, DuelError),
}

/// Reason why a contestant was skipped.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DuelError {
    /// The contestant's tree cannot be built.
    #[error("{}", .0.localized())]
    Compile(#[from] CompileError),
    /// The level file contains no tree.
    #[error("{}", text!("duel-error-no-own-tree"))]
    NoOwnTree,
}

impl From<Cancelled> for DuelError {
    fn from(cancelled: Cancelled) -> Self {
        Self::Compile(cancelled.into())
    }
}

/// Builds the contestants' trees one after another, and runs the same queries on each.
///
/// Passes each result to `tell` as soon as it is available, so the earlier results of a cancelled comparison are not
/// lost. Returns the rows in the order of the contestants. Contestants that cannot be built, for example because they
/// cut the level into too many pieces, are omitted.
///
/// # Errors
/// Returns [`Cancelled`] if `progress` is cancelled.
pub fn run_duel(
    ground: &DuelLevel,
    contestants: &[Contestant],
    queries: &Queries,
    progress: &Arc<Progress>,
    mut tell: impl FnMut(Event),
) -> Result<Vec<Row>, Cancelled> {
    let mut rows = Vec::with_capacity(contestants.len());
    let mut answers: [Vec<Answer>; 3] = Default::default();
    for &contestant in contestants {
        tell(Event::Begins(contestant));
        let mut ask = Asking {
            contestant,
            queries,
            answers: &mut answers,
            progress,
        };
        match contest(ground, contestant, &mut ask, progress) {
            Ok(tree) => {
                let row = Row::new(contestant, tree.figures, tree.measured).with_levels(tree.levels);
                tell(Event::Measured(Box::new(row.clone())));
                rows.push(row);
            }
            Err(DuelError::Compile(CompileError::Cancelled(cancelled))) => return Err(cancelled),
            Err(error) => tell(Event::Fails(contestant, error)),
        }
    }
    Ok(rows)
}

/// Work with the tree of each contestant.
trait Probe {
    type Measured;

    /// Measures a tree. Each query costs at least `tests` triangle tests.
    fn measure(&mut self, tree: &impl Obstacles, tests: u32) -> Result<Self::Measured, Cancelled>;
}

/// Statistics and measurements of a contestant's tree.
struct MeasuredTree<M> {
    figures: Figures,
    /// Boxes of the nodes at the first depths, for trees other than BSP trees.
    levels: Vec<Vec<Aabb>>,
    measured: M,
}

/// Builds one contestant and measures it.
fn contest<P: Probe>(
    ground: &DuelLevel,
    contestant: Contestant,
    probe: &mut P,
    progress: &Arc<Progress>,
) -> Result<MeasuredTree<P::Measured>, DuelError> {
    let level = &ground.level;
    let mut of_leaves = |tree: &LeafTree, build_ms: f64| -> Result<_, Cancelled> {
        let obstacles = tree.obstacles_with_progress(&ground.triangles, progress)?;
        let triangles = ground.nodes.0.triangle_count();
        let figures = Figures::of_leaves(&obstacles, triangles, build_ms, progress)?;
        let measured = probe.measure(&obstacles, 0)?;
        Ok((figures, measured))
    };
    let mut levels = Vec::new();
    let (figures, measured) = match contestant {
        Contestant::Nodes(params) => {
            let (tree, build_ms) = if params == ground.params.nodes {
                ground.nodes.clone()
            } else {
                bspwalk_compile::node_tree(level, &params, progress)?
            };
            let mut figures = Figures::of_nodes(&tree, build_ms, progress)?;
            figures.kinds = Some(SplitKinds::of_nodes(&tree, &ground.triangles));
            let measured = probe.measure(&*tree, 0)?;
            (figures, measured)
        }
        Contestant::Leaves(params) => match &ground.leaves {
            Some(leaves) if params == ground.params.leaves => of_leaves(&leaves.tree, leaves.timings.leaves)?,
            _ => {
                let params = CompileParams {
                    leaves: params,
                    ..ground.params.clone()
                };
                let leaves = bspwalk_compile::leaf_tree(level, &params, progress)?;
                of_leaves(&leaves.tree, leaves.timings.leaves)?
            }
        },
        Contestant::Own => match FileTree::new(level, progress)? {
            Some(own) => of_leaves(&own.tree, own.import_ms)?,
            None => return Err(DuelError::NoOwnTree),
        },
        Contestant::Other(kind) => {
            let start = Instant::now();
            let tree = SpatialTree::build(kind, &ground.triangles, progress)?;
            let figures = Figures::of_other(&tree, start.elapsed().as_secs_f64() * 1e3);
            levels.clone_from(&tree.shape().levels);
            (figures, probe.measure(&tree, 0)?)
        }
        Contestant::NoTree => {
            let start = Instant::now();
            let list = TriangleList::new(&ground.triangles);
            let figures = Figures::of_list(&list, start.elapsed().as_secs_f64() * 1e3);
            let tests = list.triangle_count();
            (figures, probe.measure(&list, tests)?)
        }
    };
    Ok(MeasuredTree {
        figures,
        levels,
        measured,
    })
}

/// Runs the queries of a comparison.
struct Asking<'a> {
    contestant: Contestant,
    queries: &'a Queries,
    answers: &'a mut [Vec<Answer>; 3],
    progress: &'a Progress,
}

impl Probe for Asking<'_> {
    type Measured = [Measured; 3];

    /// Runs as many queries as the budget allows.
    fn measure(&mut self, tree: &impl Obstacles, tests: u32) -> Result<[Measured; 3], Cancelled> {
        let count = measure::affordable_query_count(self.queries.count(), tests);
        begin_asking(self.contestant, 3 * count, self.progress);
        let mut all = [Measured::default(); 3];
        for ((kind, measured), known) in Query::ALL.into_iter().zip(&mut all).zip(&mut *self.answers) {
            let questions = OfKind(self.queries, kind);
            *measured = measure::measure(tree, (&questions, count), known, self.progress)?;
        }
        Ok(all)
    }
}

/// Begins a step of the progress for this number of queries.
fn begin_asking(contestant: Contestant, count: usize, progress: &Progress) {
    progress.begin(
        &text!("duel-asking", contestant = contestant.title()),
        (1 + PASSES as u64) * count as u64,
    );
}
