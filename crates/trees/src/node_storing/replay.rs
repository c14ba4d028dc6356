//! Replays the build of a finished tree, division by division.
//!
//! The build stores nothing extra for this. To find the pieces that reached a node, the replay divides all faces along
//! the path from the root, using the planes in the tree. If the decisions were not recorded, the rule chooses again
//! with the same random numbers. All arithmetic is the same as in the build, so the result is bit-identical.

use std::sync::Arc;

use bspwalk_geometry::{Plane, Relation, TaggedTriangle};
use bspwalk_progress::{Cancelled, Progress};

use super::{
    Branch, FragmentSpan, NodeId, NodeTree,
    budget::Budget,
    build::{Input, root},
    builder::{BuildError, stored_by_rule},
    context::{Context, Reached},
    division::{Division, DivisionOrder},
    rules::{Table, choose, effort},
};
use crate::triangle::QueryTriangle;
use crate::{
    Rule, TriangleId,
    effort::{Effort, Report},
    growth::Subtree,
    partition::Partition,
    pieces::{Cutter, Piece, Pieces, Polygons},
    recording::ChosenBy,
};

/// Errors that can occur when replaying a build.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The replay was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The build with a replaced plane failed.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The tree was not built from the given triangles.
    #[error("the tree was built from different triangles")]
    OtherTriangles,
    /// The tree has no node with this number.
    #[error("the tree has no node {0}")]
    NoNode(NodeId),
    /// A plane was rejected, because it is invalid, or because all pieces that reach its node are on one side and none
    /// are on it.
    #[error("this plane divides nothing: all faces in node {0} are on one side of it")]
    DividesNothing(NodeId),
}

/// A replay of a build. It can compute the divisions of the nodes in any order. Divisions are numbered as in
/// [`DivisionOrder`].
pub struct Replay {
    pub(super) tree: Arc<NodeTree>,
    pub(super) input: Input,
    pub(super) effort: Effort,
    pub(super) origin: Vec<TriangleId>,
    pub(super) budget: Budget,
    order: DivisionOrder,
    /// Cached subtrees on the path to the last requested node, starting with the root. Each has at most [`KEPT`] times
    /// as many pieces as the previous one. This limits the cache to a few times the size of the root's pieces.
    reached: Vec<(NodeId, Subtree<Budget>)>,
}

/// Maximum ratio between the numbers of pieces in consecutive entries of [`Replay::reached`].
const KEPT: f64 = 0.75;

impl Replay {
    /// Prepares a replay. The tree must have been built from the given triangles, which may be in any order.
    ///
    /// # Errors
    /// Returns [`ReplayError::OtherTriangles`] if the tree was built from other triangles, and [`ReplayError::Build`]
    /// if a corner is not finite or the replay is cancelled.
    pub fn new(
        tree: Arc<NodeTree>,
        triangles: &[TaggedTriangle],
        progress: &Progress,
    ) -> Result<Self, ReplayError> {
        let (input, origin) = Input::of_tree(&tree, triangles, progress, true)?;
        // If the tree has blocks, it would exceed the fragment limit without them.
        let budget = if tree.has_blocks() {
            Budget::of_tree(&tree.params, input.triangles.len())
        } else {
            Budget::UNLIMITED
        };
        Ok(Self {
            effort: effort(&tree.params),
            budget,
            order: DivisionOrder::new(&tree),
            tree,
            input,
            origin,
            reached: Vec::new(),
        })
    }

    /// Returns the tree.
    #[must_use]
    pub fn tree(&self) -> &Arc<NodeTree> {
        &self.tree
    }

