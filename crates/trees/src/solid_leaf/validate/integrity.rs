//! Integrity checks for a tree read from a file. If they pass, queries terminate and never panic.

use bspwalk_geometry::Aabb;
use bspwalk_progress::{CheckError, Progress, ensure};

use crate::solid_leaf::{Child, LeafId, LeafMesh, LeafTree, NodeId, OUTSIDE, build::world_bounds};
use crate::{
    node::NONE,
    validation::{Parents, in_range, is_box, is_place, is_place_f32, is_plane, is_tolerance},
};

impl LeafTree {
    /// Checks a deserialised tree.
    ///
    /// - All indices must be in range. Face numbers must be below `faces`, and material numbers below `materials`.
    /// - Nodes and leaves must form a single tree below the sides of a world box.
    /// - Values must be finite, and coordinates must not exceed the maximum level size.
    ///
    /// [`LeafTree::validate`] also checks the geometry, but takes longer.
    ///
    /// # Errors
    /// Returns [`CheckError`] if the tree is invalid, or if `progress` is cancelled.
    pub fn check(&self, faces: u32, materials: u32, progress: &Progress) -> Result<(), CheckError> {
        self.check_below(faces.into(), materials.into(), progress)
    }

    pub(super) fn check_below(
        &self,
        faces: u64,
        materials: u64,
        progress: &Progress,
    ) -> Result<(), CheckError> {
        let is_countable = |count: usize| count < NONE.index();
        ensure(
            !self.leaves.is_empty() && is_countable(self.leaves.len()) && is_countable(self.nodes.len()),
            "there are no leaves, or too many leaves or nodes",
        )?;
        let tolerances = [self.tolerances.on_plane, self.tolerances.degenerate];
        ensure(
            tolerances.into_iter().all(is_tolerance),
            "a tolerance is not a valid length",
        )?;
        let is_nothing = self.nodes.is_empty() && self.bounds == Aabb::EMPTY;
        ensure(
            is_nothing || is_box(&self.bounds),
            "the bounds are not a finite box",
        )?;
        let weights = [
            self.params.cut_weight,
            self.params.unbalance_weight,
            self.params.coplanar_weight,
            self.params.winding_weight,
        ];
        ensure(
            weights.iter().all(|weight| weight.is_finite()),
            "a weight is not finite",
        )?;
        progress.check_each_numbered("plane", &self.planes, |_, plane| {
            ensure(
                is_plane(plane),
                "its normal is not a unit vector, or its distance is not finite",
            )
        })?;
        ensure(self.has_world_box(), "the topmost nodes do not form a world box")?;
        let mut corners = self.world_box().faces.into_iter().flat_map(|face| face.vertices);
        ensure(
            self.nodes.is_empty() || corners.all(|corner| is_place(corner.position)),
            "the world box is not finite or is too large",
        )?;
        self.check_nodes(progress)?;
        self.check_leaves(progress)?;
        self.check_adjacencies(progress)?;
        self.graph.check(self.leaf_count(), progress)?;
        self.mesh.check(self.leaf_count(), materials, progress)?;
        self.check_fragments(faces, materials, progress)?;
        self.check_faces(faces, progress)?;
        match &self.recording {
            Some(recording) => recording.check(self.nodes.len(), progress),
            None => Ok(()),
        }
    }

    fn has_world_box(&self) -> bool {
        if self.nodes.is_empty() {
            return true;
        }
        let sides = self.nodes.iter().take(world_bounds::SIDES);
        let are_nested = NodeId::all().skip(1).zip(sides).all(|(next, node)| {
            let is_next = next.index() == world_bounds::SIDES || node.front == Child::Node(next);
            is_next && node.back == Child::Leaf(OUTSIDE)
        });
        self.nodes.len() >= world_bounds::SIDES && are_nested
    }

