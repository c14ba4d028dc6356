//! Queries that descend the tree.
//!
//! `sightline` follows a line through leaves, and `order` sorts leaves by distance from the eye. `obstacles` provides
//! the triangles that bodies may hit, and the expected cost of a query. `cells` computes the cells of leaves, and
//! `interface` the polygons between them.

pub(super) mod cells;
mod interface;
pub(super) mod obstacles;
pub(super) mod order;
pub(super) mod sightline;

use bspwalk_geometry::Plane;
use glam::DVec3;

use super::{Branch, Child, LeafId, LeafTree, Node, NodeId};
use crate::traversal::{locate, traversable};

impl Node {
    #[inline]
    fn side_of(&self, point: DVec3) -> Branch {
        Branch::front_if(self.plane.distance(point) >= 0.0)
    }
}

traversable! { Node, NodeId, Child::Leaf(LeafId), |node| [&node.front, &node.back] }

impl LeafTree {
    /// Returns the leaf that contains a point (in metres).
    ///
    /// A point on a plane counts as in front of it, and a non-finite point as behind it.
    #[must_use]
    pub fn locate(&self, point: DVec3) -> LeafId {
        locate(&self.nodes[..], self.root(), |(_, node)| node.side_of(point))
    }

    /// Returns the ancestors of a leaf, from its parent to the root, each with the side that contains the leaf.
    ///
    /// The iterator is empty for [`OUTSIDE`](super::OUTSIDE), which has several parents.
    pub fn ancestors_of_leaf(&self, id: LeafId) -> impl Iterator<Item = (NodeId, Branch)> + '_ {
        let parent = self.leaves.get(id.index()).map(|leaf| leaf.parent);
        self.climb(parent, Child::Leaf(id))
    }

    /// Returns the ancestors of a node, from its parent to the root, each with the side that contains the node.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = (NodeId, Branch)> + '_ {
        let parent = self.details.get(id.index()).map(|detail| detail.parent);
        self.climb(parent, Child::Node(id))
    }

    pub(super) fn planes_above(&self, id: LeafId) -> impl Iterator<Item = Plane> + '_ {
        self.ancestors_of_leaf(id).map(|(node, branch)| {
            let plane = self.nodes[node.index()].plane;
            branch.pick([plane, plane.flipped()])
        })
    }

    fn climb(&self, parent: Option<NodeId>, child: Child) -> impl Iterator<Item = (NodeId, Branch)> + '_ {
        let mut next = parent.map(|parent| (parent, child));
        std::iter::from_fn(move || {
            let (id, child) = next?;
            let node = self.nodes.get(id.index())?;
            let branch = Branch::front_if(node.front == child);
            next = Some((self.details[id.index()].parent, Child::Node(id)));
            Some((id, branch))
        })
    }
}
