//! Growth of the node-storing tree.

use std::sync::atomic::{AtomicU64, Ordering};

use bspwalk_geometry::{FaceId, Plane};
use bspwalk_progress::{Cancelled, Progress};

use super::{
    NO_PLANE,
    assemble::NewNodes,
    budget::Budget,
    context::Context,
    rules::{FEW, Table, choose, grow_few},
};
use crate::{
    BuildParams, Rule,
    effort::Report,
    growth::{Chosen, Grow, Growing, NodeOutcome, NodePosition, Tail},
    partition::{Partition, Stored},
    scoring::Choice,
};

/// Errors from building a tree.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The build was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The tree has too many fragments, and one of its planes was set by hand; see
    /// [`Replay::with_plane`](super::Replay::with_plane). Builds without such planes create blocks instead of failing.
    #[error("this plane would give the tree more than {limit} fragments: choose another, or raise the limit")]
    TooManyFragments {
        /// Maximum number of fragments.
        limit: u64,
    },
    /// A corner is NaN or infinite.
    #[error("face {face} has a corner with non-finite coordinates: remove the face")]
    NotFinite {
        /// Face number assigned by the caller.
        face: FaceId,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct FixedPlane {
    /// Depth and seed of the node. The seed is derived from the path and differs at every node.
    pub(super) at: (u32, u64),
    pub(super) plane: Plane,
}

pub(super) struct Builder<'a> {
    pub(super) context: &'a Context,
    given: &'a [FixedPlane],
    pub(super) progress: &'a Progress,
    /// Current number of fragments, and maximum number of fragments.
    fragments: AtomicU64,
    limit: u64,
}

impl<'a> Builder<'a> {
    /// Creates a builder that fails if there are more than `limit` fragments. `fragments` is the initial count: the
    /// number of pieces to divide plus the number of fragments in the rest of the tree.
    pub(super) fn new(
        context: &'a Context,
        given: &'a [FixedPlane],
        progress: &'a Progress,
        (fragments, limit): (u64, u64),
    ) -> Self {
        Self {
            context,
            given,
            progress,
            fragments: AtomicU64::new(fragments),
            limit,
        }
    }

    fn given(&self, at: (u32, u64)) -> Option<&'a Plane> {
        let given = self.given.iter().find(|given| given.at == at);
        given.map(|given| &given.plane)
    }

    fn gives_below(&self, depth: u32) -> bool {
        self.given.iter().any(|given| given.at.0 >= depth)
    }

    fn count_added(&self, added: u64) -> Result<(), BuildError> {
        let limit = self.limit;
        if added > 0 && self.fragments.fetch_add(added, Ordering::Relaxed) + added > limit {
            return Err(BuildError::TooManyFragments { limit });
        }
        Ok(())
    }
}

pub(super) struct Division {
    budget: Budget,
    is_given: bool,
}

pub(super) fn stored_by_rule(params: &BuildParams, own: Option<usize>) -> Stored {
    match own {
        Some(own) if params.rule == Rule::Ati => Stored::Alone(own),
        _ => Stored::All,
    }
}

impl<'a> Grow for Builder<'a> {
    type Cell = Budget;
    type Split = Division;
    type Node = Plane;
    type Nodes = NewNodes;
    type Faces = Context;
    type Error = BuildError;
    type Scratch = Table;

    const PHASE: &'static str = "Building the tree";
    const SERIAL_PIECES: usize = 2048;

    fn faces(&self) -> &Context {
        self.context
    }

    fn choose(
        &self,
        pieces: &mut Tail<'_>,
        place: &NodePosition,
        budget: Budget,
        table: &mut Table,
        report: &mut Report<'_>,
    ) -> Result<Chosen<Self>, BuildError> {
        let mut random = fastrand::Rng::with_seed(place.seed);
        let given = self.given((place.depth, place.seed));
        let reached = pieces.reached(self.context);
        let choice = choose(&reached, &mut random, report, given, table)?;
        let is_given = given.is_some();
        Ok(Chosen::Plane(choice, Division { budget, is_given }))
    }

    fn stored(&self, choice: &Choice) -> Stored {
        stored_by_rule(&self.context.params, choice.own)
    }

    fn node(
        &self,
        choice: &Choice,
        division: &Division,
        pieces: usize,
        parts: &Partition,
    ) -> Result<NodeOutcome<Plane>, BuildError> {
        let added = parts.counts().iter().sum::<usize>().saturating_sub(pieces);
        let budget = division.budget;
        if budget.allows(pieces, added) {
            self.count_added(added as u64)?;
            return Ok(NodeOutcome::Divided(choice.plane));
        }
        if division.is_given {
            return Err(BuildError::TooManyFragments { limit: budget.0 });
        }
        Ok(NodeOutcome::Block(NO_PLANE))
    }

    fn children(&self, division: Division, [on, front, back]: [usize; 3]) -> [Option<Budget>; 2] {
        let [in_front, behind] = division.budget.divided(on, [front, back]);
        [(front > 0).then_some(in_front), (back > 0).then_some(behind)]
    }

    fn has_grown(
        &self,
        growing: &mut Growing<'_, '_, Self>,
        place: &NodePosition,
        budget: &Budget,
        first: usize,
    ) -> Result<bool, BuildError> {
        let is_few = growing.pieces.len() - first <= FEW && self.context.params.rule == Rule::Sampled;
        // Small subtrees are built from a single table, unless their decisions are recorded or given by the caller.
        if !is_few || self.context.record || self.gives_below(place.depth) {
            return Ok(false);
        }
        let added = grow_few(growing, place.parent, *budget, first)?;
        self.count_added(added)?;
        Ok(true)
    }
}
