//! Statistics of a tree over 2D lines.

use super::DoomTree;
use crate::{node::Branch, traversal::Shape};

/// Statistics of a tree over 2D lines: a [`DoomTree`], or a planar tree over the same lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct DoomStatistics {
    /// Number of nodes.
    pub nodes: u32,
    /// Number of leaves: subsectors, or missing children in a planar tree.
    pub subsectors: u32,
    /// Number of segs on linedefs. For a planar tree, this is the number of fragments. Each fragment represents both
    /// sides of its edge.
    pub segs: u32,
    /// Number of minisegs, which close subsectors where there is no linedef. A planar tree has no minisegs.
    pub minisegs: u32,
    /// Number of linedef sides that belong to a sector; segs are parts of these sides. For a planar tree, this is the
    /// number of edges.
    pub sides: u32,
    /// Relative growth due to cuts, `segs / sides − 1`. It is negative if some sides have no segs.
    pub growth: f64,
    /// Number of nodes on the longest path from the root to a leaf.
    pub depth: u32,
    /// Mean number of nodes on the paths from the root to the leaves.
    pub mean_depth: f64,
    /// Fraction of leaves on the side with fewer leaves, averaged over all nodes: 0.5 means balanced, and a value near
    /// 0 a list.
    pub balance: f64,
}

impl DoomTree {
    /// Computes the statistics of the tree.
    #[must_use]
    pub fn statistics(&self) -> DoomStatistics {
        let parts = &self.parts;
        let sides = parts.linedefs.iter().flat_map(|line| line.sectors).flatten();
        let of_linedefs = parts.segs.iter().filter(|seg| seg.linedef.is_some()).count();
        let minisegs = (parts.segs.len() - of_linedefs) as u32;
        let counts = [of_linedefs, sides.count()].map(|count| count as u32);
        let shape = Shape::of(&parts.nodes[..], self.root(), Branch::Back, |_| {});
        DoomStatistics {
            minisegs,
            ..DoomStatistics::from_shape(counts, &shape)
        }
    }
}

impl DoomStatistics {
    /// Computes the statistics of a tree without minisegs from its shape, its number of segs and its number of sides.
    #[must_use]
    pub fn from_shape([segs, sides]: [u32; 2], shape: &Shape) -> Self {
        Self {
            nodes: shape.nodes,
            subsectors: shape.leaves,
            segs,
            minisegs: 0,
            sides,
            growth: f64::from(segs) / f64::from(sides.max(1)) - 1.0,
            depth: shape.depth,
            mean_depth: shape.mean_depth,
            balance: shape.balance,
        }
    }
}
