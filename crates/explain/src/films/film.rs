//! A recorded query: its steps in order, with the counters after each step.

use std::ops::Range;

use bspwalk_trees::{
    NodeTree,
    node_storing::{Branch, NodeId},
    observer::{AtPlane, SkipReason, Stage, TestOutcome, TreeQuery},
};

use super::query::{Answer, Query};

/// A step of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// A tree query begins.
    Ask(TreeQuery),
    /// The query visits a node.
    Visit {
        /// Node number.
        node: NodeId,
        /// Position of the query relative to the node's plane.
        plane: AtPlane,
    },
    /// The query skips a subtree.
    Skip {
        /// Root of the subtree.
        node: NodeId,
        /// Reason.
        why: SkipReason,
    },
    /// The query skips some or all faces of a visited node, because an earlier hit is closer.
    Pass {
        /// Node number.
        node: NodeId,
    },
    /// The query tests a face.
    Test {
        /// Node that stores the face.
        node: NodeId,
        /// Number of the triangle in the tree.
        triangle: u32,
        /// Outcome of the test.
        tested: TestOutcome,
    },
    /// An intermediate result of a query that consists of several tree queries.
    Stage(Stage),
    /// The query is finished.
    End,
}

/// Work done by a query up to a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Number of tree queries.
    pub questions: u32,
    /// Number of node visits. A node that several tree queries visit counts each time, as in the query's own statistics.
    pub visited: u64,
    /// Number of faces tested, including those that a cheap test rejects.
    pub tested: u64,
}

/// Nodes and faces to highlight at a step: the work of the current tree query up to this step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lit {
    /// Node of the step.
    pub now: Option<NodeId>,
    /// Visited nodes, in order. For a block, all nodes of its subtree.
    pub visited: Vec<NodeId>,
    /// Skipped subtrees, as ranges of nodes.
    pub skipped: Vec<Range<NodeId>>,
    /// Tested triangles with their outcomes, in order.
    pub tested: Vec<(u32, TestOutcome)>,
}

/// A recorded query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryFilm {
    query: Option<(Query, Answer)>,
    steps: Vec<(Step, Counters)>,
    counters: Counters,
    /// Number of steps that were counted but not stored.
    left_out: u64,
    /// Number of nodes in the tree that a query can visit.
    nodes: u32,
    /// Number of triangles in the tree.
    triangles: u32,
}

impl Step {
    /// Returns the node of the step, if it has one.
    #[must_use]
    pub fn node(&self) -> Option<NodeId> {
        match *self {
            Self::Visit { node, .. }
            | Self::Skip { node, .. }
            | Self::Pass { node, .. }
            | Self::Test { node, .. } => Some(node),
            Self::Ask(_) | Self::Stage(_) | Self::End => None,
        }
    }
}

impl QueryFilm {
    /// Counts a step, and stores it unless `most` steps are already stored. The end is always stored.
    pub(super) fn push(&mut self, step: Step, most: usize) {
        match step {
            Step::Ask(_) => self.counters.questions += 1,
            Step::Visit { .. } => self.counters.visited += 1,
            Step::Test { tested, .. } => {
                self.counters.tested += u64::from(tested != TestOutcome::AlreadyTested);
            }
            _ => {}
        }
        if self.steps.len() < most || step == Step::End {
            self.steps.push((step, self.counters));
        } else {
            self.left_out += 1;
        }
    }

    /// Stores the query, its answer and the size of the tree.
    pub(super) fn finish(&mut self, tree: &NodeTree, query: Query, answer: Answer) {
        self.query = Some((query, answer));
        (self.nodes, self.triangles) = (tree.queried_node_count(), tree.triangle_count());
    }

    /// Returns the query, or `None` for an empty film.
    #[must_use]
    pub fn query(&self) -> Option<&Query> {
        self.query.as_ref().map(|(query, _)| query)
    }

