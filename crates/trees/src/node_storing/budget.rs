//! Fragment budgets of subtrees.

use crate::BuildParams;

/// Maximum number of fragments that a subtree may store. It is at least the number of pieces that reach the subtree.
///
/// A budget depends only on the pieces along the path from the root, so the tree does not depend on threads or
/// timing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget(pub(super) u64);

impl Budget {
    pub(super) const UNLIMITED: Self = Self(u64::MAX);

    /// Returns the budget of a tree with the given number of triangles. A node whose division would exceed its budget
    /// becomes a block and stores its pieces undivided.
    pub(super) fn of_tree(params: &BuildParams, triangles: usize) -> Self {
        Self(params.fragment_limit(triangles as u64))
    }

    pub(super) fn allows(self, pieces: usize, added: usize) -> bool {
        (pieces + added) as u64 <= self.0
    }

    /// Splits the remaining budget of a node that stores `on` pieces between its children, in proportion to their
    /// numbers of pieces.
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
