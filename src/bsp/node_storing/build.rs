//! Building the tree.

use std::sync::Arc;

use super::NodeTree;
use crate::{
    bsp::BuildParams,
    geometry::TaggedTriangle,
    progress::{Cancelled, Progress},
};

/// Why no tree was built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// It was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The rule cuts this level into too many fragments.
    #[error("rule `{rule}` cut the level into more than {limit} fragments: use the rule `sampled`, or raise the limit")]
    TooManyFragments {
        /// The rule.
        rule: super::super::Rule,
        /// The limit that was set.
        limit: u32,
    },
    /// A corner is NaN or infinite.
    #[error("face {face} has a corner that is not a finite number")]
    NotFinite {
        /// The face, as the caller numbered it.
        face: u32,
    },
}

impl NodeTree {
    /// Builds a tree. Degenerate triangles are left out.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build(triangles: &[TaggedTriangle], params: &BuildParams) -> Result<Self, BuildError> {
        Self::build_with(triangles, params, &Arc::default(), false)
    }

    /// Builds a tree with progress, which can cancel it, and, if `record` is set, with a recording of its decisions.
    ///
    /// # Errors
    /// See [`BuildError`].
    pub fn build_with(
        triangles: &[TaggedTriangle],
        params: &BuildParams,
        progress: &Arc<Progress>,
        record: bool,
    ) -> Result<Self, BuildError> {
        let _ = (triangles, params, progress, record);
        unimplemented!()
    }
}
