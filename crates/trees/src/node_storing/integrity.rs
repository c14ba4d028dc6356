//! Integrity checks for a tree read from a file. If they pass, queries terminate and never panic.

use bspwalk_progress::{CheckError, Progress, ensure};

use super::{NONE, NodeTree, tree::UNCUT};
use crate::node::NodeId;
use crate::validation::{Parents, in_range, is_box, is_place, is_place_f32, is_plane, is_tolerance, is_unit};

impl NodeTree {
    /// Checks a tree read from a file: the index and number ranges, the tree structure, and that all face numbers are
    /// below `faces`. If the tree passes, queries on it never panic.
    ///
    /// [`NodeTree::validate`] also checks the geometry, but takes longer.
    ///
    /// # Errors
    /// Returns the first problem found, or an error if the check was cancelled.
    pub fn check(&self, faces: u32, progress: &Progress) -> Result<(), CheckError> {
        self.check_below(faces.into(), progress)
    }

    /// Like [`NodeTree::check`], but with a limit that may be larger than any face number.
    pub(super) fn check_below(&self, faces: u64, progress: &Progress) -> Result<(), CheckError> {
        let [on_plane, degenerate] = [self.tolerances.on_plane, self.tolerances.degenerate];
        let tolerances = [on_plane, degenerate, self.slack.into()];
        ensure(
            tolerances.into_iter().all(is_tolerance),
            "a tolerance is out of range",
        )?;
        ensure(
            self.nodes.is_empty() || is_box(&self.bounds),
            "the bounds are invalid",
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
        ensure(count < NONE.index(), "there are too many nodes")?;
        let mut parents = Parents::new(count);
        let mut next_fragment = 0;
        progress.check_each_numbered("node", &self.nodes, |id, node| {
            let (first, count) = (node.first_fragment, node.fragment_count);
            ensure(
                in_range(first, count, self.fragments.len()),
                "its fragments do not exist",
            )?;
            ensure(
                first >= next_fragment,
                "its fragments do not follow the fragments of the previous node",
            )?;
            next_fragment = first + count;
            ensure(
                self.spans(node)
                    .iter()
                    .all(|fragment| fragment.node == NodeId(id)),
                "its fragments belong to another node",
            )?;
            let is_leaf = node.front == NONE && node.back == NONE;
            ensure(
                is_plane(&node.plane) || node.is_block() && is_leaf && count > 0,
                "its plane is invalid",
            )?;
            let corners = [node.bounds.min, node.bounds.max];
            ensure(
                corners.into_iter().all(|corner| is_place(corner.as_dvec3())),
                "its bounding box is not finite",
            )?;
            ensure(
                node.depth <= id && (id == 0) == (node.parent == NONE),
                "its parent or depth is invalid",
            )?;
            for child in [node.front, node.back].into_iter().filter(|&child| child != NONE) {
                ensure(child > NodeId(id), "one of its children comes before it")?;
                parents.claim(child.index(), id)?;
                let below = &self.nodes[child.index()];
                ensure(
                    below.parent == NodeId(id) && below.depth == node.depth + 1,
                    "one of its children has another parent or the wrong depth",
                )?;
                ensure(
                    node.bounds.holds(&below.bounds),
                    "the bounding box of a child exceeds its own",
                )?;
            }
            ensure(
                node.front == NONE || node.front == NodeId(id + 1),
                "its front child does not come directly after it",
            )?;
            ensure(
                node.front != NONE || node.back != NONE || count > 0,
                "it has neither faces nor children",
            )
        })?;
        progress.check_each_numbered("node", &self.nodes, |id, _| {
            ensure(
                parents.parent(id as usize).is_none() == (id == 0),
                "it does not have exactly one parent",
            )
        })
    }

    fn check_triangles(&self, faces: u64, progress: &Progress) -> Result<(), CheckError> {
        progress.check_each_numbered("triangle", &self.triangles, |_, triangle| {
            ensure(u64::from(triangle.face) < faces, "a face number is out of range")?;
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
                span.triangle.index() < self.triangles.len(),
                "its face does not exist",
            )?;
            ensure(span.node.0 < self.node_count(), "its node does not exist")?;
            if span.first_vertex == UNCUT {
                return ensure(
                    span.vertex_count == 3,
                    "it is a whole triangle but does not have three corners",
                );
            }
            let vertices = self.fragment_vertices.len();
            ensure(
                span.vertex_count >= 3 && in_range(span.first_vertex, span.vertex_count, vertices),
                "its corners do not exist",
            )?;
            // Fragments must not share corners; otherwise a small file could expand into huge copies of them.
            ensure(
                span.first_vertex == next_vertex,
                "its corners do not follow the previous ones",
            )?;
            next_vertex += span.vertex_count;
            Ok(())
        })?;
        progress.check_each_numbered("fragment corner", &self.fragment_vertices, |_, &vertex| {
            ensure(is_place_f32(vertex), "it is out of range")
        })
    }
}
