//! Observers of the portal flow, which follow the computation of a PVS step by step.
//!
//! The search is generic over a [`FlowObserver`], so that visualisations and statistics show the actual search that
//! computes the PVS. [`Unobserved`] compiles to nothing.

use fixedbitset::FixedBitSet;

use super::{
    directed_portals::{DirectedPortalId, DirectedPortals},
    view::{Closing, StackFrame, View},
};
use crate::solid_leaf::PortalGraph;

/// Kind of chains that a search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowPass {
    /// Chains of a few portals. The current table determines what is visible behind them.
    Short,
    /// All chains. Each uses as many steps as it needs until none are left.
    Whole,
    /// All chains, searched again with equal shares because the steps ran out.
    EqualShares,
}

#[derive(Clone, Copy)]
pub(super) struct Reached<'a> {
    pub(super) source: DirectedPortalId,
    pub(super) frames: &'a [StackFrame],
    pub(super) next: DirectedPortalId,
}

#[derive(Clone, Copy)]
pub(super) enum Observed<'a> {
    /// The portal and everything that may be visible behind it are already known to be visible.
    Known,
    /// Skipped: according to the table, the source or this portal of the chain cannot see the skipped portal. `None` if
    /// the view along the chain excludes it.
    RuledOut {
        by: Option<DirectedPortalId>,
    },
    /// The chain is too long or out of steps. The portal and everything that the chain may see behind it count as
    /// visible.
    CutShort {
        out_of_steps: bool,
        might: [&'a FixedBitSet; 2],
    },
    Closed(Closing),
    /// The portal is visible. The chain ends there, because everything behind the portal is known to be visible or is
    /// out of view.
    Seen {
        view: &'a View,
        is_known_behind: bool,
    },
    Followed {
        view: &'a View,
    },
}

/// Observes the computation of a PVS. By default, all methods do nothing.
pub(super) trait FlowObserver: Copy + Send + Sync {
    /// Whether the observer receives events.
    const ENABLED: bool = true;

    #[inline(always)]
    fn is_enabled(self) -> bool {
        Self::ENABLED
    }

    /// Called at the start of a computation. Events of any previous computation become invalid.
    #[inline(always)]
    fn begin(self, _graph: &PortalGraph, _portals: &DirectedPortals) {}

    #[inline(always)]
    fn draw_lines(self, _lines: u64) {}

    #[inline(always)]
    fn search_occlusion(self, _steps: u64) {}

    /// Called with the number of steps taken by a portal's search. The order of these calls is the same on every
    /// machine.
    #[inline(always)]
    fn count(self, _source: DirectedPortalId, _steps: u64) {}

    /// Called after all portals have been searched. `rows` contains the clusters that each cluster may see.
    #[inline(always)]
    fn end_chains(self, _rows: &[FixedBitSet]) {}

    #[inline(always)]
    fn watches(self, _portals: &DirectedPortals, _source: DirectedPortalId) -> bool {
        true
    }

    /// Called when the search of a portal begins, with the portals already known to be visible behind it.
    #[inline(always)]
    fn begin_search(
        self,
        _portals: &DirectedPortals,
        _source: DirectedPortalId,
        _pass: FlowPass,
        _known: &FixedBitSet,
    ) {
    }

    #[inline(always)]
    fn step(self, _portals: &DirectedPortals, _reached: Reached<'_>, _observed: Observed<'_>) {}

    /// Called when the search of a portal ends, with the portals that are visible behind it or count as visible.
    #[inline(always)]
    fn end_search(self, _portals: &DirectedPortals, _source: DirectedPortalId, _seen: &FixedBitSet) {}
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Unobserved;

impl FlowObserver for Unobserved {
    const ENABLED: bool = false;
}
