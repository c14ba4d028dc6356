//! The errors of a build.

use bspwalk_progress::Cancelled;

use super::LeafRule;

/// Why a solid-leaf tree could not be built.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LeafBuildError {
    /// The build was cancelled.
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
        /// The caller's number of the face.
        face: u32,
    },
}
