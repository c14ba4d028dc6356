//! The decision about a tree's solid leaves, cached.

use std::sync::{Arc, OnceLock};

use bspwalk_progress::{Cancelled, Progress};
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
        Progress::uncancellable(|progress| self.decide(tree, progress))
    }

    /// Like [`Decided::of`], with progress.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn decide(
        &self,
        tree: &LeafTree,
        progress: &Progress,
    ) -> Result<Option<&SolidityDecision>, Cancelled> {
        if let Some(known) = self.0.get() {
            return Ok(known.as_deref());
        }
        let decision = tree.solidity_decision(progress)?.map(Arc::new);
        Ok(self.0.get_or_init(|| decision).as_deref())
    }

    /// Returns whether the decision is computed.
    pub fn is_known(&self) -> bool {
        self.0.get().is_some()
    }
}
