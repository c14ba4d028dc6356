//! `first`: the plane of the first face that reaches the node.
//!
//! It is the rule of the textbooks' first example, and what any other rule is compared with: it takes no time to choose, and
//! the tree is as good or as bad as the order of the faces.

use bspwalk_progress::Cancelled;

use super::single;
use crate::{
    BuildParams, Rule, effort::Report, node_storing::context::Reached, recording::ChosenBy, scoring::Best,
};

/// It reads no number; those of `sampled` stand there for when the rule is changed.
pub(super) const PRESET: BuildParams = BuildParams {
    rule: Rule::First,
    ..super::sampled::PRESET
};

pub(super) fn best(reached: &Reached<'_>, report: &Report<'_>) -> Result<Best, Cancelled> {
    Ok(single::best(reached, 0, report)?.chosen_by(ChosenBy::FirstFace))
}
