//! What solid leaves hide, taken into the table of directed portals and into the rows of clusters.

use std::collections::HashMap;

use fixedbitset::FixedBitSet;
use rayon::prelude::*;

use super::{
    clip::Limits,
    clusters::Clusters,
    directed_portals::{DirectedPortals, NO_CLUSTER, back},
    mightsee::Table,
    occlusion::Occlusion,
    pieces::Pieces,
};
use crate::bsp::solid_leaf::LeafTree;
use crate::progress::{Cancelled, Progress};

/// From each cluster those that it sees, itself included, by what each directed portal sees.
pub(super) fn cluster_rows(
    portals: &DirectedPortals,
    sees: &[FixedBitSet],
    progress: &Progress,
) -> Result<Vec<FixedBitSet>, Cancelled> {
    let clusters = portals.cluster_count();
    let rows = (0..clusters).into_par_iter().map(|cluster| {
        progress.check()?;
        let mut seen = FixedBitSet::with_capacity(portals.count());
        for &portal in portals.out_of(cluster) {
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

/// Removes from the table what solid leaves hide between clusters. Returns the steps that it took.
pub(super) fn occlude(
    tree: &LeafTree,
    portals: &DirectedPortals,
    sees: &mut Table,
    budget: u64,
    limits: Limits,
    progress: &Progress,
) -> Result<u64, Cancelled> {
    let mut rows = cluster_rows(portals, sees, progress)?;
    let pieces = Pieces::new(tree, portals.cluster_of(), portals.cluster_count(), progress)?;
    let occlusion = Occlusion::new(tree, &pieces, limits);
    let steps = occlusion.restrict(&mut rows, portals.cluster_of(), budget, progress)?;
    let from = |portal| portals.get(back(portal)).to as usize;
    let to = |portal| portals.get(portal).to as usize;
    sees.par_iter_mut().enumerate().try_for_each(|(first, row)| {
        progress.check()?;
        // A line through two portals passes the clusters on both sides of each.
        let (before, after) = (&rows[from(first)], &rows[to(first)]);
        let is_hidden = |&portal: &usize| {
            let mut ends = [from(portal), to(portal)].into_iter();
            ends.any(|end| !before.contains(end) || !after.contains(end))
        };
        let hidden: Vec<usize> = row.ones().filter(is_hidden).collect();
        hidden.into_iter().for_each(|portal| row.remove(portal));
        Ok(())
    })?;
    Ok(steps)
}

/// Clusters that are parts of others, and what they see.
pub(super) struct Finer {
    /// The cluster of each leaf, or [`NO_CLUSTER`].
    pub(super) cluster_of: Vec<u32>,
    /// From each cluster those that it sees.
    pub(super) rows: Vec<FixedBitSet>,
    /// Steps taken.
    pub(super) steps: u64,
}

/// Divides clusters by others and removes what solid leaves hide between the parts, given what the whole ones see.
pub(super) fn finer(
    tree: &LeafTree,
    portals: &DirectedPortals,
    whole: &[FixedBitSet],
    clusters: &Clusters,
    budget: u64,
    limits: Limits,
    progress: &Progress,
) -> Result<Finer, Cancelled> {
    let mut numbers: HashMap<(u32, Option<u32>), u32> = HashMap::new();
    let mut parts = vec![Vec::new(); whole.len()];
    let mut whole_of = Vec::new();
    let cluster_of: Vec<u32> = (0..)
        .zip(portals.cluster_of())
        .map(|(leaf, &cluster)| {
            if cluster == NO_CLUSTER {
                return NO_CLUSTER;
            }
            *numbers.entry((cluster, clusters.of(leaf))).or_insert_with(|| {
                let number = whole_of.len();
                parts[cluster as usize].push(number);
                whole_of.push(cluster as usize);
                number as u32
            })
        })
        .collect();
    let count = whole_of.len();
    let divided = whole.par_iter().map(|row| {
        progress.check()?;
        let mut divided = FixedBitSet::with_capacity(count);
        divided.extend(row.ones().flat_map(|cluster| parts[cluster].iter().copied()));
        Ok(divided)
    });
    let divided = divided.collect::<Result<Table, Cancelled>>()?;
    let mut rows: Table = whole_of.iter().map(|&cluster| divided[cluster].clone()).collect();
    let pieces = Pieces::new(tree, &cluster_of, count as u32, progress)?;
    let occlusion = Occlusion::new(tree, &pieces, limits);
    let steps = occlusion.restrict(&mut rows, &cluster_of, budget, progress)?;
    Ok(Finer {
        cluster_of,
        rows,
        steps,
    })
}
