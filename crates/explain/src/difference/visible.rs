//! Compares the pairs of leaves that see each other.

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{LeafId, OUTSIDE, Pvs},
};
use serde::Serialize;

use super::matching::Matching;

/// Numbers of pairs of empty leaves that may see each other according to the PVS, excluding the outside leaf. Each pair
/// is counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VisiblePairs {
    /// Number of pairs before the change.
    pub before: u64,
    /// Number of pairs after the change.
    pub after: u64,
    /// Number of pairs of unchanged leaves that no longer see each other.
    pub gone: u64,
    /// Number of pairs of unchanged leaves that see each other only after the change.
    pub came: u64,
    /// Number of pairs before the change that contain a removed leaf.
    pub with_gone_leaves: u64,
    /// Number of pairs after the change that contain a new leaf.
    pub with_new_leaves: u64,
}

impl VisiblePairs {
    /// Counts the pairs.
    pub(super) fn new(
        before: (&LeafTree, &Pvs),
        after: (&LeafTree, &Pvs),
        leaves: &Matching,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        progress.begin(text!("difference-comparing-visible"), 0);
        let first = count(before, after.1, &leaves.after, progress)?;
        let second = count(after, before.1, &leaves.before, progress)?;
        Ok(Self {
            before: first.all,
            after: second.all,
            gone: first.alone,
            came: second.alone,
            with_gone_leaves: first.with_others,
            with_new_leaves: second.with_others,
        })
    }

    /// Returns whether no pair was removed or added.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.gone + self.came + self.with_gone_leaves + self.with_new_leaves == 0
    }
}

/// Numbers of pairs on one side, before or after the change.
#[derive(Default)]
struct Pairs {
    all: u64,
    /// Number of pairs of matched leaves that see each other on this side only.
    alone: u64,
    /// Number of pairs with at least one unmatched leaf.
    with_others: u64,
}

fn count(
    (tree, pvs): (&LeafTree, &Pvs),
    other: &Pvs,
    matched: &[Option<u32>],
    progress: &Progress,
) -> Result<Pairs, Cancelled> {
    let of = |leaf: LeafId| matched.get(leaf.index()).copied().flatten();
    let is_room = |leaf: LeafId| leaf != OUTSIDE && !tree.is_solid(leaf);
    let mut pairs = Pairs::default();
    let mut seen = vec![false; other.leaf_count() as usize];
    for leaf in tree.leaf_ids().filter(|&leaf| is_room(leaf)) {
        progress.check_at(leaf.index())?;
        let own = of(leaf);
        seen.fill(false);
        for visible in own.into_iter().flat_map(|own| other.row(LeafId(own))) {
            seen[visible.index()] = true;
        }
        for visible in pvs
            .row(leaf)
            .filter(|&visible| visible > leaf && is_room(visible))
        {
            pairs.all += 1;
            match own.and_then(|_| of(visible)) {
                None => pairs.with_others += 1,
                Some(visible) => {
                    pairs.alone += u64::from(!seen.get(visible as usize).is_some_and(|seen| *seen));
                }
            }
        }
    }
    Ok(pairs)
}
