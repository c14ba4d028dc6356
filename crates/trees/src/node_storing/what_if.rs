//! Replaces the plane of one node and rebuilds only that node's subtree.
//!
//! The planes above do not change, so the same pieces reach the node. Its random numbers depend only on its path. A
//! full build with this plane would therefore give the same tree.

use bspwalk_geometry::Plane;
use bspwalk_progress::Progress;

use super::{
    NONE, Node, NodeId, NodeTree,
    assemble::{cuts, finish},
    budget::Budget,
    builder::{Builder, FixedPlane},
    replay::{Replay, ReplayError, divide, divide_for_children},
    splice::Splice,
};
use crate::{
    TriangleId,
    growth::{Run, Subtree, grow},
    recording::ChosenBy,
    validation::is_plane,
};

impl Replay {
    /// Returns the tree with the plane of a node replaced, and with the subtree below that node rebuilt by the tree's
    /// rule. The plane's normal must be a unit vector. Planes that were set by hand above the node are kept; all planes
    /// below it are chosen again by the rule.
    ///
    /// # Errors
    /// Returns [`ReplayError::NoNode`], [`ReplayError::DividesNothing`], [`ReplayError::Cancelled`], or
    /// [`ReplayError::Build`] with [`BuildError::TooManyFragments`](super::BuildError::TooManyFragments).
    pub fn with_plane(
        &mut self,
        node: NodeId,
        plane: Plane,
        progress: &Progress,
    ) -> Result<NodeTree, ReplayError> {
        progress.begin("Finding the faces of the node", 0);
        let reached = self.reach(node, progress)?;
        if !is_plane(&plane) {
            return Err(ReplayError::DividesNothing(node));
        }
        let tree = self.tree.clone();
        let replaced = tree.subtree(node);
        let removed = self.cuts_below(node, reached.clone(), progress)?;

        let context = &mut self.input.context;
        context.record = tree.recording.is_some();
        let pieces = reached.pieces.reached(context);
        let own = (0..pieces.len()).find(|&index| pieces.plane(index) == plane);
        let (parts, _) = divide(&reached.pieces, context, &plane, own.as_slice(), progress)?;
        if parts.on.is_empty() && parts.cuts == 0 && (parts.front.is_empty() || parts.back.is_empty()) {
            return Err(ReplayError::DividesNothing(node));
        }
        drop(parts);
        let mut fragments = u64::from(tree.fragment_count()) + reached.pieces.len() as u64;
        for id in replaced.clone() {
            fragments -= u64::from(tree.nodes[id.index()].fragment_count);
        }
        let depth = reached.place.depth;
        let given = [FixedPlane {
            at: (depth, reached.place.seed),
            plane,
        }];
        let limit = if self.budget == Budget::UNLIMITED {
            tree.params.fragment_limit(self.input.triangles.len() as u64)
        } else {
            u64::MAX
        };
        let builder = Builder::new(context, &given, progress, (fragments, limit));
        progress.begin("Building the subtree", 0);
        let mut runs = grow(&builder, Run::default(), reached, &self.effort, progress)?;
        progress.begin("Assembling the tree", 0);
        let origin = |triangle: TriangleId| Some(self.origin[triangle.index()]);
        let triangles = self.input.triangles.clone();
        let mut splice = Splice::new(&tree, triangles, tree.recording.is_some(), origin, progress);
        splice.copy_to(replaced.start)?;
        splice.append((&mut runs, 0), tree.ancestors(node).next())?;
        splice.skip_to(replaced.end);
        splice.copy_to(NodeId(tree.node_count()))?;
        let mut result = splice.tree;
        result.splits = tree.splits - removed + cuts(&runs);
        let given = result.by_hand.partition_point(|&other| other < node);
        result.by_hand.insert(given, node);
        if let Some(recording) = &mut result.recording {
            recording.decisions[node.index()].chosen_by = ChosenBy::Hand;
        }
        finish(&mut result, progress)?;
        Ok(result)
    }

    fn cuts_below(
        &self,
        node: NodeId,
        reached: Subtree<Budget>,
        progress: &Progress,
    ) -> Result<u32, ReplayError> {
        let mut cuts = 0;
        let mut stack = vec![(node, reached)];
        while let Some((node, reached)) = stack.pop() {
            progress.check()?;
            let (children, own_cuts) =
                divide_for_children(&self.tree, &self.input.context, node, &reached, progress)?;
            cuts += own_cuts;
            let Node { front, back, .. } = self.tree.nodes[node.index()];
            for (id, child) in [front, back].into_iter().zip(children) {
                if id != NONE {
                    stack.push((id, child.ok_or(ReplayError::OtherTriangles)?));
                }
            }
        }
        Ok(cuts)
    }
}

