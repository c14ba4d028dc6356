//! Filling: empty space that cannot be reached becomes solid, as Quake's compilers do with the space around a sealed
//! level.

use crate::solid_leaf::{LeafId, LeafTree, OUTSIDE, PortalGraph, portals::leak};

/// Why nothing was filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFilled {
    /// The leaf to fill around is solid, or does not exist.
    #[error("the spawn is in something solid")]
    Solid,
    /// It is connected to [`OUTSIDE`], so the level cannot be told from the space around it.
    #[error("a way leads from the spawn to the outside: see the leak")]
    Leaks,
}

impl LeafTree {
    /// Makes every empty leaf solid that cannot be reached through portals from `leaf`, but for [`OUTSIDE`], and
    /// returns their number. Their portals are removed; faces stay in their leaves.
    ///
    /// # Errors
    /// See [`NotFilled`]; then the tree is as it was.
    pub fn fill_around(&mut self, leaf: LeafId) -> Result<u32, NotFilled> {
        if self.is_solid(leaf) {
            return Err(NotFilled::Solid);
        }
        if leak::reached(&self.graph, leaf)[OUTSIDE as usize] {
            return Err(NotFilled::Leaks);
        }
        let mut unreachable = leak::unreachable(&self.graph, leaf, |leaf| !self.is_solid(leaf));
        unreachable.retain(|&leaf| leaf != OUTSIDE);
        for &leaf in &unreachable {
            self.leaves[leaf as usize].solidity = 1.0;
        }
        let open = (0..self.graph.portal_count()).filter_map(|id| Some((self.graph.portal(id)?, id)));
        let kept = open.filter(|(portal, _)| !portal.leaves.iter().any(|&leaf| self.is_solid(leaf)));
        self.graph = PortalGraph::new(
            self.leaf_count(),
            kept.map(|(portal, id)| (portal.leaves, portal.plane, self.graph.polygon(id))),
        );
        let filled = unreachable.len() as u32;
        self.inputs.filled += filled;
        Ok(filled)
    }
}
