//! Assembles a tree from parts of another tree and newly built subtrees.

use bspwalk_progress::{Cancelled, Progress};
use glam::Vec3;

use super::{
    Branch, FragmentSpan, NONE, Node, NodeId, NodeTree,
    assemble::{NewNodes, append_subtree},
    budget::Budget,
    tree::UNCUT,
};
use crate::{NodeRange, Recording, TriangleId, growth::Runs, triangle::QueryTriangle};

/// A copy of a tree in progress. The caller copies, skips and appends nodes in depth-first order. The bounds of nodes
/// with other contents are not computed.
pub(super) struct Splice<'a, F> {
    old: &'a NodeTree,
    pub(super) tree: NodeTree,
    /// New number of each node of the old tree that was copied or skipped; [`NONE`] if it was skipped.
    pub(super) moved: Vec<NodeId>,
    /// Maps a triangle of the old tree to its number in the new one. The faces of triangles without a number are
    /// removed.
    origin: F,
    progress: &'a Progress,
}

impl<'a, F: Fn(TriangleId) -> Option<TriangleId>> Splice<'a, F> {
    /// Starts a copy with the given triangles. The caller must set the number of cuts.
    pub(super) fn new(
        old: &'a NodeTree,
        triangles: Vec<QueryTriangle>,
        is_recorded: bool,
        origin: F,
        progress: &'a Progress,
    ) -> Self {
        let tree = NodeTree {
            nodes: Vec::with_capacity(old.nodes.len()),
            triangles,
            fragments: Vec::with_capacity(old.fragments.len()),
            fragment_vertices: Vec::with_capacity(old.fragment_vertices.len()),
            splits: 0,
            recording: is_recorded.then(Recording::default),
            by_hand: Vec::new(),
            wide: std::sync::OnceLock::new(),
            ..*old
        };
        Self {
            old,
            tree,
            moved: Vec::with_capacity(old.nodes.len()),
            origin,
            progress,
        }
    }

    /// Copies the nodes from the end of the previous ones to `end`.
    pub(super) fn copy_to(&mut self, end: NodeId) -> Result<(), Cancelled> {
        for id in NodeRange::from(NodeId::from_index(self.moved.len())..end) {
            self.progress.check_at(id.index())?;
            self.copy(id);
        }
        Ok(())
    }

    /// Leaves out the nodes from the end of the previous ones to `end`.
    pub(super) fn skip_to(&mut self, end: NodeId) {
        self.moved.resize(end.index().max(self.moved.len()), NONE);
    }

    /// Appends the subtree that starts with a run, as a child of a node of the old tree, or as the root.
    pub(super) fn append(
        &mut self,
        runs: (&mut Runs<NewNodes, Budget>, usize),
        above: Option<(NodeId, Branch)>,
    ) -> Result<(), Cancelled> {
        let above = above.map(|(id, branch)| (self.moved[id.index()], branch));
        append_subtree(&mut self.tree, runs, above, self.progress)
    }

    /// Adds a face to the last node copied.
    pub(super) fn add_face(&mut self, triangle: TriangleId, vertices: &[Vec3]) {
        if let Some(node) = self.tree.nodes.last_mut() {
            node.fragment_count += 1;
            let id = NodeId::from_index(self.tree.nodes.len() - 1);
            self.tree.append_fragment(id, triangle, vertices);
        }
    }

    fn copy(&mut self, id: NodeId) {
        let (old, tree) = (self.old, &mut self.tree);
        let node = old.nodes[id.index()];
        let own = NodeId::from_index(tree.nodes.len());
        let first_fragment = tree.fragments.len() as u32;
        for span in old.spans(&node) {
            let Some(triangle) = (self.origin)(span.triangle) else {
                continue;
            };
            let first_vertex = match span.first_vertex {
                UNCUT => UNCUT,
                _ => tree.fragment_vertices.len() as u32,
            };
            if first_vertex != UNCUT {
                tree.fragment_vertices.extend_from_slice(old.vertices(span));
            }
            tree.fragments.push(FragmentSpan {
                first_vertex,
                triangle,
                node: own,
                ..*span
            });
        }
        let mut parent = NONE;
        if node.parent != NONE {
            let branch = Branch::front_if(old.nodes[node.parent.index()].front == id);
            parent = self.moved[node.parent.index()];
            tree.link(parent, branch, own);
        }
        tree.nodes.push(Node {
            front: NONE,
            back: NONE,
            parent,
            first_fragment,
            fragment_count: tree.fragments.len() as u32 - first_fragment,
            ..node
        });
        if let (Some(recording), Some(other)) = (&mut tree.recording, &old.recording) {
            recording.decisions.push(other.decisions[id.index()].clone());
        }
        if old.by_hand.binary_search(&id).is_ok() {
            tree.by_hand.push(own);
        }
        self.moved.push(own);
    }
}
