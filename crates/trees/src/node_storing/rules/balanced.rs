//! `balanced`: the face plane that divides the others most evenly, from a sample of the faces, by the formula of
//! [`weighed`](super::weighed).
//!
//! It keeps the tree shallow, however many faces it cuts: the opposite of `fewest-cuts`. The two rules are there for
//! comparison.

use crate::{BuildParams, Rule};

/// Only imbalance counts. Candidates are as for `fewest-cuts`.
pub(super) const PRESET: BuildParams = BuildParams {
    rule: Rule::Balanced,
    cut_weight: 0.0,
    unbalance_weight: 1.0,
    ..super::fewest_cuts::PRESET
};