    /// Returns the number of divisions, which equals the number of nodes.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.order.len()
    }

    /// Returns whether there are no divisions, as in a tree without triangles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Returns the node of the division with the given index, or `None` if there is no such division.
    #[must_use]
    pub fn node_at(&self, step: u32) -> Option<NodeId> {
        self.order.node_at(step)
    }

    /// Returns the index of a node's division, or `None` if there is no such node.
    #[must_use]
    pub fn step_of(&self, node: NodeId) -> Option<u32> {
        self.order.step_of(node, self.tree.nodes.get(node.index())?.depth)
    }

    /// Returns the number of divisions above this depth, which is the index of the first division at this depth.
    #[must_use]
    pub fn steps_above(&self, depth: u32) -> u32 {
        self.order.steps_above(depth)
    }

    /// Returns the division at a node. If the build did not record its decision, the rule chooses again.
    ///
    /// # Errors
    /// Returns [`ReplayError::NoNode`], [`ReplayError::Cancelled`], or [`ReplayError::OtherTriangles`] if the triangles
    /// and parameters do not reproduce this tree.
    pub fn division(&mut self, node: NodeId, progress: &Progress) -> Result<Division, ReplayError> {
        let subtree = self.reach(node, progress)?;
        let (tree, context) = (&self.tree, &self.input.context);
        let reached = subtree.pieces.reached(context);
        let stored = &tree.nodes[node.index()];
        let plane = stored.plane;
        let own = own_pieces(tree, &reached, node);
        let (parts, _) = divide(&subtree.pieces, context, &plane, &own, progress)?;
        if parts.on.len() != stored.fragment_count as usize {
            return Err(ReplayError::OtherTriangles);
        }
        let decision = match &tree.recording {
            Some(recording) => recording.decisions[node.index()].clone(),
            None => {
                let mut random = fastrand::Rng::with_seed(subtree.place.seed);
                let mut report = Report::new(progress, &self.effort);
                let given = (!stored.is_block()).then_some(&plane);
                let table = &mut Table::default();
                let mut choice = choose(&reached, &mut random, &mut report, given, table)?;
                if tree.by_hand.binary_search(&node).is_ok() {
                    choice.by = ChosenBy::Hand;
                }
                if stored.is_block() {
                    choice.into_undivided_decision(reached.len())
                } else {
                    choice.decision_of(reached.len(), parts.counts(), parts.cuts)
                }
            }
        };
        let alone = context.params.rule == Rule::Ati && !own.is_empty();
        let cutter = Cutter::new(&plane, context);
        let fate = |index: usize| {
            if own.binary_search(&index).is_ok() {
                return Relation::On;
            }
            match reached.relation(index, &cutter) {
                // The node stores only its own piece; other coplanar pieces go to the front child.
                Relation::On if alone => Relation::Front,
                relation => relation,
            }
        };
        let (mut pieces, mut corners) = (Vec::with_capacity(reached.len()), Vec::new());
        for index in 0..reached.len() {
            progress.check_at(index)?;
            corners.extend(reached.vertices(index).iter().map(|vertex| vertex.position));
            pieces.push((reached.number(index), fate(index), corners.len()));
        }
        Ok(Division {
            node,
            depth: subtree.place.depth,
            plane: tree.plane_or_first_face_plane(stored),
            decision,
            pieces,
            corners,
        })
    }

    pub(super) fn reach(
        &mut self,
        node: NodeId,
        progress: &Progress,
    ) -> Result<Subtree<Budget>, ReplayError> {
        let tree = &self.tree;
        if node.0 >= tree.node_count() {
            return Err(ReplayError::NoNode(node));
        }
        // Ancestors in order from the root, each with the side that the path takes.
        let mut path: Vec<(NodeId, Branch)> = tree.ancestors(node).collect();
        path.reverse();
        let on_path = |id: NodeId| id == node || path.iter().any(|&(above, _)| above == id);
        let kept = self.reached.iter().take_while(|(id, _)| on_path(*id)).count();
        self.reached.truncate(kept);
        let mut at = match self.reached.last() {
            Some((_, reached)) => reached.clone(),
            None => root(self.input.context.pieces(), &tree.params, self.budget),
        };
        let first = at.place.depth as usize;
        for &(above, branch) in &path[first..] {
            progress.check()?;
            let (children, _) = divide_for_children(tree, &self.input.context, above, &at, progress)?;
            at = branch.pick(children).ok_or(ReplayError::OtherTriangles)?;
            let last = self
                .reached
                .last()
                .map_or(self.input.triangles.len(), |(_, kept)| kept.pieces.len());
            if at.pieces.len() as f64 <= last as f64 * KEPT {
                let node = &tree.nodes[above.index()];
                let id = branch.pick([node.front, node.back]);
                self.reached.push((id, at.clone()));
            }
        }
        Ok(at)
    }
}

impl Input {
    /// Prepares the input of a tree that was built from the given triangles. Also returns the position of each triangle
    /// of the tree in it.
    pub(super) fn of_tree(
        tree: &NodeTree,
        triangles: &[TaggedTriangle],
        progress: &Progress,
        record: bool,
    ) -> Result<(Self, Vec<TriangleId>), ReplayError> {
        let mut input = Self::new(triangles, &tree.params, progress, record)?;
        let origin = origin(&tree.triangles, &input.triangles).ok_or(ReplayError::OtherTriangles)?;
        if tree.params.rule != Rule::Ati {
            // An edited tree keeps the thickness of its planes, although the bounds of the triangles may have changed.
            input.context.tolerance = tree.tolerances.on_plane;
        }
        Ok((input, origin))
    }
}

