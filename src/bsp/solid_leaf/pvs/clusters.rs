//! Clusters: sets of leaves that are seen together.
//!
//! What is kept while a PVS is computed grows with the square of the number of openings. A level with too many has its
//! leaves joined into clusters: coarser, and still conservative.

use super::directed_portals::DirectedPortals;
use crate::bsp::solid_leaf::{LeafId, OUTSIDE, PortalGraph};

/// Which leaves are seen together. [`OUTSIDE`] is always alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clusters {
    of_leaf: Vec<u32>,
}

impl Clusters {
    /// Every leaf for itself.
    #[must_use]
    pub fn single(leaf_count: u32) -> Self {
        Self::new((0..leaf_count).collect())
    }

    /// Leaves with equal numbers are together, whatever the numbers are.
    #[must_use]
    pub fn new(mut of_leaf: Vec<u32>) -> Self {
        // The others are counted from one up, in the order of their first leaves.
        let mut order: Vec<LeafId> = (0..of_leaf.len() as LeafId)
            .filter(|&leaf| leaf != OUTSIDE)
            .collect();
        order.sort_by_key(|&leaf| (of_leaf[leaf as usize], leaf));
        let mut first_leaf = vec![OUTSIDE; of_leaf.len()];
        for group in order.chunk_by(|&a, &b| of_leaf[a as usize] == of_leaf[b as usize]) {
            for &leaf in group {
                first_leaf[leaf as usize] = group[0];
            }
        }
        let mut count = 0;
        for leaf in 0..of_leaf.len() {
            let first = first_leaf[leaf] as usize;
            of_leaf[leaf] = if first == leaf { count } else { of_leaf[first] };
            count += u32::from(first == leaf);
        }
        Self { of_leaf }
    }

    /// Number of leaves.
    #[must_use]
    pub fn leaf_count(&self) -> u32 {
        self.of_leaf.len() as u32
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

/// Number of openings between clusters: portals on one plane between the same two are one.
#[must_use]
pub fn openings(graph: &PortalGraph, clusters: &Clusters) -> u32 {
    DirectedPortals::count_openings(graph, clusters)
}
