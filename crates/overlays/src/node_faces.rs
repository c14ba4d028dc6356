//! Face counts of the selected node.

use bspwalk_trees::{NodeTree, node_storing::NodeId};

use crate::tree_stats::TreeStats;

/// Numbers of faces in a node's cell: on its plane, in front of it and behind it. A face that the plane cut counts on
/// both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeFaces {
    /// The node.
    pub node: NodeId,
    /// Faces on the plane, which the node stores.
    pub on: u32,
    /// Faces in front.
    pub front: u32,
    /// Faces behind.
    pub back: u32,
    /// Faces cut by the plane.
    pub cut: u32,
}

impl NodeFaces {
    /// Counts the faces of a node whose plane cut `cut` faces.
    pub fn of(tree: &NodeTree, stats: &TreeStats, node: NodeId, cut: u32) -> Self {
        let [front, back] = stats.sides(node);
        let count = |nodes: std::ops::Range<NodeId>| {
            let (Some(first), Some(last)) = (tree.node(nodes.start), tree.node(nodes.end.saturating_sub(1)))
            else {
                return 0;
            };
            if nodes.is_empty() {
                return 0;
            }
            let mut faces: Vec<u32> = (first.fragments.start..last.fragments.end)
                .filter_map(|index| Some(tree.fragment(index)?.face))
                .collect();
            faces.sort_unstable();
            faces.dedup();
            faces.len() as u32
        };
        Self {
            node,
            on: count(node..node + 1),
            front: count(front),
            back: count(back),
            cut,
        }
    }
}
