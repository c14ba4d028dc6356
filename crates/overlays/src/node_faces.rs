//! The faces that the selected node divides.

use bspwalk_trees::{NodeTree, node_storing::NodeId};

use crate::tree_stats::TreeStats;

/// How many faces lie on a node's plane, in front of it and behind it, in its cell. A face that it cut counts on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeFaces {
    /// The node.
    pub node: NodeId,
    /// The faces on its plane, which it stores.
    pub on: u32,
    /// Those in front.
    pub front: u32,
    /// Those behind.
    pub back: u32,
    /// The faces that the plane cut.
    pub cut: u32,
}

impl NodeFaces {
    /// Counts the faces of a node, of which its plane has cut so many.
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
