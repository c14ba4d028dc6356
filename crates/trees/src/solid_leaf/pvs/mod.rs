//! The potentially visible set (PVS): for each leaf, the leaves that may be visible from it.
//!
//! The PVS is conservative: if it says "hidden", no straight line connects the two leaves through portals. An opening
//! no wider than the thickness of a plane ([`Tolerances::on_plane`]) counts as closed, as in the tree. The PVS is
//! symmetric, and every leaf sees itself.
//!
//! The computation has several stages. First, the base PVS tests which portals are in front of which others; this takes
//! only a moment. If there is a tree, planes through solid leaves then prove that groups or parts of clusters are
//! hidden from each other (`occluded`). The portal flow follows chains of portals in batches, and clips the view at
//! each portal. Finally, the plane tests continue with the remaining pairs. The work is limited by a number of steps
//! rather than by time, so the PVS is the same on every machine. If the steps run out, the coarser result is kept.
//!
//! Sources: Teller 1992, *Visibility Computations in Densely Occluded Polyhedral Environments*; Quake's `vis`.
//!
//! - `params` limits the computation. `clustering` joins leaves if there are too many. `directed_portals` are the
//!   openings between clusters, once per direction.
//! - `mightsee` is the base PVS. `occluded` searches pairs of clusters, from large groups to single ones. `occlusion`
//!   places planes through the blockers of a pair, which it divides into `parts`. `shafts` tests whether all lines hit
//!   such a plane where it is solid.
//! - `refine` searches each portal. `flow` follows chains, `clip` clips the `view` at each portal, and
//!   `sightline_samples` finds portals that are certainly visible and need no search. A `flow_observer` receives every
//!   step; `flow_record` records the cost of each portal and the steps of a leaf.
//! - `regions` converts between portals, clusters and their parts, and `rows` stores the result. `explain` explains
//!   single pairs. `quality` compares a PVS with random sightlines.

mod clip;
pub(super) mod clustering;
mod clusters;
mod directed_portals;
mod explain;
mod flow;
mod flow_observer;
mod flow_record;
mod mightsee;
mod occluded;
mod occlusion;
mod of_tree;
mod params;
mod parts;
mod quality;
mod refine;
mod regions;
mod rows;
mod shafts;
#[cfg(test)]
mod shafts_tests;
mod sightline_samples;
mod view;

use std::collections::HashMap;

use bspwalk_geometry::Tolerances;
use bspwalk_progress::{Cancelled, CheckError, Progress, ensure};
use fixedbitset::FixedBitSet;

use self::directed_portals::{DirectedPortals, NO_CLUSTER};
use self::flow_observer::{FlowObserver, Unobserved};
pub use self::{
    clusters::Clusters,
    directed_portals::opening_count,
    explain::{ChainView, Explanation, explain, views_along},
    flow_observer::FlowPass,
    flow_record::{FlowOutcome, FlowPortal, FlowStep, PvsFlow},
    occlusion::{Occluder, occluders},
    params::PvsParams,
    quality::{FalselyHidden, SightlineSample, SightlineSampling, SightlineSpace, sample_sightlines},
    view::{Closing, ClosingPlane},
};
use super::{LeafId, LeafTree, PortalGraph};

/// Errors from computing a PVS.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PvsError {
    /// The computation was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// There are too many openings between the clusters.
    #[error(
        "there are {openings} openings, but the limit is {limit}: merge leaves into fewer clusters, or raise the limit"
    )]
    TooManyOpenings {
        /// Number of openings.
        openings: u32,
        /// Maximum number of openings.
        limit: u32,
    },
}

/// The size of a PVS and its degree of refinement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PvsStatistics {
    /// Number of clusters. Leaves without portals do not belong to a cluster.
    pub clusters: u32,
    /// Number of openings between clusters; see [`opening_count`].
    pub openings: u32,
    /// Number of refined openings, counted once per direction. In a final PVS, this is twice the number of openings.
    pub refined: u32,
    /// Number of refined openings whose search ran out of steps, so that the result behind them is partly coarser.
    pub cut_short: u32,
    /// Number of refinement steps; see [`PvsParams::steps`].
    pub steps: u64,
    /// Size of the compressed rows, in bytes.
    pub bytes: u64,
}

