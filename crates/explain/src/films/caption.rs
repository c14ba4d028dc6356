//! What a step of a film says: one plain sentence with its numbers.

use bspwalk_progress::words::{count, counted, metres};
use bspwalk_trees::{
    NodeTree,
    node_storing::{Branch, NodeId},
    observer::{AtPlane, SkipReason, TreeQuery},
};

use super::{
    film::{QueryFilm, Step, left_out_by_side},
    outcome,
    query::Query,
    scene::{Scene, is, place, share},
    stages,
};

/// What a step of a film of this tree says; empty for a step that does not exist.
#[must_use]
pub fn caption(film: &QueryFilm, tree: &NodeTree, index: usize) -> String {
    let Some(step) = film.step(index) else {
        return String::new();
    };
    let question = film.question(index).map(|(_, question)| question);
    let scene = Scene {
        film,
        tree,
        question,
        is_first: film.counters(index).questions < 2,
    };
    match *step {
        Step::Ask(question) => scene.asked(question),
        Step::Visit { node, plane } => scene.visited(node, plane),
        Step::Skip { node, why } => scene.skipped(node, why, film.best_before(index)),
        Step::Pass { node } => scene.passed(node, film.best_before(index)),
        Step::Test {
            node,
            triangle,
            tested,
        } => outcome::sentence(&scene, node, triangle, tested),
        Step::Stage(stage) => stages::sentence(&scene, stage),
        Step::End => stages::end(&scene),
    }
}

