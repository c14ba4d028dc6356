//! Whether a tree that came from a store can be asked: after this no query panics or fails to end.

use super::{NONE, NodeTree};
use crate::bsp::{Violation, validation::in_range};

impl NodeTree {
    /// Checks that every index is in range, that the nodes form one tree and that numbers are finite. Faces are
    /// numbered below `faces`.
    ///
    /// Whether the tree is right, which takes longer, [`NodeTree::validate`] tells.
    ///
    /// # Errors
    /// What is wrong, in one phrase for a person.
    pub fn check(&self, faces: u32) -> Result<(), String> {
        self.check_numbers()?;
        self.check_nodes()?;
        self.check_triangles(faces)?;
        self.check_fragments()?;
        self.check_recording()?;
        let mut violations = Vec::new();
        self.check_structure(&mut violations);
        match violations.first() {
            None => Ok(()),
            Some(Violation::Structure { node, what } | Violation::Number { node, what }) => {
                Err(format!("node {node}: {what}"))
            }
            Some(_) => Err("the nodes form no tree".to_owned()),
        }
    }

    fn check_numbers(&self) -> Result<(), String> {
        let tolerances = [
            self.tolerances.on_plane,
            self.tolerances.degenerate,
            f64::from(self.slack),
        ];
        if tolerances
            .iter()
            .any(|length| !(length.is_finite() && *length >= 0.0))
        {
            return Err("a tolerance is no length".to_owned());
        }
        let bounds = self.bounds;
        if !self.nodes.is_empty()
            && (bounds.is_empty() || !(bounds.min.is_finite() && bounds.max.is_finite()))
        {
            return Err("the bounds are none".to_owned());
        }
        let weights = [self.params.cut_weight, self.params.unbalance_weight];
        if weights.iter().any(|weight| !weight.is_finite()) {
            return Err("a weight is not finite".to_owned());
        }
        Ok(())
    }

    /// Of each node by itself.
    fn check_nodes(&self) -> Result<(), String> {
        let count = self.nodes.len();
        if self.details.len() != count || count >= NONE as usize {
            return Err("the tables of the nodes differ in length".to_owned());
        }
        for (id, (node, detail)) in self.nodes.iter().zip(&self.details).enumerate() {
            let wrong = |what| Err(format!("node {id}: {what}"));
            let named = match node.face_count {
                0 => true,
                1 => (node.first_face as usize) < self.triangles.len(),
                _ => in_range(node.first_face, node.face_count, self.node_faces.len()),
            };
            if !named {
                return wrong("it has faces that do not exist");
            }
            if !in_range(detail.first_fragment, detail.fragment_count, self.fragments.len()) {
                return wrong("it has fragments that do not exist");
            }
            if !(node.normal.is_finite() && node.d.is_finite()) {
                return wrong("its plane is not finite");
            }
            if !(node.around.min.is_finite() && node.around.max.is_finite()) {
                return wrong("its box is not finite");
            }
            if detail.depth as usize > id || (id == 0) != (detail.parent == NONE) {
                return wrong("it has no place in the tree");
            }
        }
        if self
            .node_faces
            .iter()
            .any(|&face| face as usize >= self.triangles.len())
        {
            return Err("a node has a face that does not exist".to_owned());
        }
        Ok(())
    }

    fn check_triangles(&self, faces: u32) -> Result<(), String> {
        for (index, triangle) in self.triangles.iter().enumerate() {
            if triangle.face >= faces {
                return Err(format!("triangle {index}: there is no face of its number"));
            }
            let is_finite = triangle.corners.iter().all(|corner| corner.is_finite());
            if !(is_finite && triangle.normal.is_finite()) {
                return Err(format!("triangle {index}: a coordinate is not finite"));
            }
        }
        Ok(())
    }

    fn check_fragments(&self) -> Result<(), String> {
        for (index, span) in self.fragments.iter().enumerate() {
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
        }
        if self.fragment_vertices.iter().any(|vertex| !vertex.is_finite()) {
            return Err("a corner of a fragment is not finite".to_owned());
        }
        Ok(())
    }

    fn check_recording(&self) -> Result<(), String> {
        match &self.recording {
            Some(recording) => recording.check(self.nodes.len()),
            None => Ok(()),
        }
    }
}
