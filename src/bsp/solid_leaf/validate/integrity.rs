//! Whether a tree that came from a store can be asked: after this no query panics or fails to end.

use crate::bsp::solid_leaf::{Child, LeafId, LeafMesh, LeafTree, NodeId, OUTSIDE, build::world_bounds};
use crate::{
    bsp::{
        node_storing::NONE,
        validation::{in_range, is_box, is_place, is_place_f32, is_plane, is_tolerance},
    },
    geometry::Aabb,
    progress::{CheckError, Progress},
};

impl LeafTree {
    /// Checks that every index is in range, that nodes and leaves form one tree below the sides of a world box and that numbers
    /// are those of a place. Faces are numbered below `faces`, materials below `materials`.
    ///
    /// Whether the tree is right, which takes longer, `validate` tells.
    ///
    /// # Errors
    /// What is wrong, or that it was cancelled.
    pub fn check(&self, faces: u32, materials: u32, progress: &Progress) -> Result<(), CheckError> {
        if self.leaves.is_empty() || self.leaves.len() >= NONE as usize || self.nodes.len() >= NONE as usize {
            return Err("it has no leaves, or too many".into());
        }
        self.check_numbers()?;
        progress.each(&self.planes, |plane| {
            is_plane(plane)
                .then_some(())
                .ok_or_else(|| "a plane is none".to_owned())
        })?;
        self.check_hull()?;
        self.check_node_indices(progress)?;
        self.check_leaf_indices(progress)?;
        self.check_link_indices(progress)?;
        self.graph.check(self.leaf_count(), progress)?;
        self.mesh.check(self.leaf_count(), materials, progress)?;
        self.check_fragment_indices(faces, materials, progress)?;
        self.check_misclassified_faces(faces, progress)?;
        match &self.recording {
            Some(recording) => recording.check(self.nodes.len(), progress),
            None => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<(), String> {
        let tolerances = [self.tolerances.on_plane, self.tolerances.degenerate];
        if !tolerances.into_iter().all(is_tolerance) {
            return Err("a tolerance is no length".to_owned());
        }
        let is_nothing = self.nodes.is_empty() && self.bounds == Aabb::EMPTY;
        if !is_nothing && !is_box(&self.bounds) {
            return Err("the bounds are none".to_owned());
        }
        let params = [
            self.params.cut_weight,
            self.params.unbalance_weight,
            self.params.coplanar_weight,
            self.params.winding_weight,
        ];
        if params.iter().any(|weight| !weight.is_finite()) {
            return Err("a weight is not finite".to_owned());
        }
        Ok(())
    }

    /// The topmost nodes are the sides of a world box, and its corners are places, unless there is nothing.
    fn check_hull(&self) -> Result<(), String> {
        if !self.has_hull() {
            return Err("its topmost nodes are no hull".to_owned());
        }
        let mut corners = self.world_box().faces.into_iter().flat_map(|face| face.vertices);
        if self.nodes.is_empty() || corners.all(|corner| is_place(corner.position)) {
            Ok(())
        } else {
            Err("its hull has no corners".to_owned())
        }
    }

    /// Whether the topmost nodes are the sides of a world box with corners; also where there is nothing.
    pub(in crate::bsp::solid_leaf) fn has_hull(&self) -> bool {
        if self.nodes.is_empty() {
            return true;
        }
        let sides = self.nodes.iter().take(world_bounds::SIDES);
        let are_above_each_other = (1..).zip(sides).all(|(next, node): (NodeId, _)| {
            let is_next = next as usize == world_bounds::SIDES || node.front == Child::Node(next);
            is_next && node.back == Child::Leaf(OUTSIDE)
        });
        let corners = || self.world_box().faces.into_iter().flat_map(|face| face.vertices);
        self.nodes.len() >= world_bounds::SIDES
            && are_above_each_other
            && corners().all(|corner| corner.position.is_finite())
    }

    /// Nodes are in depth-first order, the front first; but for [`OUTSIDE`] each child has exactly one parent.
    fn check_node_indices(&self, progress: &Progress) -> Result<(), CheckError> {
        if self.details.len() != self.nodes.len() {
            return Err("the tables of the nodes differ in length".into());
        }
        let mut node_parents = vec![NONE; self.nodes.len()];
        let mut leaf_parents = vec![NONE; self.leaves.len()];
        // The nodes that are children of those up to here and come later, the next one last.
        let mut waiting: Vec<NodeId> = Vec::new();
        let nodes = (0..).zip(self.nodes.iter().zip(&self.details));
        progress.each(nodes, |(id, (node, detail)): (NodeId, _)| {
            let wrong = |what| Err(format!("node {id}: {what}"));
            if !is_plane(&node.plane) {
                return wrong("its plane is none");
            }
            if detail.plane as usize >= self.planes.len() {
                return wrong("its plane is not in the table");
            }
            if id > 0 && waiting.pop() != Some(id) {
                return wrong("it is not where depth-first order puts it");
            }
            for child in [node.back, node.front] {
                let parent = match child {
                    Child::Leaf(OUTSIDE) if (id as usize) < world_bounds::SIDES && child == node.back => {
                        continue;
                    }
                    Child::Leaf(OUTSIDE) => None,
                    Child::Leaf(leaf) => leaf_parents.get_mut(leaf as usize),
                    Child::Node(child) if child > id => {
                        waiting.push(child);
                        node_parents.get_mut(child as usize)
                    }
                    Child::Node(_) => None,
                };
                match parent {
                    Some(parent) if *parent == NONE => *parent = id,
                    _ => return wrong("a child does not exist, or has another parent already"),
                }
            }
            Ok(())
        })?;
        // A root is below nothing; all others follow the node that they are below.
        let depth_below = |parent: NodeId| match self.details.get(parent as usize) {
            Some(detail) => u64::from(detail.depth) + 1,
            None => 0,
        };
        let details = self.details.iter().zip(node_parents).enumerate();
        progress.each(details, |(id, (detail, parent))| {
            let is_placed = detail.parent == parent && (parent == NONE) == (id == 0);
            if !is_placed || u64::from(detail.depth) != depth_below(parent) {
                return Err(format!("node {id}: it has no place in the tree"));
            }
            Ok(())
        })?;
        let leaves = self.leaves.iter().zip(leaf_parents).enumerate();
        progress.each(leaves, |(id, (leaf, parent))| {
            let is_placed = leaf.parent == parent && (parent == NONE) == (id as LeafId == OUTSIDE);
            if !is_placed || u64::from(leaf.depth) != depth_below(parent) {
                return Err(format!("leaf {id}: it has no place in the tree"));
            }
            Ok(())
        })
    }

    fn check_leaf_indices(&self, progress: &Progress) -> Result<(), CheckError> {
        progress.each((0..).zip(&self.leaves), |(id, leaf): (LeafId, _)| {
            let wrong = |what| Err(format!("leaf {id}: {what}"));
            if !leaf.solidity.is_finite() || leaf.volume.is_nan() {
                return wrong("its solidity or volume is none");
            }
            if !(is_box(&leaf.bounds) || leaf.bounds == Aabb::EMPTY) {
                return wrong("its bounds are none");
            }
            if !in_range(leaf.first_fragment, leaf.fragment_count, self.fragments.len()) {
                return wrong("it has fragments that do not exist");
            }
            if !in_range(leaf.first_draw, leaf.draw_count, self.mesh.draws.len()) {
                return wrong("it has draws that do not exist");
            }
            let first = leaf.first_fragment as usize;
            let fragments = &self.fragments[first..first + leaf.fragment_count as usize];
            let first = leaf.first_draw as usize;
            let draws = &self.mesh.draws[first..first + leaf.draw_count as usize];
            let are_its_own = fragments.iter().all(|fragment| fragment.leaf == id)
                && draws.iter().all(|draw| draw.leaf == id);
            if !are_its_own {
                return wrong("it has what belongs to another leaf");
            }
            Ok(())
        })
    }

    fn check_link_indices(&self, progress: &Progress) -> Result<(), CheckError> {
        progress.each(self.adjacencies.iter().enumerate(), |(index, adjacency)| {
            let wrong = |what| Err(format!("interface {index}: {what}"));
            if adjacency.leaves.iter().any(|&leaf| leaf >= self.leaf_count()) {
                return wrong("it is of a leaf that does not exist");
            }
            if adjacency.node >= self.node_count() {
                return wrong("it is on a node that does not exist");
            }
            let areas = [
                adjacency.area,
                adjacency.facing_front,
                adjacency.facing_back,
                adjacency.facing_both,
            ];
            if areas.iter().any(|area| !area.is_finite()) {
                return wrong("an area is not finite");
            }
            Ok(())
        })
    }

    fn check_fragment_indices(
        &self,
        faces: u32,
        materials: u32,
        progress: &Progress,
    ) -> Result<(), CheckError> {
        let mut next_vertex = 0;
        progress.each(self.fragments.iter().enumerate(), |(index, fragment)| {
            let wrong = |what| Err(format!("fragment {index}: {what}"));
            if fragment.leaf >= self.leaf_count() {
                return wrong("it is in a leaf that does not exist");
            }
            if fragment.face >= faces || fragment.material >= materials {
                return wrong("it is of a face or a material that does not exist");
            }
            let vertices = self.mesh.positions.len();
            if fragment.vertex_count < 3 || !in_range(fragment.first_vertex, fragment.vertex_count, vertices)
            {
                return wrong("it has corners that do not exist");
            }
            // Or all fragments could have all the corners.
            if fragment.first_vertex != next_vertex {
                return wrong("its corners do not follow those before it");
            }
            next_vertex += fragment.vertex_count;
            Ok(())
        })
    }

    fn check_misclassified_faces(&self, faces: u32, progress: &Progress) -> Result<(), CheckError> {
        if !self.convergence.residual.is_finite() {
            return Err("how well it is known what is solid is no number".into());
        }
        progress.each(&self.misclassified_faces, |found| {
            if found.face < faces && found.area.is_finite() {
                Ok(())
            } else {
                Err("what is solid contradicts faces that do not exist".to_owned())
            }
        })?;
        progress.each(&self.face_areas, |face| {
            if face.face < faces && face.area.is_finite() && face.perimeter.is_finite() {
                Ok(())
            } else {
                Err("a face that does not exist has an area".to_owned())
            }
        })
    }
}

impl LeafMesh {
    fn check(&self, leaf_count: u32, materials: u32, progress: &Progress) -> Result<(), CheckError> {
        let vertices = self.positions.len();
        if self.surfaces.len() != vertices {
            return Err("the vertices differ in number from what they carry".into());
        }
        progress.each(
            self.positions.iter().zip(&self.surfaces),
            |(&position, surface)| {
                if !is_place_f32(position) {
                    return Err("a vertex is no place".to_owned());
                }
                // A texture coordinate may be beyond `f32`: it is only looked at.
                if !(surface.normal.is_finite() && surface.color.is_finite()) {
                    return Err("what the vertices carry is not finite".to_owned());
                }
                Ok(())
            },
        )?;
        progress.each(&self.indices, |&index| {
            if (index as usize) < vertices {
                Ok(())
            } else {
                Err("a triangle has a corner that does not exist".to_owned())
            }
        })?;
        let mut next = 0;
        progress.each(self.draws.iter().enumerate(), |(index, draw)| {
            let is_right = draw.leaf < leaf_count
                && draw.material < materials
                && draw.indices.start == next
                && draw.indices.start <= draw.indices.end
                && (draw.indices.end - draw.indices.start).is_multiple_of(3)
                && draw.indices.end as usize <= self.indices.len();
            next = draw.indices.end;
            if is_right {
                Ok(())
            } else {
                Err(format!(
                    "draw {index}: it draws what does not exist, or what another does"
                ))
            }
        })?;
        if next as usize == self.indices.len() {
            Ok(())
        } else {
            Err("some triangles are not drawn".into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bsp::{LeafParams, solid_leaf::LeafTriangle};
    use crate::geometry::Surface;
    use glam::{DVec3, Vec2, Vec3, Vec4};

    /// Two rooms with a wall between them.
    fn tree() -> LeafTree {
        let surface = Surface {
            normal: Vec3::Y,
            uv: Vec2::ZERO,
            color: Vec4::ONE,
        };
        let sheet = |x: f64| {
            let corner = |y: f64, z: f64| DVec3::new(x, y, z);
            [
                [corner(0.0, 0.0), corner(3.0, 0.0), corner(3.0, 3.0)],
                [corner(0.0, 0.0), corner(3.0, 3.0), corner(0.0, 3.0)],
            ]
        };
        let triangles: Vec<LeafTriangle> = (0..)
            .zip([0.0, 2.0, 5.0].into_iter().flat_map(sheet))
            .map(|(face, corners)| LeafTriangle {
                corners,
                surfaces: [surface; 3],
                face,
                material: 0,
                structural: true,
            })
            .collect();
        LeafTree::build(&triangles, &LeafParams::default()).expect("it can be built")
    }

    /// What is not as a build makes it is refused, and told of by `validate` without a panic.
    #[test]
    fn what_is_no_tree_is_refused() {
        let right = tree();
        assert_eq!(right.check(6, 1, &Progress::default()), Ok(()));
        assert_eq!(right.validate(), []);
        let wrongs: [(&str, fn(&mut LeafTree)); 12] = [
            ("fewer nodes than a hull has sides", |tree| {
                tree.nodes.truncate(3);
                tree.details.truncate(3);
                tree.nodes[2].front = Child::Leaf(1);
            }),
            ("a table cut short", |tree| tree.details.truncate(3)),
            ("no leaf at all", |tree| tree.leaves.clear()),
            ("a depth beyond those above", |tree| tree.details[6].depth = 900),
            ("its own child", |tree| tree.nodes[6].back = Child::Node(6)),
            ("the outside within the hull", |tree| {
                tree.nodes[6].back = Child::Leaf(OUTSIDE);
            }),
            ("a leaf twice", |tree| tree.nodes[6].back = tree.nodes[6].front),
            ("a range beyond all numbers", |tree| {
                tree.leaves[1].first_fragment = u32::MAX;
                tree.leaves[1].fragment_count = u32::MAX;
            }),
            ("corners of another", |tree| {
                let last = tree.fragments.len() - 1;
                tree.fragments[last].first_vertex = 0;
            }),
            ("a plane that is none", |tree| {
                tree.nodes[6].plane.normal = DVec3::ZERO;
            }),
            ("a hull of one direction", |tree| {
                tree.nodes[2].plane = tree.nodes[0].plane;
            }),
            ("draws that draw all", |tree| tree.mesh.draws[1].indices.start = 0),
        ];
        for (what, wrong) in wrongs {
            let mut tree = right.clone();
            wrong(&mut tree);
            assert!(tree.check(6, 1, &Progress::default()).is_err(), "{what}");
            assert_ne!(tree.validate(), [], "{what}");
        }
    }
}
