//! `ati`: picks the face plane with the lowest
//!
//! `cut_weight · cuts + unbalance_weight · |front − back|`,
//!
//! where each plane is scored against all faces, as in the ATI SDK's BSP sample (March 2006). A node stores only one
//! triangle; any others on its plane count as in front of it, and go to the front child.
//!
//! The rule reproduces the sample's tree triangle by triangle. It is slow in large levels, because it tests all pairs
//! of planes and faces at each node.

use bspwalk_progress::Cancelled;
use smallvec::SmallVec;

use super::exhaustive::{Coplanar, best_of_all};
use crate::{
    BuildParams, Rule, effort::Report, node_storing::context::Reached, recording::ChosenBy, scoring::Best,
};

/// The sample leaves the weights to the caller. In this preset, a cut costs as much as an imbalance of three faces.
pub(super) const PRESET: BuildParams = BuildParams {
    rule: Rule::Ati,
    cut_weight: 3.0,
    unbalance_weight: 1.0,
    candidates: 0,
    sample: 0,
    ..super::sampled::PRESET
};

pub(super) fn best(reached: &Reached<'_>, report: &mut Report<'_>) -> Result<Best, Cancelled> {
    let all: SmallVec<[usize; 16]> = (0..reached.len()).collect();
    let best = best_of_all(reached, &all, Coplanar::InFront, report)?;
    Ok(best.chosen_by(ChosenBy::Weights))
}
