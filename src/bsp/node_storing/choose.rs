//! The choice of a node's plane, rule by rule.

use smallvec::SmallVec;

use super::{
    context::Context,
    few::Table,
    records::Records,
    sampled::{Reached, choose_sampled},
};
use crate::{
    bsp::{
        BuildParams, Rule,
        effort::{Effort, Report},
        pieces::{Piece, Pieces},
        scoring::{Best, Choice, Faces, Indices, SplitCounts, best_plane, spread},
    },
    geometry::{Plane, Relation, tolerance::SAME_NORMAL},
    progress::{CHUNK, Cancelled},
};

/// How much work the rule of these parameters is.
pub(super) fn effort(params: &BuildParams) -> Effort {
    let (candidates, sample) = (params.candidates, params.sample);
    match params.rule {
        Rule::First | Rule::Random => Effort::new(1, 1, false),
        Rule::Ati => Effort::new(0, 0, false),
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
            take(single(context, pieces, index, report)?, &all(), &|_, _| 0.0)
        }
        Rule::Ati => {
            let best = ati(context, pieces, report)?;
            take(best, &all(), &|_, counts| weigh(context, counts))
        }
        Rule::FewestCuts | Rule::Balanced => {
            let score = |_: &Plane, counts: &SplitCounts| weigh(context, counts);
            let (best, sample) = best_of_sample(context, pieces, random, report, score)?;
            take(best, &sample, &score)
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
    let mut best = Best::new(context, pieces, 0);
    report.candidates(pieces.len());
    for (index, own) in pieces.iter().enumerate() {
        let plane = context.plane(own);
        let mut counts = SplitCounts::default();
        for chunk in pieces.chunks(CHUNK) {
            report.check()?;
            for &piece in chunk {
                match pieces.relation(piece, &plane, context.tolerance) {
                    Relation::On => counts.front += 1,
                    relation => counts.add(relation),
                }
            }
        }
        report.tested(pieces.len());
        let own = Some((index, context.number(own)));
        best.consider(&plane, own, weigh(context, &counts), counts);
    }
    Ok(best)
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
    let best = best_plane(context, pieces, &candidates, &sample, report, score)?;
    Ok((best, sample))
}

/// Random pieces on different planes, [`BuildParams::candidates`] at most; for each plane the largest of those drawn.
fn distinct_candidates(
    context: &Context,
    pieces: &Pieces,
    random: &mut fastrand::Rng,
    report: &Report<'_>,
) -> Result<SmallVec<[usize; 16]>, Cancelled> {
    let mut kept: SmallVec<[usize; 16]> = SmallVec::new();
    for index in spread(pieces.len(), context.params.candidates, random) {
        report.check()?;
        let piece = pieces.get(index as usize);
        let own = context.plane(piece);
        let same = kept.iter_mut().find(|other| {
            let plane = context.plane(pieces.get(**other));
            plane.normal.cross(own.normal).length_squared() <= SAME_NORMAL * SAME_NORMAL
                && pieces.relation(piece, &plane, context.tolerance) == Relation::On
        });
        let area = |piece: Piece| context.areas[piece.face as usize];
        match same {
            // The larger triangle fixes its plane better.
            Some(other) if area(piece) > area(pieces.get(*other)) => *other = index as usize,
            Some(_) => {}
            None => kept.push(index as usize),
        }
    }
    Ok(kept)
}
