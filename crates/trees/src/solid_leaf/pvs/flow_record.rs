//! Records the portal flow of a PVS: the cost of each portal, and the steps of one leaf's portals.

use std::sync::{Mutex, MutexGuard, PoisonError};

use bspwalk_geometry::{Plane, Tolerances};
use bspwalk_progress::Progress;
use fixedbitset::FixedBitSet;
use glam::DVec3;

use super::{
    Pvs, PvsError, PvsParams,
    clusters::Clusters,
    directed_portals::{DirectedPortalId, DirectedPortals, NO_CLUSTER, reverse_portal},
    flow_observer::{FlowObserver, FlowPass, Observed, Reached},
    view::{Closing, View},
};
use crate::solid_leaf::{LeafId, LeafTree, PortalGraph, PortalId};

const MOST_STEPS: usize = 1024;

/// A directed portal of the flow. Coplanar portals between the same clusters are represented by their convex hull.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowPortal {
    /// One of the portals that the hull represents.
    pub portal: PortalId,
    /// Leaf in front of the portal, then leaf behind it.
    pub leaves: [LeafId; 2],
    /// Corners, in metres.
    pub corners: Vec<DVec3>,
    /// Number of steps taken by the portal's searches.
    pub steps: u64,
}

/// The outcome of a step of the flow. Parts of portals are stored as their corners, in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum FlowOutcome {
    /// The search of the source portal begins.
    Begun {
        /// Portals proved visible behind the source by random lines, as indices into [`PvsFlow::portals`].
        known: Vec<u32>,
    },
    /// A part of the next portal is visible, and the chain continues behind the portal.
    Followed {
        /// The visible part of the next portal.
        seen: Vec<DVec3>,
    },
    /// A part of the next portal is visible, and the chain ends there.
    Seen {
        /// The visible part of the next portal.
        seen: Vec<DVec3>,
        /// Whether everything that may be visible behind the portal is already known to be visible. If not, nothing
        /// else is in view.
        is_known_behind: bool,
    },
    /// No part of the next portal is visible.
    Closed(Closing),
    /// The next portal and everything that may be visible behind it are already known to be visible.
    Known,
    /// The next portal is skipped, because a portal of the chain cannot see it according to its current mightsee set.
    ///
    /// `None` if the view along the chain excludes the next portal.
    RuledOut {
        /// Index of the portal that cannot see it, in [`PvsFlow::portals`].
        by: Option<u32>,
    },
    /// The chain ends early. Everything that it may see counts as visible.
    CutShort {
        /// Whether the search ran out of steps. If not, the chain is too long.
        out_of_steps: bool,
    },
}

/// A step of the flow: a chain of portals, and the part of the next portal that is visible through it.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowStep {
    /// Kind of chains that the search follows.
    pub pass: FlowPass,
    /// The chain, as indices into [`PvsFlow::portals`]. The first is the source portal, and the last is the pass
    /// portal.
    pub chain: Vec<u32>,
    /// Next portal, or `None` at the start of the source's search.
    pub next: Option<u32>,
    /// Part of the source portal that can see through the entire chain.
    pub source: Vec<DVec3>,
    /// Part of the pass portal that is visible from `source`.
    pub through: Vec<DVec3>,
    /// Planes that separate `source` from `through`. Everything visible behind the pass portal is in front of all of
    /// them.
    pub planes: Vec<Plane>,
    /// Outcome of the step.
    pub outcome: FlowOutcome,
}

/// A PVS with a record of the portal flow that computed it.
#[derive(Clone, Debug)]
pub struct PvsFlow {
    /// The PVS.
    pub pvs: Pvs,
    /// Leaf whose portals are the sources.
    pub leaf: LeafId,
    /// All directed portals. The two directions of an opening are adjacent.
    pub portals: Vec<FlowPortal>,
    /// Steps of the searches from the leaf in search order, grouped by source.
    pub steps: Vec<FlowStep>,
    /// Number of steps that were not recorded, because a search took too many steps.
    pub left_out: u64,
    /// Number of random lines drawn. Each line counts as a step.
    pub lines: u64,
    /// Number of steps taken by the search for occlusion by solid leaves.
    pub occlusion: u64,
    /// Leaves reached by the searches from the leaf, including the leaf itself, in ascending order.
    pub reached: Vec<LeafId>,
    /// Leaves of `reached` that remain after all portals have been searched. Each search can rule out leaves for other
    /// searches.
    pub after_chains: Vec<LeafId>,
}

impl PvsFlow {
    /// Computes the PVS of a tree, as [`LeafTree::pvs`] does, and records the flow from a leaf.
    ///
    /// # Errors
    /// See [`LeafTree::pvs`].
    pub fn of_tree(
        tree: &LeafTree,
        params: &PvsParams,
        leaf: LeafId,
        progress: &Progress,
    ) -> Result<Self, PvsError> {
        let recorder = Recorder::new(leaf);
        let pvs = tree.pvs_observed(params, &recorder, progress, |_| {})?;
        Ok(recorder.finish(pvs))
    }

