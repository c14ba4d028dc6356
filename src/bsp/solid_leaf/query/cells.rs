//! The cells of leaves: the world box cut by the planes above a leaf.

use crate::bsp::solid_leaf::{LeafId, LeafTree, build::world_bounds};
use crate::geometry::{Plane, Polyhedron, polyhedron};

impl LeafTree {
    /// The oriented box that the bounded leaves fill; empty for a tree over nothing.
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

    /// The cell of a leaf; empty for the unbounded [`OUTSIDE`](crate::bsp::solid_leaf::OUTSIDE), for a leaf that does not
    /// exist, and for one with too many sides.
    #[must_use]
    pub fn leaf_cell(&self, id: LeafId) -> Polyhedron {
        let mut planes: Vec<Plane> = self.planes_above(id).collect();
        if planes.is_empty() {
            return Polyhedron::EMPTY;
        }
        // In the order of the build, from the root down: equal cuts give equal corners.
        planes.reverse();
        let planes = planes.into_iter().skip(world_bounds::SIDES);
        polyhedron::cell_of(self.world_box(), planes, self.tolerances.cell())
    }
}
