//! The choice of a node's plane: one function a rule; that of the default is in `sampled`.

use smallvec::SmallVec;

use super::sampled::sampled;
use crate::{
    bsp::{
        BuildParams, Rule,
        effort::{Effort, Report},
        pieces::Pieces,
        scoring::{Best, Choice, Indices, SplitCounts, spread},
    },
    geometry::{Aabb, Plane, Relation, tolerance::SAME_NORMAL},
    progress::{CHUNK, Cancelled},
};

/// What a rule reads besides the pieces.
pub(super) struct Context<'a> {
    pub(super) params: &'a BuildParams,
    /// Plane of each triangle.
    pub(super) planes: &'a [Plane],
    /// Area of each triangle, in square metres.
    pub(super) areas: &'a [f64],
    /// The face number of each triangle.
    pub(super) faces: &'a [u32],
    /// Thickness of a plane, in metres.
    pub(super) tolerance: f64,
    pub(super) record: bool,
}

/// How much work the rule of these parameters is.
pub(super) fn effort(params: &BuildParams) -> Effort {
    let BuildParams {
        candidates, sample, ..
    } = *params;
    match params.rule {
        Rule::First | Rule::Random => Effort::new(1, 1, false),
        Rule::Ati => Effort::new(0, 0, false),
        Rule::FewestCuts | Rule::Balanced => Effort::new(candidates, sample, false),
        Rule::Sampled => Effort::new(candidates, sample, true),
    }
}

/// Chooses the plane of a node with these pieces, of which there is at least one, in a cell inside `cell`.
///
/// `random` decides everything random.
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
        Rule::FewestCuts | Rule::Balanced => weighed(context, pieces, random, report),
        Rule::Sampled if pieces.len() == 1 => single(context, pieces, 0, report),
        Rule::Sampled => sampled(context, pieces, cell, random, report),
    }
}

pub(super) fn plane_of(context: &Context<'_>, pieces: &Pieces, index: usize) -> Plane {
    context.planes[pieces.get(index).face as usize]
}

pub(super) fn face_of(context: &Context<'_>, pieces: &Pieces, index: usize) -> Option<u32> {
    Some(context.faces[pieces.get(index).face as usize])
}

/// The plane of one given piece.
fn single(
    context: &Context<'_>,
    pieces: &Pieces,
    index: usize,
    report: &Report<'_>,
) -> Result<Choice, Cancelled> {
    let plane = plane_of(context, pieces, index);
    let mut best = Best::new(context.record, plane, index);
    if context.record {
        let all: Indices = (0..pieces.len() as u32).collect();
        let split_counts = split_counts(context, pieces, &plane, &all, report)?;
        best.consider(
            &plane,
            Some(index),
            face_of(context, pieces, index),
            0.0,
            split_counts,
        );
    }
    Ok(best.into_choice())
}

/// Seed 000: every plane against every piece, coplanar pieces counted to the front.
fn ati(context: &Context<'_>, pieces: &Pieces, report: &mut Report<'_>) -> Result<Choice, Cancelled> {
    let mut best = Best::new(context.record, plane_of(context, pieces, 0), 0);
    report.candidates(pieces.len());
    for index in 0..pieces.len() {
        let plane = plane_of(context, pieces, index);
        let mut split_counts = SplitCounts::default();
        for chunk in pieces.chunks(CHUNK) {
            report.check()?;
            for &piece in chunk {
                match pieces.relation(piece, &plane, context.tolerance) {
                    Relation::On => split_counts.front += 1,
                    relation => split_counts.add(relation),
                }
            }
        }
        report.tested(pieces.len());
        best.consider(
            &plane,
            Some(index),
            face_of(context, pieces, index),
            weigh(context, &split_counts),
            split_counts,
        );
    }
    Ok(best.into_choice())
}

/// Planes of pieces, weighed by cuts and unbalance.
fn weighed(
    context: &Context<'_>,
    pieces: &Pieces,
    random: &mut fastrand::Rng,
    report: &mut Report<'_>,
) -> Result<Choice, Cancelled> {
    let candidates = distinct_candidates(context, pieces, context.params.candidates, random, report)?;
    report.candidates(candidates.len());
    let sample = spread(
        pieces.len(),
        context.params.scored_pieces(pieces.len() as u32),
        random,
    );
    let mut best = Best::new(
        context.record,
        plane_of(context, pieces, candidates[0]),
        candidates[0],
    );
    for index in candidates {
        let plane = plane_of(context, pieces, index);
        let split_counts = split_counts(context, pieces, &plane, &sample, report)?;
        report.tested(sample.len());
        best.consider(
            &plane,
            Some(index),
            face_of(context, pieces, index),
            weigh(context, &split_counts),
            split_counts,
        );
    }
    Ok(best.into_choice())
}

fn weigh(context: &Context<'_>, split_counts: &SplitCounts) -> f64 {
    split_counts.weighed(context.params.cut_weight, context.params.unbalance_weight)
}

/// How a plane divides the pieces with these indices.
pub(super) fn split_counts(
    context: &Context<'_>,
    pieces: &Pieces,
    plane: &Plane,
    sample: &[u32],
    report: &Report<'_>,
) -> Result<SplitCounts, Cancelled> {
    SplitCounts::of(
        pieces,
        sample,
        plane,
        context.tolerance,
        report.progress(),
        |_| false,
    )
}

/// Pieces to take planes from, at most `limit` (all for 0), no two on one plane; of those on one plane the largest.
pub(super) fn distinct_candidates(
    context: &Context<'_>,
    pieces: &Pieces,
    limit: u32,
    random: &mut fastrand::Rng,
    report: &Report<'_>,
) -> Result<SmallVec<[usize; 16]>, Cancelled> {
    let mut kept: SmallVec<[usize; 16]> = SmallVec::new();
    for index in spread(pieces.len(), limit, random) {
        report.check()?;
        let index = index as usize;
        let triangle = pieces.get(index).face as usize;
        let same = kept.iter_mut().find(|other| {
            let plane = &context.planes[pieces.get(**other).face as usize];
            let own = &context.planes[triangle];
            plane.normal.cross(own.normal).length_squared() <= SAME_NORMAL * SAME_NORMAL
                && pieces.relation(pieces.get(index), plane, context.tolerance) == Relation::On
        });
        match same {
            // The larger triangle fixes its plane better.
            Some(other) if context.areas[triangle] > context.areas[pieces.get(*other).face as usize] => {
                *other = index;
            }
            Some(_) => {}
            None => kept.push(index),
        }
    }
    Ok(kept)
}