impl Scene<'_> {
    fn asked(&self, question: TreeQuery) -> String {
        let faces = counted(self.tree.triangle_count(), "face");
        let subject = self.subject();
        let what = match question {
            TreeQuery::Cast { from, to } => {
                let length = metres(from.as_dvec3().distance(to.as_dvec3()));
                match self.film.query() {
                    Some(Query::Sight { .. }) => format!("Is the {subject} over {length} free?"),
                    _ => format!("Where does the {subject}, {length} long, first meet a face?"),
                }
            }
            TreeQuery::Sweep { from, to, radius, .. } => {
                let length = metres(from.as_dvec3().distance(to.as_dvec3()));
                let radius = if radius > 0.0 {
                    format!(" of radius {}", metres(f64::from(radius)))
                } else {
                    String::new()
                };
                format!("Which faces may the {subject}{radius} meet on its way of {length}?")
            }
            TreeQuery::Near { radius, .. } => {
                let to = match subject {
                    "sphere" => "the centre of the sphere",
                    _ => "the axis of the capsule",
                };
                let wider = match self.film.query() {
                    Some(Query::Push { .. }) => ", its radius and a quarter",
                    _ => "",
                };
                let radius = metres(f64::from(radius));
                format!("Which faces are nearer to {to} than {radius}{wider}?")
            }
            TreeQuery::Overlap { min, max } => {
                let [x, y, z] = (max - min).to_array().map(|size| metres(f64::from(size)));
                format!("Which faces touch the box of {x} × {y} × {z}?")
            }
            TreeQuery::Locate { point } => format!("In which cell is the point {}?", place(point.as_dvec3())),
        };
        match question {
            TreeQuery::Locate { .. } => {
                format!("{what} At each node the side of one plane decides.")
            }
            _ if self.is_first => format!("{what} Without a tree, all {faces} would be tested."),
            _ => what,
        }
    }

    /// "Node 17, depth 5:".
    fn node(&self, node: NodeId) -> String {
        let depth = self.tree.node(node).map_or(0, |view| view.depth);
        match depth {
            0 => format!("Node {}, the root:", count(node)),
            _ => format!("Node {}, depth {depth}:", count(node)),
        }
    }

    fn visited(&self, node: NodeId, plane: AtPlane) -> String {
        let head = self.node(node);
        let subject = self.subject();
        match plane {
            AtPlane::OneSide { branch, distance } => {
                let (side, other) = match branch {
                    Branch::Front => ("in front of", "behind it"),
                    Branch::Back => ("behind", "in front of it"),
                };
                let far = metres(f64::from(distance.max(0.0)));
                let lies = match self.question {
                    Some(TreeQuery::Sweep { .. }) => format!(
                        "on this part of its path the {subject}'s centre stays {side} the plane, at least {far} away, which is \
                         farther than it reaches"
                    ),
                    Some(TreeQuery::Near { .. }) => {
                        format!("the {subject}'s centre is {far} {side} the plane, farther than it reaches")
                    }
                    Some(TreeQuery::Overlap { .. }) => {
                        format!(
                            "the middle of the box is {far} {side} the plane, farther than the box reaches"
                        )
                    }
                    Some(TreeQuery::Locate { .. }) => format!("the point is {far} {side} the plane"),
                    Some(TreeQuery::Cast { .. }) | None => {
                        format!("this part of the {subject} stays {side} the plane, at least {far} away")
                    }
                };
                let rest = left_out_by_side(self.tree, node, plane);
                let rest = match rest.map_or(0, |rest| rest.len() as u64) {
                    0 => format!("There is no node {other}"),
                    1 => format!("The node {other} is skipped"),
                    nodes => format!("The {} {other} are skipped", counted(nodes, "node")),
                };
                let own = self.tree.triangles_at(node).len() as u64;
                let stays = match self.question {
                    Some(TreeQuery::Locate { .. }) => String::new(),
                    _ if own == 0 || self.is_ati() => String::new(),
                    _ => format!(", and {} {} not tested", own_faces(own), is(own)),
                };
                format!("{head} {lies}. {rest}{stays}.")
            }
            AtPlane::Crosses { first, t } => {
                let (near, far) = match first {
                    Branch::Front => ("front", "back"),
                    Branch::Back => ("back", "front"),
                };
                let own = match self.tree.triangles_at(node).len() as u64 {
                    0 => String::new(),
                    faces => format!(" then {},", own_faces(faces)),
                };
                let order = format!("The {near} comes first,{own} then the {far}.");
                let t = f64::from(t);
                if (0.0..=1.0).contains(&t) {
                    let crosses = if matches!(self.question, Some(TreeQuery::Cast { .. })) {
                        format!("the {subject} crosses the plane at {}", self.at(t))
                    } else {
                        format!("the {subject}'s centre crosses the plane at {}", self.at(t))
                    };
                    format!("{head} {crosses}, from {near} to {far}. {order}")
                } else {
                    let near = match self.question {
                        Some(TreeQuery::Cast { .. }) => {
                            "runs so close to the plane that rounding leaves its side open"
                        }
                        _ => "comes so close to the plane that it may touch it",
                    };
                    format!("{head} the {subject} {near}. {order}")
                }
            }
            AtPlane::Reaches { distance, reach } => {
                let side = if distance < 0.0 { "behind" } else { "in front of" };
                let [far, reach] = [distance.abs(), reach].map(|length| metres(f64::from(length)));
                let middle = match self.question {
                    Some(TreeQuery::Overlap { .. }) => "the middle of the box".to_owned(),
                    _ => format!("the {subject}'s centre"),
                };
                let tests = match self.tree.triangles_at(node).len() as u64 {
                    0 => "both sides are visited".to_owned(),
                    own => format!(
                        "{} {} tested, and both sides are visited",
                        own_faces(own),
                        is(own)
                    ),
                };
                format!(
                    "{head} {middle} is {far} {side} the plane, and the {subject} reaches {reach} towards it: {tests}."
                )
            }
            AtPlane::Block => self.block(&head, node),
        }
    }

    /// A block is visited: a node with few faces in it and below it, or one that was not divided.
    fn block(&self, head: &str, node: NodeId) -> String {
        let below = self.tree.subtree(node).len() as u64 - 1;
        if self.tree.node(node).is_some_and(|node| node.is_block) {
            let own = self.tree.triangles_at(node).len() as u64;
            return format!(
                "{head} its {} were not divided, as the tree has as many fragments as it may have: {} {} tested.",
                counted(own, "face"),
                own_faces(own),
                is(own)
            );
        }
        let faces = self.tree.triangle_count_below(node);
        let all = match faces {
            1 => "is one face, which is tested".to_owned(),
            _ => format!(
                "are {}, which are tested at once",
                counted(u64::from(faces), "face")
            ),
        };
        match below {
            0 => format!("{head} on its plane {all}."),
            1 => format!("{head} in it and the node below it {all}, without asking their planes."),
            _ => format!(
                "{head} in it and the {} below it {all}, without asking their planes.",
                counted(below, "node")
            ),
        }
    }

    fn skipped(&self, node: NodeId, why: SkipReason, best: Option<f64>) -> String {
        let below = (self.tree.subtree(node).len() as u64).saturating_sub(1);
        let (what, whose) = match below {
            0 => (format!("Node {} is skipped", count(node)), "its"),
            1 => (
                format!("Node {} and the node below it are skipped", count(node)),
                "their",
            ),
            _ => {
                let below = counted(below, "node");
                (
                    format!("Node {} and the {below} below it are skipped", count(node)),
                    "their",
                )
            }
        };
        let subject = self.subject();
        let part = match self.question {
            Some(TreeQuery::Cast { .. }) => format!("what is left of the {subject} does not touch"),
            Some(TreeQuery::Sweep { .. }) => {
                format!("on what is left of its path the {subject} does not touch")
            }
            _ => format!("the {subject} does not touch"),
        };
        match (why, best) {
            (SkipReason::Nearer, Some(t)) => format!("{what}: the hit at t = {} is nearer.", share(t)),
            (SkipReason::Nearer, None) => format!("{what}: what was found is nearer."),
            (SkipReason::Bounds, Some(t)) if self.path().is_some() => format!(
                "{what}: before the hit at t = {}, {part} the bounds of {whose} faces.",
                share(t)
            ),
            (SkipReason::Bounds, _) => format!("{what}: {part} the bounds of {whose} faces."),
            (SkipReason::Planes, _) => {
                format!("{what}: {part} the cell, which lies between the planes above.")
            }
        }
    }

    fn passed(&self, node: NodeId, best: Option<f64>) -> String {
        let nearer = best.map_or_else(
            || "what was found".to_owned(),
            |t| format!("the hit at t = {}", share(t)),
        );
        let tests = match self.tree.triangles_at(node).len() {
            1 => "its face is not tested",
            2..=8 => "its faces are not tested",
            _ => "some of its faces are not tested",
        };
        format!(
            "Back at node {}: {nearer} comes before them, so {tests}.",
            count(node)
        )
    }
}

/// "its own face", "its own 2 faces".
fn own_faces(faces: u64) -> String {
    match faces {
        1 => "its own face".to_owned(),
        _ => format!("its own {} faces", count(faces)),
    }
}