impl PvsStatistics {
    fn refinements(&self) -> u64 {
        2 * u64::from(self.openings)
    }
}

/// A potentially visible set: for each leaf, the leaves that may be visible from it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Pvs {
    cluster_of: Vec<u32>,
    rows: rows::Rows,
    statistics: PvsStatistics,
}

impl Pvs {
    /// Computes the PVS of a portal graph.
    ///
    /// If you have a tree, [`LeafTree::pvs`] gives a better result, because it also uses the solid leaves as occluders.
    ///
    /// The leaves of a cluster share a row; see [`Clusters`]. `publish` is called on this thread with intermediate
    /// results: first the base PVS, then finer ones. No result is coarser than the previous one anywhere. The final PVS
    /// is returned without being published.
    ///
    /// # Errors
    /// Returns [`PvsError`] if there are more openings than `params` allows, or if `progress` is cancelled.
    pub fn build(
        graph: &PortalGraph,
        clusters: &Clusters,
        tolerances: &Tolerances,
        params: &PvsParams,
        progress: &Progress,
        publish: impl FnMut(Self),
    ) -> Result<Self, PvsError> {
        let space = (graph, None);
        Self::build_with(space, clusters, tolerances, params, Unobserved, progress, publish)
    }

    /// Computes the PVS of a tree: works like [`Pvs::build`] for the tree's portals, but uses its solid leaves as
    /// occluders.
    fn build_in(
        tree: &LeafTree,
        clusters: &Clusters,
        params: &PvsParams,
        observer: impl FlowObserver,
        progress: &Progress,
        publish: impl FnMut(Self),
    ) -> Result<Self, PvsError> {
        let space = (tree.portal_graph(), Some(tree));
        let tolerances = tree.tolerances();
        Self::build_with(space, clusters, &tolerances, params, observer, progress, publish)
    }

    fn build_with(
        (graph, tree): (&PortalGraph, Option<&LeafTree>),
        clusters: &Clusters,
        tolerances: &Tolerances,
        params: &PvsParams,
        observer: impl FlowObserver,
        progress: &Progress,
        mut publish: impl FnMut(Self),
    ) -> Result<Self, PvsError> {
        progress.check()?;
        progress.begin("Finding the openings", 0);
        let portals = DirectedPortals::new(graph, clusters, progress)?;
        let openings = (portals.count() / 2) as u32;
        if openings > params.max_openings {
            return Err(PvsError::TooManyOpenings {
                openings,
                limit: params.max_openings,
            });
        }
        observer.begin(graph, &portals);
        let limits = clip::Limits::new(tolerances);
        let mut sees = mightsee::base_pvs(&portals, limits, progress)?;
        let snapshot = |sees: &[FixedBitSet], work| Self::of(&portals, sees, work, progress);
        let mut work = refine::Counts::default();
        if params.steps == 0 {
            return Ok(snapshot(&sees, work)?);
        }
        publish(snapshot(&sees, work)?);
        let count = portals.count() as u64;
        let mut published = 0;
        let mut follow_chains = |sees: &mut mightsee::Table, before: u64, steps: u64| {
            let with_before = |work: refine::Counts| refine::Counts {
                steps: work.steps + before,
                ..work
            };
            let params = PvsParams { steps, ..*params };
            refine::refine(
                &portals,
                sees,
                &params,
                limits,
                observer,
                progress,
                |sees, work| {
                    let searched = u64::from(work.searched);
                    if searched - published >= count / PUBLISHED && searched < count {
                        published = searched;
                        publish(snapshot(sees, with_before(work))?);
                    }
                    Ok(())
                },
            )
            .map(with_before)
        };
        let Some(tree) = tree else {
            work = follow_chains(&mut sees, 0, params.steps)?;
            if observer.is_enabled() {
                observer.end_chains(&regions::cluster_rows(&portals, &sees, progress)?);
            }
            return Ok(snapshot(&sees, work)?);
        };
        let parts = tree.clusters(params.max_openings.saturating_mul(FINER), progress)?;
        let parts = regions::Parts::new(&portals, &parts);
        let rows = parts.split_rows(&regions::cluster_rows(&portals, &sees, progress)?, progress)?;
        let mut search = occluded::Search::new(tree, &parts.of_leaves, rows, limits, progress)?;
        let first = search.run(params.steps / OCCLUSION_SHARE, progress)?;
        observer.search_occlusion(first);
        regions::restrict(
            &portals,
            &mut sees,
            &parts.merge_rows(&search.sees, progress)?,
            progress,
        )?;
        work = follow_chains(&mut sees, first, params.steps / CHAINS_SHARE)?;
        let whole = regions::cluster_rows(&portals, &sees, progress)?;
        observer.end_chains(&whole);
        search.restrict(&parts.split_rows(&whole, progress)?);
        let last = search.run(params.steps.saturating_sub(work.steps), progress)?;
        observer.search_occlusion(last);
        work.steps += last;
        let rows = &search.sees;
        Ok(Self::of_clusters(
            parts.of_leaves.clone(),
            rows,
            &portals,
            work,
            progress,
        )?)
    }

