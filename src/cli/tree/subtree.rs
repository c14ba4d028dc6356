//! What is in the subtrees that a limit of the depth cuts off.

use bspwalk_trees::{
    LeafTree, NodeTree,
    node_storing::NodeId,
    solid_leaf::{Child, OUTSIDE},
};
use serde::Serialize;

/// A subtree of the node-storing tree that is not written.
#[derive(Serialize)]
pub(super) struct CutNodes {
    /// Its root.
    pub(super) node: NodeId,
    parent: Option<NodeId>,
    depth: u32,
    pub(super) nodes: u32,
    /// Faces that its nodes store, each fragment counted.
    pub(super) faces: u32,
}

impl CutNodes {
    /// The subtree below a node; `None` where there is no such node.
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

/// A subtree of the solid-leaf tree that is not written.
#[derive(Serialize)]
pub(super) struct CutLeaves {
    /// Its root.
    pub(super) node: NodeId,
    parent: Option<NodeId>,
    depth: u32,
    pub(super) nodes: u32,
    pub(super) leaves: u32,
    pub(super) solid: u32,
    /// Faces in its leaves, each fragment counted.
    pub(super) faces: u32,
}

impl CutLeaves {
    /// The subtree below a node; `None` where there is no such node. The outside, which is below several nodes, is not counted: it is
    /// always written.
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
