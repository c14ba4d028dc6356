//! The build of a finished tree once more, division by division.
//!
//! Nothing of the build is kept for it. The pieces that reached a node are found by dividing all faces down the path from
//! the root, by the planes that the tree has. Where the decisions were not recorded, the rule then chooses again, with
//! the random numbers that it had. All is computed as in the build, so that the result is the same, bit for bit.

use std::sync::Arc;

use bspwalk_geometry::{Plane, Relation, TaggedTriangle};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;

use super::{
    Branch, FragmentSpan, NodeId, NodeTree,
    budget::Budget,
    build::{Input, root},
    builder::{BuildError, stored},
    context::{Context, Reached},
    division::Division,
    division_order::DivisionOrder,
    rules::{Table, choose, effort},
};
use crate::triangle::QueryTriangle;
use crate::{
    Rule,
    effort::{Effort, Report},
    growth::Subtree,
    partition::Partition,
    pieces::{Cutter, Piece, Pieces, Polygons},
    recording::ChosenBy,
};

/// Why the build of a tree cannot be replayed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The replay was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The build with another plane failed.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The triangles are not those that the tree was built from.
    #[error("{}", text!("trees-other-triangles"))]
    OtherTriangles,
    /// The tree has no such node.
    #[error("{}", text!("trees-no-node", node = .0))]
    NoNode(NodeId),
    /// A plane was refused, as all pieces that reach its node lie on one side of it and none on it, or as it is no plane.
    #[error("{}", text!("trees-divides-nothing", node = .0))]
    DividesNothing(NodeId),
}

/// A replay of the build of a tree, which gives the division at any node, in any order. The divisions are numbered by their
/// [`DivisionOrder`].
pub struct Replay {
    pub(super) tree: Arc<NodeTree>,
    pub(super) input: Input,
    pub(super) effort: Effort,
    /// The place of each triangle of the tree in the caller's order.
    pub(super) origin: Vec<u32>,
    /// That of the root.
    pub(super) budget: Budget,
    order: DivisionOrder,
    /// What reached some of the nodes on the path to the node that was asked for last, the root's first. Each has at most
    /// [`KEPT`] of the pieces of the one before, so that all together have a few times those of the root.
    reached: Vec<(NodeId, Subtree<Budget>)>,
}

/// See [`Replay::reached`].
const KEPT: f64 = 0.75;

impl Replay {
    /// Prepares the replay of the build of a tree from the triangles that it was built from, in any order.
    ///
    /// # Errors
    /// [`ReplayError::OtherTriangles`] where the triangles are not those of the tree; [`ReplayError::Build`] where a corner is not
    /// finite or the replay was cancelled meanwhile.
    pub fn new(
        tree: Arc<NodeTree>,
        triangles: &[TaggedTriangle],
        progress: &Progress,
    ) -> Result<Self, ReplayError> {
        let input = Input::new(triangles, &tree.params, progress, true)?;
        let origin = origin(&tree.triangles, &input.triangles).ok_or(ReplayError::OtherTriangles)?;
        // A tree with blocks would have too many fragments without them.
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

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &Arc<NodeTree> {
        &self.tree
    }

    /// The number of divisions, which is that of the nodes.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.order.len()
    }

    /// Whether there is no division, as in a tree without triangles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The node of the division of this number, from 0; `None` where there is no such division.
    #[must_use]
    pub fn node_at(&self, step: u32) -> Option<NodeId> {
        self.order.node_at(step)
    }

    /// The number of the division of a node, from 0; `None` where there is no such node.
    #[must_use]
    pub fn step_of(&self, node: NodeId) -> Option<u32> {
        self.order
            .step_of(node, self.tree.nodes.get(node as usize)?.depth)
    }

    /// The number of divisions at lesser depths than this: the number of the first division at it.
    #[must_use]
    pub fn steps_above(&self, depth: u32) -> u32 {
        self.order.steps_above(depth)
    }