pub(super) fn divide(
    pieces: &Pieces,
    context: &Context,
    plane: &Plane,
    own: &[usize],
    progress: &Progress,
) -> Result<(Partition, Polygons), Cancelled> {
    let is_own = |index: usize, _: &Piece| own.binary_search(&index).is_ok();
    let stored = stored_by_rule(&context.params, own.first().copied());
    Partition::of((context, plane), pieces, stored, is_own, progress)
}

/// Divides the pieces at a node in the same way as the build.
pub(super) fn divide_for_children(
    tree: &NodeTree,
    context: &Context,
    node: NodeId,
    reached: &Subtree<Budget>,
    progress: &Progress,
) -> Result<([Option<Subtree<Budget>>; 2], u32), Cancelled> {
    let plane = tree.nodes[node.index()].plane;
    let own = own_pieces(tree, &reached.pieces.reached(context), node);
    let (parts, polygons) = divide(&reached.pieces, context, &plane, &own, progress)?;
    let budgets = reached
        .cell
        .divided(parts.on.len(), [parts.front.len(), parts.back.len()]);
    let sides = [(&parts.front, Branch::Front), (&parts.back, Branch::Back)];
    let [front, back] = std::array::from_fn(|side| {
        let (pieces, branch) = sides[side];
        (!pieces.is_empty()).then(|| Subtree {
            pieces: Pieces::copied_from(pieces, &polygons),
            place: reached.place.child(None, branch),
            cell: budgets[side],
        })
    });
    Ok(([front, back], parts.cuts))
}

/// Returns the pieces that reached the node, lie in its plane, and are stored there uncut. Under the rule `ati`,
/// returns only the first one.
///
/// If the build chose the plane of a piece, that piece is among the results. If there are several, all of them are on
/// the plane within the tolerance, so any of them may count as the chosen one.
pub(super) fn own_pieces(tree: &NodeTree, reached: &Reached<'_>, node: NodeId) -> Vec<usize> {
    let context = reached.faces;
    let node = &tree.nodes[node.index()];
    let spans = tree.spans(node);
    let face = |span: &FragmentSpan| tree.triangles[span.triangle.index()].face;
    let mut stored: Vec<_> = spans.iter().map(|span| (face(span), span)).collect();
    stored.sort_by_key(|&(face, _)| face);
    let is_stored = |index: usize| {
        let own_face = reached.number(index);
        let first = stored.partition_point(|&(face, _)| face < own_face);
        let mut same = stored[first..].iter().take_while(|&&(face, _)| face == own_face);
        same.any(|(_, span)| {
            let corners = tree.vertices(span);
            let vertices = reached.vertices(index).iter();
            vertices
                .map(|vertex| vertex.position.as_vec3())
                .eq(corners.iter().copied())
        })
    };
    let own = (0..reached.len()).filter(|&index| reached.plane(index) == node.plane && is_stored(index));
    let all = if context.params.rule == Rule::Ati {
        1
    } else {
        usize::MAX
    };
    own.take(all).collect()
}

/// Maps each triangle of a tree to its index among the caller's triangles. Returns `None` if the two sets differ.
fn origin(of_tree: &[QueryTriangle], of_caller: &[QueryTriangle]) -> Option<Vec<TriangleId>> {
    // The key includes all triangle data that the tree stores, so triangles with equal keys are interchangeable.
    let key = |triangle: &QueryTriangle| {
        let [a, b, c] = triangle.corners;
        let numbers = [a, b, c, triangle.normal].map(|vector| vector.to_array().map(f32::to_bits));
        (triangle.face, numbers)
    };
    let sorted = |triangles: &[QueryTriangle]| {
        let mut places: Vec<u32> = (0..triangles.len() as u32).collect();
        places.sort_by_cached_key(|&place| key(&triangles[place as usize]));
        places
    };
    let (here, there) = (sorted(of_tree), sorted(of_caller));
    let mut origin = vec![TriangleId::default(); of_tree.len()];
    if here.len() != there.len() {
        return None;
    }
    for (&here, &there) in here.iter().zip(&there) {
        if key(&of_tree[here as usize]) != key(&of_caller[there as usize]) {
            return None;
        }
        origin[here as usize] = TriangleId(there);
    }
    Some(origin)
}
