//! `balanced`: among a sample of the faces, picks the face plane that divides the other faces most evenly, using the
//! formula of [`weighed`](super::weighed).
//!
//! The rule keeps the tree shallow, regardless of how many faces are cut. It is the opposite of `fewest-cuts`; both
//! exist for comparison.

use crate::{BuildParams, Rule};

/// Only the imbalance counts. The candidates are the same as for `fewest-cuts`.
pub(super) const PRESET: BuildParams = BuildParams {
    rule: Rule::Balanced,
    cut_weight: 0.0,
    unbalance_weight: 1.0,
    ..super::fewest_cuts::PRESET
};
