//! Captions of an animation: one plain sentence with numbers for each step.

use bspwalk_text::{
    text,
    words::{count, count_with_noun, metres},
};
use bspwalk_trees::{
    NodeTree,
    node_storing::{Branch, NodeId},
    observer::{AtPlane, SkipReason, TestedPlanes, TreeQuery},
};
use glam::Vec3;

use super::{
    film::{QueryFilm, Step, subtree_skipped_at_plane},
    outcome,
    query::Query,
    scene::{Scene, format_point, share},
    stages,
};

/// Returns the caption of a step in the animation of a query in this tree. The caption is empty if the step does not
/// exist.
#[must_use]
pub fn caption(film: &QueryFilm, tree: &NodeTree, index: usize) -> String {
    let Some(step) = film.step(index) else {
        return String::new();
    };
    let question = film.tree_query_at(index).map(|(_, question)| question);
    let scene = Scene {
        film,
        tree,
        question,
        is_first: film.counters(index).questions < 2,
    };
    match *step {
        Step::Ask(question) => scene.asked(question),
        Step::Visit { node, plane } => scene.visited(node, plane),
        Step::Skip { node, why } => scene.skipped(node, why, film.nearest_hit_before(index)),
        Step::Pass { node } => scene.passed(node, film.nearest_hit_before(index)),
        Step::Test {
            node,
            triangle,
            tested,
        } => outcome::describe_triangle_test(&scene, node, triangle, tested),
        Step::Planes(tested) => scene.tested_planes(tested),
        Step::Descent {
            node,
            planes,
            skipped,
        } => scene.descended(node, planes, skipped),
        Step::Misses { node, faces } => scene.missed(node, faces),
        Step::Rest { skipped, passed } => rested([skipped, passed], film.nearest_hit_before(index)),
        Step::Stage(stage) => stages::describe_stage(&scene, stage),
        Step::End => stages::end(&scene),
    }
}

