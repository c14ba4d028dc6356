//! The choice of a node's plane, rule by rule.

use smallvec::SmallVec;

use super::{
    context::Context,
    exhaustive::{Coplanar, best_of_all, distinct_planes},
    few::Table,
    records::Records,
    sampled::{Reached, choose_sampled},
};
use crate::{
    bsp::{
        BuildParams, Rule,
        effort::{Effort, Report},
        pieces::Pieces,
        recording::ChosenBy,
        scoring::{Best, Choice, Faces, Indices, SplitCounts, best_plane, spread},
    },
    geometry::Plane,
    progress::Cancelled,
};

/// How many tests a plane takes that is scored against all pieces, in the mean: bounds discard most planes early.
const EXPECTED_TESTS: u32 = 128;

/// How much work the rule of these parameters is.
pub(super) fn effort(params: &BuildParams) -> Effort {
    let (candidates, sample) = (params.candidates, params.sample);
    match params.rule {
        Rule::First | Rule::Random => Effort::new(1, 1, false),
        Rule::Ati => Effort::new(0, EXPECTED_TESTS, false),
        Rule::FewestCuts | Rule::Balanced if sample == 0 => Effort::new(candidates, EXPECTED_TESTS, false),
        Rule::FewestCuts | Rule::Balanced => Effort::new(candidates, sample, false),
        Rule::Sampled => Effort::new(candidates, sample, true),
    }
}

/// Chooses the plane of a node with these pieces, of which there is at least one. A `given` plane is chosen whatever its
/// score, and is then a candidate as well.
pub(super) fn choose(
    context: &Context,
    pieces: &Pieces,
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
    given: Option<&Plane>,
) -> Result<Choice, Cancelled> {
    let (rule, progress) = (context.params.rule, report.progress());
    // Only a given plane is counted here.
    let counted = given.map_or(0, |_| pieces.len() as u32);
    let all = || -> Indices { (0..counted).collect() };
    let take = |best: Best, sample: &[u32], score: &dyn Fn(&Plane, &SplitCounts) -> f64| {
        let Some(plane) = given else {
            return Ok(best.into_choice());
        };
        let mut counts = SplitCounts::of_plane(pieces, plane, context.tolerance, sample, progress)?;
        if rule == Rule::Ati {
            counts.front += std::mem::take(&mut counts.on);
        }
        let own = pieces.iter().position(|piece| context.plane(piece) == *plane);
        let own = own.map(|index| (index, context.number(pieces.get(index))));
        Ok(best.take(plane, own, score(plane, &counts), counts))
    };
    match rule {
        Rule::First | Rule::Random => {
            let index = match rule {
                Rule::Random => random.usize(..pieces.len()),
                _ => 0,
            };
            let by = match rule {
                Rule::Random => ChosenBy::RandomFace,
                _ => ChosenBy::FirstFace,
            };
            let best = single(context, pieces, index, report)?.chosen_by(by);
            take(best, &all(), &|_, _| 0.0)
        }
        Rule::Ati => {
            let best = ati(context, pieces, report)?.chosen_by(ChosenBy::Weights);
            take(best, &all(), &|_, counts| weigh(context, counts))
        }
        Rule::FewestCuts | Rule::Balanced => {
            let score = |_: &Plane, counts: &SplitCounts| weigh(context, counts);
            let (best, sample) = best_of_sample(context, pieces, random, report, score)?;
            take(best.chosen_by(ChosenBy::Weights), &sample, &score)
        }
        Rule::Sampled => {
            let Records { records, polygons } = Records::of(pieces);
            let reached = Reached {
                context,
                records: &records,
                polygons: &polygons,
            };
            choose_sampled(&reached, random, report, given, &mut Table::default())
        }
    }
}

/// The plane of one given piece.
fn single(context: &Context, pieces: &Pieces, index: usize, report: &Report<'_>) -> Result<Best, Cancelled> {
    let mut best = Best::new(context, pieces, index);
    if context.record {
        let all: Indices = (0..pieces.len() as u32).collect();
        let counts = SplitCounts::of(context, pieces, index, &all, report.progress())?;
        let piece = pieces.get(index);
        let own = Some((index, context.number(piece)));
        best.consider(&context.plane(piece), own, 0.0, counts);
    }
    Ok(best)
}

/// Seed 000: every plane is scored against every piece, and coplanar pieces count to the front.
fn ati(context: &Context, pieces: &Pieces, report: &mut Report<'_>) -> Result<Best, Cancelled> {
    let all: SmallVec<[usize; 16]> = (0..pieces.len()).collect();
    best_of_all(context, pieces, &all, Coplanar::InFront, report)
}

fn weigh(context: &Context, counts: &SplitCounts) -> f64 {
    counts.weighed(context.params.cut_weight, context.params.unbalance_weight)
}

/// The best plane of a random sample of the pieces, and the pieces that the planes were scored against.
fn best_of_sample(
    context: &Context,
    pieces: &Pieces,
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
    score: impl Fn(&Plane, &SplitCounts) -> f64,
) -> Result<(Best, Indices), Cancelled> {
    let candidates = distinct_candidates(context, pieces, random, report)?;
    let sample = spread(
        pieces.len(),
        context.params.scored_pieces(pieces.len() as u32),
        random,
    );
    let best = if sample.len() == pieces.len() {
        best_of_all(context, pieces, &candidates, Coplanar::Apart, report)?
    } else {
        best_plane(context, pieces, &candidates, &sample, report, score)?
    };
    Ok((best, sample))
}

/// Random pieces on different planes, [`BuildParams::candidates`] at most; for each plane the largest of those drawn.
fn distinct_candidates(
    context: &Context,
    pieces: &Pieces,
    random: &mut fastrand::Rng,
    report: &Report<'_>,
) -> Result<SmallVec<[usize; 16]>, Cancelled> {
    let drawn = spread(pieces.len(), context.params.candidates, random);
    distinct_planes(context, pieces, &drawn, report)
}
