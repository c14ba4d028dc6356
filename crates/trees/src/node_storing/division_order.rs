//! The order in which the divisions of a build explain its tree.

use super::{NodeId, NodeTree};

/// The divisions of the build of a tree in the order in which they explain it: by depth, and at one depth by the number of the
/// node. So the first ones divide the whole level, and each later one a smaller part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DivisionOrder {
    /// The node of each division.
    nodes: Vec<NodeId>,
    /// The first division of each depth.
    firsts: Vec<u32>,
}

impl DivisionOrder {
    /// The order for a tree.
    #[must_use]
    pub fn new(tree: &NodeTree) -> Self {
        let depth = |id: NodeId| tree.nodes[id as usize].depth;
        let mut nodes: Vec<NodeId> = (0..tree.node_count()).collect();
        // Nodes of one depth stay in the order of their numbers.
        nodes.sort_by_key(|&id| depth(id));
        let mut firsts = Vec::new();
        for (division, &node) in nodes.iter().enumerate() {
            // Every depth down to the deepest one has a node.
            if depth(node) as usize == firsts.len() {
                firsts.push(division as u32);
            }
        }
        Self { nodes, firsts }
    }

    /// The number of divisions, which is that of the nodes.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Whether there is no division, as in a tree without triangles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node of the division of this number, from 0; `None` where there is no such division.
    #[must_use]
    pub fn node_at(&self, division: u32) -> Option<NodeId> {
        self.nodes.get(division as usize).copied()
    }

    /// The number of the division, from 0, of a node at this depth; `None` where no such node is there.
    #[must_use]
    pub fn step_of(&self, node: NodeId, depth: u32) -> Option<u32> {
        let place = self.at_depth(depth).binary_search(&node).ok()?;
        Some(self.steps_above(depth) + place as u32)
    }

    /// The number of divisions at lesser depths than this: the number of the first division at it.
    #[must_use]
    pub fn steps_above(&self, depth: u32) -> u32 {
        self.firsts.get(depth as usize).copied().unwrap_or(self.len())
    }

    /// The nodes at a depth, by number.
    #[must_use]
    pub fn at_depth(&self, depth: u32) -> &[NodeId] {
        let [first, end] = [depth, depth.saturating_add(1)].map(|depth| self.steps_above(depth) as usize);
        &self.nodes[first..end]
    }

    /// How many depths have nodes: one more than the depth of the deepest node, and 0 in a tree without triangles.
    #[must_use]
    pub fn depths(&self) -> u32 {
        self.firsts.len() as u32
    }
}
