//! Clusters: sets of leaves that are seen together.
//!
//! The memory that a PVS takes while it is computed grows with the square of the number of openings. In a level with too
//! many, leaves are joined into clusters: the PVS becomes coarser and stays conservative.

use crate::solid_leaf::LeafId;

/// Which leaves are seen together. [`OUTSIDE`](crate::solid_leaf::OUTSIDE) is always alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clusters {
    of_leaf: Vec<u32>,
}

impl Clusters {
    /// Every leaf is a cluster of its own.
    #[must_use]
    pub fn single(leaf_count: u32) -> Self {
        Self {
            of_leaf: (0..leaf_count).collect(),
        }
    }

    /// Leaves with equal numbers are one cluster.
    #[must_use]
    pub fn new(of_leaf: Vec<u32>) -> Self {
        Self { of_leaf }
    }

    /// The cluster of a leaf; `None` where the leaf does not exist.
    #[must_use]
    pub fn of(&self, leaf: LeafId) -> Option<u32> {
        self.of_leaf.get(leaf as usize).copied()
    }
}
