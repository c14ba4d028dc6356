//! Display order of a build's divisions.

use super::{NodeId, NodeTree};

/// The divisions of a tree's build, in an order suited to explain the tree: by depth, then by node number. The first
/// ones divide the whole level, later ones ever smaller parts of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DivisionOrder {
    nodes: Vec<NodeId>,
    firsts: Vec<u32>,
}

impl DivisionOrder {
    /// Computes the order for a tree.
    #[must_use]
    pub fn new(tree: &NodeTree) -> Self {
        let depth = |id: NodeId| tree.nodes[id as usize].depth;
        let mut nodes: Vec<NodeId> = (0..tree.node_count()).collect();
        // The sort is stable, so nodes of one depth stay sorted by number.
        nodes.sort_by_key(|&id| depth(id));
        let mut firsts = Vec::new();
        for (division, &node) in nodes.iter().enumerate() {
            // Every depth down to the deepest has a node, so no depth is skipped.
            if depth(node) as usize == firsts.len() {
                firsts.push(division as u32);
            }
        }
        Self { nodes, firsts }
    }

    /// Returns the number of divisions, which equals the number of nodes.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Whether there are no divisions, as in a tree without triangles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the node of a division, counted from 0, or `None` if there is no such division.
    #[must_use]
    pub fn node_at(&self, division: u32) -> Option<NodeId> {
        self.nodes.get(division as usize).copied()
    }

    /// Returns the index of the division of a node at this depth, or `None` if there is no such node at it.
    #[must_use]
    pub fn step_of(&self, node: NodeId, depth: u32) -> Option<u32> {
        let place = self.at_depth(depth).binary_search(&node).ok()?;
        Some(self.steps_above(depth) + place as u32)
    }

    /// Returns the number of divisions above this depth, which is the index of the first division at it.
    #[must_use]
    pub fn steps_above(&self, depth: u32) -> u32 {
        self.firsts.get(depth as usize).copied().unwrap_or(self.len())
    }

    /// Returns the nodes at a depth, sorted by number.
    #[must_use]
    pub fn at_depth(&self, depth: u32) -> &[NodeId] {
        let [first, end] = [depth, depth.saturating_add(1)].map(|depth| self.steps_above(depth) as usize);
        &self.nodes[first..end]
    }

    /// Returns the number of depths with nodes: the depth of the deepest node plus one, or 0 for a tree without
    /// triangles.
    #[must_use]
    pub fn depths(&self) -> u32 {
        self.firsts.len() as u32
    }
}
