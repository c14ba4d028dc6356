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

impl NodeTree {
    /// All nodes, ordered as seen from an eye: of two faces in different nodes, the one that [`Direction::NearToFar`]
    /// gives first is nowhere hidden by the other, up to the thickness of the planes
    /// ([`Tolerances::on_plane`](crate::geometry::Tolerances::on_plane)).
    ///
    /// Faces of one node lie on one plane and hide nothing of each other. Coordinates of the eye that are not finite give
    /// some order of all nodes.
    pub fn nodes_from(&self, eye: DVec3, direction: Direction) -> impl Iterator<Item = NodeId> + '_ {
        // Nodes that are still to be returned, each alone or with all below it.
        let mut waiting: SmallVec<[(NodeId, bool); STACK]> = SmallVec::new();
        waiting.extend(self.root().map(|root| (root, false)));
        std::iter::from_fn(move || {
            loop {
                let (id, alone) = waiting.pop()?;
                if alone {
                    return Some(id);
                }
                let (node, detail) = (&self.nodes[id as usize], &self.details[id as usize]);
                // No line of sight from an eye on the plane crosses it, and its faces are seen edge on: any order is right.
                let front_first = (detail.plane.distance(eye) >= 0.0) == (direction == Direction::NearToFar);
                let (first, last) = if front_first {
                    (node.front, node.back)
                } else {
                    (node.back, node.front)
                };
                let parts = [(last, false), (id, true), (first, false)];
                waiting.extend(parts.into_iter().filter(|&(id, _)| id != NONE));
            }
        })
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
