//! The decision of a tree, kept once it is found.

use std::sync::{Arc, OnceLock};

use bspwalk_progress::Progress;
use bspwalk_trees::{LeafTree, solid_leaf::SolidityDecision};

/// The decision of a tree, found when it is first asked for, and kept.
#[derive(Clone, Debug, Default)]
pub struct Decided(Arc<OnceLock<Option<Arc<SolidityDecision>>>>);

impl PartialEq for Decided {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Decided {
    /// A decision that was already found.
    #[must_use]
    pub fn found(decision: &Arc<SolidityDecision>) -> Self {
        Self(Arc::new(OnceLock::from(Some(Arc::clone(decision)))))
    }

    /// The decision of the tree, which is always the same one; `None` where nothing was decided.
    #[must_use]
    pub fn of(&self, tree: &LeafTree) -> Option<&SolidityDecision> {
        let decide = || Progress::uncancellable(|progress| tree.solidity_decision(progress));
        self.0.get_or_init(|| decide().map(Arc::new)).as_deref()
    }
}
