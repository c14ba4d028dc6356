//! Clusters: sets of leaves that share a row of the PVS.
//!
//! The memory that a PVS takes while it is computed grows with the square of the number of openings. In a level with too
//! many, leaves are joined into clusters: the PVS becomes coarser and stays conservative.

use crate::solid_leaf::LeafId;

/// A partition of the leaves into clusters. The leaves of a cluster share a row of the PVS.
/// [`OUTSIDE`](crate::solid_leaf::OUTSIDE) is always a cluster of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clusters {
    of_leaf: Vec<u32>,
}

impl Clusters {
    /// Makes every leaf a cluster of its own.
    #[must_use]
    pub fn singletons(leaf_count: u32) -> Self {
        Self {
            of_leaf: (0..leaf_count).collect(),
        }
    }

    /// Joins leaves with equal numbers into one cluster. `of_leaf` has a number for each leaf; any numbering will do.
    #[must_use]
    pub fn new(of_leaf: Vec<u32>) -> Self {
        Self { of_leaf }
    }

    /// The number of the cluster of a leaf; `None` where the leaf does not exist.
    pub(super) fn of(&self, leaf: LeafId) -> Option<u32> {
        self.of_leaf.get(leaf as usize).copied()
    }
}
