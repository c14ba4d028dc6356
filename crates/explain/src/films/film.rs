//! A recorded query: its steps in order, and the counters after each step.

use std::ops::Range;

use bspwalk_trees::{
    NodeRange, NodeTree, TriangleId,
    node_storing::{Branch, NodeId},
    observer::{AtPlane, SkipReason, Stage, TestOutcome, TestedPlanes, TreeQuery},
};

use super::query::{Answer, Query};

/// A step of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// A query of the tree begins.
    Ask(TreeQuery),
    /// The query visits a node.
    Visit {
        /// Visited node.
        node: NodeId,
        /// Relation of the query to the node's plane.
        plane: AtPlane,
    },
    /// A subtree is skipped.
    Skip {
        /// Topmost node of the subtree.
        node: NodeId,
        /// Reason why it is skipped.
        why: SkipReason,
    },
    /// Some or all faces of a visited node are left untested, because a nearer hit is already known.
    Pass {
        /// Node that stores the faces.
        node: NodeId,
    },
    /// The query tests a face.
    Test {
        /// Node that stores the face.
        node: NodeId,
        /// Number of the tested triangle in the tree.
        triangle: TriangleId,
        /// Outcome of the test.
        tested: TestOutcome,
    },
    /// The planes of a wide node are tested together. In a grouped film, this step includes the visits to these planes.
    Planes(TestedPlanes),
    /// The query stays on one side of several consecutive planes.
    Descent {
        /// Node of the last of these planes.
        node: NodeId,
        /// Number of planes.
        planes: u32,
        /// Number of nodes on the other sides of these planes, which are skipped.
        skipped: u32,
    },
    /// Several faces of a node are tested in succession, and none of them matches the query.
    Misses {
        /// Node that stores the last of these faces.
        node: NodeId,
        /// Number of faces, excluding faces that had been tested before.
        faces: u32,
    },
    /// Several consecutive subtrees and faces are skipped, because a nearer hit is already known.
    Rest {
        /// Number of skipped nodes.
        skipped: u32,
        /// Number of visited nodes whose faces are not tested.
        passed: u32,
    },
    /// A query that consists of several tree queries enters a new stage.
    Stage(Stage),
    /// The query ends with its answer.
    End,
}

/// Work that a query has done up to a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Number of tree queries.
    pub questions: u32,
    /// Number of nodes visited. A node counts once for each tree query that visits it, as in the query's own counter.
    pub visited: u64,
    /// Number of faces tested, including faces that were rejected early.
    pub tested: u64,
}

/// Elements to highlight at a step: everything that the current tree query has processed up to that step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Highlights {
    /// Node that the step refers to.
    pub now: Option<NodeId>,
    /// Visited nodes, in order. For a block, all nodes whose faces it contains are included.
    pub visited: Vec<NodeId>,
    /// Skipped subtrees, as ranges of nodes.
    pub skipped: Vec<NodeRange>,
    /// Tested triangles in order, with their outcomes.
    pub tested: Vec<(TriangleId, TestOutcome)>,
}

/// A step, with its counters and events.
#[derive(Clone, Debug, PartialEq)]
struct Recorded {
    step: Step,
    /// Counters after the step.
    counters: Counters,
    /// Range of events that were combined into the step.
    events: Range<usize>,
}

/// A recorded query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryFilm {
    query: Option<(Query, Answer)>,
    /// All recorded events, in order.
    events: Vec<Step>,
    steps: Vec<Recorded>,
    counters: Counters,
    /// Number of steps that were counted but not recorded.
    left_out: u64,
    /// Number of nodes in the tree that a query can visit.
    nodes: u32,
    /// Number of triangles in the tree.
    triangles: u32,
}

impl Step {
    /// Returns the node that the step refers to.
    #[must_use]
    pub fn node(&self) -> Option<NodeId> {
        match *self {
            Self::Visit { node, .. }
            | Self::Skip { node, .. }
            | Self::Pass { node, .. }
            | Self::Test { node, .. }
            | Self::Planes(TestedPlanes { node, .. })
            | Self::Descent { node, .. }
            | Self::Misses { node, .. } => Some(node),
            Self::Ask(_) | Self::Rest { .. } | Self::Stage(_) | Self::End => None,
        }
    }
}

