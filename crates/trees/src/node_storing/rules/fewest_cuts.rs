//! `fewest-cuts`: among a sample of the faces, picks the face plane that cuts the fewest faces, using the formula of
//! [`weighed`](super::weighed).
//!
//! The rule keeps the tree small, which matters for traversals that visit the whole tree, such as the painter's
//! algorithm. The tree often degenerates into a list, because the planes of a convex surface cut nothing.

use crate::{BuildParams, Rule};

/// Only cuts count. Testing 64 candidates against 1024 faces limits the time per node.
pub(super) const PRESET: BuildParams = BuildParams {
    rule: Rule::FewestCuts,
    cut_weight: 1.0,
    unbalance_weight: 0.0,
    candidates: 64,
    sample: 1024,
    ..super::sampled::PRESET
};
