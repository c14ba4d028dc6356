//! Checks of a tree that came from a file: after them every query ends, and none panics.

use super::{NONE, NodeId, NodeTree};
use crate::{
    bsp::{
        Violation,
        validation::{
            ensure, in_range, is_box, is_distance, is_place, is_place_f32, is_plane, is_tolerance, is_unit,
        },
    },
    progress::{CheckError, Progress},
};

impl NodeTree {
    /// Checks that every index is in range, that the nodes form one tree, and that the numbers are in the range of a
    /// level. Faces are numbered below `faces`.
    ///
    /// [`NodeTree::validate`] tells whether the tree is right, which takes longer.
    ///
    /// # Errors
    /// What is wrong, or that the check was cancelled.
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
            ensure(count == u32::from(id != 0), || {
                format!("node {id}: it has not exactly one parent")
            })
        })
    }

    fn check_numbers(&self) -> Result<(), String> {
        let [on_plane, degenerate] = [self.tolerances.on_plane, self.tolerances.degenerate];
        let tolerances = [on_plane, degenerate, f64::from(self.slack)];
        ensure(tolerances.into_iter().all(is_tolerance), || {
            "a tolerance is out of range".to_owned()
        })?;
        ensure(self.nodes.is_empty() || is_box(&self.bounds), || {
            "the bounds are not those of a level".to_owned()
        })?;
        let weights = [self.params.cut_weight, self.params.unbalance_weight];
        ensure(weights.into_iter().all(f64::is_finite), || {
            "a weight is not finite".to_owned()
        })
    }

    /// Checks each node by itself.
    fn check_nodes(&self, progress: &Progress) -> Result<(), CheckError> {
        let count = self.nodes.len();
        if self.details.len() != count || count >= NONE as usize {
            return Err("the tables of the nodes differ in length".into());
        }
        let nodes = self.nodes.iter().zip(&self.details).enumerate();
        progress.each(nodes, |(id, (node, detail))| {
            let ensure = |holds, what| ensure(holds, || format!("node {id}: {what}"));
            let faces_exist = match node.face_count {
                1 => (node.first_face as usize) < self.triangles.len(),
                // None is an empty range of the list.
                count => in_range(node.first_face, count, self.node_faces.len()),
            };
            ensure(faces_exist, "it has faces that do not exist")?;
            let fragments = self.fragments.len();
            ensure(
                in_range(detail.first_fragment, detail.fragment_count, fragments),
                "it has fragments that do not exist",
            )?;
            ensure(
                is_unit(node.normal.as_dvec3()) && is_distance(node.d.into()) && is_plane(&detail.plane),
                "its plane is not valid",
            )?;
            let corners = [node.bounds.min, node.bounds.max];
            ensure(
                corners.into_iter().all(|corner| is_place(corner.as_dvec3())),
                "its box is not finite",
            )?;
            ensure(
                detail.depth as usize <= id && (id == 0) == (detail.parent == NONE),
                "it has no place in the tree",
            )
        })?;
        progress.each(&self.node_faces, |&face| {
            ensure((face as usize) < self.triangles.len(), || {
                "a node has a face that does not exist".to_owned()
            })
        })
    }

    fn check_triangles(&self, faces: u32, progress: &Progress) -> Result<(), CheckError> {
        progress.each(self.triangles.iter().enumerate(), |(index, triangle)| {
            let ensure = |holds, what| ensure(holds, || format!("triangle {index}: {what}"));
            ensure(triangle.face < faces, "there is no face of its number")?;
            let are_places = triangle.corners.into_iter().all(is_place_f32);
            let is_valid = are_places && is_unit(triangle.normal.as_dvec3());
            ensure(is_valid, "a corner or its normal is out of range")
        })
    }

    fn check_fragments(&self, progress: &Progress) -> Result<(), CheckError> {
        let mut next_vertex = 0;
        progress.each(self.fragments.iter().enumerate(), |(index, span)| {
            let ensure = |holds, what| ensure(holds, || format!("fragment {index}: {what}"));
            let has_triangle = (span.triangle as usize) < self.triangles.len();
            ensure(has_triangle, "it is a piece of a face that does not exist")?;
            let has_node = span.node < self.node_count();
            ensure(has_node, "it is in a node that does not exist")?;
            let vertices = self.fragment_vertices.len();
            ensure(
                span.vertex_count >= 3 && in_range(span.first_vertex, span.vertex_count, vertices),
                "it has corners that do not exist",
            )?;
            // Otherwise all fragments could share all corners, and copies of them would be too large.
            ensure(
                span.first_vertex == next_vertex,
                "its corners do not follow those before it",
            )?;
            next_vertex += span.vertex_count;
            Ok(())
        })?;
        progress.each(&self.fragment_vertices, |&vertex| {
            ensure(is_place_f32(vertex), || {
                "a corner of a fragment is out of range".to_owned()
            })
        })
    }
}
