//! Whether a tree that came from a store can be asked: after this no query panics or fails to end.

use glam::DVec3;

use super::{Child, LeafId, LeafMesh, LeafTree, NodeId, OUTSIDE};
use crate::{
    bsp::{node_storing::NONE, validation::in_range},
    geometry::{Aabb, Plane},
};

impl LeafTree {
    /// Checks that every index is in range, that nodes and leaves form one tree and that numbers are finite. Faces are
    /// numbered below `faces`, materials below `materials`.
    ///
    /// Whether the tree is right, which takes longer, `validate` tells.
    ///
    /// # Errors
    /// What is wrong, in one phrase for a person.
    pub fn check(&self, faces: u32, materials: u32) -> Result<(), String> {
        if self.leaves.is_empty() || self.leaves.len() >= NONE as usize || self.nodes.len() >= NONE as usize {
            return Err("it has no leaves, or too many".to_owned());
        }
        self.check_numbers()?;
        self.check_node_indices()?;
        self.check_leaf_indices()?;
        self.check_link_indices()?;
        self.graph.check(self.leaf_count())?;
        self.mesh.check(self.leaf_count(), materials)?;
        self.check_fragment_indices(faces, materials)?;
        self.check_contradictions(faces)?;
        match &self.recording {
            Some(recording) => recording.check(self.nodes.len()),
            None => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<(), String> {
        let tolerances = [self.tolerances.on_plane, self.tolerances.degenerate];
        if tolerances
            .iter()
            .any(|length| !(length.is_finite() && *length >= 0.0))
        {
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
        if !self.planes.iter().all(is_plane) {
            return Err("a plane is not finite".to_owned());
        }
        Ok(())
    }

    /// Children follow their parents, and but for [`OUTSIDE`] each has exactly one.
    fn check_node_indices(&self) -> Result<(), String> {
        if self.details.len() != self.nodes.len() {
            return Err("the tables of the nodes differ in length".to_owned());
        }
        let mut node_parents = vec![NONE; self.nodes.len()];
        let mut leaf_parents = vec![NONE; self.leaves.len()];
        for (id, (node, detail)) in (0..).zip(self.nodes.iter().zip(&self.details)) {
            let wrong = |what| Err(format!("node {id}: {what}"));
            if !is_plane(&node.plane) {
                return wrong("its plane is not finite");
            }
            if detail.plane as usize >= self.planes.len() {
                return wrong("its plane is not in the table");
            }
            for child in [node.front, node.back] {
                let parent = match child {
                    Child::Leaf(OUTSIDE) => continue,
                    Child::Leaf(leaf) => leaf_parents.get_mut(leaf as usize),
                    Child::Node(child) if child > id => node_parents.get_mut(child as usize),
                    Child::Node(_) => None,
                };
                match parent {
                    Some(parent) if *parent == NONE => *parent = id,
                    _ => return wrong("a child does not exist, or has another parent already"),
                }
            }
        }
        // A root is below nothing; all others follow the node that they are below.
        let depth_below = |parent: NodeId| match self.details.get(parent as usize) {
            Some(detail) => u64::from(detail.depth) + 1,
            None => 0,
        };
        for (id, (detail, parent)) in self.details.iter().zip(node_parents).enumerate() {
            let is_placed = detail.parent == parent && (parent == NONE) == (id == 0);
            if !is_placed || u64::from(detail.depth) != depth_below(parent) {
                return Err(format!("node {id}: it has no place in the tree"));
            }
        }
        for (id, (leaf, parent)) in self.leaves.iter().zip(leaf_parents).enumerate() {
            let is_placed = leaf.parent == parent && (parent == NONE) == (id as LeafId == OUTSIDE);
            if !is_placed || u64::from(leaf.depth) != depth_below(parent) {
                return Err(format!("leaf {id}: it has no place in the tree"));
            }
        }
        Ok(())
    }

    fn check_leaf_indices(&self) -> Result<(), String> {
        for (id, leaf) in (0..).zip(&self.leaves) {
            let wrong = |what| Err(format!("leaf {id}: {what}"));
            if !leaf.solidity.is_finite() || leaf.volume.is_nan() {
                return wrong("its solidity or volume is none");
            }
            if leaf.bounds.min.is_nan() || leaf.bounds.max.is_nan() {
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
        }
        Ok(())
    }

    fn check_link_indices(&self) -> Result<(), String> {
        for (index, link) in self.links.iter().enumerate() {
            let wrong = |what| Err(format!("interface {index}: {what}"));
            if link.leaves.iter().any(|&leaf| leaf >= self.leaf_count()) {
                return wrong("it is of a leaf that does not exist");
            }
            if link.node >= self.node_count() {
                return wrong("it is on a node that does not exist");
            }
            let areas = [link.area, link.facing_front, link.facing_back, link.facing_both];
            if areas.iter().any(|area| !area.is_finite()) {
                return wrong("an area is not finite");
            }
        }
        Ok(())
    }

    fn check_fragment_indices(&self, faces: u32, materials: u32) -> Result<(), String> {
        for (index, fragment) in self.fragments.iter().enumerate() {
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
        }
        Ok(())
    }

    fn check_contradictions(&self, faces: u32) -> Result<(), String> {
        let is_right = |found: &super::Contradiction| found.face < faces && found.area.is_finite();
        if self.contradictions.iter().all(is_right) && self.convergence.residual.is_finite() {
            Ok(())
        } else {
            Err("what is solid contradicts faces that do not exist".to_owned())
        }
    }
}

impl LeafMesh {
    fn check(&self, leaf_count: u32, materials: u32) -> Result<(), String> {
        let vertices = self.positions.len();
        if self.surfaces.len() != vertices || !self.positions.iter().all(|position| position.is_finite()) {
            return Err("the vertices are not finite".to_owned());
        }
        // A texture coordinate may be beyond `f32`: it is only looked at.
        let are_finite = self
            .surfaces
            .iter()
            .all(|surface| surface.normal.is_finite() && surface.color.is_finite());
        if !are_finite {
            return Err("what the vertices carry is not finite".to_owned());
        }
        if self.indices.iter().any(|&index| index as usize >= vertices)
            || !self.indices.len().is_multiple_of(3)
        {
            return Err("a triangle has a corner that does not exist".to_owned());
        }
        let is_right = |draw: &super::Draw| {
            draw.leaf < leaf_count
                && draw.material < materials
                && draw.indices.start <= draw.indices.end
                && draw.indices.end as usize <= self.indices.len()
        };
        match self.draws.iter().position(|draw| !is_right(draw)) {
            Some(index) => Err(format!("draw {index}: it draws what does not exist")),
            None => Ok(()),
        }
    }
}

pub(super) fn is_plane(plane: &Plane) -> bool {
    plane.d.is_finite() && plane.normal.is_finite() && plane.normal != DVec3::ZERO
}

/// Whether it is a finite box; flat ones are.
fn is_box(bounds: &Aabb) -> bool {
    !bounds.is_empty() && bounds.min.is_finite() && bounds.max.is_finite()
}
