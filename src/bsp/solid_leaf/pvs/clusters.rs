//! Clusters: sets of leaves that are seen together.
//!
//! The memory that a PVS takes while it is computed grows with the square of the number of openings. In a level with too
//! many, leaves are joined into clusters: the PVS becomes coarser and stays conservative.

use std::collections::HashMap;

use crate::bsp::solid_leaf::{LeafId, OUTSIDE};

/// Which leaves are seen together. [`OUTSIDE`] is always alone.
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

    /// Leaves with equal numbers are one cluster. The clusters are numbered anew, in the order of their first leaves.
    #[must_use]
    pub fn new(of_leaf: Vec<u32>) -> Self {
        let mut numbers: HashMap<(bool, u32), u32> = HashMap::new();
        let renumbered = (0..).zip(of_leaf).map(|(leaf, cluster): (LeafId, _)| {
            let next = numbers.len() as u32;
            *numbers.entry((leaf == OUTSIDE, cluster)).or_insert(next)
        });
        Self {
            of_leaf: renumbered.collect(),
        }
    }

    /// Number of clusters; the numbers of clusters are below it.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.of_leaf.iter().max().map_or(0, |&last| last + 1)
    }

    /// The cluster of a leaf; `None` where the leaf does not exist.
    #[must_use]
    pub fn of(&self, leaf: LeafId) -> Option<u32> {
        self.of_leaf.get(leaf as usize).copied()
    }
}
