//! Queries that walk down the tree.

pub(super) mod cells;
mod cost;
pub(super) mod obstacles;
pub(super) mod order;
pub(super) mod sightline;

use glam::DVec3;

use super::{Branch, Child, LeafId, LeafTree, Node, NodeId};
use crate::{
    bsp::divided::{self, Divided, Space},
    geometry::Plane,
};

impl Node {
    /// The side of its plane on which a point lies.
    #[inline]
    fn side_of(&self, point: DVec3) -> Branch {
        Branch::of(self.plane.distance(point))
    }
}

impl<'a> Divided for &'a [Node] {
    type Child = Child;
    type Node = (NodeId, &'a Node);
    type Leaf = LeafId;

    #[inline]
    fn space(self, child: Child) -> Space<Self> {
        match child {
            Child::Leaf(leaf) => Space::Leaf(leaf),
            Child::Node(id) => {
                let node = &self[id as usize];
                Space::Node((id, node), [node.front, node.back])
            }
        }
    }
}

impl LeafTree {
    /// The leaf that holds a point. A point on a plane counts as in front of it, one that is not finite as behind.
    #[must_use]
    pub fn locate(&self, point: DVec3) -> LeafId {
        divided::path(&self.nodes[..], self.root(), |(_, node)| node.side_of(point)).end()
    }

    /// The nodes above a leaf, nearest first, each with the side that the leaf lies on; none for
    /// [`OUTSIDE`](super::OUTSIDE), which lies below several.
    pub fn ancestors_of_leaf(&self, id: LeafId) -> impl Iterator<Item = (NodeId, Branch)> + '_ {
        let parent = self.leaves.get(id as usize).map(|leaf| leaf.parent);
        self.climb(parent, Child::Leaf(id))
    }

    /// The nodes above a node, nearest first, each with the side that the node lies on.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = (NodeId, Branch)> + '_ {
        let parent = self.details.get(id as usize).map(|detail| detail.parent);
        self.climb(parent, Child::Node(id))
    }

    /// The planes above a leaf, nearest first, each flipped so that it faces the leaf.
    pub(super) fn planes_above(&self, id: LeafId) -> impl Iterator<Item = Plane> + '_ {
        self.ancestors_of_leaf(id).map(|(node, branch)| {
            let plane = self.nodes[node as usize].plane;
            match branch {
                Branch::Front => plane,
                Branch::Back => plane.flipped(),
            }
        })
    }

    fn climb(&self, parent: Option<NodeId>, child: Child) -> impl Iterator<Item = (NodeId, Branch)> + '_ {
        let mut next = parent.map(|parent| (parent, child));
        std::iter::from_fn(move || {
            let (id, child) = next?;
            let node = self.nodes.get(id as usize)?;
            let branch = if node.front == child {
                Branch::Front
            } else {
                Branch::Back
            };
            next = Some((self.details[id as usize].parent, Child::Node(id)));
            Some((id, branch))
        })
    }
}
