//! `random`: picks the plane of a random face.
//!
//! The expected tree does not depend on the order of the faces. In 2D, n edges that do not cross are cut into O(n log
//! n) pieces on average (Paterson and Yao, "Efficient binary space partitions for hidden-surface removal and solid
//! modeling", 1990).

use bspwalk_progress::Cancelled;

use super::single;
use crate::{
    BuildParams, Rule,
    effort::Report,
    node_storing::context::Reached,
    recording::ChosenBy,
    scoring::{Best, random_index},
};

/// The rule uses only the seed. The other values are copied from `sampled`, in case the rule is changed.
pub(super) const PRESET: BuildParams = BuildParams {
    rule: Rule::Random,
    ..super::sampled::PRESET
};

pub(super) fn best(
    reached: &Reached<'_>,
    random: &mut fastrand::Rng,
    report: &Report<'_>,
) -> Result<Best, Cancelled> {
    let index = random_index(reached.len(), random);
    Ok(single::best(reached, index, report)?.chosen_by(ChosenBy::RandomFace))
}