impl NodeTree {
    /// Returns the planes that were set by hand, sorted by node number. To reproduce this tree, build it without them,
    /// then set them in this order.
    pub fn planes_by_hand(&self) -> impl ExactSizeIterator<Item = (NodeId, Plane)> + '_ {
        let plane = |&id: &NodeId| (id, self.nodes[id.index()].plane);
        self.by_hand.iter().map(plane)
    }

    /// Marks the planes of the given nodes as set by hand, because this information is not stored in files. Ignores
    /// nodes that do not exist.
    #[must_use]
    pub fn with_planes_by_hand(mut self, nodes: impl IntoIterator<Item = NodeId>) -> Self {
        self.by_hand = nodes.into_iter().filter(|id| id.0 < self.node_count()).collect();
        self.by_hand.sort_unstable();
        self.by_hand.dedup();
        self
    }

    pub(super) fn end_of_subtree(&self, node: NodeId) -> NodeId {
        let depth = self.nodes[node.index()].depth;
        let after = self.nodes[node.index() + 1..].iter();
        let below = after.take_while(|node| node.depth > depth).count();
        NodeId::from_index(node.index() + 1 + below)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::DVec3;

    use super::*;
    use crate::{BuildParams, Rule};
    use bspwalk_geometry::{Aabb, FaceId, TaggedTriangle};
    use bspwalk_progress::Cancelled;

    /// Returns randomly rotated boxes with pairs of coplanar triangles. The planes of each box cut faces of the other
    /// boxes.
    fn boxes(count: usize) -> Vec<TaggedTriangle> {
        let mut random = fastrand::Rng::with_seed(5);
        let mut triangles = Vec::new();
        for _ in 0..count {
            let mut number = || random.f64();
            let center = DVec3::new(number(), 0.2 * number(), number()) * 20.0;
            let turn = glam::DQuat::from_rotation_y(if number() < 0.5 { 0.0 } else { number() });
            let half = DVec3::new(0.4 + number(), 0.4 + number(), 0.4 + number());
            for axis in 0..3 {
                let [n, u, v] = [0, 1, 2].map(|i| DVec3::AXES[(axis + i) % 3] * half[(axis + i) % 3]);
                for side in [-1.0, 1.0] {
                    let corner = |a: f64, b: f64| center + turn * (n * side + u * a * side + v * b);
                    let [a, b, c, d] = [
                        corner(-1.0, -1.0),
                        corner(1.0, -1.0),
                        corner(1.0, 1.0),
                        corner(-1.0, 1.0),
                    ];
                    for corners in [[a, b, c], [a, c, d]] {
                        let face = FaceId::from_index(triangles.len() + 7);
                        triangles.push(TaggedTriangle { corners, face });
                    }
                }
            }
        }
        triangles
    }

    fn text(tree: &NodeTree) -> String {
        let mut tree = tree.clone();
        tree.by_hand.clear();
        for decision in tree
            .recording
            .iter_mut()
            .flat_map(|recording| &mut recording.decisions)
        {
            decision.chosen_by = ChosenBy::Nothing;
        }
        format!("{tree:?}")
    }

    fn leaning(replay: &mut Replay, node: NodeId) -> Plane {
        let reached = replay.reach(node, &Progress::default()).expect("it exists");
        let normal = DVec3::new(0.8, 0.1, 0.6).normalize();
        let pieces = reached.pieces.reached(&replay.input.context);
        let vertices = (0..pieces.len()).flat_map(|index| pieces.vertices(index));
        let bounds = Aabb::from_points(vertices.map(|vertex| vertex.position));
        Plane::from_point_normal(bounds.center(), normal)
    }

    #[test]
    fn replaced_plane_matches_full_build() {
        let triangles = boxes(24);
        let mut changed = 0;
        for rule in Rule::ALL {
            for record in [true, false] {
                let params = BuildParams::preset(rule);
                let progress = Arc::new(Progress::default());
                let tree = NodeTree::builder(&params)
                    .progress(&progress)
                    .recorded(record)
                    .build(&triangles)
                    .expect("it builds");
                let tree = Arc::new(tree);
                let mut replay =
                    Replay::new(tree.clone(), &triangles, &progress).expect("they are its triangles");
                for node in tree.node_ids().step_by(29) {
                    let case = format!("{rule}, node {node}, recorded: {record}");
                    let division = replay.division(node, &progress).expect("it exists");
                    let others = division
                        .decision
                        .candidates
                        .iter()
                        .map(|candidate| candidate.plane);
                    let mut planes: Vec<Plane> = others.take(2).collect();
                    let own = division
                        .pieces()
                        .map(|piece| piece.corners().collect::<Vec<_>>())
                        .last();
                    let corners = own.expect("some piece reached it");
                    planes.extend(Plane::from_points([corners[0], corners[1], corners[2]]));
                    planes.push(leaning(&mut replay, node));
                    for plane in planes {
                        let result = match replay.with_plane(node, plane, &progress) {
                            Err(ReplayError::DividesNothing(_)) => continue,
                            result => result.expect("it can be built"),
                        };
                        let reached = replay.reach(node, &progress).expect("it exists");
                        let given = [FixedPlane {
                            at: (reached.place.depth, reached.place.seed),
                            plane,
                        }];
                        let whole = NodeTree::build_given(&triangles, &params, &progress, record, &given);
                        let whole = whole.expect("it builds");
                        assert_eq!(result.validate(), Ok(()), "{case}");
                        assert!(text(&result) == text(&whole), "{case}: the trees differ");
                        assert_eq!(result.nodes[node.index()].plane, plane, "{case}");
                        changed += usize::from(text(&result) != text(&tree));
                        // Check that the new tree can also be replayed.
                        let result = Arc::new(result);
                        let mut again = Replay::new(result.clone(), &triangles, &progress)
                            .expect("they are its triangles");
                        let division = again.division(node, &progress).expect("it exists");
                        let chosen = division.decision.candidates[division.decision.chosen as usize];
                        assert_eq!(chosen.plane, plane, "{case}");
                        assert_eq!(result.by_hand, [node], "{case}");
                        for id in result.node_ids() {
                            let division = again.division(id, &progress).expect("it exists");
                            let by = division.decision.chosen_by;
                            assert_eq!(by == ChosenBy::Hand, id == node, "{case}: {by:?} at {id}");
                            assert_ne!(by, ChosenBy::Stored, "{case}: {id}");
                        }
                        let restored = again.with_plane(node, tree.nodes[node.index()].plane, &progress);
                        assert!(
                            text(&restored.expect("it was built so")) == text(&tree),
                            "{case}: back"
                        );
                    }
                }
            }
        }
        assert!(changed > 100, "only {changed} trees were others");
    }

    #[test]
    fn planes_by_hand_reproduce_tree() {
        let triangles = boxes(24);
        let progress = Progress::default();
        let mut random = fastrand::Rng::with_seed(5);
        for rule in Rule::ALL {
            let built = NodeTree::build(&triangles, &BuildParams::preset(rule)).expect("it builds");
            let built = Arc::new(built);
            let changed = |tree: &Arc<NodeTree>, node: NodeId, plane: Option<Plane>| {
                let mut replay =
                    Replay::new(tree.clone(), &triangles, &progress).expect("they are its triangles");
                let plane = plane.unwrap_or_else(|| leaning(&mut replay, node));
                replay.with_plane(node, plane, &progress).ok().map(Arc::new)
            };
            let mut by_steps = built.clone();
            for _ in 0..8 {
                let node = NodeId(random.u32(..by_steps.node_count()));
                by_steps = changed(&by_steps, node, None).unwrap_or(by_steps);
            }
            let planes = by_steps.planes_by_hand();
            assert!(planes.len() > 2, "{rule}");
            let again = planes.fold(built, |tree, (node, plane)| {
                changed(&tree, node, Some(plane)).expect("it was set before")
            });
            assert!(text(&again) == text(&by_steps), "{rule}: the trees differ");
            assert_eq!(again.by_hand, by_steps.by_hand, "{rule}");
            let mut read = NodeTree::clone(&again);
            read.by_hand.clear();
            let noted = again
                .by_hand
                .iter()
                .rev()
                .copied()
                .chain([NONE, again.by_hand[0]]);
            assert_eq!(read.with_planes_by_hand(noted).by_hand, again.by_hand, "{rule}");
        }
    }

    #[test]
    fn tree_is_independent_of_thread_count() {
        let triangles = boxes(400);
        let progress = Arc::new(Progress::default());
        let tree = Arc::new(NodeTree::build(&triangles, &BuildParams::default()).expect("it builds"));
        let built = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            let mut replay =
                Replay::new(tree.clone(), &triangles, &progress).expect("they are its triangles");
            let plane = leaning(&mut replay, NodeId(0));
            pool.install(|| text(&replay.with_plane(NodeId(0), plane, &progress).expect("it builds")))
        };
        assert!(built(1) == built(4));
    }

    #[test]
    fn plane_that_divides_nothing_is_rejected() {
        let triangles = boxes(3);
        let tree = Arc::new(NodeTree::build(&triangles, &BuildParams::default()).expect("it builds"));
        let mut replay = Replay::new(tree, &triangles, &Progress::default()).expect("they are its triangles");
        let mut refused = |plane| {
            replay
                .with_plane(NodeId(0), plane, &Progress::default())
                .expect_err("it divides nothing")
        };
        let outside = Plane::from_point_normal(DVec3::splat(1000.0), DVec3::X);
        assert_eq!(refused(outside), ReplayError::DividesNothing(NodeId(0)));
        let none = Plane {
            normal: DVec3::NAN,
            d: 0.0,
        };
        assert_eq!(refused(none), ReplayError::DividesNothing(NodeId(0)));
    }

    #[test]
    fn replay_can_be_cancelled() {
        let triangles = boxes(30);
        let tree = Arc::new(NodeTree::build(&triangles, &BuildParams::default()).expect("it builds"));
        let mut replay =
            Replay::new(tree.clone(), &triangles, &Progress::default()).expect("they are its triangles");
        let progress = Progress::default();
        progress.cancel();
        let plane = tree.nodes[0].plane;
        assert_eq!(
            replay
                .with_plane(NodeId(0), plane, &progress)
                .expect_err("it was cancelled"),
            ReplayError::Cancelled(Cancelled)
        );
        assert_eq!(
            replay
                .division(NodeId(0), &progress)
                .expect_err("it was cancelled"),
            ReplayError::Cancelled(Cancelled)
        );
    }
}
