//! A load of recorded queries: the cost of each query in a tree, and the trees of several rules under the same load.
//!
//! ```
//! use bspwalk_explain::{duel::load::{Load, VisitSummary, query_cost}, films::Query};
//! use bspwalk_trees::{BuildParams, NodeTree};
//! use glam::Vec3;
//!
//! let tree = NodeTree::build(&[], &BuildParams::default())?;
//! let query = Query::Cast { from: Vec3::ZERO, to: Vec3::X };
//! let summary = VisitSummary::new(vec![query_cost(&query, &tree).visited]);
//! assert_eq!(summary.queries, 1);
//! assert_eq!(Load::new([query]).len(), 1);
//! # Ok::<(), bspwalk_trees::node_storing::BuildError>(())
//! ```

use std::sync::Arc;

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{Contact, NodeTree, Obstacles, QueryCounters};
use glam::Vec3;
use serde::Serialize;

use super::{
    CompileError, Contestant, DuelError, DuelLevel, Probe, begin_asking, contest,
    measure::{self, Answer, Measured, Questions},
};
use crate::films::{Query, QueryKind};

/// Work done by one query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueryCost {
    /// Number of nodes visited.
    pub visited: u64,
    /// Number of faces read, including repeats.
    pub tested: u64,
}

/// Runs a query and counts its work.
///
/// A line of sight runs as a blocked test, which stops at any hit.
#[must_use]
pub fn query_cost(query: &Query, tree: &NodeTree) -> QueryCost {
    let before = QueryCounters::of_this_thread();
    let counted = match is_of_obstacles(query.kind()) {
        true => {
            let _ = [*query][..].ask(0, tree, &mut Vec::new());
            None
        }
        false => Some(query.ask(tree).1),
    };
    let work = QueryCounters::of_this_thread().since(before);
    QueryCost {
        visited: counted.unwrap_or(work.nodes_visited),
        tested: work.faces_tested,
    }
}

/// Returns whether trees of all kinds can answer queries of this kind. Only node-storing trees answer the others.
#[must_use]
pub const fn is_of_obstacles(kind: QueryKind) -> bool {
    !matches!(kind, QueryKind::PushAti | QueryKind::Overlap | QueryKind::Locate)
}

/// Numbers of nodes that the queries of one kind visit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct VisitSummary {
    /// Number of queries.
    pub queries: u64,
    /// Total number of nodes visited.
    pub visited: u64,
    /// Mean number of nodes visited per query.
    pub mean: f64,
    /// 95th percentile: the smallest number that at least 95 % of the queries do not exceed.
    pub p95: u64,
    /// Maximum number of nodes visited by a query.
    pub most: u64,
}

impl VisitSummary {
    /// Summarises the numbers of nodes that queries visited.
    #[must_use]
    pub fn new(mut visits: Vec<u64>) -> Self {
        visits.sort_unstable();
        let (queries, visited): (u64, u64) = (visits.len() as u64, visits.iter().sum());
        let rank = (visits.len() * 95).div_ceil(100);
        Self {
            queries,
            visited,
            mean: visited as f64 / queries.max(1) as f64,
            p95: rank.checked_sub(1).map_or(0, |index| visits[index]),
            most: visits.last().copied().unwrap_or(0),
        }
    }
}

/// Recorded queries that trees of all kinds can answer, grouped by kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Load(Vec<(QueryKind, Vec<Query>)>);

impl Load {
    /// Groups queries by kind. Omits those that only node-storing trees answer; see [`is_of_obstacles`].
    #[must_use]
    pub fn new(queries: impl IntoIterator<Item = Query>) -> Self {
        let mut kinds: Vec<(QueryKind, Vec<Query>)> = QueryKind::ALL
            .into_iter()
            .filter(|&kind| is_of_obstacles(kind))
            .map(|kind| (kind, Vec::new()))
            .collect();
        for query in queries {
            if let Some((_, list)) = kinds.iter_mut().find(|(kind, _)| *kind == query.kind()) {
                list.push(query);
            }
        }
        kinds.retain(|(_, list)| !list.is_empty());
        Self(kinds)
    }

