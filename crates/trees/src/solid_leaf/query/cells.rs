//! The cells of leaves: the world box cut by the planes above a leaf.

use bspwalk_geometry::{Plane, Polyhedron, polyhedron};

use crate::solid_leaf::{LeafId, LeafTree, build::world_bounds};

impl LeafTree {
    /// So many nodes, the first ones of a tree that is not empty, are the sides of its world box.
    pub const WORLD_BOX_SIDES: u32 = world_bounds::SIDES as u32;

    /// The oriented box that the bounded leaves fill; empty for a tree over nothing.
    #[must_use]
    pub fn world_box(&self) -> Polyhedron {
        let sides: Option<Vec<Plane>> = (0..world_bounds::SIDES)
            .map(|id| Some(self.nodes.get(id)?.plane))
            .collect();
        let sides = sides.and_then(|sides| sides.try_into().ok());
        sides.map_or(Polyhedron::EMPTY, |sides| world_bounds::inside(&sides))
    }

    /// The cell of a leaf; empty for the unbounded [`OUTSIDE`](crate::solid_leaf::OUTSIDE), for a leaf that does not
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
