//! The empty leaves in order of visibility from an eye, by the tree alone (《Bsp分割算法简述》, noslopforever).

use glam::DVec3;

use crate::{
    divided::Traversal,
    solid_leaf::{Branch, Child, LeafId, LeafTree, Node, OUTSIDE},
};

/// Which nodes of a tree have empty leaves below them, so that only planes between empty leaves are tested.
#[derive(Clone, Debug)]
pub struct LeafOrder<'a> {
    tree: &'a LeafTree,
    /// For each node, whether an empty leaf is in front of it and behind it.
    empty: Vec<[bool; 2]>,
}

/// The empty leaves of a tree, near to far; see [`LeafOrder::near_to_far`].
#[derive(Clone, Debug)]
pub struct LeavesFrom<'a> {
    order: &'a LeafOrder<'a>,
    eye: DVec3,
    waiting: Traversal<&'a [Node], ()>,
    outside_given: bool,
    plane_tests: u32,
}

impl LeafTree {
    /// Prepares the order of the empty leaves.
    #[must_use]
    pub fn order(&self) -> LeafOrder<'_> {
        let mut empty = vec![[false; 2]; self.nodes.len()];
        // Children come after their parents.
        for id in (0..self.nodes.len()).rev() {
            let node = &self.nodes[id];
            empty[id] = [node.front, node.back].map(|child| match child {
                Child::Node(child) => empty[child as usize].contains(&true),
                Child::Leaf(leaf) => !self.is_solid(leaf),
            });
        }
        LeafOrder { tree: self, empty }
    }
}

impl LeafOrder<'_> {
    /// The empty leaves, near to far: no leaf hides anything in a leaf before it.
    ///
    /// [`OUTSIDE`] surrounds all others. It comes first if the eye is in it, and else where it is first met.
    #[must_use]
    pub fn near_to_far(&self, eye: DVec3) -> LeavesFrom<'_> {
        LeavesFrom {
            order: self,
            eye,
            waiting: Traversal::new(&self.tree.nodes[..], self.tree.root(), ()),
            outside_given: false,
            plane_tests: 0,
        }
    }
}

impl LeavesFrom<'_> {
    /// Number of planes that the eye was compared with so far. Planes with empty leaves on one side only are not tested.
    #[must_use]
    pub fn plane_tests(&self) -> u32 {
        self.plane_tests
    }
}

impl Iterator for LeavesFrom<'_> {
    type Item = LeafId;

    fn next(&mut self) -> Option<LeafId> {
        let LeafOrder { tree, empty } = self.order;
        loop {
            let (leaf, ()) = self.waiting.next_leaf(|(id, node), ()| {
                let parts = empty[id as usize].map(|is_empty| is_empty.then_some(()));
                if parts != [Some(()); 2] {
                    return (Branch::Front, parts);
                }
                self.plane_tests += 1;
                // No line of sight from an eye on the plane crosses it: either order is right.
                (node.side_of(self.eye), parts)
            })?;
            let is_known = leaf == OUTSIDE && std::mem::replace(&mut self.outside_given, true);
            if !is_known && !tree.is_solid(leaf) {
                return Some(leaf);
            }
        }
    }
}
