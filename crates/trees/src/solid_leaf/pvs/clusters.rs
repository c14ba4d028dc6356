//! Clusters of leaves that share a row of the PVS.

use crate::solid_leaf::LeafId;

/// A partition of the leaves into clusters. The leaves of a cluster share a row of the PVS.
///
/// [`OUTSIDE`](crate::solid_leaf::OUTSIDE) always forms a separate cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clusters {
    of_leaf: Vec<u32>,
}

impl Clusters {
    /// Creates a partition with a separate cluster for every leaf.
    #[must_use]
    pub fn singletons(leaf_count: u32) -> Self {
        Self {
            of_leaf: (0..leaf_count).collect(),
        }
    }

    /// Creates a partition that joins leaves with the same number into a cluster. `of_leaf` contains an arbitrary
    /// number for each leaf.
    #[must_use]
    pub fn new(of_leaf: Vec<u32>) -> Self {
        Self { of_leaf }
    }

    pub(super) fn of(&self, leaf: LeafId) -> Option<u32> {
        self.of_leaf.get(leaf.index()).copied()
    }
}
