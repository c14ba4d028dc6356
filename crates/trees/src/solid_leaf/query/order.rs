//! Front-to-back order of the empty leaves as seen from an eye, computed from the tree structure
//! (《Bsp分割算法简述》, undated).

use glam::DVec3;

use crate::{
    solid_leaf::{Branch, Child, LeafId, LeafTree, Node, OUTSIDE},
    traversal::Traversal,
};

/// Precomputed data for front-to-back traversals of the empty leaves, created by [`LeafTree::order`].
///
/// It stores which nodes have empty leaves below them, so that planes that do not separate empty leaves need not be
/// tested.
#[derive(Clone, Debug)]
pub struct LeafOrder<'a> {
    tree: &'a LeafTree,
    /// For each node, whether there is an empty leaf in front of it, and whether there is one behind it.
    empty: Vec<[bool; 2]>,
}

/// A front-to-back iterator over the empty leaves of a tree, created by [`LeafOrder::near_to_far`].
#[derive(Clone, Debug)]
pub struct NearToFar<'a> {
    order: &'a LeafOrder<'a>,
    eye: DVec3,
    waiting: Traversal<&'a [Node], ()>,
    outside_given: bool,
    plane_tests: u32,
}

impl LeafTree {
    /// Prepares front-to-back traversals of the empty leaves.
    #[must_use]
    pub fn order(&self) -> LeafOrder<'_> {
        let mut empty = vec![[false; 2]; self.nodes.len()];
        // Children come after their parents.
        for id in (0..self.nodes.len()).rev() {
            let node = &self.nodes[id];
            empty[id] = [node.front, node.back].map(|child| match child {
                Child::Node(child) => empty[child.index()].contains(&true),
                Child::Leaf(leaf) => !self.is_solid(leaf),
            });
        }
        LeafOrder { tree: self, empty }
    }
}

impl LeafOrder<'_> {
    /// Returns the empty leaves from front to back, as seen from `eye` (in metres).
    ///
    /// No leaf hides anything in an earlier one. [`OUTSIDE`], which surrounds all other leaves, occurs once: first if
    /// the eye is in it, and otherwise where the traversal first reaches it.
    #[must_use]
    pub fn near_to_far(&self, eye: DVec3) -> NearToFar<'_> {
        NearToFar {
            order: self,
            eye,
            waiting: Traversal::new(&self.tree.nodes[..], self.tree.root(), ()),
            outside_given: false,
            plane_tests: 0,
        }
    }
}

impl NearToFar<'_> {
    /// Returns the number of planes that were tested against the eye. Planes with empty leaves on only one
    /// side are not tested.
    #[must_use]
    pub fn plane_tests(&self) -> u32 {
        self.plane_tests
    }
}

impl Iterator for NearToFar<'_> {
    type Item = LeafId;

    fn next(&mut self) -> Option<LeafId> {
        let LeafOrder { tree, empty } = self.order;
        loop {
            let (leaf, ()) = self.waiting.next_leaf(|(id, node), ()| {
                let parts = empty[id.index()].map(|is_empty| is_empty.then_some(()));
                if parts != [Some(()); 2] {
                    return (Branch::Front, parts);
                }
                self.plane_tests += 1;
                // If the eye is on the plane, no line of sight crosses the plane, so either order is correct.
                (node.side_of(self.eye), parts)
            })?;
            let is_known = leaf == OUTSIDE && std::mem::replace(&mut self.outside_given, true);
            if !is_known && !tree.is_solid(leaf) {
                return Some(leaf);
            }
        }
    }
}