    /// Checks that nodes are in depth-first order, front child first, and that each child except [`OUTSIDE`] has
    /// exactly one parent.
    fn check_nodes(&self, progress: &Progress) -> Result<(), CheckError> {
        ensure(
            self.details.len() == self.nodes.len(),
            "the node tables differ in length",
        )?;
        let mut node_parents = Parents::new(self.nodes.len());
        let mut leaf_parents = Parents::new(self.leaves.len());
        // Children that are expected later in the order. The next child is the last entry.
        let mut waiting: Vec<NodeId> = Vec::new();
        let nodes = self.nodes.iter().zip(&self.details);
        progress.check_each_numbered("node", nodes, |id, (node, detail)| {
            ensure(
                is_plane(&node.plane),
                "the normal of its plane is not a unit vector, or the distance is not finite",
            )?;
            ensure(
                detail.plane.index() < self.planes.len(),
                "its plane is not in the table",
            )?;
            ensure(
                id == 0 || waiting.pop() == Some(NodeId(id)),
                "it is not in depth-first order",
            )?;
            for child in [node.back, node.front] {
                match child {
                    Child::Leaf(OUTSIDE) => {
                        let is_beyond_side = (id as usize) < world_bounds::SIDES && child == node.back;
                        ensure(is_beyond_side, "one of its children already has another parent")?;
                    }
                    Child::Leaf(leaf) => leaf_parents.claim(leaf.index(), id)?,
                    Child::Node(child) => {
                        ensure(child > NodeId(id), "one of its children comes before it")?;
                        node_parents.claim(child.index(), id)?;
                        waiting.push(child);
                    }
                }
            }
            Ok(())
        })?;
        let is_placed = |known: NodeId, parent: Option<u32>, depth: u32, is_root: bool| {
            let parent = parent.map_or(NONE, NodeId);
            let expected = match self.details.get(parent.index()) {
                Some(detail) => u64::from(detail.depth) + 1,
                None => 0,
            };
            let is_right = known == parent && (parent == NONE) == is_root && u64::from(depth) == expected;
            ensure(is_right, "its parent or depth is wrong")
        };
        progress.check_each_numbered("node", &self.details, |id, detail| {
            is_placed(
                detail.parent,
                node_parents.parent(id as usize),
                detail.depth,
                id == 0,
            )
        })?;
        progress.check_each_numbered("leaf", &self.leaves, |id, leaf| {
            is_placed(
                leaf.parent,
                leaf_parents.parent(id as usize),
                leaf.depth,
                LeafId(id) == OUTSIDE,
            )
        })
    }

    fn check_leaves(&self, progress: &Progress) -> Result<(), CheckError> {
        progress.check_each_numbered("leaf", &self.leaves, |id, leaf| {
            ensure(
                leaf.solidity.is_finite() && !leaf.volume.is_nan(),
                "its solidity or volume is not a number",
            )?;
            ensure(
                is_box(&leaf.bounds) || leaf.bounds == Aabb::EMPTY,
                "its bounds are not a finite box",
            )?;
            ensure(
                in_range(leaf.first_fragment, leaf.fragment_count, self.fragments.len())
                    && in_range(leaf.first_draw, leaf.draw_count, self.mesh.draws.len()),
                "its fragments or draws do not exist",
            )?;
            let fragments = &self.fragments[leaf.first_fragment as usize..][..leaf.fragment_count as usize];
            let draws = &self.mesh.draws[leaf.first_draw as usize..][..leaf.draw_count as usize];
            ensure(
                fragments.iter().all(|fragment| fragment.leaf == LeafId(id))
                    && draws.iter().all(|draw| draw.leaf == LeafId(id)),
                "its fragments or draws belong to another leaf",
            )
        })
    }

    fn check_adjacencies(&self, progress: &Progress) -> Result<(), CheckError> {
        progress.check_each_numbered("interface", &self.adjacencies, |_, adjacency| {
            ensure(
                adjacency.leaves.iter().all(|leaf| leaf.0 < self.leaf_count()),
                "one of its leaves does not exist",
            )?;
            ensure(adjacency.node.0 < self.node_count(), "its node does not exist")?;
            let areas = [
                adjacency.area,
                adjacency.facing_front,
                adjacency.facing_back,
                adjacency.facing_both,
            ];
            ensure(areas.iter().all(|area| area.is_finite()), "an area is not finite")
        })
    }

    fn check_fragments(&self, faces: u64, materials: u64, progress: &Progress) -> Result<(), CheckError> {
        let mut next_vertex = 0;
        progress.check_each_numbered("fragment", &self.fragments, |_, fragment| {
            ensure(fragment.leaf.0 < self.leaf_count(), "its leaf does not exist")?;
            ensure(
                u64::from(fragment.face) < faces && u64::from(fragment.material) < materials,
                "its face or material does not exist",
            )?;
            let vertices = self.mesh.positions.len();
            ensure(
                fragment.vertex_count >= 3
                    && in_range(fragment.first_vertex, fragment.vertex_count, vertices),
                "its corners do not exist",
            )?;
            // If fragments could share corners, each of them could use all corners, and the work would grow
            // quadratically with the file size.
            ensure(
                fragment.first_vertex == next_vertex,
                "its corners do not follow the previous ones",
            )?;
            next_vertex += fragment.vertex_count;
            Ok(())
        })
    }

