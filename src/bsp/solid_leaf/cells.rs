//! The cells of leaves: the convex polyhedra that the planes above them leave of the hull.

use super::{Branch, LeafId, LeafTree, OUTSIDE};
use crate::geometry::{Plane, Polyhedron};

impl LeafTree {
    /// The cell of a leaf; empty for [`OUTSIDE`], which is not bounded, and for a leaf that does not exist.
    #[must_use]
    pub fn leaf_cell(&self, id: LeafId) -> Polyhedron {
        if id == OUTSIDE {
            return Polyhedron::EMPTY;
        }
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
        // From the root down, as the build cuts them: equal cuts give equal corners.
        planes.reverse();
        crate::geometry::polyhedron::cell(
            &self.bounds.inflated(self.bounds.size().length()),
            planes,
            self.tolerances.on_plane,
        )
    }
}
