//! The choice of a node's plane, rule by rule.

use smallvec::SmallVec;

use super::sampled::{AXIAL_MIN_PIECES, Costs, across_axes};
use crate::{
    bsp::{
        BuildParams, Rule,
        effort::{Effort, Report},
        pieces::{Piece, Pieces},
        scoring::{Best, Choice, Faces, HitProbabilities, Indices, SplitCounts, best_plane, spread},
    },
    geometry::{Aabb, Plane, Relation, tolerance::SAME_NORMAL},
    progress::{CHUNK, Cancelled},
};

/// What a rule reads besides the pieces.
pub(super) struct Context<'a> {
    pub(super) params: &'a BuildParams,
    /// Plane of each triangle.
    pub(super) planes: Vec<Plane>,
    /// Area of each triangle, in square metres.
    pub(super) areas: Vec<f64>,
    /// The face number of each triangle.
    pub(super) faces: Vec<u32>,
    /// Thickness of a plane, in metres.
    pub(super) tolerance: f64,
    pub(super) record: bool,
}

impl Faces for Context<'_> {
    fn plane(&self, piece: Piece) -> Plane {
        self.planes[piece.face as usize]
    }

    fn number(&self, piece: Piece) -> u32 {
        self.faces[piece.face as usize]
    }

    fn is_on(&self, _piece: Piece, _own: Piece) -> bool {
        false
    }

    fn thickness(&self) -> f64 {
        self.tolerance
    }

    fn record(&self) -> bool {
        self.record
    }
}

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

/// Chooses the plane of a node with these pieces, of which there is at least one. `cell` bounds the node's region.
pub(super) fn choose(
    context: &Context<'_>,
    pieces: &Pieces,
    cell: &Aabb,
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
) -> Result<Choice, Cancelled> {
    match context.params.rule {
        Rule::First => single(context, pieces, 0, report),
        Rule::Random => single(context, pieces, random.usize(..pieces.len()), report),
        Rule::Ati => ati(context, pieces, report),
        Rule::FewestCuts | Rule::Balanced => {
            let (best, _) = best_of_sample(context, pieces, random, report, |_, counts| {
                weigh(context, counts)
            })?;
            Ok(best.into_choice())
        }
        Rule::Sampled if pieces.len() == 1 => single(context, pieces, 0, report),
        Rule::Sampled => {
            let costs = Costs::new(context.params, pieces.len());
            let (mut best, sample) = best_of_sample(context, pieces, random, report, |plane, counts| {
                costs.of(&HitProbabilities::of(cell, plane), counts).score
            })?;
            if pieces.len() >= AXIAL_MIN_PIECES {
                across_axes(
                    pieces,
                    cell,
                    &sample,
                    context.tolerance,
                    &costs,
                    &mut best,
                    report,
                )?;
            }
            Ok(best.into_choice())
        }
    }
}

/// The plane of one given piece.
fn single(
    context: &Context<'_>,
    pieces: &Pieces,
    index: usize,
    report: &Report<'_>,
) -> Result<Choice, Cancelled> {
    let mut best = Best::new(context, pieces, index);
    if context.record {
        let all: Indices = (0..pieces.len() as u32).collect();
        let counts = SplitCounts::of(context, pieces, index, &all, report.progress())?;
        let piece = pieces.get(index);
        let own = Some((index, context.number(piece)));
        best.consider(&context.plane(piece), own, 0.0, counts);
    }
    Ok(best.into_choice())
}

/// Seed 000: every plane is scored against every piece, and coplanar pieces count to the front.
fn ati(context: &Context<'_>, pieces: &Pieces, report: &mut Report<'_>) -> Result<Choice, Cancelled> {
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
    Ok(best.into_choice())
}

fn weigh(context: &Context<'_>, counts: &SplitCounts) -> f64 {
    counts.weighed(context.params.cut_weight, context.params.unbalance_weight)
}

/// The best plane of a random sample of the pieces, and the pieces that the planes were scored against.
fn best_of_sample(
    context: &Context<'_>,
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
    context: &Context<'_>,
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