    fn check_faces(&self, faces: u64, progress: &Progress) -> Result<(), CheckError> {
        ensure(
            self.separation.level.is_finite(),
            "the solidity threshold is not finite",
        )?;
        ensure(
            self.winding_numbers.is_empty() || self.winding_numbers.len() == self.leaves.len(),
            "the number of winding numbers differs from the number of leaves",
        )?;
        ensure(
            self.winding_numbers.iter().all(|number| number.is_finite()),
            "a winding number is not finite",
        )?;
        progress.check_each_numbered("misclassified face", &self.misclassified_faces, |_, found| {
            ensure(
                u64::from(found.face) < faces && found.area.is_finite(),
                "it does not exist or has no area",
            )
        })?;
        progress.check_each_numbered("face area", &self.face_areas, |_, face| {
            ensure(
                u64::from(face.face) < faces && face.area.is_finite() && face.perimeter.is_finite(),
                "the face does not exist, or its area is not finite",
            )
        })
    }
}

impl LeafMesh {
    fn check(&self, leaf_count: u32, materials: u64, progress: &Progress) -> Result<(), CheckError> {
        let vertices = self.positions.len();
        ensure(
            self.surfaces.len() == vertices,
            "the mesh has different numbers of positions and surfaces",
        )?;
        progress.check_each_numbered(
            "vertex",
            self.positions.iter().zip(&self.surfaces),
            |_, vertex| {
                let (&position, surface) = vertex;
                ensure(
                    is_place_f32(position),
                    "its position is not finite or is too far away",
                )?;
                // Texture coordinates may be infinite, because they are only used for drawing.
                ensure(
                    surface.normal.is_finite() && surface.color.is_finite(),
                    "its normal or colour is not finite",
                )
            },
        )?;
        progress.check_each_numbered("index", &self.indices, |_, &index| {
            ensure((index as usize) < vertices, "its vertex does not exist")
        })?;
        let mut next = 0;
        progress.check_each_numbered("draw", &self.draws, |_, draw| {
            let is_right = draw.leaf.0 < leaf_count
                && u64::from(draw.material) < materials
                && draw.indices.start == next
                && draw.indices.start <= draw.indices.end
                && (draw.indices.end - draw.indices.start).is_multiple_of(3)
                && draw.indices.end as usize <= self.indices.len();
            next = draw.indices.end;
            ensure(is_right, "its leaf, material or index range is invalid")
        })?;
        Ok(ensure(
            next as usize == self.indices.len(),
            "some triangles do not belong to any draw",
        )?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    fn tree() -> LeafTree {
        let sheet = |x: f64| {
            let corner = |y: f64, z: f64| DVec3::new(x, y, z);
            [
                [corner(0.0, 0.0), corner(3.0, 0.0), corner(3.0, 3.0)],
                [corner(0.0, 0.0), corner(3.0, 3.0), corner(0.0, 3.0)],
            ]
        };
        LeafTree::of_corners([0.0, 2.0, 5.0].into_iter().flat_map(sheet))
    }

    /// Trees that no build can produce must be rejected, and `validate` must report them without a panic.
    #[test]
    fn broken_trees_are_rejected() {
        let right = tree();
        assert_eq!(right.check(6, 1, &Progress::default()), Ok(()));
        assert_eq!(right.validate(), Ok(()));
        let wrongs: [(&str, fn(&mut LeafTree)); 12] = [
            ("fewer nodes than a world box has sides", |tree| {
                tree.nodes.truncate(3);
                tree.details.truncate(3);
                tree.nodes[2].front = Child::Leaf(LeafId(1));
            }),
            ("a table cut short", |tree| tree.details.truncate(3)),
            ("no leaf at all", |tree| tree.leaves.clear()),
            ("a depth beyond those above", |tree| tree.details[6].depth = 900),
            ("its own child", |tree| {
                tree.nodes[6].back = Child::Node(NodeId(6));
            }),
            ("the outside within the world box", |tree| {
                tree.nodes[6].back = Child::Leaf(OUTSIDE);
            }),
            ("a leaf twice", |tree| tree.nodes[6].back = tree.nodes[6].front),
            ("a range beyond all numbers", |tree| {
                tree.leaves[1].first_fragment = u32::MAX;
                tree.leaves[1].fragment_count = u32::MAX;
            }),
            ("corners of another fragment", |tree| {
                let last = tree.fragments.len() - 1;
                tree.fragments[last].first_vertex = 0;
            }),
            ("a plane without a normal", |tree| {
                tree.nodes[6].plane.normal = DVec3::ZERO;
            }),
            ("a world box of one direction", |tree| {
                tree.nodes[2].plane = tree.nodes[0].plane;
            }),
            ("a draw that begins at 0", |tree| {
                tree.mesh.draws[1].indices.start = 0;
            }),
        ];
        for (what, wrong) in wrongs {
            let mut tree = right.clone();
            wrong(&mut tree);
            assert!(tree.check(6, 1, &Progress::default()).is_err(), "{what}");
            assert!(tree.validate().is_err(), "{what}");
        }
    }
}