impl Scene<'_> {
    fn asked(&self, question: TreeQuery) -> String {
        let faces = count_with_noun(self.tree.triangle_count(), "face");
        let subject = self.subject();
        let what = match question {
            TreeQuery::Cast { from, to } => {
                let length = metres(from.as_dvec3().distance(to.as_dvec3()));
                match self.film.query() {
                    Some(Query::Sight { .. }) => text!("caption-ask-sight", subject, length),
                    _ => text!("caption-ask-cast", subject, length),
                }
            }
            TreeQuery::Sweep { from, to, radius, .. } => {
                let length = metres(from.as_dvec3().distance(to.as_dvec3()));
                if radius > 0.0 {
                    let radius = metres(f64::from(radius));
                    text!("caption-ask-sweep-sphere", subject, radius, length)
                } else {
                    text!("caption-ask-sweep", subject, length)
                }
            }
            TreeQuery::Near {
                half_axis, radius, ..
            } => {
                let to = if half_axis == Vec3::ZERO && radius > 0.0 {
                    text!("caption-centre-of-sphere")
                } else {
                    text!("caption-axis-of-capsule")
                };
                let radius = metres(f64::from(radius));
                match self.film.query() {
                    Some(Query::Push { .. }) => {
                        text!("caption-ask-near-push", to, radius)
                    }
                    _ => text!("caption-ask-near", to, radius),
                }
            }
            TreeQuery::Overlap { min, max } => {
                let [x, y, z] = (max - min).to_array().map(|size| metres(f64::from(size)));
                text!("caption-ask-box", x, y, z)
            }
            TreeQuery::Locate { point } => text!("caption-ask-point", point = format_point(point.as_dvec3())),
        };
        match question {
            TreeQuery::Locate { .. } => {
                text!(
                    "text-sentences",
                    first = what,
                    second = text!("caption-one-plane-decides")
                )
            }
            _ if self.is_first => {
                let without = text!("caption-without-tree", faces);
                text!("text-sentences", first = what, second = without)
            }
            _ => what,
        }
    }

    /// Formats the name of a node: "node 17 (depth 5)".
    fn node(&self, node: NodeId) -> String {
        let depth = self.tree.node(node).map_or(0, |view| view.depth);
        match depth {
            0 => text!("caption-root", node = count(node)),
            _ => text!("caption-node", node = count(node), depth),
        }
    }

    fn visited(&self, node: NodeId, plane: AtPlane) -> String {
        let head = self.node(node);
        let subject = self.subject();
        match plane {
            AtPlane::OneSide { branch, distance } => {
                let (side, other) = match branch {
                    Branch::Front => (text!("caption-in-front-of"), text!("caption-behind-it")),
                    Branch::Back => (text!("caption-behind"), text!("caption-in-front-of-it")),
                };
                let far = metres(f64::from(distance.max(0.0)));
                let lies = match self.question {
                    Some(TreeQuery::Sweep { .. }) => text!("caption-stays-sweep", subject, side, far),
                    Some(TreeQuery::Near { .. }) => {
                        text!("caption-stays-near", subject, far, side)
                    }
                    Some(TreeQuery::Overlap { .. }) => {
                        text!("caption-stays-box", far, side)
                    }
                    Some(TreeQuery::Locate { .. }) => text!("caption-stays-point", far, side),
                    Some(TreeQuery::Cast { .. }) | None => {
                        text!("caption-stays-cast", subject, side, far)
                    }
                };
                let rest = subtree_skipped_at_plane(self.tree, node, plane);
                let rest = match rest.map_or(0, |rest| rest.len() as u64) {
                    0 => text!("caption-no-node", other),
                    1 => text!("caption-node-skipped", other),
                    nodes => text!(
                        "caption-nodes-skipped",
                        nodes = count_with_noun(nodes, "node"),
                        other
                    ),
                };
                let own = self.tree.triangles_at(node).len() as u64;
                let is_locate = matches!(self.question, Some(TreeQuery::Locate { .. }));
                if own == 0 || is_locate || self.is_ati() {
                    text!("caption-one-side", head, lies, rest)
                } else {
                    text!(
                        "caption-one-side-own",
                        head,
                        lies,
                        rest,
                        own = own_faces(own),
                        count = count(own)
                    )
                }
            }
            AtPlane::Crosses { first, t } => {
                let (near, far) = match first {
                    Branch::Front => (text!("caption-front"), text!("caption-back")),
                    Branch::Back => (text!("caption-back"), text!("caption-front")),
                };
                let order = match self.tree.triangles_at(node).len() as u64 {
                    0 => text!("caption-order", near, far),
                    own => text!("caption-order-own", near, own = own_faces(own), far),
                };
                let t = f64::from(t);
                if (0.0..=1.0).contains(&t) {
                    let crosses = if matches!(self.question, Some(TreeQuery::Cast { .. })) {
                        text!("caption-crosses", subject, at = self.format_path_position(t))
                    } else {
                        text!(
                            "caption-centre-crosses",
                            subject,
                            at = self.format_path_position(t)
                        )
                    };
                    text!("caption-crosses-from-to", head, crosses, near, far, order)
                } else {
                    match self.question {
                        Some(TreeQuery::Cast { .. }) => {
                            text!("caption-side-open", head, subject, order)
                        }
                        _ => text!("caption-may-touch", head, subject, order),
                    }
                }
            }
            AtPlane::Reaches { distance, reach } => {
                let side = if distance < 0.0 {
                    text!("caption-behind")
                } else {
                    text!("caption-in-front-of")
                };
                let [far, reach] = [distance.abs(), reach].map(|length| metres(f64::from(length)));
                let middle = match self.question {
                    Some(TreeQuery::Overlap { .. }) => text!("caption-middle-of-box").to_owned(),
                    _ => text!("caption-centre-of", subject),
                };
                let tests = match self.tree.triangles_at(node).len() as u64 {
                    0 => text!("caption-both-sides").to_owned(),
                    own => text!("caption-reaches-own", own = own_faces(own), count = count(own)),
                };
                text!("caption-reaches", head, middle, far, side, subject, reach, tests)
            }
            AtPlane::Block => self.block(&head, node),
        }
    }

    /// Describes the visit to a block, which is a subtree with few faces or an undivided node.
    fn block(&self, head: &str, node: NodeId) -> String {
        let below = self.tree.subtree(node).len() as u64 - 1;
        if self.tree.node(node).is_some_and(|node| node.is_block) {
            let own = self.tree.triangles_at(node).len() as u64;
            return text!("caption-undivided", head, faces = count_with_noun(own, "face"));
        }
        let faces = self.tree.triangle_count_below(node);
        let all = match faces {
            1 => text!("caption-block-one-face").to_owned(),
            _ => text!(
                "caption-block-faces",
                faces = count_with_noun(u64::from(faces), "face")
            ),
        };
        match below {
            0 => text!("caption-block-leaf", head, all),
            1 => text!("caption-block-one-below", head, all),
            _ => text!(
                "caption-block-below",
                head,
                nodes = count_with_noun(below, "node"),
                all
            ),
        }
    }

    fn skipped(&self, node: NodeId, why: SkipReason, best: Option<f64>) -> String {
        let below = (self.tree.subtree(node).len() as u64).saturating_sub(1);
        let (what, whose) = match below {
            0 => (
                text!("caption-skip-node", node = count(node)),
                text!("caption-its"),
            ),
            1 => (
                text!("caption-skip-one-below", node = count(node)),
                text!("caption-their"),
            ),
            _ => {
                let below = count_with_noun(below, "node");
                (
                    text!("caption-skip-below", node = count(node), below),
                    text!("caption-their"),
                )
            }
        };
        let subject = self.subject();
        let part = match self.question {
            Some(TreeQuery::Cast { .. }) => text!("caption-left-of-segment", subject),
            Some(TreeQuery::Sweep { .. }) => {
                text!("caption-left-of-path", subject)
            }
            _ => text!("caption-not-touching", subject),
        };
        match (why, best) {
            (SkipReason::Nearer, Some(t)) => text!("caption-hit-is-nearer", what, t = share(t)),
            (SkipReason::Nearer, None) => text!("caption-found-is-nearer", what),
            (SkipReason::Bounds, Some(t)) if self.path().is_some() => {
                text!("caption-bounds-before", what, t = share(t), part, whose)
            }
            (SkipReason::Bounds, _) => text!("caption-bounds", what, part, whose),
            (SkipReason::Planes, _) => {
                text!("caption-planes", what, part)
            }
        }
    }

    /// Describes how the planes of a wide node are tested together.
    fn tested_planes(&self, tested: TestedPlanes) -> String {
        let planes = count_with_noun(tested.planes, "plane");
        let (head, subject) = (self.node(tested.node), self.subject());
        let cells = count_with_noun(tested.cells, "cell");
        match (tested.entered, tested.nearest) {
            (0, _) => text!("caption-wide-none", head, planes, subject, cells),
            (entered, Some(nearest)) => text!(
                "caption-wide-nearest",
                head,
                planes,
                subject,
                entered = count(entered),
                cells,
                nearest = count(nearest)
            ),
            (entered, None) => text!(
                "caption-wide",
                head,
                planes,
                subject,
                entered = count(entered),
                cells
            ),
        }
    }

    /// Describes several consecutive planes that the query does not cross.
    fn descended(&self, node: NodeId, planes: u32, skipped: u32) -> String {
        let planes = count_with_noun(planes, "plane");
        let subject = self.subject();
        let depth = self.tree.node(node).map_or(0, |view| view.depth);
        let node = count(node);
        match skipped {
            0 => text!("caption-descent-all", planes, subject, node, depth),
            _ => text!(
                "caption-descent",
                planes,
                subject,
                node,
                depth,
                nodes = count_with_noun(skipped, "node"),
                count = count(skipped)
            ),
        }
    }

    /// Describes several faces of a node that do not match the query.
    fn missed(&self, node: NodeId, faces: u32) -> String {
        let head = self.node(node);
        let faces_words = count_with_noun(faces, "face");
        match self.question {
            _ if faces == 0 => text!("caption-misses-known", head),
            Some(TreeQuery::Cast { .. } | TreeQuery::Sweep { .. }) => {
                text!("caption-misses-path", head, faces = faces_words)
            }
            _ => text!("caption-misses-near", head, faces = faces_words),
        }
    }

    fn passed(&self, node: NodeId, best: Option<f64>) -> String {
        let nearer = nearer(best);
        let tests = match self.tree.triangles_at(node).len() {
            1 => text!("caption-face-not-tested"),
            2..=8 => text!("caption-faces-not-tested"),
            _ => text!("caption-some-not-tested"),
        };
        text!("caption-back-at", node = count(node), nearer, tests)
    }
}

/// Describes several consecutive subtrees and faces that are skipped.
fn rested([skipped, passed]: [u32; 2], best: Option<f64>) -> String {
    let nearer = nearer(best);
    match skipped {
        0 => text!(
            "caption-rest-faces",
            nodes = count_with_noun(passed, "node"),
            nearer
        ),
        _ => text!(
            "caption-rest",
            nodes = count_with_noun(skipped, "node"),
            count = count(skipped),
            nearer
        ),
    }
}

/// Names the hit that is nearer than a skipped subtree: "the hit at t = 0.571".
fn nearer(best: Option<f64>) -> String {
    best.map_or_else(
        || text!("caption-what-was-found").to_owned(),
        |t| text!("caption-the-hit", t = share(t)),
    )
}

/// Formats a phrase such as "the node's own face" or "the node's own 2 faces".
fn own_faces(faces: u64) -> String {
    match faces {
        1 => text!("caption-own-face").to_owned(),
        _ => text!("caption-own-faces", count = count(faces)),
    }
}
