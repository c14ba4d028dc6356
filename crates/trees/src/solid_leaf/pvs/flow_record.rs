//! A PVS with what its portal flow did: how many steps each portal took, and the steps of the portals of a leaf.

use std::sync::{Mutex, MutexGuard, PoisonError};

use bspwalk_geometry::{Plane, Tolerances};
use bspwalk_progress::Progress;
use fixedbitset::FixedBitSet;
use glam::DVec3;

use super::{
    Pvs, PvsError, PvsParams,
    clusters::Clusters,
    directed_portals::{DirectedPortalId, DirectedPortals, NO_CLUSTER, back},
    flow_observer::{FlowObserver, FlowPass, Observed, Reached},
    view::{Closing, View},
};
use crate::solid_leaf::{LeafId, LeafTree, PortalGraph, PortalId};

/// Most steps that are kept of a search.
const MOST_STEPS: usize = 1024;

/// A portal in one direction, as the flow sees it. Portals on one plane between the same clusters are one, their convex hull.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowPortal {
    /// One of the portals that it consists of.
    pub portal: PortalId,
    /// The leaf in front of it, and the one behind it.
    pub leaves: [LeafId; 2],
    /// Its corners, in metres.
    pub corners: Vec<DVec3>,
    /// Steps that the searches from it took.
    pub steps: u64,
}

/// What came of a step of the flow. Parts of portals are given by their corners, in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum FlowOutcome {
    /// The search of the source begins.
    Begun {
        /// The portals that are known to be seen behind it, by random lines, as numbers in [`PvsFlow::portals`].
        known: Vec<u32>,
    },
    /// Part of the next portal is seen, and the chain goes on behind it.
    Followed {
        /// The part that is seen.
        seen: Vec<DVec3>,
    },
    /// Part of the next portal is seen. The chain ends there.
    Seen {
        /// The part that is seen.
        seen: Vec<DVec3>,
        /// Whether all that might be seen behind it is known to be seen; else nothing of the rest is in view.
        is_known_behind: bool,
    },
    /// Nothing of the next portal is seen.
    Closed(Closing),
    /// The next portal, and all that might be seen behind it, is known to be seen.
    Known,
    /// The next portal is not tried: by the mightsee of this portal of the chain, as narrowed until then, it is not seen from there;
    /// `None` where the view along the chain leaves it out.
    RuledOut {
        /// The number of the portal in [`PvsFlow::portals`].
        by: Option<u32>,
    },
    /// The chain is not followed further: what it might see counts as seen.
    CutShort {
        /// Whether for want of steps; else for its length.
        out_of_steps: bool,
    },
}

/// A step of the flow: a chain of portals, and what is seen of the next one through it.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowStep {
    /// Which chains the search follows.
    pub pass: FlowPass,
    /// The chain, as numbers in [`PvsFlow::portals`]: the first is the source, the last the pass.
    pub chain: Vec<u32>,
    /// The next portal; none where the search of the source begins.
    pub next: Option<u32>,
    /// The part of the source from which a line can pass the chain.
    pub source: Vec<DVec3>,
    /// The part of the pass that is seen from there.
    pub through: Vec<DVec3>,
    /// The planes that separate the two: what is seen behind the pass is in front of all of them.
    pub planes: Vec<Plane>,
    /// What came of it.
    pub outcome: FlowOutcome,
}

/// A PVS with what its portal flow did.
#[derive(Clone, Debug)]
pub struct PvsFlow {
    /// The PVS.
    pub pvs: Pvs,
    /// The leaf whose portals are sources.
    pub leaf: LeafId,
    /// All directed portals. Those of one opening, for either direction, stand next to each other.
    pub portals: Vec<FlowPortal>,
    /// The steps from the leaf, source by source, as the searches took them.
    pub steps: Vec<FlowStep>,
    /// Steps that were not kept, as a search took too many.
    pub left_out: u64,
    /// Random lines that were drawn, each of which counts as a step.
    pub lines: u64,
    /// Steps that the search for what solid leaves hide took.
    pub occlusion: u64,
    /// The leaves to which the searches from the leaf lead, itself included, in ascending order.
    pub reached: Vec<LeafId>,
    /// Those of them that are left when all portals are searched, as what one search rules out narrows the others.
    pub after_chains: Vec<LeafId>,
}

impl PvsFlow {
    /// Computes the PVS of a tree, as [`LeafTree::pvs`], and keeps what the flow does from a leaf.
    ///
    /// # Errors
    /// Those of [`LeafTree::pvs`].
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

