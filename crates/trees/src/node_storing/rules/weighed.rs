//! Shared by `fewest-cuts` and `balanced`: picks the plane with the lowest `cut_weight · cuts + unbalance_weight ·
//! |front − back|` (the ATI SDK's BSP sample, 2006). Candidates are the planes of a sample of the faces, each counted
//! against another sample.

use bspwalk_progress::Cancelled;

use super::{
    distinct::distinct_candidates,
    exhaustive::{Coplanar, EXPECTED_TESTS, best_of_all},
};
use crate::{
    BuildParams,
    effort::{Effort, Report},
    node_storing::context::Reached,
    recording::ChosenBy,
    scoring::{Best, Indices, SplitCounts, best_plane, sample_indices},
};

pub(super) fn effort(params: &BuildParams) -> Effort {
    let sample = match params.sample {
        0 => EXPECTED_TESTS,
        sample => sample,
    };
    Effort::new(params.candidates, sample, false)
}

pub(super) fn score(params: &BuildParams, counts: &SplitCounts) -> f64 {
    counts.weighted_score(params.cut_weight, params.unbalance_weight)
}

pub(super) fn best(
    reached: &Reached<'_>,
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
) -> Result<(Best, Indices), Cancelled> {
    let params = &reached.faces.params;
    let candidates = distinct_candidates(reached, random, report)?;
    let scored = params.scored_pieces(reached.len() as u32);
    let sample = sample_indices(reached.len(), scored, random);
    let best = if sample.len() == reached.len() {
        best_of_all(reached, &candidates, Coplanar::Apart, report)?
    } else {
        best_plane(reached, &candidates, &sample, report, |_, counts| {
            score(params, counts)
        })?
    };
    Ok((best.chosen_by(ChosenBy::Weights), sample))
}
