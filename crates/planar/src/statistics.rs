//! Statistics of a planar tree, for comparison with the tree of a DOOM level over the same lines.

use bspwalk_trees::{NodeId, doom::DoomStatistics, traversal::Shape};

use super::{Branch, PlanarTree, traversal::Nodes};

impl PlanarTree {
    /// Computes the statistics of the tree. Compare them with the [statistics of a
    /// `DoomTree`](bspwalk_trees::DoomTree::statistics) over the same lines.
    #[must_use]
    pub fn statistics(&self) -> DoomStatistics {
        let shape = if self.nodes.is_empty() {
            Shape::default()
        } else {
            Shape::of(Nodes(&self.nodes), NodeId(0), Branch::Front, |()| {})
        };
        let counts = [self.fragments.len(), self.edges.len()].map(|count| count as u32);
        DoomStatistics::from_shape(counts, &shape)
    }
}
