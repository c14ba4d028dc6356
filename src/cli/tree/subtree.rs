//! Counts the contents of subtrees cut off by a depth limit.

use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::NodeId,
    solid_leaf::{Child, OUTSIDE},
};
use serde::Serialize;

/// Contents of a cut-off subtree of the node-storing tree.
#[derive(Serialize)]
pub(super) struct CutNodes {
    /// Root of the subtree.
    pub(super) node: NodeId,
    parent: Option<NodeId>,
    depth: u32,
    pub(super) nodes: u32,
    /// Number of faces stored in the subtree's nodes. Each fragment counts as a face.
    pub(super) faces: u32,
}

impl CutNodes {
    /// Counts the subtree of a node. Returns `None` if the node does not exist.
    pub(super) fn count_subtree(tree: &NodeTree, node: NodeId) -> Option<Self> {
        let root = tree.node(node)?;
        let nodes = tree.subtree(node);
        let faces = nodes.clone().map(|id| tree.triangles_at(id).len() as u32);
        Some(Self {
            node,
            parent: root.parent,
            depth: root.depth,
            nodes: nodes.len() as u32,
            faces: faces.sum(),
        })
    }
}

/// Contents of a cut-off subtree of the solid-leaf tree.
#[derive(Serialize)]
pub(super) struct CutLeaves {
    /// Root of the subtree.
    pub(super) node: NodeId,
    parent: Option<NodeId>,
    depth: u32,
    pub(super) nodes: u32,
    pub(super) leaves: u32,
    pub(super) solid: u32,
    /// Number of faces in the subtree's leaves. Each fragment counts as a face.
    pub(super) faces: u32,
}

impl CutLeaves {
    /// Counts the subtree of a node. Returns `None` if the node does not exist. Ignores the outside leaf, which is a
    /// child of several nodes and is always written.
    pub(super) fn count_subtree(tree: &LeafTree, node: NodeId) -> Option<Self> {
        let root = tree.node(node)?;
        let mut cut = Self {
            node,
            parent: root.parent,
            depth: root.depth,
            nodes: 0,
            leaves: 0,
            solid: 0,
            faces: 0,
        };
        let mut open = vec![Child::Node(node)];
        while let Some(child) = open.pop() {
            match child {
                Child::Node(id) => {
                    let Some(view) = tree.node(id) else { continue };
                    cut.nodes += 1;
                    open.extend([view.back, view.front]);
                }
                Child::Leaf(OUTSIDE) => {}
                Child::Leaf(id) => {
                    let Some(view) = tree.leaf(id) else { continue };
                    cut.leaves += 1;
                    cut.solid += u32::from(view.solid);
                    cut.faces += view.fragments.len() as u32;
                }
            }
        }
        Some(cut)
    }
}
