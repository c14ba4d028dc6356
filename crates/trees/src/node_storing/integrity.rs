//! Checks of a tree that came from a file: after them every query ends, and none panics.

use bspwalk_progress::{CheckError, Progress, ensure};

use super::{NONE, NodeTree};
use crate::validation::{in_range, is_box, is_place, is_place_f32, is_plane, is_tolerance, is_unit};

impl NodeTree {
    /// Checks a tree that came from a file: that every index is in range, that the nodes form one tree, that the numbers are in
    /// the range of a level, and that the numbers of faces are below `faces`. After it no query panics.
    ///
    /// [`NodeTree::validate`] also checks the geometry, which takes longer.
    ///
    /// # Errors
    /// What is wrong, or that the check was cancelled.
    pub fn check(&self, faces: u32, progress: &Progress) -> Result<(), CheckError> {
        self.check_below(faces.into(), progress)
    }

    /// As [`NodeTree::check`], with a limit that no number needs to reach.
    pub(super) fn check_below(&self, faces: u64, progress: &Progress) -> Result<(), CheckError> {
        let [on_plane, degenerate] = [self.tolerances.on_plane, self.tolerances.degenerate];
        let tolerances = [on_plane, degenerate, self.slack.into()];
        ensure(
            tolerances.into_iter().all(is_tolerance),
            "a tolerance is out of range",
        )?;
        ensure(
            self.nodes.is_empty() || is_box(&self.bounds),
            "the bounds are not those of a level",
        )?;
        let weights = [self.params.cut_weight, self.params.unbalance_weight];
        ensure(weights.into_iter().all(f64::is_finite), "a weight is not finite")?;
        self.check_nodes(progress)?;
        self.check_triangles(faces, progress)?;
        self.check_fragments(progress)?;
        match &self.recording {
            Some(recording) => recording.check(self.nodes.len(), progress),
            None => Ok(()),
        }
    }

    fn check_nodes(&self, progress: &Progress) -> Result<(), CheckError> {
        let count = self.nodes.len();
        ensure(count < NONE as usize, "there are too many nodes")?;
        let mut parents = vec![0; count];
        let mut next_fragment = 0;
        progress.check_each_numbered("node", &self.nodes, |id, node| {
            let (first, count) = (node.first_fragment, node.fragment_count);
            ensure(
                in_range(first, count, self.fragments.len()),
                "it has fragments that do not exist",
            )?;
            ensure(
                first >= next_fragment,
                "its fragments do not follow those before it",
            )?;
            next_fragment = first + count;
            ensure(
                self.spans(node).iter().all(|fragment| fragment.node == id),
                "its fragments name another node",
            )?;
            let is_leaf = node.front == NONE && node.back == NONE;
            ensure(
                is_plane(&node.plane) || node.is_block() && is_leaf && count > 0,
                "its plane is not valid",
            )?;
            let corners = [node.bounds.min, node.bounds.max];
            ensure(
                corners.into_iter().all(|corner| is_place(corner.as_dvec3())),
                "its box is not finite",
            )?;
            ensure(
                node.depth <= id && (id == 0) == (node.parent == NONE),
                "it has no place in the tree",
            )?;
            for child in [node.front, node.back].into_iter().filter(|&child| child != NONE) {
                ensure(
                    child > id && child < self.node_count(),
                    "a child does not follow its parent",
                )?;
                parents[child as usize] += 1;
                let below = &self.nodes[child as usize];
                ensure(
                    below.parent == id && below.depth == node.depth + 1,
                    "a child names another parent, or is not one deeper",
                )?;
                ensure(
                    node.bounds.holds(&below.bounds),
                    "a child's box reaches out of its parent's",
                )?;
            }
            ensure(
                node.front == NONE || node.front == id + 1,
                "the front child does not follow at once",
            )?;
            ensure(
                node.front != NONE || node.back != NONE || count > 0,
                "it has neither faces nor children",
            )
        })?;
        progress.check_each_numbered("node", parents, |id, count| {
            ensure(count == u32::from(id != 0), "it has not exactly one parent")
        })
    }

    fn check_triangles(&self, faces: u64, progress: &Progress) -> Result<(), CheckError> {
        progress.check_each_numbered("triangle", &self.triangles, |_, triangle| {
            ensure(u64::from(triangle.face) < faces, "there is no face of its number")?;
            let are_places = triangle.corners.into_iter().all(is_place_f32);
            ensure(
                are_places && is_unit(triangle.normal.as_dvec3()),
                "a corner or its normal is out of range",
            )
        })
    }

    fn check_fragments(&self, progress: &Progress) -> Result<(), CheckError> {
        let mut next_vertex = 0;
        progress.check_each_numbered("fragment", &self.fragments, |_, span| {
            ensure(
                (span.triangle as usize) < self.triangles.len(),
                "it is a piece of a face that does not exist",
            )?;
            ensure(
                span.node < self.node_count(),
                "it is in a node that does not exist",
            )?;
            if span.first_vertex == NONE {
                return ensure(span.vertex_count == 3, "a whole triangle has three corners");
            }
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
        progress.check_each_numbered("corner of a fragment", &self.fragment_vertices, |_, &vertex| {
            ensure(is_place_f32(vertex), "it is out of range")
        })
    }
}
