//! Who is told of the portal flow, step by step, while a PVS is computed.
//!
//! The search is generic over a [`FlowObserver`], so that what is shown and counted is the search that found the PVS.
//! [`Unobserved`] compiles to nothing.

use fixedbitset::FixedBitSet;

use super::{
    directed_portals::{DirectedPortalId, DirectedPortals},
    view::{Closing, Frame, View},
};
use crate::solid_leaf::PortalGraph;

/// Which chains of a portal a search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowPass {
    /// Chains of few portals; what is behind them is taken from what was known before.
    Short,
    /// All chains, each with the steps that it needs, as long as there are some.
    Whole,
    /// All chains once more, as the steps did not suffice: each has an equal share of them.
    EqualShares,
}

/// A portal that a chain has come to.
#[derive(Clone, Copy)]
pub(super) struct Reached<'a> {
    pub(super) source: DirectedPortalId,
    /// The chain, a frame for each portal.
    pub(super) frames: &'a [Frame],
    /// The portal after the last one of the chain.
    pub(super) next: DirectedPortalId,
}

/// What the search does with a portal that a chain has come to.
#[derive(Clone, Copy)]
pub(super) enum Observed<'a> {
    /// It is known to be seen, and so is all that might be seen behind it.
    Known,
    /// It is not tried: by the table the source, or this portal of the chain, does not see it. `None` where the view along the
    /// chain leaves it out.
    RuledOut { by: Option<DirectedPortalId> },
    /// Its chain is too long or out of steps: it counts as seen, and so does all that is in both sets.
    CutShort {
        out_of_steps: bool,
        might: [&'a FixedBitSet; 2],
    },
    /// Nothing of it is in view.
    Closed(Closing),
    /// It is seen. The chain ends, as all that might be seen behind it is known to be seen, or not in view.
    Seen { view: &'a View, is_known_behind: bool },
    /// It is seen, and the chain goes on behind it.
    Followed { view: &'a View },
}

/// Is told what the computation of a PVS does. Every method does nothing by default.
pub(super) trait FlowObserver: Copy + Send + Sync {
    /// Whether it is to be told anything.
    const ENABLED: bool = true;

    /// See [`FlowObserver::ENABLED`].
    #[inline(always)]
    fn is_enabled(self) -> bool {
        Self::ENABLED
    }

    /// A computation begins. What was told of one before has no meaning any more.
    #[inline(always)]
    fn begin(self, _graph: &PortalGraph, _portals: &DirectedPortals) {}

    /// So many random lines were drawn.
    #[inline(always)]
    fn draw_lines(self, _lines: u64) {}

    /// The search for what solid leaves hide took so many steps.
    #[inline(always)]
    fn search_occlusion(self, _steps: u64) {}

    /// A search of a portal took so many steps. The calls come in the same order on every machine.
    #[inline(always)]
    fn count(self, _source: DirectedPortalId, _steps: u64) {}

    /// All portals are searched. `rows` has from each cluster those that it may see.
    #[inline(always)]
    fn end_chains(self, _rows: &[FixedBitSet]) {}

    /// Whether it is to be told of the steps of a source.
    #[inline(always)]
    fn watches(self, _portals: &DirectedPortals, _source: DirectedPortalId) -> bool {
        true
    }

    /// The search of a portal begins; these portals are known to be seen behind it. Searches of several portals run at the same time.
    #[inline(always)]
    fn begin_search(
        self,
        _portals: &DirectedPortals,
        _source: DirectedPortalId,
        _pass: FlowPass,
        _known: &FixedBitSet,
    ) {
    }

    /// A step of the search of a portal.
    #[inline(always)]
    fn step(self, _portals: &DirectedPortals, _reached: Reached<'_>, _observed: Observed<'_>) {}

    /// The search of a portal ends: these portals are seen behind it, or count as seen.
    #[inline(always)]
    fn end_search(self, _portals: &DirectedPortals, _source: DirectedPortalId, _seen: &FixedBitSet) {}
}

/// The observer that ignores everything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unobserved;

impl FlowObserver for Unobserved {
    const ENABLED: bool = false;
}
