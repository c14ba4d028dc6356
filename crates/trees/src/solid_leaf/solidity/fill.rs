//! Filling: makes unreachable empty space solid, as Quake's compilers do around a sealed level.

use crate::solid_leaf::{
    LeafId, LeafTree, OUTSIDE, PortalGraph,
    portals::{reachable_leaves, unreachable_leaves},
};

/// Reasons why [`LeafTree::fill_unreachable`] filled nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FillError {
    /// The start leaf is solid or does not exist.
    #[error("the start leaf is solid")]
    Solid,
    /// The level leaks: the start leaf is connected to [`OUTSIDE`], so unreachable space cannot be distinguished from
    /// the rooms.
    #[error("the level leaks: the start leaf is connected to the outside")]
    Leaks,
}

impl LeafTree {
    /// Makes every empty leaf solid that cannot be reached from `leaf` through portals, except [`OUTSIDE`]. Returns the
    /// number of leaves filled.
    ///
    /// Removes the portals of these leaves, but keeps their faces. Quake's compilers call this filling the outside.
    ///
    /// # Errors
    /// Returns [`FillError`] if `leaf` is solid or connected to [`OUTSIDE`]. In this case, the tree is unchanged.
    pub fn fill_unreachable(&mut self, leaf: LeafId) -> Result<u32, FillError> {
        if self.is_solid(leaf) {
            return Err(FillError::Solid);
        }
        if reachable_leaves(&self.graph, leaf)[OUTSIDE.index()] {
            return Err(FillError::Leaks);
        }
        let mut unreachable = unreachable_leaves(&self.graph, leaf, |leaf| !self.is_solid(leaf));
        unreachable.retain(|&leaf| leaf != OUTSIDE);
        for &leaf in &unreachable {
            self.leaves[leaf.index()].solidity = 1.0;
        }
        let open = self
            .graph
            .portal_ids()
            .filter_map(|id| Some((self.graph.portal(id)?, id)));
        let kept = open.filter(|(portal, _)| !portal.leaves.iter().any(|&leaf| self.is_solid(leaf)));
        self.graph = PortalGraph::new(self.leaf_count(), kept.map(|(portal, _)| portal));
        let filled = unreachable.len() as u32;
        self.inputs.filled += filled;
        Ok(filled)
    }
}
