//! Whether a tree that came from a store can be asked: after this no query panics or fails to end.

use super::{NONE, NodeId, NodeTree};
use crate::{
    bsp::{
        Violation,
        validation::{
            in_range, is_box, is_distance, is_place, is_place_f32, is_plane, is_tolerance, is_unit,
        },
    },
    progress::{CheckError, Progress},
};

impl NodeTree {
    /// Checks that every index is in range, that the nodes form one tree and that numbers are those of a place. Faces are
    /// numbered below `faces`.
    ///
    /// Whether the tree is right, which takes longer, [`NodeTree::validate`] tells.
    ///
    /// # Errors
    /// What is wrong, or that it was cancelled.
    pub fn check(&self, faces: u32, progress: &Progress) -> Result<(), CheckError> {
        self.check_numbers()?;
        self.check_nodes(progress)?;
        self.check_triangles(faces, progress)?;
        self.check_fragments(progress)?;
        if let Some(recording) = &self.recording {
            recording.check(self.nodes.len(), progress)?;
        }
        let mut parents = vec![0; self.nodes.len()];
        let mut violations = Vec::new();
        progress.each(0..self.node_count(), |id| {
            self.check_place(id, &mut parents, &mut violations);
            match violations.first() {
                None => Ok(()),
                Some(Violation::Structure { what, .. } | Violation::Number { what, .. }) => {
                    Err(format!("node {id}: {what}"))
                }
                Some(_) => Err(format!("node {id}: it has no place in the tree")),
            }
        })?;
        progress.each((0..).zip(&parents), |(id, &count): (NodeId, &u32)| {
            if count == u32::from(id != 0) {
                Ok(())
            } else {
                Err(format!("node {id}: it has not exactly one parent"))
            }
        })
    }

    fn check_numbers(&self) -> Result<(), String> {
        let tolerances = [
            self.tolerances.on_plane,
            self.tolerances.degenerate,
            f64::from(self.slack),
        ];
        if !tolerances.into_iter().all(is_tolerance) {
            return Err("a tolerance is no length".to_owned());
        }
        if !self.nodes.is_empty() && !is_box(&self.bounds) {
            return Err("the bounds are none".to_owned());
        }
        let weights = [self.params.cut_weight, self.params.unbalance_weight];
        if weights.iter().any(|weight| !weight.is_finite()) {
            return Err("a weight is not finite".to_owned());
        }
        Ok(())
    }

    /// Of each node by itself.
    fn check_nodes(&self, progress: &Progress) -> Result<(), CheckError> {
        let count = self.nodes.len();
        if self.details.len() != count || count >= NONE as usize {
            return Err("the tables of the nodes differ in length".into());
        }
        let nodes = self.nodes.iter().zip(&self.details).enumerate();
        progress.each(nodes, |(id, (node, detail))| {
            let wrong = |what| Err(format!("node {id}: {what}"));
            let named = match node.face_count {
                1 => (node.first_face as usize) < self.triangles.len(),
                // Where there are none, they are an empty part of the list.
                count => in_range(node.first_face, count, self.node_faces.len()),
            };
            if !named {
                return wrong("it has faces that do not exist");
            }
            if !in_range(detail.first_fragment, detail.fragment_count, self.fragments.len()) {
                return wrong("it has fragments that do not exist");
            }
            if !(is_unit(node.normal.as_dvec3()) && is_distance(node.d.into()) && is_plane(&detail.plane)) {
                return wrong("its plane is none");
            }
            if !(is_place(node.bounds.min.as_dvec3()) && is_place(node.bounds.max.as_dvec3())) {
                return wrong("its box is not finite");
            }
            if detail.depth as usize > id || (id == 0) != (detail.parent == NONE) {
                return wrong("it has no place in the tree");
            }
            Ok(())
        })?;
        progress.each(&self.node_faces, |&face| {
            if (face as usize) < self.triangles.len() {
                Ok(())
            } else {
                Err("a node has a face that does not exist".to_owned())
            }
        })
    }

    fn check_triangles(&self, faces: u32, progress: &Progress) -> Result<(), CheckError> {
        progress.each(self.triangles.iter().enumerate(), |(index, triangle)| {
            if triangle.face >= faces {
                return Err(format!("triangle {index}: there is no face of its number"));
            }
            let are_places = triangle.corners.iter().all(|&corner| is_place_f32(corner));
            if !(are_places && is_unit(triangle.normal.as_dvec3())) {
                return Err(format!(
                    "triangle {index}: a number is not that of a place or a normal"
                ));
            }
            Ok(())
        })
    }

    fn check_fragments(&self, progress: &Progress) -> Result<(), CheckError> {
        let mut next_vertex = 0;
        progress.each(self.fragments.iter().enumerate(), |(index, span)| {
            let wrong = |what| Err(format!("fragment {index}: {what}"));
            if span.triangle as usize >= self.triangles.len() {
                return wrong("it is a piece of a face that does not exist");
            }
            if span.node >= self.node_count() {
                return wrong("it is in a node that does not exist");
            }
            let vertices = self.fragment_vertices.len();
            if span.vertex_count < 3 || !in_range(span.first_vertex, span.vertex_count, vertices) {
                return wrong("it has corners that do not exist");
            }
            // Or all fragments could have all the corners.
            if span.first_vertex != next_vertex {
                return wrong("its corners do not follow those before it");
            }
            next_vertex += span.vertex_count;
            Ok(())
        })?;
        progress.each(&self.fragment_vertices, |&vertex| {
            if is_place_f32(vertex) {
                Ok(())
            } else {
                Err("a corner of a fragment is no place".to_owned())
            }
        })
    }
}
