//! `balanced`: of a sample of the faces the one whose plane divides the others most evenly, by the formula of
//! [`weighed`](super::weighed).
//!
//! It keeps the tree shallow, whatever it cuts: the opposite of `fewest-cuts`. The two are there to be compared.

use super::weighed;
use crate::{
    bsp::{
        BuildParams, Rule,
        effort::Report,
        node_storing::context::Reached,
        scoring::{Best, Indices},
    },
    progress::Cancelled,
};

/// Unbalance alone counts; candidates as for `fewest-cuts`.
pub(super) const PRESET: BuildParams = BuildParams {
    rule: Rule::Balanced,
    cut_weight: 0.0,
    unbalance_weight: 1.0,
    ..super::fewest_cuts::PRESET
};

pub(super) fn best(
    reached: &Reached<'_>,
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
) -> Result<(Best, Option<Indices>), Cancelled> {
    weighed::best(reached, random, report)
}
