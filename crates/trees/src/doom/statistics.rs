//! Statistics of a tree, and of a planar tree over the same lines.

use super::{DoomChild, DoomTree};
use crate::planar::{Branch, NONE, PlanarTree};

/// Statistics of a tree over lines in the plane: a [`DoomTree`], or a [`PlanarTree`] over the same lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct DoomStatistics {
    /// Number of nodes.
    pub nodes: u32,
    /// Number of leaves: subsectors, or missing children of a planar tree.
    pub subsectors: u32,
    /// Number of segs of linedefs. For a planar tree, the number of fragments, where one fragment serves both sides
    /// of its edge.
    pub segs: u32,
    /// Number of minisegs, which bound subsectors where there is no linedef. A planar tree has none.
    pub minisegs: u32,
    /// Number of linedef sides with a sector, which the segs are parts of. For a planar tree, the number of edges.
    pub sides: u32,
    /// Relative growth by cuts, `segs / sides − 1`. It is negative if some sides have no seg.
    pub growth: f64,
    /// Number of nodes on the longest path from the root to a leaf.
    pub depth: u32,
    /// Mean number of nodes on the paths from the root to the leaves.
    pub mean_depth: f64,
    /// Mean share of leaves on the side with fewer leaves, over all nodes: 0.5 is balanced, near 0 is a list.
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
        let mut depths = Vec::with_capacity(parts.subsectors.len());
        // Nodes sorted so that children follow their parents.
        let mut order = Vec::with_capacity(parts.nodes.len());
        let mut stack = vec![(self.root(), 0)];
        while let Some((child, depth)) = stack.pop() {
            match child {
                DoomChild::Subsector(_) => depths.push(depth),
                DoomChild::Node(id) => {
                    order.push(id as usize);
                    let children = parts.nodes[id as usize].children;
                    stack.extend(children.map(|child| (child, depth + 1)));
                }
            }
        }
        let mut leaves = vec![0; parts.nodes.len()];
        let mut balance = Balance::default();
        for &id in order.iter().rev() {
            let sides = parts.nodes[id].children.map(|child| match child {
                DoomChild::Node(child) => leaves[child as usize],
                DoomChild::Subsector(_) => 1,
            });
            leaves[id] = balance.add(sides);
        }
        DoomStatistics {
            minisegs,
            ..DoomStatistics::of(counts, &depths, &balance)
        }
    }
}

impl DoomStatistics {
    /// Computes the statistics of a planar tree.
    #[must_use]
    pub fn from_planar(tree: &PlanarTree) -> Self {
        let node_depths = tree.depths();
        let mut depths = Vec::with_capacity(tree.nodes().len() + 1);
        let mut leaves = vec![0; tree.nodes().len()];
        let mut balance = Balance::default();
        // Children follow their parents, so go backwards.
        for (id, node) in tree.nodes().iter().enumerate().rev() {
            let sides = [Branch::Front, Branch::Back].map(|branch| match node.child(branch) {
                NONE => {
                    depths.push(node_depths[id]);
                    1
                }
                child => leaves[child as usize],
            });
            leaves[id] = balance.add(sides);
        }
        let counts = [tree.fragments().len(), tree.edges().len()].map(|count| count as u32);
        Self::of(counts, &depths, &balance)
    }

    /// Computes the statistics from the numbers of segs and sides, and the depths of all leaves.
    fn of([segs, sides]: [u32; 2], depths: &[u32], balance: &Balance) -> Self {
        let total: f64 = depths.iter().copied().map(f64::from).sum();
        Self {
            nodes: balance.nodes,
            subsectors: depths.len() as u32,
            segs,
            minisegs: 0,
            sides,
            growth: f64::from(segs) / f64::from(sides.max(1)) - 1.0,
            depth: depths.iter().copied().max().unwrap_or(0),
            mean_depth: total / depths.len().max(1) as f64,
            balance: balance.sum / f64::from(balance.nodes.max(1)),
        }
    }
}

#[derive(Default)]
struct Balance {
    nodes: u32,
    sum: f64,
}

impl Balance {
    /// Adds a node with these numbers of leaves on its sides; returns their sum.
    fn add(&mut self, [front, back]: [u32; 2]) -> u32 {
        self.nodes += 1;
        self.sum += f64::from(front.min(back)) / f64::from(front + back);
        front + back
    }
}
