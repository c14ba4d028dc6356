//! A recorded query: its steps in order, and what had been counted after each.

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
    /// The tree is asked.
    Ask(TreeQuery),
    /// A node is visited.
    Visit {
        /// The node.
        node: NodeId,
        /// What the query finds at its plane.
        plane: AtPlane,
    },
    /// A subtree is not visited.
    Skip {
        /// Its topmost node.
        node: NodeId,
        /// Why.
        why: SkipReason,
    },
    /// The faces of a node that was visited before, or some of them, are not tested: what was found is nearer.
    Pass {
        /// The node.
        node: NodeId,
    },
    /// A face is tested.
    Test {
        /// The node that stores it.
        node: NodeId,
        /// Its triangle, as the tree numbers it.
        triangle: u32,
        /// The outcome.
        tested: TestOutcome,
    },
    /// A part of a query that asks several questions.
    Stage(Stage),
    /// The answer is there.
    End,
}

/// What a query has done up to a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Questions to the tree.
    pub questions: u32,
    /// Nodes visited; one that several questions visit counts each time, as in the query's own count.
    pub visited: u64,
    /// Faces tested, those that an early test settled included.
    pub tested: u64,
}

/// What is lit up at a step: what the question that it belongs to has done up to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lit {
    /// The node of the step.
    pub now: Option<NodeId>,
    /// The nodes that were visited, in order; of a block, all whose faces it has.
    pub visited: Vec<NodeId>,
    /// Subtrees that are left out, as ranges of nodes.
    pub skipped: Vec<Range<NodeId>>,
    /// The triangles that were tested, in order, with the outcome.
    pub tested: Vec<(u32, TestOutcome)>,
}

/// A recorded query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryFilm {
    query: Option<(Query, Answer)>,
    steps: Vec<(Step, Counters)>,
    counters: Counters,
    /// Steps that were not kept.
    left_out: u64,
    /// Nodes and triangles of the tree.
    nodes: u32,
    triangles: u32,
}

impl Step {
    /// The node that it is about.
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
    /// Counts a step, and keeps it where there are no more than `most`; the end is kept always.
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

    /// Adds what was asked, the answer, and the size of the tree.
    pub(super) fn finish(&mut self, tree: &NodeTree, query: Query, answer: Answer) {
        self.query = Some((query, answer));
        (self.nodes, self.triangles) = (tree.queried_node_count(), tree.triangle_count());
    }

    /// What was asked; `None` for the empty film.
    #[must_use]
    pub fn query(&self) -> Option<&Query> {
        self.query.as_ref().map(|(query, _)| query)
    }

    /// The answer; `None` for the empty film.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        self.query.as_ref().map(|(_, answer)| answer)
    }

    /// How many steps it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether it has no steps.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// A step by its number, or `None` where it does not exist.
    #[must_use]
    pub fn step(&self, index: usize) -> Option<&Step> {
        self.steps.get(index).map(|(step, _)| step)
    }

    /// The steps in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().map(|(step, _)| step)
    }

    /// What was counted up to a step, that one included.
    #[must_use]
    pub fn counters(&self, index: usize) -> Counters {
        self.steps
            .get(index)
            .map(|(_, counters)| *counters)
            .unwrap_or_default()
    }

    /// What the whole query has done, the steps that were not kept included.
    #[must_use]
    pub fn totals(&self) -> Counters {
        self.counters
    }

    /// How many steps were not kept, as there are more than [`MOST_STEPS`](super::MOST_STEPS).
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// How many nodes of the tree a query can visit.
    #[must_use]
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The number of triangles of the tree: without a tree, each question tests them all.
    #[must_use]
    pub fn triangles(&self) -> u32 {
        self.triangles
    }

    /// How many faces the questions up to a step would have tested without a tree.
    #[must_use]
    pub fn tested_without_tree(&self, index: usize) -> u64 {
        u64::from(self.counters(index).questions) * u64::from(self.triangles)
    }

    /// How many nodes were left out as what was found is nearer than they are.
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

    /// The nodes in the order in which they are visited.
    pub fn visited(&self) -> impl Iterator<Item = NodeId> {
        self.steps().filter_map(|step| match step {
            Step::Visit { node, .. } => Some(*node),
            _ => None,
        })
    }

    /// The question that a step belongs to, and the number of its first step.
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

    /// The best hit that the question of a step knows before that step, 0 at the start of its path to 1 at its end.
    #[must_use]
    pub fn best_before(&self, index: usize) -> Option<f64> {
        self.best_among(self.question(index)?.0..index)
    }

    /// The best hit that the question of a step knows after that step, see [`QueryFilm::best_before`].
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

    /// What is lit up at a step.
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

/// The subtree that a visit leaves out as it lies on the other side of the plane.
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
