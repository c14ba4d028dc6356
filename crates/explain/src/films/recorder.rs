//! Records a query by observing its traversal.

use std::cell::RefCell;

use bspwalk_trees::{
    NodeTree,
    node_storing::NodeId,
    observer::{AtPlane, Observer, SkipReason, Stage, TestOutcome, TreeQuery},
};

use super::{
    film::{QueryFilm, Step},
    query::Query,
};

/// Maximum number of recorded steps. Later steps are only counted.
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

    fn visit_node(self, node: NodeId, plane: AtPlane) {
        self.add(Step::Visit { node, plane });
    }

    fn skip_subtree(self, node: NodeId, why: SkipReason) {
        self.add(Step::Skip { node, why });
    }

    fn skip_faces(self, node: NodeId) {
        self.add(Step::Pass { node });
    }

    fn test_face(self, node: NodeId, triangle: u32, tested: TestOutcome) {
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
    /// Runs a query and records its steps.
    #[must_use]
    pub fn record(tree: &NodeTree, query: &Query) -> Self {
        let recorder = Recorder::default();
        let (answer, _) = query.observed(tree, &recorder);
        recorder.add(Step::End);
        let mut film = recorder.film.into_inner();
        film.finish(tree, *query, answer);
        film
    }
}
