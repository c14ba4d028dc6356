//! The default rule: the surface area heuristic over face planes and axis-aligned planes (Ize, Wald and Parker, "Ray
//! tracing with the BSP tree", 2008). The cell of a node is approximated by the bounds of its pieces.

mod axial;
mod costs;
mod few;
mod few_grow;

use axial::{Axial, bounds, score_axial_planes};
use bspwalk_geometry::{Aabb, Plane};
use bspwalk_progress::Cancelled;
use costs::Costs;
use fearless_simd::dispatch;
pub(in crate::node_storing) use few::{FEW, Table};
pub(in crate::node_storing) use few_grow::grow_few;

use super::distinct::distinct_candidates;
use crate::{
    BuildParams, Rule,
    effort::Report,
    node_storing::context::Reached,
    recording::ChosenBy,
    scoring::{Best, Choice, HitProbabilities, Indices, SplitCounts, sample_indices},
};

/// A cut costs as much as a face that is certain to be tested. The rule tries eight face planes, each against at least
/// 128 faces. In total, they are tested against as many faces as the node has, so that a large wall among many small
/// faces is found.
pub(super) const PRESET: BuildParams = BuildParams {
    rule: Rule::Sampled,
    cut_weight: 1.0,
    unbalance_weight: 0.0,
    seed: 1,
    candidates: 8,
    sample: 128,
    max_fragments: 0,
};

/// With at least this many pieces, face planes are always tried. With fewer pieces, they are tried only if no
/// axis-aligned plane pays off: scoring them takes longer than dividing the pieces, and large faces are found higher up
/// in the tree, among more pieces.
const FACES_MIN_PIECES: usize = 512;

/// Counts how a plane divides a sample. The piece `own` counts as on the plane, regardless of its distances.
fn split_counts(
    reached: &Reached<'_>,
    plane: &Plane,
    own: Option<usize>,
    sample: &[u32],
    report: &Report<'_>,
) -> Result<SplitCounts, Cancelled> {
    let is_on = |index: usize| own == Some(index);
    SplitCounts::of_plane(reached, plane, is_on, sample, report.progress())
}

pub(super) fn choose(
    reached: &Reached<'_>,
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
    given: Option<&Plane>,
    table: &mut Table,
) -> Result<Choice, Cancelled> {
    let (context, count) = (reached.faces, reached.len());
    let costs = Costs::new(&context.params, count);
    let mut best = Best::new(reached, 0);
    let mut sample = Indices::new();
    let choice = if count <= FEW {
        among_few(reached, best, table, report)?
    } else {
        let content = bounds(reached.pieces.iter().copied());
        sample = sample_indices(count, context.params.scored_pieces(count as u32), random);
        let sampled = sample.iter().map(|&index| reached.pieces[index as usize]);
        let mut outcome = Ok(());
        let on_axial = |axial: Axial| {
            let mut counts = axial.counts;
            if context.record && outcome.is_ok() {
                // The bins may count pieces that end at the plane as cut, but recordings need exact counts.
                match split_counts(reached, &axial.plane, None, &sample, report) {
                    Ok(exact) => counts = exact,
                    Err(cancelled) => outcome = Err(cancelled),
                }
            }
            best.consider(&axial.plane, None, axial.score, counts);
        };
        let sampled = (sampled, sample.len() as u32);
        dispatch!(table.level, _ => score_axial_planes(sampled, &content, context.tolerance, &costs, on_axial));
        outcome?;
        if best.is_empty() || count >= FACES_MIN_PIECES || context.params.candidates == 0 {
            of_faces(reached, &content, &sample, &costs, &mut best, random, report)?;
        }
        best.chosen_by(ChosenBy::Cost).into_choice()
    };
    let Some(plane) = given else {
        return Ok(choice);
    };
    if sample.is_empty() {
        sample = (0..count as u32).collect();
    }
    let own = (0..count).find(|&index| reached.plane(index) == *plane);
    let counts = split_counts(reached, plane, own, &sample, report)?;
    let content = bounds(reached.pieces.iter().copied());
    let score = match context.params.block_weights(count as u32) {
        Some(weights) => counts.weighted_block_score(weights),
        None => {
            // A plane that stores no face costs an additional node.
            let node = f64::from(u8::from(own.is_none()));
            node + costs
                .split_cost(&HitProbabilities::of(&content, plane), &counts)
                .score
        }
    };
    let own = own.map(|index| (index, reached.number(index)));
    Ok(Best::from(choice, context.record).choose_stored(plane, own, score, counts))
}

fn among_few(
    reached: &Reached<'_>,
    mut best: Best,
    table: &mut Table,
    report: &Report<'_>,
) -> Result<Choice, Cancelled> {
    let Reached {
        faces: context,
        pieces,
        polygons,
    } = *reached;
    let set = table.fill(context, polygons, pieces);
    let numbered = |own: Option<usize>| own.map(|slot| (slot, reached.number(slot)));
    let all: Indices = (0..pieces.len() as u32).collect();
    let mut outcome = Ok(());
    let chosen = table.choose(context, polygons, set, |plane, own, score, mut counts| {
        if !context.record {
            return;
        }
        if own.is_none() {
            match split_counts(reached, plane, None, &all, report) {
                Ok(exact) => counts = exact,
                Err(cancelled) => outcome = Err(cancelled),
            }
        }
        best.consider(plane, numbered(own), score, counts);
    });
    outcome?;
    let is_block = context.params.block_weights(pieces.len() as u32).is_some();
    let least = best.has_face_plane();
    let own = numbered(chosen.own);
    let mut choice = best.choose_stored(&chosen.plane, own, 0.0, SplitCounts::default());
    choice.own = chosen.own;
    choice.by = match chosen.own {
        _ if is_block => ChosenBy::BlockWeights,
        Some(_) if !least => ChosenBy::CostOfFaces,
        _ => ChosenBy::Cost,
    };
    Ok(choice)
}

fn of_faces(
    reached: &Reached<'_>,
    content: &Aabb,
    sample: &[u32],
    costs: &Costs<'_>,
    best: &mut Best,
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
) -> Result<(), Cancelled> {
    let candidates = distinct_candidates(reached, random, report)?;
    report.candidates(candidates.len());
    for index in candidates {
        let plane = reached.plane(index);
        let counts = split_counts(reached, &plane, Some(index), sample, report)?;
        report.tested(sample.len());
        let score = costs
            .split_cost(&HitProbabilities::of(content, &plane), &counts)
            .score;
        best.consider(&plane, Some((index, reached.number(index))), score, counts);
    }
    Ok(())
}
