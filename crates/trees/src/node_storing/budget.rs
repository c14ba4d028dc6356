//! How many fragments a subtree may have.

use crate::BuildParams;

/// The most fragments that a subtree stores, at least as many as pieces reach it. It follows from the pieces along the path from
/// the root, so that the tree depends on nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget(pub(super) u64);

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
