//! Integrity checks for a tree read from a file. If they pass, queries terminate and never panic.

use bspwalk_progress::{CheckError, Progress, ensure};
use bspwalk_text::message;

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
            message!("check-tolerance-range"),
        )?;
        ensure(
            self.nodes.is_empty() || is_box(&self.bounds),
            message!("check-bounds-of-level"),
        )?;
        let weights = [self.params.cut_weight, self.params.unbalance_weight];
        ensure(weights.into_iter().all(f64::is_finite), message!("check-weight"))?;
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
        ensure(count < NONE.index(), message!("check-too-many-nodes"))?;
        let mut parents = Parents::new(count);
        let mut next_fragment = 0;
        progress.check_each_numbered(message!("check-kind-node"), &self.nodes, |id, node| {
            let (first, count) = (node.first_fragment, node.fragment_count);
            ensure(
                in_range(first, count, self.fragments.len()),
                message!("check-no-such-fragments"),
            )?;
            ensure(first >= next_fragment, message!("check-fragments-order"))?;
            next_fragment = first + count;
            ensure(
                self.spans(node)
                    .iter()
                    .all(|fragment| fragment.node == NodeId(id)),
                message!("check-fragments-of-other"),
            )?;
            let is_leaf = node.front == NONE && node.back == NONE;
            ensure(
                is_plane(&node.plane) || node.is_block() && is_leaf && count > 0,
                message!("check-plane-invalid"),
            )?;
            let corners = [node.bounds.min, node.bounds.max];
            ensure(
                corners.into_iter().all(|corner| is_place(corner.as_dvec3())),
                message!("check-box-finite"),
            )?;
            ensure(
                node.depth <= id && (id == 0) == (node.parent == NONE),
                message!("check-no-place-in-tree"),
            )?;
            for child in [node.front, node.back].into_iter().filter(|&child| child != NONE) {
                ensure(child > NodeId(id), message!("check-child-order"))?;
                parents.claim(child.index(), id)?;
                let below = &self.nodes[child.index()];
                ensure(
                    below.parent == NodeId(id) && below.depth == node.depth + 1,
                    message!("check-child-parent"),
                )?;
                ensure(node.bounds.holds(&below.bounds), message!("check-child-box"))?;
            }
            ensure(
                node.front == NONE || node.front == NodeId(id + 1),
                message!("check-front-child"),
            )?;
            ensure(
                node.front != NONE || node.back != NONE || count > 0,
                message!("check-empty-node"),
            )
        })?;
        progress.check_each_numbered(message!("check-kind-node"), &self.nodes, |id, _| {
            ensure(
                parents.parent(id as usize).is_none() == (id == 0),
                message!("check-one-parent"),
            )
        })
    }

    fn check_triangles(&self, faces: u64, progress: &Progress) -> Result<(), CheckError> {
        progress.check_each_numbered(message!("check-kind-triangle"), &self.triangles, |_, triangle| {
            ensure(u64::from(triangle.face) < faces, message!("check-no-face"))?;
            let are_places = triangle.corners.into_iter().all(is_place_f32);
            ensure(
                are_places && is_unit(triangle.normal.as_dvec3()),
                message!("check-corner-range"),
            )
        })
    }

    fn check_fragments(&self, progress: &Progress) -> Result<(), CheckError> {
        let mut next_vertex = 0;
        progress.check_each_numbered(message!("check-kind-fragment"), &self.fragments, |_, span| {
            ensure(
                span.triangle.index() < self.triangles.len(),
                message!("check-piece-of-none"),
            )?;
            ensure(span.node.0 < self.node_count(), message!("check-in-no-node"))?;
            if span.first_vertex == UNCUT {
                return ensure(span.vertex_count == 3, message!("check-three-corners"));
            }
            let vertices = self.fragment_vertices.len();
            ensure(
                span.vertex_count >= 3 && in_range(span.first_vertex, span.vertex_count, vertices),
                message!("check-no-corners"),
            )?;
            // Fragments must not share corners; otherwise a small file could expand into huge copies of them.
            ensure(span.first_vertex == next_vertex, message!("check-corners-order"))?;
            next_vertex += span.vertex_count;
            Ok(())
        })?;
        progress.check_each_numbered(
            message!("check-kind-corner-of-fragment"),
            &self.fragment_vertices,
            |_, &vertex| ensure(is_place_f32(vertex), message!("check-out-of-range")),
        )
    }
}
