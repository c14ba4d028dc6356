//! The expected cost of queries in a solid-leaf tree.

use bspwalk_geometry::Aabb;
use bspwalk_progress::{Cancelled, Progress};

use crate::{
    scoring::TRIANGLE_COST,
    solid_leaf::{Child, LeafObstacles, OUTSIDE},
};

impl LeafObstacles<'_> {
    /// Returns the expected cost of a query by the surface area heuristic, in units of a node visit.
    ///
    /// The unit is the same as in [`Measure::Cost`](crate::node_storing::Measure::Cost). A random segment that hits the
    /// world box also hits a node or a leaf with the ratio of their surface areas as probability. It tests all
    /// triangles of each leaf it hits.
    ///
    /// # Errors
    /// [`Cancelled`] if `progress` is cancelled.
    pub fn expected_cost(&self, progress: &Progress) -> Result<f64, Cancelled> {
        let tree = self.tree();
        let mut bounds = vec![Aabb::EMPTY; tree.nodes.len()];
        let mut cost = 0.0;
        // Iterate backwards, because children follow their parents.
        for (id, node) in tree.nodes.iter().enumerate().rev() {
            progress.check_at(id)?;
            let below = [node.front, node.back].map(|child| match child {
                Child::Node(child) => bounds[child as usize],
                // It has no bounds.
                Child::Leaf(OUTSIDE) => Aabb::EMPTY,
                Child::Leaf(leaf) => tree.leaves[leaf as usize].bounds,
            });
            bounds[id] = below[0].union(&below[1]);
        }
        let whole = bounds.first().map_or(0.0, Aabb::surface_area);
        let met = |part: &Aabb| {
            if whole > 0.0 {
                (part.surface_area() / whole).min(1.0)
            } else {
                1.0
            }
        };
        for (turn, part) in bounds.iter().enumerate() {
            progress.check_at(turn)?;
            cost += met(part);
        }
        for (turn, (leaf, id)) in tree.leaves.iter().zip(0..).enumerate() {
            progress.check_at(turn)?;
            let met = if id == OUTSIDE { 1.0 } else { met(&leaf.bounds) };
            cost += met * TRIANGLE_COST * f64::from(self.triangles_in(id));
        }
        Ok(if cost.is_finite() { cost } else { 0.0 })
    }
}
