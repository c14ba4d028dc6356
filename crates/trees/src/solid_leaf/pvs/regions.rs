//! Converts visibility sets between directed portals, clusters and parts of clusters.

use std::collections::HashMap;

use bspwalk_progress::{Cancelled, Progress};
use fixedbitset::FixedBitSet;
use rayon::prelude::*;

use super::{
    clusters::Clusters,
    directed_portals::{DirectedPortals, NO_CLUSTER, reverse_portal},
    mightsee::Table,
};
use crate::solid_leaf::LeafId;

pub(super) fn cluster_rows(
    portals: &DirectedPortals,
    sees: &[FixedBitSet],
    progress: &Progress,
) -> Result<Vec<FixedBitSet>, Cancelled> {
    let clusters = portals.cluster_count();
    let rows = (0..clusters).into_par_iter().map(|cluster| {
        progress.check()?;
        let mut seen = FixedBitSet::with_capacity(portals.count());
        for &portal in portals.portals_from(cluster) {
            seen.insert(portal);
            seen.union_with(&sees[portal]);
        }
        let mut row = FixedBitSet::with_capacity(clusters as usize);
        row.insert(cluster as usize);
        for portal in seen.ones() {
            row.insert(portals.get(portal).to as usize);
        }
        Ok(row)
    });
    rows.collect()
}

/// Removes from the table all pairs of portals whose clusters are hidden from each other. `rows` contains the clusters
/// that each cluster may see.
pub(super) fn restrict(
    portals: &DirectedPortals,
    sees: &mut Table,
    rows: &[FixedBitSet],
    progress: &Progress,
) -> Result<(), Cancelled> {
    let from = |portal| portals.get(reverse_portal(portal)).to as usize;
    let to = |portal| portals.get(portal).to as usize;
    sees.par_iter_mut().enumerate().try_for_each(|(first, row)| {
        progress.check()?;
        // A line through two portals passes through the clusters on both sides of each portal.
        let (before, after) = (&rows[from(first)], &rows[to(first)]);
        let is_hidden = |&portal: &usize| {
            let mut ends = [from(portal), to(portal)].into_iter();
            ends.any(|end| !before.contains(end) || !after.contains(end))
        };
        let hidden: Vec<usize> = row.ones().filter(is_hidden).collect();
        hidden.into_iter().for_each(|portal| row.remove(portal));
        Ok(())
    })
}

pub(super) struct Parts {
    pub(super) of_leaves: Vec<u32>,
    whole_of: Vec<usize>,
    of_wholes: Vec<Vec<usize>>,
}

impl Parts {
    pub(super) fn new(portals: &DirectedPortals, by: &Clusters) -> Self {
        let mut numbers: HashMap<(u32, Option<u32>), u32> = HashMap::new();
        let mut of_wholes = vec![Vec::new(); portals.cluster_count() as usize];
        let mut whole_of = Vec::new();
        let of_leaf = |(leaf, &cluster): (LeafId, &u32)| {
            if cluster == NO_CLUSTER {
                return NO_CLUSTER;
            }
            *numbers.entry((cluster, by.of(leaf))).or_insert_with(|| {
                let number = whole_of.len();
                of_wholes[cluster as usize].push(number);
                whole_of.push(cluster as usize);
                number as u32
            })
        };
        let of_leaves = LeafId::all().zip(&portals.cluster_of).map(of_leaf).collect();
        Self {
            of_leaves,
            whole_of,
            of_wholes,
        }
    }

    pub(super) fn split_rows(&self, whole: &[FixedBitSet], progress: &Progress) -> Result<Table, Cancelled> {
        let divided = whole.par_iter().map(|row| {
            progress.check()?;
            let mut divided = FixedBitSet::with_capacity(self.whole_of.len());
            divided.extend(
                row.ones()
                    .flat_map(|cluster| self.of_wholes[cluster].iter().copied()),
            );
            Ok(divided)
        });
        let divided = divided.collect::<Result<Table, Cancelled>>()?;
        Ok(self
            .whole_of
            .iter()
            .map(|&cluster| divided[cluster].clone())
            .collect())
    }

    pub(super) fn merge_rows(&self, rows: &[FixedBitSet], progress: &Progress) -> Result<Table, Cancelled> {
        let count = self.of_wholes.len();
        let wholes = self.of_wholes.par_iter().map(|parts| {
            progress.check()?;
            let mut whole = FixedBitSet::with_capacity(count);
            whole.extend(
                parts
                    .iter()
                    .flat_map(|&part| rows[part].ones())
                    .map(|part| self.whole_of[part]),
            );
            Ok(whole)
        });
        wholes.collect()
    }
}
