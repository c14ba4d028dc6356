//! `fewest-cuts`: from a sample of the faces, the face plane that cuts the fewest faces, by the formula of
//! [`weighed`](super::weighed).
//!
//! It keeps the tree small, which matters for traversals that visit all of it, such as the painter's order.
//! The tree often degenerates into a list, because planes of a convex surface cut nothing.

use crate::{BuildParams, Rule};

/// Only cuts count. 64 candidates against 1024 faces limit the time per node.
pub(super) const PRESET: BuildParams = BuildParams {
    rule: Rule::FewestCuts,
    cut_weight: 1.0,
    unbalance_weight: 0.0,
    candidates: 64,
    sample: 1024,
    ..super::sampled::PRESET
};
