//! The potentially visible set: from each leaf, which leaves can be seen (Teller 1992, *Visibility Computations in
//! Densely Occluded Polyhedral Environments*; Quake's `vis`).
//!
//! The PVS is conservative: where it says "hidden", no straight line leads from one leaf to the other through portals. An
//! opening no wider than the thickness of a plane ([`Tolerances::on_plane`]) counts as closed, as it does for the tree. The
//! PVS is symmetric, and every leaf sees itself. It is computed in stages. The base PVS is there within moments and only
//! compares which portal is in front of which. Then, where there is a tree, planes through solid leaves show which groups of
//! clusters are hidden from which, and which parts of clusters (`occluded`). Batch by batch, chains of portals are followed
//! with the view clipped at each. At last the search with planes goes on among what they left. A number of steps bounds the
//! work, not a time, so that the PVS is the same on every machine. Where the steps do not suffice, the coarser answer stays.
//!
//! - `clusters` and `clustering` join leaves where there are too many; `directed_portals` are the openings between
//!   clusters.
//! - `mightsee` is the base PVS. `occluded` searches pairs of clusters, from large groups to single ones: `occlusion`
//!   lays planes through what blocks a pair, tried in `parts`, and `shafts` asks whether all lines meet such a plane
//!   where it is solid.
//! - `refine` searches each portal: `flow` follows chains, a `view` is clipped (`clip`) at each portal, `sightline_samples` spares what is
//!   seen for certain. A `flow_observer` is told of every step; `flow_record` keeps what each portal costs and the steps of a leaf.
//! - `regions` goes from portals to clusters and their parts, `rows` stores, `explain` says why, with `occluders` which plane hides a pair, `quality` measures by
//!   random lines.

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
mod occluders;
mod occlusion;
mod of_tree;
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
use bspwalk_text::{message, text};
use fixedbitset::FixedBitSet;

use self::directed_portals::{DirectedPortals, NO_CLUSTER};
use self::flow_observer::{FlowObserver, Unobserved};
pub use self::{
    clusters::Clusters,
    directed_portals::opening_count,
    explain::{ChainView, Explanation, explain, views_along},
    flow_observer::FlowPass,
    flow_record::{FlowOutcome, FlowPortal, FlowStep, PvsFlow},
    occluders::{Occluder, occluders},
    quality::{FalselyHidden, SightlineSample, SightlineSampling, SightlineSpace, sample_sightlines},
    view::{Closing, ClosingPlane},
};
use super::{LeafId, LeafTree, PortalGraph};

/// The limits of the computation of a PVS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct PvsParams {
    /// The most steps of the refinement. A step clips a view by one more portal or tests a line between clusters, and takes a
    /// few microseconds. 0 keeps the base PVS.
    pub steps: u64,
    /// The most openings between clusters. The memory of the computation grows with the square of their number: 8,192 openings
    /// take 32 MiB.
    pub max_openings: u32,
}

impl Default for PvsParams {
    fn default() -> Self {
        Self {
            steps: 4_000_000,
            max_openings: 8192,
        }
    }
}

/// Why a PVS could not be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PvsError {
    /// The computation was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// There are too many openings between the clusters.
    #[error("{}", text!("trees-pvs-too-many-openings", openings = .openings, limit = .limit))]
    TooManyOpenings {
        /// How many there are.
        openings: u32,
        /// The limit that was set.
        limit: u32,
    },
}

/// The size of a PVS and how far it is refined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct PvsStatistics {
    /// Clusters. Leaves without portals are in none.
    pub clusters: u32,
    /// Openings between clusters; see [`opening_count`].
    pub openings: u32,
    /// Refined openings, counted once for each direction. There are twice as many as openings when the PVS is final.
    pub refined: u32,
    /// Refined openings that ran out of steps, so that the coarser answer stays for some of what is behind them.
    pub cut_short: u32,
    /// Steps that the refinement took; see [`PvsParams::steps`].
    pub steps: u64,
    /// Bytes that the compressed rows take.
    pub bytes: u64,
}

impl PvsStatistics {
    /// How many refined openings there are when all are: one for each direction.
    fn refinements(&self) -> u64 {
        2 * u64::from(self.openings)
    }
}

/// A potentially visible set: for each leaf, the leaves that may be visible from it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Pvs {
    /// The cluster of each leaf, or [`NO_CLUSTER`].
    cluster_of: Vec<u32>,
    rows: rows::Rows,
    statistics: PvsStatistics,
}

impl Pvs {
    /// Computes the PVS of a portal graph. [`LeafTree::pvs`] computes a better one where there is a tree, as it also uses the
    /// solid leaves as occluders.
    ///
    /// The leaves of a cluster share a row; see [`Clusters`]. `publish` is called on this thread with intermediate results:
    /// the base PVS, then finer ones, each at least as fine everywhere as those before. The final PVS is returned, not
    /// published.
    ///
    /// # Errors
    /// [`PvsError`] if there are more openings than `params` allows, or if `progress` is cancelled.
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

