//! Joins leaves into clusters if there are too many for a PVS of individual leaves.
//!
//! All leaves in a cluster count as visible from each other. A good cluster is therefore nearly convex, that is, it
//! fills its bounding box. Agglomerative clustering joins neighbours, starting with the pairs that waste the least of
//! their common box. Leaves without a portal between them, such as those on opposite sides of a wall, stay separate.

use std::{cmp::Reverse, collections::BinaryHeap};

use bspwalk_geometry::{Aabb, DisjointSets};
use bspwalk_progress::{Cancelled, Progress};

use super::{clusters::Clusters, opening_count};
use crate::solid_leaf::{LeafId, LeafTree, OUTSIDE};

impl LeafTree {
    /// Returns the finest clusters found that have at most `max_openings` openings between them.
    ///
    /// If the limit permits, every leaf forms a separate cluster. Otherwise, neighbouring leaves are joined, starting
    /// with the pairs whose union is closest to convex.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn clusters(&self, max_openings: u32, progress: &Progress) -> Result<Clusters, Cancelled> {
        if self.portal_count() <= max_openings {
            return Ok(Clusters::singletons(self.leaf_count()));
        }
        progress.begin("Grouping leaves into clusters", 0);
        let joins = self.joins(progress)?;
        let tries = joins.len().checked_ilog2().map_or(0, |bits| bits + 1);
        progress.begin("Grouping leaves into clusters", tries.into());
        // Bisection works because more joins leave fewer openings, with rare exceptions.
        let (mut too_few, mut enough) = (0, joins.len());
        let mut best = self.joined(&joins, progress)?;
        while too_few + 1 < enough {
            let middle = too_few.midpoint(enough);
            let clusters = self.joined(&joins[..middle], progress)?;
            progress.advance(1);
            progress.check()?;
            if opening_count(self.portal_graph(), &clusters) <= max_openings {
                (enough, best) = (middle, clusters);
            } else {
                too_few = middle;
            }
        }
        Ok(best)
    }

    fn joins(&self, progress: &Progress) -> Result<Vec<[LeafId; 2]>, Cancelled> {
        let mut sets = DisjointSets::new(self.leaf_count());
        let mut extents: Vec<Extent> = (0..)
            .zip(&self.leaves)
            .map(|(key, leaf)| Extent {
                bounds: leaf.bounds,
                volume: leaf.volume,
                leaves: 1,
                key: LeafId(key),
            })
            .collect();
        let graph = self.portal_graph();
        let pairs = graph
            .portal_ids()
            .filter_map(|id| graph.portal(id))
            .map(|portal| portal.leaves);
        let mut open: BinaryHeap<Reverse<(u64, [LeafId; 2])>> = pairs
            .filter(|pair| !pair.contains(&OUTSIDE))
            .map(|pair| {
                let [a, b] = pair.map(|leaf| &extents[leaf.index()]);
                Reverse((a.waste_with(b), pair))
            })
            .collect();
        let mut joins = Vec::new();
        while let Some(Reverse((waste, pair))) = open.pop() {
            progress.check()?;
            let [a, b] = pair.map(|leaf| sets.find(leaf.0));
            if a == b {
                continue;
            }
            let [first, second] = [a, b].map(|leaf| extents[leaf as usize]);
            // The sets may have grown since the pair was queued.
            let current = first.waste_with(&second);
            if current > waste {
                open.push(Reverse((current, [first.key, second.key])));
                continue;
            }
            joins.push([a, b].map(LeafId));
            sets.unite(a, b);
            extents[sets.find(a) as usize] = first.union(&second);
        }
        Ok(joins)
    }

    fn joined(&self, joins: &[[LeafId; 2]], progress: &Progress) -> Result<Clusters, Cancelled> {
        let mut sets = DisjointSets::new(self.leaf_count());
        for (turn, &[a, b]) in joins.iter().enumerate() {
            progress.check_at(turn)?;
            sets.unite(a.0, b.0);
        }
        progress.check()?;
        Ok(Clusters::new(sets.representatives()))
    }
}

#[derive(Clone, Copy)]
struct Extent {
    bounds: Aabb,
    volume: f64,
    leaves: u32,
    /// Leaf used to break ties between pairs with equal waste. The union takes the key of the larger set, or the
    /// smaller key if the sets have equal size.
    key: LeafId,
}

impl Extent {
    fn union(&self, other: &Self) -> Self {
        let [small, large] = if (self.leaves, other.key) < (other.leaves, self.key) {
            [self, other]
        } else {
            [other, self]
        };
        Self {
            bounds: small.bounds.union(&large.bounds),
            volume: small.volume + large.volume,
            leaves: small.leaves + large.leaves,
            key: large.key,
        }
    }

    /// Returns the waste of the union of two sets, as an integer that sorts like the waste.
    ///
    /// The waste is the empty volume of the common box, divided by the square root of the filled volume. If
    /// it were divided by the filled volume itself, tiny leaves next to large rooms would never be joined. If
    /// it were not divided at all, large rooms would stay split because of a small gap.
    fn waste_with(&self, other: &Self) -> u64 {
        let both = self.union(other);
        let waste = (both.bounds.size().element_product() - both.volume) / both.volume.sqrt();
        // The bits of non-negative floats have the same order as the floats. NaN counts as no waste.
        waste.max(0.0).to_bits()
    }
}