impl QueryFilm {
    /// Counts a step. It is recorded only if there are fewer than `most` steps or if it is the end.
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
            self.steps.push(Recorded {
                step,
                counters: self.counters,
                events: self.events.len()..self.events.len() + 1,
            });
            self.events.push(step);
        } else {
            self.left_out += 1;
        }
    }

    /// Adds the query, its answer, and the size of the tree.
    pub(super) fn finish(&mut self, query: (Query, Answer), nodes: u32, triangles: u32) {
        self.query = Some(query);
        (self.nodes, self.triangles) = (nodes, triangles);
    }

    /// Combines events into steps. `group` receives the remaining events and returns the next step, with the number of
    /// events that it combines, which is at least 1. The film must have one step per event.
    pub(super) fn regroup(&mut self, group: impl Fn(&[Step]) -> (Step, usize)) {
        let mut steps = Vec::new();
        let mut first = 0;
        while first < self.events.len() {
            let (step, count) = group(&self.events[first..]);
            let events = first..first + count;
            first = events.end;
            let counters = self.counters(first - 1);
            steps.push(Recorded {
                step,
                counters,
                events,
            });
        }
        self.steps = steps;
    }

    /// Returns the query, or `None` for an empty recording.
    #[must_use]
    pub fn query(&self) -> Option<&Query> {
        self.query.as_ref().map(|(query, _)| query)
    }

    /// Returns the answer, or `None` for an empty recording.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        self.query.as_ref().map(|(_, answer)| answer)
    }

    /// Returns the number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether there are no steps.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns a step by its index, or `None` if it does not exist.
    #[must_use]
    pub fn step(&self, index: usize) -> Option<&Step> {
        self.steps.get(index).map(|recorded| &recorded.step)
    }

    /// Returns all steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().map(|recorded| &recorded.step)
    }

    /// Returns the events in a range of steps. A step may combine several events.
    #[must_use]
    pub fn events(&self, steps: Range<usize>) -> &[Step] {
        let steps = self.steps.get(steps).unwrap_or_default();
        match steps {
            [first, .., last] => &self.events[first.events.start..last.events.end],
            [only] => &self.events[only.events.clone()],
            [] => &[],
        }
    }

    /// Returns the index of the first step that visits a node.
    #[must_use]
    pub fn step_of(&self, node: NodeId) -> Option<usize> {
        let is_visit = |event: &Step| matches!(event, Step::Visit { node: visited, .. } if *visited == node);
        let visits = |recorded: &Recorded| self.events[recorded.events.clone()].iter().any(is_visit);
        self.steps.iter().position(visits)
    }

    /// Returns the counters after a step.
    #[must_use]
    pub fn counters(&self, index: usize) -> Counters {
        self.steps
            .get(index)
            .map(|recorded| recorded.counters)
            .unwrap_or_default()
    }

    /// Returns the counters of the entire query, including steps that were not recorded.
    #[must_use]
    pub fn totals(&self) -> Counters {
        self.counters
    }

    /// Returns the number of steps that exceeded the limit [`MOST_STEPS`](super::MOST_STEPS) and were not recorded.
    #[must_use]
    pub fn unrecorded_steps(&self) -> u64 {
        self.left_out
    }

    /// Returns the number of nodes in the tree that a query can visit.
    #[must_use]
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Returns the number of triangles in the tree. A query without a tree would test all of them.
    #[must_use]
    pub fn triangles(&self) -> u32 {
        self.triangles
    }

    /// Returns the number of faces that the tree queries up to a step would have tested if there were no tree.
    #[must_use]
    pub fn tested_without_tree(&self, index: usize) -> u64 {
        u64::from(self.counters(index).questions) * u64::from(self.triangles)
    }

    /// Returns the number of nodes that were skipped because a nearer hit had already been found.
    #[must_use]
    pub fn nodes_behind(&self, tree: &NodeTree) -> u64 {
        let behind = self.events.iter().filter_map(|step| match *step {
            Step::Skip {
                node,
                why: SkipReason::Nearer,
            } => Some(tree.subtree(node).len() as u64),
            _ => None,
        });
        behind.sum()
    }

    /// Returns the visited nodes, in the order of their visits.
    pub fn visited(&self) -> impl Iterator<Item = NodeId> {
        self.events.iter().filter_map(|step| match step {
            Step::Visit { node, .. } => Some(*node),
            _ => None,
        })
    }

    /// Returns the tree query that a step belongs to, and the index of the first step of that tree query.
    #[must_use]
    pub fn tree_query_at(&self, index: usize) -> Option<(usize, TreeQuery)> {
        let upto = self.steps.get(..=index).unwrap_or(&self.steps);
        upto.iter()
            .enumerate()
            .rev()
            .find_map(|(first, recorded)| match &recorded.step {
                Step::Ask(question) => Some((first, *question)),
                _ => None,
            })
    }

    /// Returns the nearest hit that the current tree query has found before a step.
    ///
    /// The result is a fraction of the query's path, from 0 at the start to 1 at the end.
    #[must_use]
    pub fn nearest_hit_before(&self, index: usize) -> Option<f64> {
        self.best_among(self.tree_query_at(index)?.0..index)
    }

    /// Returns the nearest hit that the current tree query has found after a step; see [`QueryFilm::nearest_hit_before`].
    #[must_use]
    pub fn nearest_hit_after(&self, index: usize) -> Option<f64> {
        self.best_among(self.tree_query_at(index)?.0..index.saturating_add(1))
    }

    fn best_among(&self, steps: Range<usize>) -> Option<f64> {
        let known = self.events(steps);
        known.iter().rev().find_map(|step| match step {
            Step::Test {
                tested: TestOutcome::Hit { t },
                ..
            } => Some(*t),
            _ => None,
        })
    }

    /// Returns the elements to highlight at a step.
    #[must_use]
    pub fn highlights_at(&self, tree: &NodeTree, index: usize) -> Highlights {
        let mut lit = Highlights {
            now: self.step(index).and_then(Step::node),
            ..Highlights::default()
        };
        let first = self.tree_query_at(index).map_or(0, |(first, _)| first);
        for step in self.events(first..index.saturating_add(1)) {
            match *step {
                Step::Visit {
                    node,
                    plane: AtPlane::Block,
                } => lit.visited.extend(tree.subtree(node)),
                Step::Visit { node, plane } => {
                    lit.visited.push(node);
                    lit.skipped.extend(subtree_skipped_at_plane(tree, node, plane));
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

/// Returns the subtree that a visit skips because the query does not reach that side of the plane.
pub(super) fn subtree_skipped_at_plane(tree: &NodeTree, node: NodeId, plane: AtPlane) -> Option<NodeRange> {
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
