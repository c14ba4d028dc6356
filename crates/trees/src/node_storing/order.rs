//! Depth order of a tree's faces as seen from an eye, computed from the tree without sorting (Fuchs, Kedem and Naylor,
//! "On visible surface generation by a priori tree structures", 1980).
//!
//! Nothing on the far side of a node's plane can hide anything on the near side, and the faces on the plane lie between
//! the two sides. Therefore, if the far side is drawn first, then the node's faces and then the near side, each face
//! may be painted over the previous ones.

use std::ops::Range;

use glam::{DVec3, Vec3};

use super::{Branch, Node, NodeId, NodeTree};
use crate::traversal::Traversal;

/// A depth order as seen from an eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DepthOrder {
    /// Front to back: each face comes before any face that it may hide.
    FrontToBack,
    /// Back to front, the painter's order: each face comes after any face that it may hide.
    BackToFront,
}

impl DepthOrder {
    /// Returns the side of a node to visit first. If the eye is on the plane, both orders are correct, because no line
    /// of sight crosses the plane and the faces on it are seen edge-on.
    fn first(self, node: &Node, eye: DVec3) -> Branch {
        Branch::front_if((node.plane.distance(eye) >= 0.0) == (self == Self::FrontToBack))
    }

    fn first_along(self, node: &Node, direction: DVec3) -> Branch {
        Branch::front_if((node.plane.normal.dot(direction) <= 0.0) == (self == Self::FrontToBack))
    }
}

/// Callbacks for [`NodeTree::visit_from`].
pub trait OrderVisitor {
    /// Returns whether to visit the subtree of a node. `bounds` contains the minimum and maximum corners of the
    /// subtree's fragments, in metres.
    fn enters(&mut self, node: NodeId, bounds: [Vec3; 2]) -> bool;

    /// Visits a node. `fragments` contains the numbers of its fragments, for use with [`NodeTree::fragment`].
    fn visit(&mut self, node: NodeId, fragments: Range<u32>);
}

impl NodeTree {
    /// Visits nodes in the order of [`NodeTree::nodes_from`], skipping subtrees that the visitor does not enter.
    pub fn visit_from(&self, eye: DVec3, order: DepthOrder, visitor: &mut impl OrderVisitor) {
        let mut traversal = Traversal::new(&self.nodes[..], NodeId(0), false);
        while let Some((id, node)) = traversal.next_node(|(id, node)| {
            let is_entered = visitor.enters(id, [node.bounds.min, node.bounds.max]);
            is_entered.then(|| order.first(node, eye))
        }) {
            visitor.visit(id, node.fragments());
        }
    }

    /// Like [`NodeTree::visit_from`], but with an eye at infinity: all lines of sight have the given direction.
    pub fn visit_along(&self, direction: DVec3, order: DepthOrder, visitor: &mut impl OrderVisitor) {
        let mut traversal = Traversal::new(&self.nodes[..], NodeId(0), false);
        while let Some((id, node)) = traversal.next_node(|(id, node)| {
            let is_entered = visitor.enters(id, [node.bounds.min, node.bounds.max]);
            is_entered.then(|| order.first_along(node, direction))
        }) {
            visitor.visit(id, node.fragments());
        }
    }

    /// Returns all nodes in depth order as seen from an eye.
    ///
    /// If two faces are in different nodes, the first one in [`DepthOrder::FrontToBack`] is never hidden by the second,
    /// up to the thickness of the planes ([`Tolerances::on_plane`](bspwalk_geometry::Tolerances::on_plane)). Faces in
    /// the same node lie on the same plane and do not hide each other. If the eye is not finite, the order is arbitrary
    /// but complete.
    pub fn nodes_from(&self, eye: DVec3, order: DepthOrder) -> impl Iterator<Item = NodeId> + '_ {
        let mut traversal = Traversal::new(&self.nodes[..], NodeId(0), false);
        let next = move || traversal.next_node(|(_, node)| Some(order.first(node, eye)));
        std::iter::from_fn(next).map(|(id, _)| id)
    }

    /// Returns all fragments in the order of [`NodeTree::nodes_from`], as numbers for [`NodeTree::fragment`]. Fragments
    /// in the same node are sorted by number.
    pub fn fragments_from(&self, eye: DVec3, order: DepthOrder) -> impl Iterator<Item = u32> + '_ {
        self.nodes_from(eye, order)
            .flat_map(|id| self.nodes[id.index()].fragments())
    }
}