    /// Computes the PVS of a tree: as [`Pvs::build`] does of its portals, and with what is known of its solid leaves.
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
        progress.begin(text!("phase-find-openings"), 0);
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
        let rows = parts.rows(&regions::cluster_rows(&portals, &sees, progress)?, progress)?;
        let mut search = occluded::Search::new(tree, parts.of_leaves(), rows, limits, progress)?;
        let first = search.run(params.steps / OCCLUSION_SHARE, progress)?;
        observer.search_occlusion(first);
        regions::restrict(
            &portals,
            &mut sees,
            &parts.whole_rows(search.rows(), progress)?,
            progress,
        )?;
        work = follow_chains(&mut sees, first, params.steps / CHAINS_SHARE)?;
        let whole = regions::cluster_rows(&portals, &sees, progress)?;
        observer.end_chains(&whole);
        search.restrict(&parts.rows(&whole, progress)?);
        let last = search.run(params.steps.saturating_sub(work.steps), progress)?;
        observer.search_occlusion(last);
        work.steps += last;
        let rows = search.rows();
        Ok(Self::of_clusters(
            parts.of_leaves().to_vec(),
            rows,
            &portals,
            work,
            progress,
        )?)
    }

    /// The PVS of the clusters, from what each directed portal sees.
    fn of(
        portals: &DirectedPortals,
        sees: &[FixedBitSet],
        work: refine::Counts,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let rows = regions::cluster_rows(portals, sees, progress)?;
        Self::of_clusters(portals.cluster_of().to_vec(), &rows, portals, work, progress)
    }

    /// The PVS of clusters, given the cluster of each leaf and what each cluster sees.
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

    /// Takes over a PVS that another program has computed. `group_of` gives the group of each leaf, in any numbering, and
    /// `None` for a leaf that sees only itself. `row` gives the groups that a group sees, and `None` where it sees all.
    ///
    /// # Errors
    /// [`Cancelled`] if `progress` is cancelled.
    pub(super) fn from_rows(
        group_of: &[Option<u32>],
        row: impl Fn(u32) -> Option<FixedBitSet>,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        progress.begin(text!("phase-take-over-pvs"), 0);
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

    /// Number of leaves of the portal graph.
    #[must_use]
    pub fn leaf_count(&self) -> u32 {
        self.cluster_of.len() as u32
    }

    /// Whether any part of one leaf may be visible from the other. A leaf without portals sees only itself, and a leaf that
    /// does not exist sees nothing.
    #[must_use]
    pub fn visible(&self, a: LeafId, b: LeafId) -> bool {
        if a == b {
            return a < self.leaf_count();
        }
        let clusters = self.cluster(a).zip(self.cluster(b));
        clusters.is_some_and(|(a, b)| self.rows.contains(a, b))
    }

    /// The row of a leaf: the leaves that may be visible from it, in ascending order, itself included.
    pub fn row(&self, leaf: LeafId) -> impl Iterator<Item = LeafId> + '_ {
        let own = self.cluster(leaf).and_then(|cluster| self.rows.start(cluster));
        let seen = self.rows.decompress(own);
        let leaves = (0..).zip(&self.cluster_of);
        leaves.filter_map(move |(other, &cluster)| {
            (other == leaf || seen.contains(cluster as usize)).then_some(other)
        })
    }

    /// The mean share, from 0 to 1, of the given leaves that may be visible from one of them; 0 for no leaves.
    #[must_use]
    pub fn mean_visible(&self, leaves: &[LeafId]) -> f64 {
        // The leaves of a cluster see the same; a leaf in no cluster sees itself.
        let mut members = vec![0_u64; self.rows.count() as usize];
        let mut pairs = 0;
        for &leaf in leaves {
            match self.cluster(leaf) {
                Some(cluster) => members[cluster as usize] += 1,
                None => pairs += 1,
            }
        }
        // Equal rows are decompressed once.
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

    /// The cluster of a leaf. All leaves of a cluster share a row. `None` for a leaf without portals.
    #[must_use]
    pub fn cluster(&self, leaf: LeafId) -> Option<u32> {
        let cluster = self.cluster_of.get(leaf as usize).copied();
        cluster.filter(|&cluster| cluster != NO_CLUSTER)
    }

    /// The size of the PVS and how far it is refined.
    #[must_use]
    pub fn statistics(&self) -> PvsStatistics {
        self.statistics
    }

    /// Whether every opening is refined in both directions.
    #[must_use]
    pub fn is_final(&self) -> bool {
        u64::from(self.statistics.refined) == self.statistics.refinements()
    }

    /// Checks a PVS that was deserialised: it must be of a graph with this many leaves, each of its clusters must have a leaf,
    /// and its rows must be complete.
    ///
    /// # Errors
    /// [`CheckError`] if the PVS is invalid, or if `progress` is cancelled.
    pub fn check(&self, leaf_count: u32, progress: &Progress) -> Result<(), CheckError> {
        if self.leaf_count() != leaf_count {
            return Err(text!("check-pvs-other-tree").into());
        }
        let clusters = self.rows.count();
        if clusters != self.statistics.clusters {
            return Err(text!("check-pvs-statistics").into());
        }
        if u64::from(self.statistics.refined) > self.statistics.refinements()
            || self.statistics.cut_short > self.statistics.refined
        {
            return Err(text!("check-pvs-refined").into());
        }
        // Clusters are numbered in the order of their first leaves. So there are no more clusters than leaves.
        let mut known = 0;
        progress.check_each_numbered(message!("check-kind-leaf"), &self.cluster_of, |_, &cluster| {
            known += u32::from(cluster == known);
            ensure(
                cluster < known || cluster == NO_CLUSTER,
                message!("check-cluster-order"),
            )
        })?;
        if known != clusters {
            return Err(text!("check-cluster-empty").into());
        }
        self.rows.check(clusters, progress)
    }
}

/// The refinement publishes at most about this many times.
const PUBLISHED: u64 = 16;

/// The first search for what solid leaves hide may take one part in this many of the steps.
const OCCLUSION_SHARE: u64 = 3;

/// The chains of portals may take one part in this many of the steps. What they leave goes on with what solid leaves hide.
const CHAINS_SHARE: u64 = 6;

/// There may be so many times as many openings between the parts of clusters.
const FINER: u32 = 4;
