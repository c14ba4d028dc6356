//! The potentially visible set: from each leaf, which leaves can be seen (seed 003; Teller 1992, *Visibility Computations
//! in Densely Occluded Polyhedral Environments*; Quake's `vis`).
//!
//! The answer is conservative: where it says "hidden", no straight line leads from one leaf to the other through portals.
//! An opening no wider than the thickness of a plane ([`Tolerances::on_plane`]) counts as closed, as it does for the tree.
//! It is symmetric, and every leaf sees itself. It comes in two stages: a first answer within moments, which looks only
//! at which portal is in front of which, and then, batch by batch, chains of portals with the view clipped at each. The
//! work is bounded by a number of steps, not by time, so that the answer is the same on every machine; what the steps do
//! not suffice for keeps a coarser answer.

mod bits;
mod clip;
pub(super) mod clustering;
mod clusters;
mod directed_portals;
mod explain;
mod flow;
mod mightsee;
mod quality;
mod refine;
mod rows;
mod sightline_samples;

use std::collections::HashMap;

use self::directed_portals::{DirectedPortals, NO_CLUSTER};
pub use self::quality::{SightSample, Sights, sample_sights};
use super::{LeafId, PortalGraph};
use crate::{
    geometry::Tolerances,
    progress::{Cancelled, CheckError, Progress},
};
pub use clusters::{Clusters, openings};
pub use explain::{Explanation, explain};

/// How much work a PVS may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct PvsParams {
    /// Steps of the refinement, a few microseconds each: a view clipped by one portal more, or a line drawn at random. 0
    /// keeps the first answer.
    pub steps: u64,
    /// Most openings between clusters. The memory that the computation takes grows with its square: 8,192 openings take
    /// 32 MiB.
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

/// Why there is no PVS.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PvsError {
    /// It was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// There are too many openings between the clusters.
    #[error("{openings} openings are more than {limit}: join leaves into fewer clusters, or raise the limit")]
    TooManyOpenings {
        /// How many there are.
        openings: u32,
        /// The limit that was set.
        limit: u32,
    },
}

/// What a PVS is made of and how far it is refined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PvsStatistics {
    /// Sets of leaves that are seen together; leaves without portals are in none.
    pub clusters: u32,
    /// Openings between them: portals on one plane between the same two clusters are one.
    pub openings: u32,
    /// Ways through openings that are refined; twice the openings when it is final.
    pub refined: u32,
    /// Those of them that had too few steps and kept a coarser answer for a part of what is behind them.
    pub cut_short: u32,
    /// Steps that the refinement took.
    pub steps: u64,
    /// Bytes that the compressed rows take.
    pub bytes: u64,
}

/// From each leaf, which leaves can be seen.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Pvs {
    /// The cluster of each leaf, or [`NO_CLUSTER`].
    cluster_of: Vec<u32>,
    rows: rows::Rows,
    statistics: PvsStatistics,
}

impl Pvs {
    /// Computes a PVS to its end. `clusters` say which leaves are seen together; see [`Clusters`].
    ///
    /// # Errors
    /// See [`PvsError`].
    pub fn build(
        graph: &PortalGraph,
        clusters: &Clusters,
        tolerances: &Tolerances,
        params: &PvsParams,
    ) -> Result<Self, PvsError> {
        Self::build_with(graph, clusters, tolerances, params, &Progress::default(), |_| {})
    }

    /// Computes a PVS with progress, which can cancel it, and hands out what there is: `publish` is called on this thread
    /// with the first answer, and then with better ones, each at least as good everywhere. The last of them is returned
    /// and not published.
    ///
    /// # Errors
    /// See [`PvsError`].
    pub fn build_with(
        graph: &PortalGraph,
        clusters: &Clusters,
        tolerances: &Tolerances,
        params: &PvsParams,
        progress: &Progress,
        mut publish: impl FnMut(Self),
    ) -> Result<Self, PvsError> {
        progress.check()?;
        progress.begin("Finding the openings", 0);
        let directed_portals = DirectedPortals::new(graph, clusters, progress)?;
        let openings = (directed_portals.count() / 2) as u32;
        if openings > params.max_openings {
            return Err(PvsError::TooManyOpenings {
                openings,
                limit: params.max_openings,
            });
        }
        let limits = clip::Limits::new(tolerances);
        let mut sees = mightsee::first_answer(&directed_portals, limits, progress)?;
        let snapshot = |sees: &bits::BitMatrix, work| Self::of(&directed_portals, sees, work, progress);
        let mut work = refine::Work::default();
        if params.steps > 0 {
            publish(snapshot(&sees, work)?);
            let mut published = 0;
            work = refine::refine(
                &directed_portals,
                &mut sees,
                params,
                limits,
                progress,
                |sees, work| {
                    let searched = u64::from(work.searched);
                    let due = searched - published >= directed_portals.count() as u64 / PUBLISHED;
                    if due && searched < directed_portals.count() as u64 {
                        published = searched;
                        publish(snapshot(sees, work)?);
                    }
                    Ok(())
                },
            )?;
        }
        Ok(snapshot(&sees, work)?)
    }