    /// Returns the answer, or `None` for an empty film.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        self.query.as_ref().map(|(_, answer)| answer)
    }

    /// Returns the number of stored steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether no steps are stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns a step by index, or `None` if it does not exist.
    #[must_use]
    pub fn step(&self, index: usize) -> Option<&Step> {
        self.steps.get(index).map(|(step, _)| step)
    }

    /// Returns the steps in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().map(|(step, _)| step)
    }

    /// Returns the counters after a step. They are zero if the step does not exist.
    #[must_use]
    pub fn counters(&self, index: usize) -> Counters {
        self.steps
            .get(index)
            .map(|(_, counters)| *counters)
            .unwrap_or_default()
    }

    /// Returns the counters at the end of the query, including steps that were not stored.
    #[must_use]
    pub fn totals(&self) -> Counters {
        self.counters
    }

    /// Returns the number of steps that were not stored because there are more than [`MOST_STEPS`](super::MOST_STEPS).
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Returns the number of nodes of the tree that a query can visit.
    #[must_use]
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Returns the number of triangles of the tree. Without a tree, every query would test all of them.
    #[must_use]
    pub fn triangles(&self) -> u32 {
        self.triangles
    }

    /// Returns how many faces would be tested up to a step without a tree.
    #[must_use]
    pub fn tested_without_tree(&self, index: usize) -> u64 {
        u64::from(self.counters(index).questions) * u64::from(self.triangles)
    }

    /// Returns the number of nodes that were skipped because an earlier hit is closer.
    #[must_use]
    pub fn nodes_behind(&self, tree: &NodeTree) -> u64 {
        let behind = self.steps().filter_map(|step| match *step {
            Step::Skip {
                node,
                why: SkipReason::Nearer,
            } => Some(tree.subtree(node).len() as u64),
            _ => None,
        });
        behind.sum()
    }

    /// Returns the nodes in the order of the visits.
    pub fn visited(&self) -> impl Iterator<Item = NodeId> {
        self.steps().filter_map(|step| match step {
            Step::Visit { node, .. } => Some(*node),
            _ => None,
        })
    }

    /// Returns the tree query that a step belongs to, and the index of its first step.
    #[must_use]
    pub fn question(&self, index: usize) -> Option<(usize, TreeQuery)> {
        let upto = self.steps.get(..=index).unwrap_or(&self.steps);
        upto.iter()
            .enumerate()
            .rev()
            .find_map(|(first, (step, _))| match step {
                Step::Ask(question) => Some((first, *question)),
                _ => None,
            })
    }

    /// Returns the best hit of the current tree query before a step: 0 at the start of the path, 1 at its end.
    #[must_use]
    pub fn best_before(&self, index: usize) -> Option<f64> {
        self.best_among(self.question(index)?.0..index)
    }

    /// Returns the best hit of the current tree query after a step, in the units of [`QueryFilm::best_before`].
    #[must_use]
    pub fn best(&self, index: usize) -> Option<f64> {
        self.best_among(self.question(index)?.0..index.saturating_add(1))
    }

    fn best_among(&self, steps: Range<usize>) -> Option<f64> {
        let known = self.steps.get(steps)?;
        known.iter().rev().find_map(|(step, _)| match step {
            Step::Test {
                tested: TestOutcome::Hit { t },
                ..
            } => Some(*t),
            _ => None,
        })
    }

    /// Returns the nodes and faces to highlight at a step.
    #[must_use]
    pub fn lit(&self, tree: &NodeTree, index: usize) -> Lit {
        let mut lit = Lit {
            now: self.step(index).and_then(Step::node),
            ..Lit::default()
        };
        let first = self.question(index).map_or(0, |(first, _)| first);
        let steps = self.steps.get(first..=index).unwrap_or_default();
        for (step, _) in steps {
            match *step {
                Step::Visit {
                    node,
                    plane: AtPlane::Block,
                } => lit.visited.extend(tree.subtree(node)),
                Step::Visit { node, plane } => {
                    lit.visited.push(node);
                    lit.skipped.extend(left_out_by_side(tree, node, plane));
                }
                Step::Skip { node, .. } => lit.skipped.push(tree.subtree(node)),
                Step::Test { triangle, tested, .. } if tested != TestOutcome::AlreadyTested => {
                    lit.tested.push((triangle, tested));
                }
                _ => {}
            }
        }
        lit
    }
}

/// Returns the subtree that a visit skips because it lies on the other side of the plane.
pub(super) fn left_out_by_side(tree: &NodeTree, node: NodeId, plane: AtPlane) -> Option<Range<NodeId>> {
    let AtPlane::OneSide { branch, .. } = plane else {
        return None;
    };
    let view = tree.node(node)?;
    let other = match branch {
        Branch::Front => view.back,
        Branch::Back => view.front,
    };
    other.map(|other| tree.subtree(other))
}