    fn of(
        portals: &DirectedPortals,
        sees: &[FixedBitSet],
        work: refine::Counts,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let rows = regions::cluster_rows(portals, sees, progress)?;
        Self::of_clusters(portals.cluster_of.clone(), &rows, portals, work, progress)
    }

    fn of_clusters(
        cluster_of: Vec<u32>,
        rows: &[FixedBitSet],
        portals: &DirectedPortals,
        work: refine::Counts,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let clusters = rows.len() as u32;
        let rows = rows::Rows::new(clusters, rows, progress)?;
        Ok(Self {
            cluster_of,
            statistics: PvsStatistics {
                clusters,
                openings: (portals.count() / 2) as u32,
                refined: work.searched,
                cut_short: work.cut_short,
                steps: work.steps,
                bytes: rows.bytes() as u64,
            },
            rows,
        })
    }

    /// Imports a PVS computed by another program.
    ///
    /// `group_of` contains the group of each leaf, in any numbering, or `None` for a leaf that only sees itself. `row`
    /// returns the groups that a group sees, or `None` if it sees all of them.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub(super) fn from_rows(
        group_of: &[Option<u32>],
        row: impl Fn(u32) -> Option<FixedBitSet>,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        progress.begin("Converting the PVS", 0);
        // Clusters are numbered in the order of their first leaves.
        let (mut cluster_of, mut groups) = (Vec::with_capacity(group_of.len()), Vec::new());
        let mut known: HashMap<u32, u32> = HashMap::new();
        for group in group_of {
            cluster_of.push(group.map_or(NO_CLUSTER, |group| {
                *known.entry(group).or_insert_with(|| {
                    groups.push(group);
                    groups.len() as u32 - 1
                })
            }));
        }
        let clusters = groups.len() as u32;
        let rows = groups.iter().map(|&group| {
            let seen = row(group);
            let mut row = FixedBitSet::with_capacity(clusters as usize);
            match seen {
                Some(seen) => row.extend(
                    seen.ones()
                        .filter_map(|group| known.get(&(group as u32)).map(|&cluster| cluster as usize)),
                ),
                None => row.insert_range(..),
            }
            row.insert(known[&group] as usize);
            row
        });
        let rows = rows::Rows::new(clusters, rows, progress)?;
        let statistics = PvsStatistics {
            clusters,
            bytes: rows.bytes() as u64,
            ..PvsStatistics::default()
        };
        Ok(Self {
            cluster_of,
            rows,
            statistics,
        })
    }

    /// Returns the number of leaves of the portal graph.
    #[must_use]
    pub fn leaf_count(&self) -> u32 {
        self.cluster_of.len() as u32
    }

    /// Returns the ids of all leaves.
    pub fn leaf_ids(&self) -> impl DoubleEndedIterator<Item = LeafId> + ExactSizeIterator + Clone + use<> {
        LeafId::range(0..self.leaf_count())
    }

    /// Returns whether any part of one leaf may be visible from the other.
    ///
    /// A leaf without portals only sees itself. A nonexistent leaf sees nothing.
    #[must_use]
    pub fn visible(&self, a: LeafId, b: LeafId) -> bool {
        if a == b {
            return a.0 < self.leaf_count();
        }
        let clusters = self.cluster(a).zip(self.cluster(b));
        clusters.is_some_and(|(a, b)| self.rows.contains(a, b))
    }

    /// Returns the row of a leaf: the leaves that may be visible from it, including itself, in ascending order.
    pub fn row(&self, leaf: LeafId) -> impl Iterator<Item = LeafId> + '_ {
        let own = self.cluster(leaf).and_then(|cluster| self.rows.start(cluster));
        let seen = self.rows.decompress(own);
        let leaves = LeafId::all().zip(&self.cluster_of);
        leaves.filter_map(move |(other, &cluster)| {
            (other == leaf || seen.contains(cluster as usize)).then_some(other)
        })
    }

    /// Returns the fraction (0 to 1) of the given leaves that may be visible from one of them, averaged over all of
    /// them. Returns 0 if there are no leaves.
    #[must_use]
    pub fn mean_visible(&self, leaves: &[LeafId]) -> f64 {
        // All leaves of a cluster have the same row. A leaf without a cluster only sees itself.
        let mut members = vec![0_u64; self.rows.count() as usize];
        let mut pairs = 0;
        for &leaf in leaves {
            match self.cluster(leaf) {
                Some(cluster) => members[cluster as usize] += 1,
                None => pairs += 1,
            }
        }
        // Equal rows are decompressed only once.
        let mut viewers: HashMap<Option<u32>, u64> = HashMap::new();
        for (cluster, &count) in (0..).zip(&members).filter(|(_, count)| **count > 0) {
            *viewers.entry(self.rows.start(cluster)).or_default() += count;
        }
        for (start, count) in viewers {
            let seen = self.rows.decompress(start);
            pairs += count * seen.ones().map(|other| members[other]).sum::<u64>();
        }
        let count = leaves.len().max(1) as f64;
        pairs as f64 / (count * count)
    }

    /// Returns the cluster of a leaf, or `None` for a leaf without portals. All leaves of a cluster share a row.
    #[must_use]
    pub fn cluster(&self, leaf: LeafId) -> Option<u32> {
        let cluster = self.cluster_of.get(leaf.index()).copied();
        cluster.filter(|&cluster| cluster != NO_CLUSTER)
    }

    /// Returns the size of the PVS and its degree of refinement.
    #[must_use]
    pub fn statistics(&self) -> PvsStatistics {
        self.statistics
    }

    /// Returns whether every opening is refined in both directions.
    #[must_use]
    pub fn is_final(&self) -> bool {
        u64::from(self.statistics.refined) == self.statistics.refinements()
    }

    /// Checks a deserialised PVS.
    ///
    /// The graph must have `leaf_count` leaves, each cluster must contain a leaf, and all rows must be
    /// complete.
    ///
    /// # Errors
    /// Returns [`CheckError`] if the PVS is invalid, or if `progress` is cancelled.
    pub fn check(&self, leaf_count: u32, progress: &Progress) -> Result<(), CheckError> {
        if self.leaf_count() != leaf_count {
            return Err("it belongs to a different tree".into());
        }
        let clusters = self.rows.count();
        if clusters != self.statistics.clusters {
            return Err("its statistics belong to a different PVS".into());
        }
        if u64::from(self.statistics.refined) > self.statistics.refinements()
            || self.statistics.cut_short > self.statistics.refined
        {
            return Err("there are more refined openings than openings".into());
        }
        // Clusters are numbered in the order of their first leaves, so there are no more clusters than leaves.
        let mut known = 0;
        progress.check_each_numbered("leaf", &self.cluster_of, |_, &cluster| {
            known += u32::from(cluster == known);
            ensure(
                cluster < known || cluster == NO_CLUSTER,
                "its cluster number is out of sequence",
            )
        })?;
        if known != clusters {
            return Err("a cluster has no leaves".into());
        }
        self.rows.check(clusters, progress)
    }
}

/// Approximate maximum number of intermediate results that are published during refinement.
const PUBLISHED: u64 = 16;

/// The first search for occluded pairs may use at most 1/`OCCLUSION_SHARE` of all steps.
const OCCLUSION_SHARE: u64 = 3;

/// Portal chains may use at most 1/`CHAINS_SHARE` of all steps. The search for occluded pairs uses the rest.
const CHAINS_SHARE: u64 = 6;

/// Maximum ratio between the number of openings between parts of clusters and that between clusters.
const FINER: u32 = 4;
