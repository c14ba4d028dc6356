//! The expanded cells as planes.

use bspwalk_geometry::Plane;
use glam::Vec3;

use super::{Below, ExpandedTree};
use crate::{
    node::Branch,
    traversal::{Space, Traversal},
};

impl ExpandedTree {
    /// Returns the convex spaces that are closed to the centre of a capsule, each as planes in metres that face
    /// outwards: the expanded cells with their bevels, and the space behind each side of the world box if the outside
    /// is solid.
    ///
    /// For the capsule, see [`ExpandedTree::trace`]. The spaces overlap. [Uncovered](Self::uncovered) faces are not
    /// part of them. There are none if values are not finite or the radius is not positive.
    #[must_use]
    pub fn expanded_cells(&self, half_axis: Vec3, radius: f32) -> Vec<Vec<Plane>> {
        if !(half_axis.is_finite() && radius.is_finite() && radius > 0.0) {
            return Vec::new();
        }
        let body = self.body(half_axis, radius);
        let shifted = |plane: Plane| Plane {
            d: plane.d - body.support(plane.normal),
            ..plane
        };
        let mut closed: Vec<Vec<Plane>> = self.sides.iter().map(|side| vec![shifted(*side)]).collect();
        // The planes above a node are a linked list, so that a deep tree takes linear memory.
        let mut above: Vec<(Plane, Option<u32>)> = Vec::new();
        let mut traversal = Traversal::new(&self.nodes[..], self.root, None::<u32>);
        while let Some((space, last)) = traversal.next() {
            match space {
                Space::Node(node) => {
                    let mut below = |plane: Plane| {
                        above.push((shifted(plane), last));
                        Some(Some(above.len() as u32 - 1))
                    };
                    let sides = [below(node.plane.flipped()), below(node.plane)];
                    traversal.push(node, (Branch::Front, sides));
                }
                Space::Leaf(Below::Cell(id)) => {
                    let bevels = self
                        .bevels_of(&self.cells[id as usize])
                        .iter()
                        .copied()
                        .map(shifted);
                    let mut planes: Vec<Plane> = bevels.collect();
                    let mut next = last;
                    while let Some((plane, before)) = next.and_then(|index| above.get(index as usize)) {
                        planes.push(*plane);
                        next = *before;
                    }
                    closed.push(planes);
                }
                Space::Leaf(_) => {}
            }
        }
        closed
    }
}
