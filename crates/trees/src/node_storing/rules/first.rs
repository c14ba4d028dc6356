//! `first`: picks the plane of the first face that reaches the node.
//!
//! This rule is the introductory example in textbooks and the baseline for other rules. Choosing a plane takes no time,
//! but the quality of the tree depends entirely on the order of the faces.

use bspwalk_progress::Cancelled;

use super::single;
use crate::{
    BuildParams, Rule, effort::Report, node_storing::context::Reached, recording::ChosenBy, scoring::Best,
};

/// The rule uses no parameters. The other values are copied from `sampled`, in case the rule is changed.
pub(super) const PRESET: BuildParams = BuildParams {
    rule: Rule::First,
    ..super::sampled::PRESET
};

pub(super) fn best(reached: &Reached<'_>, report: &Report<'_>) -> Result<Best, Cancelled> {
    Ok(single::best(reached, 0, report)?.chosen_by(ChosenBy::FirstFace))
}
