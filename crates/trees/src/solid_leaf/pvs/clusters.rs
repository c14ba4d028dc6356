//! Clusters: sets of leaves that share a row of the PVS.
//!
//! The memory for computing a PVS grows quadratically with the number of openings. In a level with too many openings,
//! leaves are joined into clusters. The PVS becomes coarser but stays conservative.

use crate::solid_leaf::LeafId;

/// A partition of the leaves into clusters. The leaves of a cluster share a row of the PVS.
///
/// [`OUTSIDE`](crate::solid_leaf::OUTSIDE) is always its own cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clusters {
    of_leaf: Vec<u32>,
}

impl Clusters {
    /// Makes every leaf its own cluster.
    #[must_use]
    pub fn singletons(leaf_count: u32) -> Self {
        Self {
            of_leaf: (0..leaf_count).collect(),
        }
    }

    /// Joins leaves with the same number into one cluster. `of_leaf` has an arbitrary number for each leaf.
    #[must_use]
    pub fn new(of_leaf: Vec<u32>) -> Self {
        Self { of_leaf }
    }

    pub(super) fn of(&self, leaf: LeafId) -> Option<u32> {
        self.of_leaf.get(leaf as usize).copied()
    }
}
