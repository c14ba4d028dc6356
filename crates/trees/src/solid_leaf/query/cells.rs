//! Computes the cells of leaves: the world box cut by the planes above a leaf.

use bspwalk_geometry::{Plane, Polyhedron};

use crate::solid_leaf::{LeafId, LeafTree, build::world_bounds};

impl LeafTree {
    /// Number of sides of the world box. In a non-empty tree, these sides are the first nodes.
    pub const WORLD_BOX_SIDES: u32 = world_bounds::SIDES as u32;

    /// Returns the world box: the oriented box that is filled by all leaves except
    /// [`OUTSIDE`](crate::solid_leaf::OUTSIDE).
    ///
    /// It is empty for a tree built without triangles.
    #[must_use]
    pub fn world_box(&self) -> Polyhedron {
        let sides: Option<Vec<Plane>> = (0..world_bounds::SIDES)
            .map(|id| Some(self.nodes.get(id)?.plane))
            .collect();
        let sides = sides.and_then(|sides| sides.try_into().ok());
        sides.map_or(Polyhedron::EMPTY, |sides| {
            world_bounds::polyhedron_of_sides(&sides)
        })
    }

    /// Returns the convex cell of a leaf, in metres.
    ///
    /// It is empty for the unbounded [`OUTSIDE`](crate::solid_leaf::OUTSIDE), for a nonexistent leaf, and if the cell
    /// has too many sides.
    #[must_use]
    pub fn leaf_cell(&self, id: LeafId) -> Polyhedron {
        let mut planes: Vec<Plane> = self.planes_above(id).collect();
        if planes.is_empty() {
            return Polyhedron::EMPTY;
        }
        // Cut in the same order as the build, from the root downwards, so that the corners are identical.
        planes.reverse();
        let planes = planes.into_iter().skip(world_bounds::SIDES);
        self.world_box().clipped_to_planes(planes, self.tolerances.cell())
    }
}
