//! `fewest-cuts`: of a sample of the faces the one whose plane cuts the fewest, by the formula of [`weighed`](super::weighed).
//!
//! It keeps the tree small, which is what counts where all of it is visited, as in the painter's order. It is often a list: planes
//! of a convex surface cut nothing.

use crate::{BuildParams, Rule};

/// Cuts alone count. 64 candidates against 1024 faces bound the time of a node.
pub(super) const PRESET: BuildParams = BuildParams {
    rule: Rule::FewestCuts,
    cut_weight: 1.0,
    unbalance_weight: 0.0,
    candidates: 64,
    sample: 1024,
    ..super::sampled::PRESET
};