    /// Computes the PVS of a portal graph, as [`Pvs::build`] does, and records the flow from a leaf.
    ///
    /// # Errors
    /// See [`Pvs::build`].
    pub fn of_graph(
        graph: &PortalGraph,
        clusters: &Clusters,
        tolerances: &Tolerances,
        params: &PvsParams,
        leaf: LeafId,
        progress: &Progress,
    ) -> Result<Self, PvsError> {
        let recorder = Recorder::new(leaf);
        let space = (graph, None);
        let pvs = Pvs::build_with(space, clusters, tolerances, params, &recorder, progress, |_| {})?;
        Ok(recorder.finish(pvs))
    }

    /// Returns the number of the animation's last moment.
    ///
    /// Moment 0 shows the cost of all portals. It is followed by the steps, then by the result.
    #[must_use]
    pub fn last_moment(&self) -> u32 {
        self.steps.len() as u32 + 1
    }

    /// Returns the total number of steps of all portal searches.
    #[must_use]
    pub fn flow_steps(&self) -> u64 {
        self.portals.iter().map(|portal| portal.steps).sum()
    }

    /// Returns the indices of the directed portals that took steps, most expensive first.
    #[must_use]
    pub fn costliest(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..self.portals.len() as u32)
            .filter(|&number| self.portals[number as usize].steps > 0)
            .collect();
        numbers.sort_by_key(|&number| std::cmp::Reverse(self.portals[number as usize].steps));
        numbers
    }
}

struct RecordedSearch {
    source: DirectedPortalId,
    pass: FlowPass,
    seen: FixedBitSet,
    steps: Vec<FlowStep>,
    left_out: u64,
}

#[derive(Default)]
struct RecordedFlow {
    portals: Vec<FlowPortal>,
    cluster_of: Vec<u32>,
    /// Cluster that each directed portal leads to.
    to: Vec<u32>,
    searches: Vec<RecordedSearch>,
    lines: u64,
    occlusion: u64,
    after_chains: Vec<LeafId>,
}

struct Recorder {
    leaf: LeafId,
    kept: Mutex<RecordedFlow>,
}

impl Recorder {
    fn new(leaf: LeafId) -> Self {
        Self {
            leaf,
            kept: Mutex::default(),
        }
    }

    fn kept(&self) -> MutexGuard<'_, RecordedFlow> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn of_search(&self, source: DirectedPortalId, change: impl FnOnce(&mut RecordedSearch)) {
        let mut kept = self.kept();
        let mut searches = kept.searches.iter_mut();
        if let Some(search) = searches.rfind(|search| search.source == source) {
            change(search);
        }
    }

    fn finish(self, pvs: Pvs) -> PvsFlow {
        let RecordedFlow {
            portals,
            cluster_of,
            to,
            mut searches,
            lines,
            occlusion,
            after_chains,
        } = self.kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Searches of different portals ran in parallel, but the passes of each portal ran in order.
        searches.sort_by_key(|search| search.source);
        let own = cluster_of.get(self.leaf.index()).copied().unwrap_or(NO_CLUSTER);
        let clusters = cluster_of.iter().filter(|cluster| **cluster != NO_CLUSTER);
        let mut reached = FixedBitSet::with_capacity(clusters.max().map_or(0, |&last| last as usize + 1));
        for of_source in searches.chunk_by(|a, b| a.source == b.source) {
            // A portal that any of the searches ruled out is hidden.
            let mut seen = of_source[0].seen.clone();
            for search in of_source {
                seen.intersect_with(&search.seen);
            }
            let seen = seen.ones().chain([of_source[0].source]);
            reached.extend(seen.map(|portal| to[portal] as usize));
        }
        if own != NO_CLUSTER {
            reached.insert(own as usize);
        }
        let is_reached = |(leaf, &cluster): (LeafId, &u32)| {
            (leaf == self.leaf || reached.contains(cluster as usize)).then_some(leaf)
        };
        PvsFlow {
            pvs,
            leaf: self.leaf,
            portals,
            left_out: searches.iter().map(|search| search.left_out).sum(),
            reached: LeafId::all().zip(&cluster_of).filter_map(is_reached).collect(),
            steps: searches.into_iter().flat_map(|search| search.steps).collect(),
            lines,
            occlusion,
            after_chains,
        }
    }
}

