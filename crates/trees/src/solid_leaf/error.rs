//! Build errors for solid-leaf trees.

use bspwalk_progress::Cancelled;
use bspwalk_text::text;

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
        "{}", text!("trees-leaf-fragments", rule = .rule, limit = .limit))]
    TooManyFragments {
        /// Rule used for the build.
        rule: LeafRule,
        /// Maximum number of fragments.
        limit: u32,
    },
    /// The structural faces divide the level into too many leaves.
    #[error(
        "{}", text!("trees-leaf-leaves", rule = .rule, limit = .limit))]
    TooManyLeaves {
        /// Rule used for the build.
        rule: LeafRule,
        /// Maximum number of leaves.
        limit: u32,
    },
    /// A corner is NaN or infinite.
    #[error("{}", text!("trees-not-finite", face = .face))]
    NotFinite {
        /// Face number assigned by the caller.
        face: u32,
    },
}
