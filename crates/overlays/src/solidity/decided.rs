//! The decision about a tree's solid leaves, cached.

use std::sync::{Arc, OnceLock};

use bspwalk_progress::Progress;
use bspwalk_trees::{LeafTree, solid_leaf::SolidityDecision};

/// A decision that is computed on first use and then cached.
#[derive(Clone, Debug, Default)]
pub struct Decided(Arc<OnceLock<Option<Arc<SolidityDecision>>>>);

impl PartialEq for Decided {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Decided {
    /// Wraps a known decision.
    pub fn found(decision: &Arc<SolidityDecision>) -> Self {
        Self(Arc::new(OnceLock::from(Some(Arc::clone(decision)))))
    }

    /// Returns the decision of the tree, which must be the same tree in every call. `None` if nothing was decided.
    pub fn of(&self, tree: &LeafTree) -> Option<&SolidityDecision> {
        let decide = || Progress::uncancellable(|progress| tree.solidity_decision(progress));
        self.0.get_or_init(|| decide().map(Arc::new)).as_deref()
    }
}
