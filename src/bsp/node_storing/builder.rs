//! A node-storing tree as it grows.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{
    Branch,
    assemble::{NewNode, NewNodes},
    choose::choose,
    context::Context,
};
use crate::{
    bsp::{
        Rule,
        effort::Report,
        growth::{Divided, Grow, Subtree},
        pieces::{Partition, Pieces},
    },
    geometry::Plane,
    progress::{Cancelled, Progress},
};

/// Why no tree was built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// It was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The rule cuts this level into too many fragments.
    #[error(
        "rule `{rule}` cuts the level into more than {limit} fragments: use the rule `sampled`, or raise the limit"
    )]
    TooManyFragments {
        /// The rule.
        rule: Rule,
        /// The limit that was set.
        limit: u32,
    },
    /// A corner is NaN or infinite.
    #[error("face {face} has a corner that is not a finite number: leave it out")]
    NotFinite {
        /// The face, as the caller numbered it.
        face: u32,
    },
}

/// Divides the pieces of a node by its plane, which is that of the pieces `own`, in ascending order.
pub(super) fn divide(
    context: &Context,
    pieces: &Pieces,
    plane: &Plane,
    own: &[usize],
    progress: &Progress,
) -> Result<Partition, Cancelled> {
    match own {
        &[own, ..] if context.params.rule == Rule::Ati => {
            pieces.partition_ati(plane, context.tolerance, progress, own)
        }
        own => pieces.partition(plane, context.tolerance, progress, |index, _| {
            own.binary_search(&index).is_ok()
        }),
    }
}

/// The subtrees in front of a plane and behind it, given the seed and the depth of its node.
pub(super) fn children([front, back]: [Pieces; 2], (seed, depth): (u64, u32)) -> [Option<Subtree<()>>; 2] {
    [(front, Branch::Front), (back, Branch::Back)]
        .map(|(pieces, branch)| (!pieces.is_empty()).then(|| Subtree::below(pieces, (), seed, depth, branch)))
}

/// A plane that a node takes whatever the rule chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    /// Depth and seed of the node. The seed follows from the path, and is another at every node.
    pub(super) at: (u32, u64),
    pub(super) plane: Plane,
}

pub(super) struct Builder<'a> {
    pub(super) context: &'a Context,
    given: &'a [Given],
    pub(super) progress: &'a Progress,
    /// Fragments up to now.
    fragments: AtomicU64,
}

impl<'a> Builder<'a> {
    /// `fragments` are those of the pieces that are divided, and of the tree besides them.
    pub(super) fn new(
        context: &'a Context,
        given: &'a [Given],
        progress: &'a Progress,
        fragments: u64,
    ) -> Self {
        Self {
            context,
            given,
            progress,
            fragments: AtomicU64::new(fragments),
        }
    }

    /// The plane that is given to a node, if any.
    pub(super) fn given(&self, at: (u32, u64)) -> Option<&'a Plane> {
        let given = self.given.iter().find(|given| given.at == at);
        given.map(|given| &given.plane)
    }

    /// Whether a node at this depth or below may have a plane that is given.
    pub(super) fn gives_below(&self, depth: u32) -> bool {
        self.given.iter().any(|given| given.at.0 >= depth)
    }

    /// Counts fragments that cuts have added.
    pub(super) fn count_added(&self, added: u64) -> Result<(), BuildError> {
        let params = &self.context.params;
        let limit = params.max_fragments;
        if added > 0 && self.fragments.fetch_add(added, Ordering::Relaxed) + added > u64::from(limit) {
            return Err(BuildError::TooManyFragments {
                rule: params.rule,
                limit,
            });
        }
        Ok(())
    }
}

impl Grow for Builder<'_> {
    type Cell = ();
    type Node = NewNode;
    type Nodes = NewNodes;
    type Error = BuildError;

    const PHASE: &'static str = "Building the tree";
    const SERIAL_PIECES: usize = 2048;

    fn divide(&self, subtree: Subtree<()>, report: &mut Report<'_>) -> Result<Divided<Self>, BuildError> {
        report.check()?;
        let Subtree {
            pieces, seed, depth, ..
        } = subtree;
        let mut random = fastrand::Rng::with_seed(seed);
        let given = self.given((depth, seed));
        let choice = choose(self.context, &pieces, &mut random, report, given)?;
        let faces = pieces.len();
        let partition = match choice.own {
            // Most often one piece is left: it stays.
            Some(_) if faces == 1 => Partition {
                on: pieces,
                ..Partition::default()
            },
            own => divide(
                self.context,
                &pieces,
                &choice.plane,
                own.as_slice(),
                self.progress,
            )?,
        };
        let sides = [partition.front.len(), partition.back.len()];
        let added = (partition.on.len() + sides[0] + sides[1]).saturating_sub(faces) as u64;
        self.count_added(added)?;
        report.divided(faces, partition.on.len(), added, sides);
        let plane = choice.plane;
        let decision = self.context.record.then(|| choice.decision(faces, &partition));
        Ok(Divided::Node {
            children: children([partition.front, partition.back], (seed, depth)),
            node: NewNode {
                plane,
                on: partition.on,
                cuts: partition.cuts,
            },
            decision,
        })
    }
}