    /// Computes the PVS of a portal graph, as [`Pvs::build`], and keeps what the flow does from a leaf.
    ///
    /// # Errors
    /// Those of [`Pvs::build`].
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

    /// The number of the last moment of its film: at 0 stand the costs of all portals, then come the steps, then what they have led to.
    #[must_use]
    pub fn last_moment(&self) -> u32 {
        self.steps.len() as u32 + 1
    }

    /// Steps that all searches of portals took.
    #[must_use]
    pub fn flow_steps(&self) -> u64 {
        self.portals.iter().map(|portal| portal.steps).sum()
    }

    /// The numbers of the directed portals that took steps, the costliest first.
    #[must_use]
    pub fn costliest(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..self.portals.len() as u32)
            .filter(|&number| self.portals[number as usize].steps > 0)
            .collect();
        numbers.sort_by_key(|&number| std::cmp::Reverse(self.portals[number as usize].steps));
        numbers
    }
}

/// What is kept of a search.
struct KeptSearch {
    source: DirectedPortalId,
    pass: FlowPass,
    /// What the steps have shown to be seen, or taken for it.
    seen: FixedBitSet,
    steps: Vec<FlowStep>,
    left_out: u64,
}

#[derive(Default)]
struct Kept {
    portals: Vec<FlowPortal>,
    /// The leaves of each cluster.
    cluster_of: Vec<u32>,
    /// The cluster to which each directed portal leads.
    to: Vec<u32>,
    searches: Vec<KeptSearch>,
    lines: u64,
    occlusion: u64,
    after_chains: Vec<LeafId>,
}

/// Keeps what the flow does from a leaf.
struct Recorder {
    leaf: LeafId,
    kept: Mutex<Kept>,
}

impl Recorder {
    fn new(leaf: LeafId) -> Self {
        Self {
            leaf,
            kept: Mutex::default(),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is kept of the search of a source that runs now: each source has one at a time.
    fn of_search(&self, source: DirectedPortalId, change: impl FnOnce(&mut KeptSearch)) {
        let mut kept = self.kept();
        let mut searches = kept.searches.iter_mut();
        if let Some(search) = searches.rfind(|search| search.source == source) {
            change(search);
        }
    }

    fn finish(self, pvs: Pvs) -> PvsFlow {
        let Kept {
            portals,
            cluster_of,
            to,
            mut searches,
            lines,
            occlusion,
            after_chains,
        } = self.kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Searches of several portals run at the same time; those of one run in the order of their passes.
        searches.sort_by_key(|search| search.source);
        let own = cluster_of.get(self.leaf as usize).copied().unwrap_or(NO_CLUSTER);
        let clusters = cluster_of.iter().filter(|cluster| **cluster != NO_CLUSTER);
        let mut reached = FixedBitSet::with_capacity(clusters.max().map_or(0, |&last| last as usize + 1));
        for of_source in searches.chunk_by(|a, b| a.source == b.source) {
            // What one of the searches rules out is hidden.
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
            reached: (0..).zip(&cluster_of).filter_map(is_reached).collect(),
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
            let is_behind = |leaf: LeafId| portals.cluster_of()[leaf as usize] == portals.get(id).to;
            if is_behind(leaves[1]) {
                leaves
            } else {
                [leaves[1], leaves[0]]
            }
        };
        *self.kept() = Kept {
            portals: all
                .clone()
                .map(|id| FlowPortal {
                    portal: portals.get(id).portal,
                    leaves: leaves(id),
                    corners: portals.corners(id).to_vec(),
                    steps: 0,
                })
                .collect(),
            cluster_of: portals.cluster_of().to_vec(),
            to: all.map(|id| portals.get(id).to).collect(),
            ..Kept::default()
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
            .get(self.leaf as usize)
            .and_then(|&own| rows.get(own as usize));
        let leaves = (0..).zip(&kept.cluster_of);
        let is_left = |&(leaf, &cluster): &(LeafId, &u32)| {
            leaf == self.leaf || row.is_some_and(|row| row.contains(cluster as usize))
        };
        kept.after_chains = leaves.filter(is_left).map(|(leaf, _)| leaf).collect();
    }

    fn watches(self, portals: &DirectedPortals, source: DirectedPortalId) -> bool {
        let own = portals.cluster_of().get(self.leaf as usize);
        own.is_some_and(|&own| portals.get(back(source)).to == own)
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
        self.kept().searches.push(KeptSearch {
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
        let planes = frames.last().map_or(&[][..], |frame| frame.view.separators());
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
