//! Clusters of leaves that are drawn together.

use bspwalk_trees::solid_leaf::{LeafId, LeafTree};

/// Index of a cluster of leaves that are drawn together.
pub type ClusterId = u32;

/// Maximum number of clusters. Up to this number, each leaf is drawn separately. If there are more leaves, neighbours
/// in the tree are drawn together.
const MOST_CLUSTERS: u32 = 1024;

/// Returns the number of clusters for a tree.
#[must_use]
pub fn cluster_count(tree: &LeafTree) -> u32 {
    tree.leaf_count().min(MOST_CLUSTERS)
}

/// Returns the cluster of a leaf. Neighbours in the tree have consecutive indices, so they usually share a cluster.
#[must_use]
pub fn cluster_of(tree: &LeafTree, leaf: LeafId) -> ClusterId {
    leaf.0 / tree.leaf_count().div_ceil(MOST_CLUSTERS).max(1)
}
