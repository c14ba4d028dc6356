//! The choice of a node's plane: one function a rule.

use glam::DVec3;

use crate::{
    bsp::{
        BuildParams, Rule,
        pieces::Pieces,
        recording::Candidate,
        scoring::{Best, Chances, Tally, spread},
    },
    geometry::{Aabb, Plane, Relation, tolerance::SAME_NORMAL},
};

/// Cost of testing a triangle, in visits of a node.
const TRIANGLE_COST: f64 = 1.5;

/// Below this number of pieces the plane of a piece does as well as a plane across an axis.
const AXIAL_MIN_PIECES: usize = 4;

/// Slabs a box is divided into to find planes across an axis.
const BINS: usize = 24;

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

/// A chosen plane.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) plane: Plane,
    /// The piece whose plane it is; `None` for a plane across an axis.
    pub(super) own: Option<usize>,
    /// What was considered, where the build is recorded, and which of it was chosen.
    pub(super) candidates: Vec<Candidate>,
    pub(super) chosen: u32,
}

fn into_choice(best: Best) -> Choice {
    Choice {
        plane: best.plane,
        own: best.own,
        candidates: best.candidates,
        chosen: best.chosen,
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
) -> Choice {
    match context.params.rule {
        Rule::First => single(context, pieces, 0),
        Rule::Random => single(context, pieces, random.usize(..pieces.len())),
        Rule::Ati => ati(context, pieces),
        Rule::FewestCuts | Rule::Balanced => weighed(context, pieces, random),
        Rule::Sampled if pieces.len() == 1 => single(context, pieces, 0),
        Rule::Sampled => sampled(context, pieces, cell, random),
    }
}

fn plane_of(context: &Context<'_>, pieces: &Pieces, index: usize) -> Plane {
    context.planes[pieces.get(index).face as usize]
}

fn face_of(context: &Context<'_>, pieces: &Pieces, index: usize) -> Option<u32> {
    Some(context.faces[pieces.get(index).face as usize])
}

/// The plane of one given piece.
fn single(context: &Context<'_>, pieces: &Pieces, index: usize) -> Choice {
    let plane = plane_of(context, pieces, index);
    let mut best = Best::new(context.record, plane, index);
    if context.record {
        let tally = tally(context, pieces, &plane, &(0..pieces.len()).collect::<Vec<_>>());
        best.consider(&plane, Some(index), face_of(context, pieces, index), 0.0, tally);
    }
    into_choice(best)
}

/// Seed 000: every plane against every piece, coplanar pieces counted to the front.
fn ati(context: &Context<'_>, pieces: &Pieces) -> Choice {
    let mut best = Best::new(context.record, plane_of(context, pieces, 0), 0);
    for index in 0..pieces.len() {
        let plane = plane_of(context, pieces, index);
        let mut tally = Tally::default();
        for piece in pieces.iter() {
            match pieces.relation(piece, &plane, context.tolerance) {
                Relation::On => tally.front += 1,
                relation => tally.add(relation),
            }
        }
        best.consider(
            &plane,
            Some(index),
            face_of(context, pieces, index),
            tally.weighed(context.params.cut_weight, context.params.unbalance_weight),
            tally,
        );
    }
    into_choice(best)
}

/// Planes of pieces, weighed by cuts and unbalance.
fn weighed(context: &Context<'_>, pieces: &Pieces, random: &mut fastrand::Rng) -> Choice {
    let candidates = distinct_candidates(context, pieces, context.params.candidates, random);
    let sample = spread(pieces.len(), context.params.sample, random);
    let mut best = Best::new(
        context.record,
        plane_of(context, pieces, candidates[0]),
        candidates[0],
    );
    for index in candidates {
        let plane = plane_of(context, pieces, index);
        let tally = tally(context, pieces, &plane, &sample);
        best.consider(
            &plane,
            Some(index),
            face_of(context, pieces, index),
            tally.weighed(context.params.cut_weight, context.params.unbalance_weight),
            tally,
        );
    }
    into_choice(best)
}

/// The size of a sample of `count` pieces: scoring all candidates may look at as many pieces as there are, which is what
/// the partition looks at anyway, and finds the faces on one plane where they are few among many.
fn sample_size(params: &BuildParams, count: usize) -> u32 {
    if params.sample == 0 {
        0
    } else {
        params.sample.max(count as u32 / params.candidates.max(1))
    }
}

/// The expected cost of a query: the surface area heuristic over planes of faces and planes across axes
/// (Ize, Wald and Parker, "Ray tracing with the BSP tree", 2008), with cells known by their boxes.
fn sampled(context: &Context<'_>, pieces: &Pieces, cell: &Aabb, random: &mut fastrand::Rng) -> Choice {
    let candidates = distinct_candidates(context, pieces, context.params.candidates, random);
    let sample = spread(pieces.len(), sample_size(context.params, pieces.len()), random);
    let scale = pieces.len() as f64 / sample.len() as f64;
    let mut best = Best::new(
        context.record,
        plane_of(context, pieces, candidates[0]),
        candidates[0],
    );
    for index in candidates {
        let plane = plane_of(context, pieces, index);
        let tally = tally(context, pieces, &plane, &sample);
        // The sample may miss the one piece that is known to lie on the plane.
        let on = (f64::from(tally.on) * scale).max(1.0);
        let [front, back, cuts] = [tally.front, tally.back, tally.cuts].map(|count| f64::from(count) * scale);
        let score = expected_cost(context.params, cell, &plane, on, front, back, cuts);
        best.consider(&plane, Some(index), face_of(context, pieces, index), score, tally);
    }
    if pieces.len() >= AXIAL_MIN_PIECES {
        across_axes(context, pieces, cell, &sample, &mut best);
    }
    into_choice(best)
}

/// Expected cost of a segment that meets the cell: for each side the chance that the segment meets it too times the
/// pieces there, and the pieces on the plane where it is crossed.
///
/// Pieces on a side count in full although a tree below asks but a few of them, as the heuristic has it; those on the
/// plane are all asked. So they weigh more by as much as the heuristic exaggerates, n / log n: many faces on one plane
/// are divided before they are stored.
fn expected_cost(
    params: &BuildParams,
    cell: &Aabb,
    plane: &Plane,
    on: f64,
    front: f64,
    back: f64,
    cuts: f64,
) -> f64 {
    let chance = Chances::of(cell, plane);
    let all = on + front + back + cuts;
    let exaggeration = all / (1.0 + all).log2();
    chance.front * (front + cuts)
        + chance.back * (back + cuts)
        + chance.crossing * (on - 1.0).max(0.0) * TRIANGLE_COST * exaggeration
        + params.cut_weight * cuts
        + params.unbalance_weight * (front - back).abs()
}

/// Considers planes across the axes: the bounds of the pieces where they leave empty space, and the ends of pieces
/// nearest to the borders of equal slabs.
fn across_axes(context: &Context<'_>, pieces: &Pieces, cell: &Aabb, sample: &[usize], best: &mut Best) {
    let content = pieces.bounds();
    let boxes: Vec<Aabb> = sample
        .iter()
        .map(|&index| pieces.bounds_of(pieces.get(index)))
        .collect();
    let scale = pieces.len() as f64 / boxes.len() as f64;
    let mut ends: Vec<[f64; 2]> = Vec::with_capacity(boxes.len());
    for axis in 0..3 {
        let (low, high) = (content.min[axis], content.max[axis]);
        ends.clear();
        ends.extend(boxes.iter().map(|aabb| [aabb.min[axis], aabb.max[axis]]));
        for position in [low, high].into_iter().chain(slab_ends(&boxes, axis, low, high)) {
            if position - cell.min[axis] <= context.tolerance
                || cell.max[axis] - position <= context.tolerance
            {
                continue;
            }
            let plane = across(axis, position);
            let tally = tally_across(&ends, position, context.tolerance);
            let [on, front, back, cuts] =
                [tally.on, tally.front, tally.back, tally.cuts].map(|count| f64::from(count) * scale);
            // It costs a node of its own, which the planes of pieces do not.
            let score = 1.0 + expected_cost(context.params, cell, &plane, on, front, back, cuts);
            best.consider(&plane, None, None, score, tally);
        }
    }
}

/// How a plane across an axis divides boxes with these ends, as [`Pieces::relation`] has it, without a branch.
fn tally_across(ends: &[[f64; 2]], position: f64, tolerance: f64) -> Tally {
    let mut tally = Tally::default();
    for &[low, high] in ends {
        let in_front = low - position >= -tolerance;
        let behind = high - position <= tolerance;
        tally.on += u32::from(in_front & behind);
        tally.front += u32::from(in_front & !behind);
        tally.back += u32::from(behind & !in_front);
        tally.cuts += u32::from(!in_front & !behind);
    }
    tally
}

/// The plane where a coordinate has this value, facing up the axis.
fn across(axis: usize, position: f64) -> Plane {
    let mut normal = DVec3::ZERO;
    normal[axis] = 1.0;
    Plane { normal, d: -position }
}

/// At most one position a border of [`BINS`] equal slabs between `low` and `high`: the end of a box nearest to it.
fn slab_ends(boxes: &[Aabb], axis: usize, low: f64, high: f64) -> impl Iterator<Item = f64> {
    let bins = BINS.min(boxes.len() + 1);
    let width = (high - low) / bins as f64;
    let mut nearest = [f64::INFINITY; BINS];
    if width > 0.0 {
        let per_width = 1.0 / width;
        for end in boxes.iter().flat_map(|aabb| [aabb.min[axis], aabb.max[axis]]) {
            // No end is below `low`: this rounds, without a call.
            let border = ((end - low) * per_width + 0.5) as usize;
            let slot = &mut nearest[border.min(bins - 1)];
            let at = low + border as f64 * width;
            if (end - at).abs() < (*slot - at).abs() {
                *slot = end;
            }
        }
    }
    nearest
        .into_iter()
        .skip(1)
        .filter(move |end| end.is_finite() && *end > low && *end < high)
}

/// How a plane divides the pieces with these indices.
fn tally(context: &Context<'_>, pieces: &Pieces, plane: &Plane, sample: &[usize]) -> Tally {
    let mut tally = Tally::default();
    for &index in sample {
        tally.add(pieces.relation(pieces.get(index), plane, context.tolerance));
    }
    tally
}

/// Pieces to take planes from, at most `limit` (all for 0), no two on one plane; of those on one plane the largest.
fn distinct_candidates(
    context: &Context<'_>,
    pieces: &Pieces,
    limit: u32,
    random: &mut fastrand::Rng,
) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for index in spread(pieces.len(), limit, random) {
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
    kept
}
