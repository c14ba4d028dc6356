//! The cells of leaves: the convex polyhedra that the planes above them leave of the hull.

use super::{Branch, LeafId, LeafTree, hull};
use crate::geometry::{Plane, Polyhedron};

impl LeafTree {
    /// The box, possibly turned, that all bounded leaves fill; empty for a tree over nothing.
    #[must_use]
    pub fn hull(&self) -> Polyhedron {
        let side = |i: usize| self.nodes.get(i).map(|node| node.plane);
        match [0, 1, 2, 3, 4, 5].map(side) {
            [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f)] => hull::inside(&[a, b, c, d, e, f]),
            _ => Polyhedron::EMPTY,
        }
    }

    /// The cell of a leaf; empty for [`OUTSIDE`](super::OUTSIDE), which is not bounded, and for a leaf that does not
    /// exist.
    #[must_use]
    pub fn leaf_cell(&self, id: LeafId) -> Polyhedron {
        let mut planes: Vec<Plane> = self
            .ancestors_of_leaf(id)
            .map(|(ancestor, branch)| {
                let plane = self.nodes[ancestor as usize].plane;
                match branch {
                    Branch::Front => plane,
                    Branch::Back => plane.flipped(),
                }
            })
            .collect();
        if planes.is_empty() {
            return Polyhedron::EMPTY;
        }
        // From the root down, as the build cuts them: equal cuts give equal corners.
        planes.reverse();
        planes
            .into_iter()
            .skip(hull::SIDES)
            .fold(self.hull(), |cell, plane| {
                cell.clipped_to_front(&plane, self.tolerances.cell())
            })
    }
}
