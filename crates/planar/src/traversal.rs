//! Implements the traversal trait of [`bspwalk_trees::traversal`] for planar trees.

use bspwalk_trees::traversal::{Space, Traversable};

use super::{Branch, NodeId, PlanarNode};

/// The nodes of a tree. A number past the end denotes a missing child, which is a leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nodes<'a>(pub(super) &'a [PlanarNode]);

impl<'a> Traversable for Nodes<'a> {
    type Child = NodeId;
    type Node = (NodeId, &'a PlanarNode);
    type Leaf = ();

    #[inline]
    fn space(self, id: NodeId) -> Space<Self> {
        match self.0.get(id.index()) {
            Some(node) => Space::Node((id, node)),
            None => Space::Leaf(()),
        }
    }

    #[inline]
    fn on((_, node): Self::Node, side: Branch) -> NodeId {
        node.child(side)
    }
}
