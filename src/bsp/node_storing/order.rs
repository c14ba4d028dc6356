//! The order of a tree's faces as seen from an eye, by the tree alone (Fuchs, Kedem and Naylor, "On visible surface
//! generation by a priori tree structures", 1980; seed 003).
//!
//! Nothing on the far side of a node's plane can hide anything on the near side, and the faces on the plane lie between
//! the two. So in the order far side, own faces, near side each face may be painted over those before it.

use glam::DVec3;
use smallvec::SmallVec;

use super::{NONE, NodeId, NodeTree, query::STACK};

/// Which end of the order comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// A face comes before those that it may hide.
    NearToFar,
    /// A face comes after those that it may hide: the painter's order.
    FarToNear,
}

/// A part of the tree that is still to be returned.
#[derive(Clone, Copy, Debug)]
enum Waiting {
    /// A node with all below it.
    Subtree(NodeId),
    /// A node without the subtrees below it.
    Node(NodeId),
}

/// The nodes of a tree, ordered as seen from an eye; see [`NodeTree::nodes_from`].
#[derive(Clone, Debug)]
pub struct NodeOrder<'a> {
    tree: &'a NodeTree,
    eye: DVec3,
    direction: Direction,
    waiting: SmallVec<[Waiting; STACK]>,
}

impl Iterator for NodeOrder<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        loop {
            let id = match self.waiting.pop()? {
                Waiting::Node(id) => return Some(id),
                Waiting::Subtree(id) => id,
            };
            let (node, detail) = (&self.tree.nodes[id as usize], &self.tree.details[id as usize]);
            // No line of sight from an eye on the plane crosses it, and its faces are seen edge on: any order is right.
            let (near, far) = if detail.plane.distance(self.eye) >= 0.0 {
                (node.front, node.back)
            } else {
                (node.back, node.front)
            };
            let (first, last) = match self.direction {
                Direction::NearToFar => (near, far),
                Direction::FarToNear => (far, near),
            };
            if last != NONE {
                self.waiting.push(Waiting::Subtree(last));
            }
            self.waiting.push(Waiting::Node(id));
            if first != NONE {
                self.waiting.push(Waiting::Subtree(first));
            }
        }
    }
}

impl NodeTree {
    /// All nodes, ordered as seen from an eye: of two faces in different nodes, the one that [`Direction::NearToFar`]
    /// gives first is nowhere hidden by the other, up to the thickness of the planes
    /// ([`Tolerances::on_plane`](crate::geometry::Tolerances::on_plane)).
    ///
    /// Faces of one node lie on one plane and hide nothing of each other. Coordinates of the eye that are not finite give
    /// some order of all nodes.
    #[must_use]
    pub fn nodes_from(&self, eye: DVec3, direction: Direction) -> NodeOrder<'_> {
        NodeOrder {
            tree: self,
            eye,
            direction,
            waiting: self.root().map(Waiting::Subtree).into_iter().collect(),
        }
    }

    /// All fragments in the order of [`NodeTree::nodes_from`], those of one node by number, as numbers for
    /// [`NodeTree::fragment`].
    pub fn fragments_from(&self, eye: DVec3, direction: Direction) -> impl Iterator<Item = u32> + '_ {
        self.nodes_from(eye, direction).flat_map(|id| {
            let detail = &self.details[id as usize];
            detail.first_fragment..detail.first_fragment + detail.fragment_count
        })
    }
}