impl FlowObserver for &Recorder {
    fn begin(self, graph: &PortalGraph, portals: &DirectedPortals) {
        let all = 0..portals.count();
        let leaves = |id: DirectedPortalId| {
            let leaves = graph.portal(portals.get(id).portal).map(|portal| portal.leaves);
            let leaves = leaves.unwrap_or_default();
            let is_behind = |leaf: LeafId| portals.cluster_of[leaf.index()] == portals.get(id).to;
            if is_behind(leaves[1]) {
                leaves
            } else {
                [leaves[1], leaves[0]]
            }
        };
        *self.kept() = RecordedFlow {
            portals: all
                .clone()
                .map(|id| FlowPortal {
                    portal: portals.get(id).portal,
                    leaves: leaves(id),
                    corners: portals.corners(id).to_vec(),
                    steps: 0,
                })
                .collect(),
            cluster_of: portals.cluster_of.clone(),
            to: all.map(|id| portals.get(id).to).collect(),
            ..RecordedFlow::default()
        };
    }

    fn draw_lines(self, lines: u64) {
        self.kept().lines += lines;
    }

    fn search_occlusion(self, steps: u64) {
        self.kept().occlusion += steps;
    }

    fn count(self, source: DirectedPortalId, steps: u64) {
        if let Some(portal) = self.kept().portals.get_mut(source) {
            portal.steps += steps;
        }
    }

    fn end_chains(self, rows: &[FixedBitSet]) {
        let mut kept = self.kept();
        let row = kept
            .cluster_of
            .get(self.leaf.index())
            .and_then(|&own| rows.get(own as usize));
        let leaves = LeafId::all().zip(&kept.cluster_of);
        let is_left = |&(leaf, &cluster): &(LeafId, &u32)| {
            leaf == self.leaf || row.is_some_and(|row| row.contains(cluster as usize))
        };
        kept.after_chains = leaves.filter(is_left).map(|(leaf, _)| leaf).collect();
    }

    fn watches(self, portals: &DirectedPortals, source: DirectedPortalId) -> bool {
        let own = portals.cluster_of.get(self.leaf.index());
        own.is_some_and(|&own| portals.get(reverse_portal(source)).to == own)
    }

    fn begin_search(
        self,
        portals: &DirectedPortals,
        source: DirectedPortalId,
        pass: FlowPass,
        known: &FixedBitSet,
    ) {
        if !self.watches(portals, source) {
            return;
        }
        let whole = portals.corners(source).to_vec();
        self.kept().searches.push(RecordedSearch {
            source,
            pass,
            seen: known.clone(),
            steps: vec![FlowStep {
                pass,
                chain: vec![source as u32],
                next: None,
                source: whole.clone(),
                through: whole,
                planes: Vec::new(),
                outcome: FlowOutcome::Begun {
                    known: known.ones().map(|portal| portal as u32).collect(),
                },
            }],
            left_out: 0,
        });
    }

    fn step(self, portals: &DirectedPortals, reached: Reached<'_>, observed: Observed<'_>) {
        let Reached { source, frames, next } = reached;
        if !self.watches(portals, source) {
            return;
        }
        let Some(View {
            source: part, last, ..
        }) = frames.last().map(|frame| &frame.view)
        else {
            return;
        };
        let seen_part = |view: &View| {
            view.last
                .as_ref()
                .map_or_else(Vec::new, |(seen, _)| seen.to_vec())
        };
        let outcome = match observed {
            Observed::Known => FlowOutcome::Known,
            Observed::RuledOut { by } => FlowOutcome::RuledOut {
                by: by.map(|portal| portal as u32),
            },
            Observed::CutShort { out_of_steps, .. } => FlowOutcome::CutShort { out_of_steps },
            Observed::Closed(closing) => FlowOutcome::Closed(closing),
            Observed::Seen {
                view,
                is_known_behind,
            } => FlowOutcome::Seen {
                seen: seen_part(view),
                is_known_behind,
            },
            Observed::Followed { view } => FlowOutcome::Followed {
                seen: seen_part(view),
            },
        };
        let planes = frames.last().map_or(&[][..], |frame| &frame.view.separators[..]);
        self.of_search(source, |kept| {
            match observed {
                Observed::Seen { .. } | Observed::Followed { .. } => kept.seen.insert(next),
                Observed::CutShort {
                    might: [here, sees], ..
                } => {
                    kept.seen.insert(next);
                    kept.seen.extend(here.intersection(sees));
                }
                Observed::Known | Observed::RuledOut { .. } | Observed::Closed(_) => {}
            }
            if kept.steps.len() >= MOST_STEPS {
                kept.left_out += 1;
                return;
            }
            kept.steps.push(FlowStep {
                pass: kept.pass,
                chain: frames.iter().map(|frame| frame.pass(source) as u32).collect(),
                next: Some(next as u32),
                source: part.to_vec(),
                through: last.as_ref().map_or(&part[..], |(seen, _)| &seen[..]).to_vec(),
                planes: planes.to_vec(),
                outcome,
            });
        });
    }

    fn end_search(self, portals: &DirectedPortals, source: DirectedPortalId, seen: &FixedBitSet) {
        if self.watches(portals, source) {
            self.of_search(source, |kept| {
                debug_assert_eq!(kept.seen, *seen, "the steps show what the search found");
            });
        }
    }
}
