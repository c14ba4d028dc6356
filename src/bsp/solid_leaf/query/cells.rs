//! The cells of leaves: the convex polyhedra that the planes above them leave of the world box.

use crate::bsp::solid_leaf::{Branch, LeafId, LeafTree, build::world_bounds};
use crate::geometry::{Plane, Polyhedron, polyhedron};

impl LeafTree {
    /// The box, possibly turned, that all bounded leaves fill; empty for a tree over nothing.
    #[must_use]
    pub fn world_box(&self) -> Polyhedron {
        let side = |i: usize| self.nodes.get(i).map(|node| node.plane);
        match [0, 1, 2, 3, 4, 5].map(side) {
            [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f)] => {
                world_bounds::inside(&[a, b, c, d, e, f])
            }
            _ => Polyhedron::EMPTY,
        }
    }

    /// The cell of a leaf; empty for [`OUTSIDE`](crate::bsp::solid_leaf::OUTSIDE), which is not bounded, for a leaf that does not exist, and
    /// for one with too many sides to be computed.
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
        let planes = planes.into_iter().skip(world_bounds::SIDES);
        polyhedron::cell_of(self.world_box(), planes, self.tolerances.cell())
    }
}
