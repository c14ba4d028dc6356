//! Which leaves belong together where there are too many to tell for each what it sees.
//!
//! Sight passes freely through a cluster, whatever its shape, so that a cluster costs least that is nearly convex: one that
//! fills the box around it. Neighbours are joined, those first that would waste the least of their box (agglomerative
//! clustering); what no portal joins, as the two sides of a wall, stays apart.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{Clusters, openings};
use crate::bsp::solid_leaf::{LeafId, LeafTree, OUTSIDE};
use crate::{
    geometry::Aabb,
    progress::{Cancelled, Progress},
};

impl LeafTree {
    /// The finest clusters with at most `max_openings` openings between them: every leaf for itself where that will do,
    /// else neighbours joined, those first that are nearest to convex together.
    #[must_use]
    pub fn clusters(&self, max_openings: u32) -> Clusters {
        Progress::unwatched(|progress| self.clusters_with(max_openings, progress))
    }

    /// As [`LeafTree::clusters`], with progress, which can cancel it.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn clusters_with(&self, max_openings: u32, progress: &Progress) -> Result<Clusters, Cancelled> {
        if self.portal_count() <= max_openings {
            return Ok(Clusters::single(self.leaf_count()));
        }
        progress.begin("Joining leaves into clusters", 0);
        let joins = self.joins(progress)?;
        // Bisection tries one number for each bit.
        let tries = joins.len().checked_ilog2().map_or(0, |bits| bits + 1);
        progress.begin("Joining leaves into clusters", tries.into());
        // Bisection: more joins, fewer openings, or nearly so.
        let (mut too_few, mut enough) = (0, joins.len());
        let mut best = self.joined(&joins, progress)?;
        while too_few + 1 < enough {
            let middle = too_few.midpoint(enough);
            let clusters = self.joined(&joins[..middle], progress)?;
            progress.advance(1);
            progress.check()?;
            if openings(self.portal_graph(), &clusters) <= max_openings {
                (enough, best) = (middle, clusters);
            } else {
                too_few = middle;
            }
        }
        Ok(best)
    }

    /// All joins of neighbours but [`OUTSIDE`], in order, by a leaf of each.
    fn joins(&self, progress: &Progress) -> Result<Vec<[LeafId; 2]>, Cancelled> {
        let mut groups = Groups::new(self.leaf_count());
        let mut extents: Vec<Extent> = self
            .leaves
            .iter()
            .map(|leaf| Extent {
                bounds: leaf.bounds,
                volume: leaf.volume,
            })
            .collect();
        let graph = self.portal_graph();
        let pairs = (0..graph.portal_count())
            .filter_map(|id| graph.portal(id))
            .map(|portal| portal.leaves);
        let mut open: BinaryHeap<Reverse<(u64, [LeafId; 2])>> = pairs
            .filter(|pair| !pair.contains(&OUTSIDE))
            .map(|pair| {
                Reverse((
                    extents[pair[0] as usize].waste_with(&extents[pair[1] as usize]),
                    pair,
                ))
            })
            .collect();
        let mut joins = Vec::new();
        while let Some(Reverse((waste, pair))) = open.pop() {
            progress.check()?;
            let [a, b] = pair.map(|leaf| groups.of(leaf));
            if a == b {
                continue;
            }
            // They may have grown since.
            let now = extents[a as usize].waste_with(&extents[b as usize]);
            if now > waste {
                open.push(Reverse((now, [a, b])));
                continue;
            }
            joins.push([a, b]);
            let whole = extents[a as usize].with(&extents[b as usize]);
            let root = groups.join(a, b);
            extents[root as usize] = whole;
        }
        Ok(joins)
    }

    /// The clusters after some joins.
    fn joined(&self, joins: &[[LeafId; 2]], progress: &Progress) -> Result<Clusters, Cancelled> {
        let mut groups = Groups::new(self.leaf_count());
        for (turn, &[a, b]) in joins.iter().enumerate() {
            progress.check_at(turn)?;
            groups.join(a, b);
        }
        progress.check()?;
        Ok(Clusters::new(
            (0..self.leaf_count()).map(|leaf| groups.of(leaf)).collect(),
        ))
    }
}

/// What some leaves fill.
#[derive(Clone, Copy)]
struct Extent {
    bounds: Aabb,
    /// In cubic metres.
    volume: f64,
}

impl Extent {
    fn with(&self, other: &Self) -> Self {
        Self {
            bounds: self.bounds.union(&other.bounds),
            volume: self.volume + other.volume,
        }
    }

    /// How much both together would waste, as a number that is ordered as it is: what the box around them holds that is of
    /// neither, by the root of what is. By the whole of it, dust would be left over beside large rooms; by none of it, large
    /// rooms would be broken for what little they lack.
    fn waste_with(&self, other: &Self) -> u64 {
        let both = self.with(other);
        let waste = (both.bounds.size().element_product() - both.volume) / both.volume.sqrt();
        // The bits of floats that are not negative are ordered as the floats are; NaN counts as none.
        waste.max(0.0).to_bits()
    }
}

/// Disjoint sets of leaves (Tarjan 1975).
struct Groups {
    parents: Vec<LeafId>,
    sizes: Vec<u32>,
}

impl Groups {
    fn new(count: u32) -> Self {
        Self {
            parents: (0..count).collect(),
            sizes: vec![1; count as usize],
        }
    }

    /// The leaf that stands for the set of a leaf.
    fn of(&mut self, mut leaf: LeafId) -> LeafId {
        while self.parents[leaf as usize] != leaf {
            let above = self.parents[leaf as usize];
            self.parents[leaf as usize] = self.parents[above as usize];
            leaf = above;
        }
        leaf
    }

    /// Makes one of the sets of two leaves; the leaf that stands for it.
    fn join(&mut self, a: LeafId, b: LeafId) -> LeafId {
        let (a, b) = (self.of(a), self.of(b));
        if a == b {
            return a;
        }
        let (small, large) = if (self.sizes[a as usize], b) < (self.sizes[b as usize], a) {
            (a, b)
        } else {
            (b, a)
        };
        self.parents[small as usize] = large;
        self.sizes[large as usize] += self.sizes[small as usize];
        large
    }
}
