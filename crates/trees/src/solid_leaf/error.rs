//! Build errors for solid-leaf trees.

use bspwalk_geometry::FaceId;
use bspwalk_progress::Cancelled;

use super::LeafRule;

/// Errors from building a solid-leaf tree.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LeafBuildError {
    /// The build was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The rule cuts this level into too many fragments.
    #[error(
        "rule `{rule}` cuts the level into more than {limit} fragments: make more faces detail, or raise `max_fragments`"
    )]
    TooManyFragments {
        /// Rule used for the build.
        rule: LeafRule,
        /// Maximum number of fragments.
        limit: u32,
    },
    /// The structural faces divide the level into too many leaves.
    #[error("rule `{rule}` divides the level into more than {limit} leaves: make more faces detail")]
    TooManyLeaves {
        /// Rule used for the build.
        rule: LeafRule,
        /// Maximum number of leaves.
        limit: u32,
    },
    /// A corner is NaN or infinite.
    #[error("face {face} has a corner with non-finite coordinates: remove the face")]
    NotFinite {
        /// Face number assigned by the caller.
        face: FaceId,
    },
}
