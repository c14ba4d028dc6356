//! Counts the contents of subtrees cut off by a depth limit.

use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::NodeId,
    solid_leaf::{Child, OUTSIDE},
};
use serde::Serialize;

/// A subtree of the node-storing tree that is cut off.
#[derive(Serialize)]
pub(super) struct CutNodes {
    /// Root of the subtree.
    pub(super) node: NodeId,
    parent: Option<NodeId>,
    depth: u32,
    pub(super) nodes: u32,
    /// Number of faces stored in its nodes. Every fragment counts.
    pub(super) faces: u32,
}

impl CutNodes {
    /// Counts the subtree of a node. Returns `None` if the node does not exist.
    pub(super) fn below(tree: &NodeTree, node: NodeId) -> Option<Self> {
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

/// A subtree of the solid-leaf tree that is cut off.
#[derive(Serialize)]
pub(super) struct CutLeaves {
    /// Root of the subtree.
    pub(super) node: NodeId,
    parent: Option<NodeId>,
    depth: u32,
    pub(super) nodes: u32,
    pub(super) leaves: u32,
    pub(super) solid: u32,
    /// Number of faces in its leaves. Every fragment counts.
    pub(super) faces: u32,
}

impl CutLeaves {
    /// Counts the subtree of a node. Returns `None` if the node does not exist. Ignores the outside, which is a child
    /// of several nodes and always written.
    pub(super) fn below(tree: &LeafTree, node: NodeId) -> Option<Self> {
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
