//! `balanced`: of a sample of the faces the one whose plane divides the others most evenly, by the formula of
//! [`weighed`](super::weighed).
//!
//! It keeps the tree shallow, whatever it cuts: the opposite of `fewest-cuts`. The two are there to be compared.

use crate::{BuildParams, Rule};

/// Unbalance alone counts; candidates as for `fewest-cuts`.
pub(super) const PRESET: BuildParams = BuildParams {
    rule: Rule::Balanced,
    cut_weight: 0.0,
    unbalance_weight: 1.0,
    ..super::fewest_cuts::PRESET
};