    /// Returns the number of queries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|(_, list)| list.len()).sum()
    }

    /// Returns whether there are no queries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Questions for [Query] {
    fn ask(&self, index: usize, tree: &impl Obstacles, found: &mut Vec<Contact>) -> Answer {
        let at = match self[index] {
            Query::Cast { from, to } => tree
                .cast(from, to)
                .map(|hit| f64::from(hit.t) * f64::from(from.distance(to))),
            Query::Sight { from, to } => tree.is_blocked(from, to).then_some(0.0),
            Query::Contacts { body, center } => {
                bspwalk_collision::contacts(tree, body, center, found);
                found.first().map(|contact| f64::from(contact.depth))
            }
            Query::Sweep {
                body,
                from,
                to,
                all: true,
            } => {
                tree.visit_swept(&body.into(), from, to, |_| 1.0);
                None
            }
            Query::Sweep {
                body,
                from,
                to,
                all: false,
            } => bspwalk_collision::sweep(tree, body, from, to)
                .hit
                .map(|hit| hit.t * f64::from(from.distance(to))),
            Query::Push { body, center } => {
                let pushed = bspwalk_collision::depenetrate(tree, body, center);
                pushed.clear.then(|| length(center, pushed.center))
            }
            Query::Slide { body, from, to } => {
                let slide = bspwalk_collision::slide(tree, body, from, to);
                slide.clear.then(|| length(from, slide.center))
            }
            Query::PushAti { .. } | Query::Overlap { .. } | Query::Locate { .. } => None,
        };
        Answer { at, contacts: 0 }
    }
}

fn length(from: Vec3, to: Vec3) -> f64 {
    from.as_dvec3().distance(to.as_dvec3())
}

/// The measurements of one contestant under a load.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadRow {
    /// The contestant.
    pub contestant: Contestant,
    /// Number of nodes in its tree.
    pub nodes: u32,
    /// Measurements of each kind of query in the load.
    pub kinds: Vec<(QueryKind, Measured)>,
}

impl LoadRow {
    /// Returns the total number of nodes visited.
    #[must_use]
    pub fn visited(&self) -> f64 {
        self.sum(|measured| measured.visited)
    }

    /// Returns the total time, in nanoseconds.
    #[must_use]
    pub fn ns(&self) -> f64 {
        self.sum(|measured| measured.ns_mean)
    }

    /// Returns the number of queries whose answers differ from the first contestant's.
    #[must_use]
    pub fn differing(&self) -> u32 {
        self.kinds.iter().map(|(_, measured)| measured.differing).sum()
    }

    fn sum(&self, mean: impl Fn(&Measured) -> f64) -> f64 {
        let of_kind = |(_, measured): &(_, Measured)| mean(measured) * f64::from(measured.samples);
        self.kinds.iter().map(of_kind).sum()
    }
}

/// Builds the contestants' trees one after another, and runs the load on each. The answers are compared with the first
/// contestant's.
///
/// Passes contestants that cannot be built to `fails`. Each query runs once to count its work, and
/// [`PASSES`](super::PASSES) times to measure its time.
///
/// # Errors
/// Returns [`Cancelled`] if `progress` is cancelled.
pub fn run_load(
    ground: &DuelLevel,
    contestants: &[Contestant],
    load: &Load,
    progress: &Arc<Progress>,
    mut fails: impl FnMut(Contestant, DuelError),
) -> Result<Vec<LoadRow>, Cancelled> {
    let mut answers = vec![Vec::new(); load.0.len()];
    let mut rows = Vec::with_capacity(contestants.len());
    for &contestant in contestants {
        let mut replay = Replaying {
            contestant,
            load,
            answers: &mut answers,
            progress,
        };
        match contest(ground, contestant, &mut replay, progress) {
            Ok(tree) => rows.push(LoadRow {
                contestant,
                nodes: tree.figures.nodes,
                kinds: tree.measured,
            }),
            Err(DuelError::Compile(CompileError::Cancelled(cancelled))) => return Err(cancelled),
            Err(error) => fails(contestant, error),
        }
    }
    Ok(rows)
}

/// Runs a load.
struct Replaying<'a> {
    contestant: Contestant,
    load: &'a Load,
    /// Answers of the first contestant to each kind of query.
    answers: &'a mut [Vec<Answer>],
    progress: &'a Progress,
}

impl Probe for Replaying<'_> {
    type Measured = Vec<(QueryKind, Measured)>;

    fn measure(&mut self, tree: &impl Obstacles, tests: u32) -> Result<Self::Measured, Cancelled> {
        begin_asking(self.contestant, self.load.len(), self.progress);
        let kinds = self.load.0.iter().zip(&mut *self.answers);
        let measure = |((kind, queries), known): (&(QueryKind, Vec<Query>), &mut Vec<Answer>)| {
            let count = measure::affordable_query_count(queries.len(), tests);
            let measured = measure::measure(tree, (queries.as_slice(), count), known, self.progress)?;
            Ok((*kind, measured))
        };
        kinds.map(measure).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentile_is_the_nearest_rank() {
        let of = |visits: &[u64]| VisitSummary::new(visits.to_vec());
        assert_eq!(of(&[]), VisitSummary::default());
        let hundred: Vec<u64> = (1..=100).rev().collect();
        let summary = of(&hundred);
        assert_eq!((summary.p95, summary.most, summary.visited), (95, 100, 5050));
        assert_eq!(summary.mean, 50.5);
        let twenty: Vec<u64> = (1..=20).collect();
        assert_eq!(of(&twenty).p95, 19);
        assert_eq!(of(&[7]).p95, 7);
    }
}
