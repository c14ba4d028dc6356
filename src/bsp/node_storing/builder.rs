//! A node-storing tree as it grows.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{
    Branch, NO_PLANE,
    assemble::{NewNode, NewNodes},
    choose::choose,
    context::Context,
};
use crate::{
    bsp::{
        BuildParams, Rule,
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
    /// With a plane that was given to a node the tree has too many fragments.
    #[error(
        "with this plane the tree would have more than {limit} fragments: take another, or raise the limit"
    )]
    TooManyFragments {
        /// The most that it may have.
        limit: u64,
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

/// The subtrees in front of a plane and behind it, given the seed, the depth and the budget of its node, which stores `on`
/// pieces itself.
pub(super) fn children(
    [front, back]: [Pieces; 2],
    on: usize,
    (seed, depth, budget): (u64, u32, Budget),
) -> [Option<Subtree<Budget>>; 2] {
    let [in_front, behind] = budget.divided(on, [front.len(), back.len()]);
    [(front, in_front, Branch::Front), (back, behind, Branch::Back)].map(|(pieces, budget, branch)| {
        (!pieces.is_empty()).then(|| Subtree::below(pieces, budget, seed, depth, branch))
    })
}

/// The most fragments that a subtree stores, at least as many as pieces reach it. It follows from the pieces along the path from
/// the root, so that the tree depends on nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget(u64);

impl Budget {
    /// That of a tree without blocks.
    pub(super) const UNLIMITED: Self = Self(u64::MAX);

    /// That of a tree with blocks, over so many triangles. A division that exceeds it is not made: the node stores its pieces
    /// undivided.
    pub(super) fn of_tree(params: &BuildParams, triangles: usize) -> Self {
        Self(params.fragment_limit(triangles as u64))
    }

    /// Whether a subtree of so many pieces may have so many more.
    pub(super) fn allows(self, pieces: usize, added: usize) -> bool {
        (pieces + added) as u64 <= self.0
    }

    /// What is left for the children of a node that stores `on` pieces, by how many pieces reach each of them.
    pub(super) fn divided(self, on: usize, pieces: [usize; 2]) -> [Self; 2] {
        if self == Self::UNLIMITED {
            return [self; 2];
        }
        let pieces = pieces.map(|count| count as u64);
        let below = pieces[0] + pieces[1];
        let spare = self.0.saturating_sub(on as u64 + below);
        pieces.map(|count| {
            let share = u128::from(spare) * u128::from(count) / u128::from(below.max(1));
            Self(count + share as u64)
        })
    }
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
    /// Fragments up to now, and the most that there may be.
    fragments: AtomicU64,
    limit: u64,
}

impl<'a> Builder<'a> {
    /// A builder that fails where there are more than `limit` fragments. There are `fragments` in the pieces that are divided, and
    /// in the tree besides them.
    pub(super) fn new(
        context: &'a Context,
        given: &'a [Given],
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

    /// The plane that is given to a node, if any.
    pub(super) fn given(&self, at: (u32, u64)) -> Option<&'a Plane> {
        let given = self.given.iter().find(|given| given.at == at);
        given.map(|given| &given.plane)
    }

    /// Whether a node at this depth or below may have a plane that is given.
    pub(super) fn gives_below(&self, depth: u32) -> bool {
        self.given.iter().any(|given| given.at.0 >= depth)
    }

    /// Whether a node is divided by a plane that adds so many pieces to those that reach it; otherwise it becomes a block.
    ///
    /// # Errors
    /// [`BuildError::TooManyFragments`] where the plane is given.
    pub(super) fn divides(
        &self,
        budget: Budget,
        pieces: usize,
        added: usize,
        given: Option<&Plane>,
    ) -> Result<bool, BuildError> {
        let is_allowed = budget.allows(pieces, added);
        if !is_allowed && given.is_some() {
            return Err(BuildError::TooManyFragments { limit: budget.0 });
        }
        Ok(is_allowed)
    }

    /// Counts fragments that cuts add.
    pub(super) fn count_added(&self, added: u64) -> Result<(), BuildError> {
        let limit = self.limit;
        if added > 0 && self.fragments.fetch_add(added, Ordering::Relaxed) + added > limit {
            return Err(BuildError::TooManyFragments { limit });
        }
        Ok(())
    }
}

impl Grow for Builder<'_> {
    type Cell = Budget;
    type Node = NewNode;
    type Nodes = NewNodes;
    type Error = BuildError;

    const PHASE: &'static str = "Building the tree";
    const SERIAL_PIECES: usize = 2048;

    fn divide(&self, subtree: Subtree<Budget>, report: &mut Report<'_>) -> Result<Divided<Self>, BuildError> {
        report.check()?;
        let Subtree {
            pieces,
            seed,
            depth,
            cell: budget,
            ..
        } = subtree;
        let mut random = fastrand::Rng::with_seed(seed);
        let given = self.given((depth, seed));
        let choice = choose(self.context, &pieces, &mut random, report, given)?;
        let faces = pieces.len();
        let partition = match choice.own {
            // Most often one piece is left: it stays.
            Some(_) if faces == 1 => Partition {
                on: pieces.clone(),
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
        let on = partition.on.len();
        let added = (on + sides[0] + sides[1]).saturating_sub(faces);
        if !self.divides(budget, faces, added, given)? {
            report.divided(faces, faces, 0, [0, 0]);
            let node = NewNode {
                plane: NO_PLANE,
                on: pieces,
                cuts: 0,
            };
            let decision = self.context.record.then(|| choice.undivided(faces));
            return Ok(Divided::Node {
                node,
                decision,
                children: [None, None],
            });
        }
        self.count_added(added as u64)?;
        report.divided(faces, on, added as u64, sides);
        let plane = choice.plane;
        let decision = self.context.record.then(|| choice.decision(faces, &partition));
        let sides = [partition.front, partition.back];
        Ok(Divided::Node {
            children: children(sides, on, (seed, depth, budget)),
            node: NewNode {
                plane,
                on: partition.on,
                cuts: partition.cuts,
            },
            decision,
        })
    }
}
