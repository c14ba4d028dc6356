//! `ati`: the plane of the face for which
//!
//! `cut_weight · cuts + unbalance_weight · |front − back|`
//!
//! is the least, each plane scored against all faces, as in the ATI SDK's BSP sample (March 2006). The node stores one
//! triangle alone: others on its plane count, and go, to the front.
//!
//! It is there to show the sample's tree, triangle for triangle; all pairs at a node make it slow in large levels.

use bspwalk_progress::Cancelled;
use smallvec::SmallVec;

use super::exhaustive::{Coplanar, best_of_all};
use crate::{
    BuildParams, Rule,
    effort::Report,
    node_storing::context::Reached,
    recording::ChosenBy,
    scoring::{Best, SplitCounts},
};

/// The sample leaves the weights to the caller: here a cut costs as much as three faces of unbalance.
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

/// Counts pieces on a plane in front of it.
pub(super) fn count(counts: &mut SplitCounts) {
    counts.front += std::mem::take(&mut counts.on);
}
