//! The order in which an eye meets the leaves, by the tree alone (seed 003).

use glam::DVec3;
use smallvec::SmallVec;

use super::{Child, LeafId, LeafTree};
use crate::bsp::node_storing::Direction;

/// The leaves of a tree in the order in which an eye meets them; see [`LeafTree::leaves_from`].
#[derive(Clone, Debug)]
pub struct LeafOrder<'a> {
    tree: &'a LeafTree,
    eye: DVec3,
    direction: Direction,
    waiting: SmallVec<[Child; 64]>,
}

impl Iterator for LeafOrder<'_> {
    type Item = LeafId;

    fn next(&mut self) -> Option<LeafId> {
        loop {
            match self.waiting.pop()? {
                Child::Leaf(leaf) => return Some(leaf),
                Child::Node(id) => {
                    let node = self.tree.node(id)?;
                    let (near, far) = if node.plane.distance(self.eye) >= 0.0 {
                        (node.front, node.back)
                    } else {
                        (node.back, node.front)
                    };
                    // The last pushed is given out first.
                    match self.direction {
                        Direction::NearToFar => self.waiting.extend([far, near]),
                        Direction::FarToNear => self.waiting.extend([near, far]),
                    }
                }
            }
        }
    }
}

impl LeafTree {
    /// All leaves, ordered so that none is hidden by one that [`Direction::NearToFar`] gives later.
    #[must_use]
    pub fn leaves_from(&self, eye: DVec3, direction: Direction) -> LeafOrder<'_> {
        LeafOrder {
            tree: self,
            eye,
            direction,
            waiting: SmallVec::from_iter([self.root()]),
        }
    }
}