    /// The division of a node. Where the build did not record its decision, the rule chooses again.
    ///
    /// # Errors
    /// [`ReplayError::NoNode`], [`ReplayError::Cancelled`], and [`ReplayError::OtherTriangles`] where the tree is not one that these
    /// triangles and parameters give.
    pub fn division(&mut self, node: NodeId, progress: &Progress) -> Result<Division, ReplayError> {
        let subtree = self.reach(node, progress)?;
        let (tree, context) = (&self.tree, &self.input.context);
        let reached = subtree.pieces.reached(context);
        let stored = &tree.nodes[node as usize];
        let plane = stored.plane;
        let own = own_pieces(tree, &reached, node);
        let (parts, _) = divide(&subtree.pieces, context, &plane, &own, progress)?;
        if parts.on.len() != stored.fragment_count as usize {
            return Err(ReplayError::OtherTriangles);
        }
        let decision = match &tree.recording {
            Some(recording) => recording.decisions[node as usize].clone(),
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
                    choice.undivided(reached.len())
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
                // The node stores its own piece alone, and other coplanar ones go to the front.
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
            plane: tree.shown_plane(stored),
            decision,
            pieces,
            corners,
        })
    }

    /// What reached a node.
    pub(super) fn reach(
        &mut self,
        node: NodeId,
        progress: &Progress,
    ) -> Result<Subtree<Budget>, ReplayError> {
        let tree = &self.tree;
        if node >= tree.node_count() {
            return Err(ReplayError::NoNode(node));
        }
        // From the root down, each with the side that the path takes below it.
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
            let (children, _) = below(tree, &self.input.context, above, &at, progress)?;
            at = branch.pick(children).ok_or(ReplayError::OtherTriangles)?;
            let last = self
                .reached
                .last()
                .map_or(self.input.triangles.len(), |(_, kept)| kept.pieces.len());
            if at.pieces.len() as f64 <= last as f64 * KEPT {
                let node = &tree.nodes[above as usize];
                let id = branch.pick([node.front, node.back]);
                self.reached.push((id, at.clone()));
            }
        }
        Ok(at)
    }
}

/// Divides the pieces of a node by its plane, which is that of the pieces `own`, in ascending order.
pub(super) fn divide(
    pieces: &Pieces,
    context: &Context,
    plane: &Plane,
    own: &[usize],
    progress: &Progress,
) -> Result<(Partition, Polygons), Cancelled> {
    let is_own = |index: usize, _: &Piece| own.binary_search(&index).is_ok();
    let stored = stored(&context.params, own.first().copied());
    Partition::of((context, plane), pieces, stored, is_own, progress)
}

/// Divides what reached a node as the tree does: what reaches its children, and how many pieces its plane cuts.
pub(super) fn below(
    tree: &NodeTree,
    context: &Context,
    node: NodeId,
    reached: &Subtree<Budget>,
    progress: &Progress,
) -> Result<([Option<Subtree<Budget>>; 2], u32), Cancelled> {
    let plane = tree.nodes[node as usize].plane;
    let own = own_pieces(tree, &reached.pieces.reached(context), node);
    let (parts, polygons) = divide(&reached.pieces, context, &plane, &own, progress)?;
    let budgets = reached
        .cell
        .divided(parts.on.len(), [parts.front.len(), parts.back.len()]);
    let sides = [(&parts.front, Branch::Front), (&parts.back, Branch::Back)];
    let [front, back] = std::array::from_fn(|side| {
        let (pieces, branch) = sides[side];
        (!pieces.is_empty()).then(|| Subtree {
            pieces: Pieces::gathered(pieces, &polygons),
            place: reached.place.below(None, branch),
            cell: budgets[side],
        })
    });
    Ok(([front, back], parts.cuts))
}

/// The pieces whose face has the plane of a node, and which the node stores as they are; by the rule `ati` the first.
///
/// One of them is the piece whose plane the build chose, if any was. Where there are several, the others lie on the plane
/// by their distances as well, so that they may count as chosen.
pub(super) fn own_pieces(tree: &NodeTree, reached: &Reached<'_>, node: NodeId) -> Vec<usize> {
    let context = reached.faces;
    let node = &tree.nodes[node as usize];
    let spans = tree.spans(node);
    let face = |span: &FragmentSpan| tree.triangles[span.triangle as usize].face;
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

/// The place of each triangle of a tree among the caller's; `None` where they are others.
fn origin(of_tree: &[QueryTriangle], of_caller: &[QueryTriangle]) -> Option<Vec<u32>> {
    // Triangles with one key are the same in all that the tree keeps of them.
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
    let mut origin = vec![0; of_tree.len()];
    if here.len() != there.len() {
        return None;
    }
    for (&here, &there) in here.iter().zip(&there) {
        if key(&of_tree[here as usize]) != key(&of_caller[there as usize]) {
            return None;
        }
        origin[here as usize] = there;
    }
    Some(origin)
}