    /// The rows of clusters, from those of passages.
    fn of(
        directed_portals: &DirectedPortals,
        sees: &bits::BitMatrix,
        work: refine::Work,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        use rayon::prelude::*;
        let clusters = directed_portals.cluster_count();
        let rows = (0..clusters)
            .into_par_iter()
            .map(|cluster| {
                progress.check()?;
                let mut seen = vec![0; sees.words()];
                for &directed_portal in directed_portals.out_of(cluster) {
                    bits::insert(&mut seen, directed_portal);
                    bits::unite(&mut seen, sees.row(directed_portal));
                }
                let mut row = vec![0; bits::words_for(clusters as usize)];
                bits::insert(&mut row, cluster);
                for directed_portal in bits::ones(&seen) {
                    bits::insert(&mut row, directed_portals.directed_portal(directed_portal).to);
                }
                Ok(row)
            })
            .collect::<Result<Vec<Vec<u64>>, Cancelled>>()?;
        let rows = rows::Rows::new(clusters, rows.iter().map(Vec::as_slice), progress)?;
        Ok(Self {
            cluster_of: directed_portals.cluster_of().to_vec(),
            statistics: PvsStatistics {
                clusters,
                openings: (directed_portals.count() / 2) as u32,
                refined: work.searched,
                cut_short: work.cut_short,
                steps: work.steps,
                bytes: rows.bytes() as u64,
            },
            rows,
        })
    }

    /// Number of leaves of the graph that it is of.
    #[must_use]
    pub fn leaf_count(&self) -> u32 {
        self.cluster_of.len() as u32
    }

    /// Whether something of one leaf may be seen from the other. A leaf without portals sees only itself, one that does
    /// not exist sees nothing.
    #[must_use]
    pub fn visible(&self, a: LeafId, b: LeafId) -> bool {
        let cluster = |leaf: LeafId| self.cluster_of.get(leaf as usize).copied();
        match (cluster(a), cluster(b)) {
            (Some(_), Some(_)) if a == b => true,
            (Some(a), Some(b)) if a != NO_CLUSTER && b != NO_CLUSTER => self.rows.contains(a, b),
            _ => false,
        }
    }

    /// The leaves that may be seen from a leaf, ascending, itself included.
    pub fn row(&self, leaf: LeafId) -> impl Iterator<Item = LeafId> + '_ {
        let mut clusters = Vec::new();
        let own = self.cluster_of.get(leaf as usize).copied().unwrap_or(NO_CLUSTER);
        self.rows.decompress(own, &mut clusters);
        (0..).zip(&self.cluster_of).filter_map(move |(other, &cluster)| {
            let word = clusters.get(cluster as usize / 64).copied().unwrap_or(0);
            (other == leaf || word >> (cluster % 64) & 1 != 0).then_some(other)
        })
    }

    /// Writes the leaves that may be seen from a leaf as bits: leaf `i` is bit `i % 64` of word `i / 64`.
    pub fn row_bits(&self, leaf: LeafId, bits: &mut Vec<u64>) {
        bits.clear();
        bits.resize(bits::words_for(self.cluster_of.len()), 0);
        for other in self.row(leaf) {
            bits::insert(bits, other);
        }
    }

    /// The mean, over the given leaves, of the share of them that may be seen; 0 for none.
    #[must_use]
    pub fn mean_visible(&self, leaves: &[LeafId]) -> f64 {
        if leaves.is_empty() {
            return 0.0;
        }
        // Leaves of one cluster see the same, but for those that are in none.
        let mut members = vec![0_u64; self.rows.count() as usize];
        let mut alone = 0_u64;
        for &leaf in leaves {
            match self.cluster_of.get(leaf as usize) {
                Some(&cluster) if cluster != NO_CLUSTER => members[cluster as usize] += 1,
                _ => alone += 1,
            }
        }
        // Many clusters may share a row, which is written out once.
        let mut by_row: HashMap<u32, u64> = HashMap::new();
        for (cluster, &count) in (0..).zip(&members).filter(|(_, count)| **count > 0) {
            if let Some(start) = self.rows.start(cluster) {
                *by_row.entry(start).or_default() += count;
            }
        }
        let mut row = Vec::new();
        let mut pairs = alone;
        for (start, count) in by_row {
            self.rows.decompress_from(start, &mut row);
            pairs += count * bits::ones(&row).map(|other| members[other as usize]).sum::<u64>();
        }
        pairs as f64 / (leaves.len() as f64 * leaves.len() as f64)
    }

    /// The cluster that a leaf is seen with: the leaves of one cluster see the same and are seen from the same. `None` for
    /// a leaf without portals.
    #[must_use]
    pub fn cluster(&self, leaf: LeafId) -> Option<u32> {
        let cluster = self.cluster_of.get(leaf as usize).copied();
        cluster.filter(|&cluster| cluster != NO_CLUSTER)
    }

    /// What it is made of and how far it is refined.
    #[must_use]
    pub fn statistics(&self) -> PvsStatistics {
        self.statistics
    }

    /// Whether every opening is refined. A PVS that was computed with no steps never is.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.statistics.refined == 2 * self.statistics.openings
    }

    /// Checks a PVS that came from a store: that it is of a graph with this many leaves, that each of its clusters has one
    /// of them, and that its rows are there.
    ///
    /// # Errors
    /// What is wrong, or that it was cancelled.
    pub fn check(&self, leaf_count: u32, progress: &Progress) -> Result<(), CheckError> {
        if self.leaf_count() != leaf_count {
            return Err("it is of another tree".into());
        }
        let clusters = self.rows.count();
        if clusters != self.statistics.clusters {
            return Err("the statistics are of another one".into());
        }
        // As they are numbered: in the order of their first leaves. So there are no more than leaves.
        let mut known = 0;
        progress.each(self.cluster_of.iter().enumerate(), |(leaf, &cluster)| {
            known += u32::from(cluster == known);
            if cluster < known || cluster == NO_CLUSTER {
                Ok(())
            } else {
                Err(format!("leaf {leaf}: its cluster is not in order"))
            }
        })?;
        if known != clusters {
            return Err("it has clusters without leaves".into());
        }
        self.rows.check(clusters, progress)
    }
}

/// Most better answers that are published.
const PUBLISHED: u64 = 16;
