//! Recording of a query by an observer of its traversal.

use std::cell::RefCell;

use bspwalk_trees::{
    NodeTree, collision,
    node_storing::{NodeId, ObservedTree},
    observer::{AtPlane, Observer, SkipReason, Stage, TestOutcome, TreeQuery},
};

use super::{
    film::{QueryFilm, Step},
    query::{Answer, Query},
};

/// Maximum number of stored steps. Further steps are counted but not stored.
pub const MOST_STEPS: usize = 100_000;

/// Stores the steps of a query in order.
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
        let answer = watched(tree, query, &recorder);
        recorder.add(Step::End);
        let mut film = recorder.film.into_inner();
        film.finish(tree, *query, answer);
        film
    }
}

/// Answers an observed query with the same functions as [`Query::ask`], but another observer.
fn watched(tree: &NodeTree, query: &Query, recorder: &Recorder) -> Answer {
    let observed = ObservedTree {
        tree,
        observer: recorder,
    };
    match *query {
        Query::Cast { from, to } | Query::Sight { from, to } => {
            Answer::Cast(tree.cast_observed(from, to, recorder).hit)
        }
        Query::Contacts { body, center } => {
            let mut contacts = Vec::new();
            collision::contacts(&observed, body, center, &mut contacts);
            Answer::Contacts(contacts)
        }
        Query::Push { body, center } => Answer::Push(collision::depenetrate(&observed, body, center)),
        Query::PushAti { center, radius } => {
            Answer::PushAti(collision::push_ati_observed(tree, center, radius, recorder))
        }
        Query::Sweep { body, from, to } => Answer::Sweep(collision::sweep(&observed, body, from, to).hit),
        Query::Slide { body, from, to } => Answer::Slide(collision::slide(&observed, body, from, to)),
        Query::Overlap { min, max } => {
            let mut faces = Vec::new();
            tree.overlap_observed(min, max, &mut faces, recorder);
            Answer::Overlap(faces)
        }
        Query::Locate { point } => {
            recorder.begin_query(TreeQuery::Locate { point });
            let path = tree.path(point).inspect(|step| {
                let distance = tree
                    .node(step.node)
                    .map_or(0.0, |node| node.plane.distance(point.as_dvec3()).abs() as f32);
                let branch = step.branch;
                recorder.visit_node(step.node, AtPlane::OneSide { branch, distance });
            });
            Answer::Locate(path.collect())
        }
    }
}
