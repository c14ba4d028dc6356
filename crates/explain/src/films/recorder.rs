//! Records a query by observing its traversal.

use std::cell::RefCell;

use bspwalk_trees::{
    NodeTree, TriangleId,
    node_storing::NodeId,
    observer::{AtPlane, Observer, SkipReason, Stage, TestOutcome, TestedPlanes, TreeQuery},
};

use super::{
    film::{QueryFilm, Step},
    mode::QueryMode,
    query::Query,
};

/// Maximum number of steps to record. Later steps are only counted.
pub const MOST_STEPS: usize = 100_000;

/// Records the steps of a query in order.
#[derive(Debug, Default)]
struct Recorder {
    film: RefCell<QueryFilm>,
}

impl Recorder {
    fn add(&self, step: Step) {
        self.film.borrow_mut().push(step, MOST_STEPS);
    }
}

impl Observer for &Recorder {
    fn begin_query(self, question: TreeQuery) {
        self.add(Step::Ask(question));
    }

    fn test_planes(self, tested: TestedPlanes) {
        self.add(Step::Planes(tested));
    }

    fn visit_node(self, node: NodeId, plane: AtPlane) {
        self.add(Step::Visit { node, plane });
    }

    fn skip_subtree(self, node: NodeId, why: SkipReason) {
        self.add(Step::Skip { node, why });
    }

    fn skip_faces(self, node: NodeId) {
        self.add(Step::Pass { node });
    }

    fn test_face(self, node: NodeId, triangle: TriangleId, tested: TestOutcome) {
        self.add(Step::Test {
            node,
            triangle,
            tested,
        });
    }

    fn stage(self, stage: Stage) {
        self.add(Step::Stage(stage));
    }
}

impl QueryFilm {
    /// Runs a query with the tree's own traversal, and records every event as a step.
    #[must_use]
    pub fn record(tree: &NodeTree, query: &Query) -> Self {
        Self::record_mode_events(tree, query, QueryMode::Wide)
    }

    /// Runs a query with the traversal of a mode, and groups the events into steps for viewers. For example, several
    /// consecutive planes that keep the query on one side become one step.
    #[must_use]
    pub fn record_grouped(tree: &NodeTree, query: &Query, mode: QueryMode) -> Self {
        Self::record_mode_events(tree, query, mode).grouped(tree)
    }

    /// Runs a query with the traversal of a mode, and records every event as a step.
    #[must_use]
    pub fn record_mode_events(tree: &NodeTree, query: &Query, mode: QueryMode) -> Self {
        let recorder = Recorder::default();
        let (answer, nodes) = match mode {
            QueryMode::OnePlane => (query.ask_textbook(tree, &recorder), tree.node_count()),
            QueryMode::Wide => (query.observed(tree, &recorder).0, tree.queried_node_count()),
        };
        recorder.add(Step::End);
        let mut film = recorder.film.into_inner();
        film.finish((*query, answer), nodes, tree.triangle_count());
        film
    }
}
