//! `random`: the plane of a random face.
//!
//! What the tree is like does not depend on the order of the faces. In the plane, n edges that do not cross then have O(n log n)
//! pieces in the mean (Paterson and Yao, "Efficient binary space partitions for hidden-surface removal and solid modeling", 1990).

use bspwalk_progress::Cancelled;

use super::single;
use crate::{
    BuildParams, Rule, effort::Report, node_storing::context::Reached, recording::ChosenBy, scoring::Best,
};

/// It reads the seed alone; the numbers of `sampled` stand there for when the rule is changed.
pub(super) const PRESET: BuildParams = BuildParams {
    rule: Rule::Random,
    ..super::sampled::PRESET
};

pub(super) fn best(
    reached: &Reached<'_>,
    random: &mut fastrand::Rng,
    report: &Report<'_>,
) -> Result<Best, Cancelled> {
    let index = random.usize(..reached.len());
    Ok(single::best(reached, index, report)?.chosen_by(ChosenBy::RandomFace))
}
