//! The choice of a node's plane: one function a rule; that of the default is in `sampled`.

use smallvec::SmallVec;

use super::{pieces::Pieces, sampled::sampled};
use crate::{
    bsp::{BuildParams, Rule, recording::Candidate},
    geometry::{Aabb, Plane, Relation, tolerance::SAME_NORMAL},
};

/// Candidates kept in a recording.
const RECORDED_CANDIDATES: usize = 256;

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

/// How a plane divides some pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) on: u32,
    pub(super) front: u32,
    pub(super) back: u32,
    pub(super) cuts: u32,
}

/// Indices of pieces: as many as most nodes sample lie on the stack.
pub(super) type Indices = SmallVec<[u32; 128]>;

impl Tally {
    fn add(&mut self, relation: Relation) {
        match relation {
            Relation::On => self.on += 1,
            Relation::Front => self.front += 1,
            Relation::Back => self.back += 1,
            Relation::Straddling => self.cuts += 1,
        }
    }

    /// Cuts and unbalance weighed as in seed 000.
    fn weighed(&self, params: &BuildParams) -> f64 {
        params.cut_weight * f64::from(self.cuts)
            + params.unbalance_weight * (f64::from(self.front) - f64::from(self.back)).abs()
    }
}

/// Keeps the least score; the first among equals.
pub(super) struct Best {
    plane: Plane,
    own: Option<usize>,
    score: f64,
    candidates: Vec<Candidate>,
    chosen: u32,
    considered: u32,
    record: bool,
}

impl Best {
    pub(super) fn new(record: bool, plane: Plane, own: usize) -> Self {
        Self {
            plane,
            own: Some(own),
            score: f64::INFINITY,
            candidates: Vec::new(),
            chosen: 0,
            considered: 0,
            record,
        }
    }

    pub(super) fn consider(
        &mut self,
        plane: &Plane,
        own: Option<usize>,
        face: Option<u32>,
        score: f64,
        tally: Tally,
    ) {
        let better = score < self.score;
        if better {
            (self.plane, self.own, self.score) = (*plane, own, score);
        }
        if self.record {
            let candidate = Candidate {
                plane: *plane,
                face,
                score,
                cuts: tally.cuts,
                front: tally.front,
                back: tally.back,
            };
            if self.candidates.len() < RECORDED_CANDIDATES {
                if better {
                    self.chosen = self.candidates.len() as u32;
                }
                self.candidates.push(candidate);
            } else if better {
                // The list is full: the chosen one takes the last place.
                self.chosen = RECORDED_CANDIDATES as u32 - 1;
                self.candidates[RECORDED_CANDIDATES - 1] = candidate;
            }
        }
        self.considered += 1;
    }

    pub(super) fn into_choice(self) -> Choice {
        Choice {
            plane: self.plane,
            own: self.own,
            candidates: self.candidates,
            chosen: self.chosen,
        }
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

pub(super) fn plane_of(context: &Context<'_>, pieces: &Pieces, index: usize) -> Plane {
    context.planes[pieces.get(index).triangle as usize]
}

pub(super) fn face_of(context: &Context<'_>, pieces: &Pieces, index: usize) -> Option<u32> {
    Some(context.faces[pieces.get(index).triangle as usize])
}

/// The plane of one given piece.
fn single(context: &Context<'_>, pieces: &Pieces, index: usize) -> Choice {
    let plane = plane_of(context, pieces, index);
    let mut best = Best::new(context.record, plane, index);
    if context.record {
        let all: Indices = (0..pieces.len() as u32).collect();
        let tally = tally(context, pieces, &plane, &all);
        best.consider(&plane, Some(index), face_of(context, pieces, index), 0.0, tally);
    }
    best.into_choice()
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
            tally.weighed(context.params),
            tally,
        );
    }
    best.into_choice()
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
            tally.weighed(context.params),
            tally,
        );
    }
    best.into_choice()
}

/// How a plane divides the pieces with these indices.
pub(super) fn tally(context: &Context<'_>, pieces: &Pieces, plane: &Plane, sample: &[u32]) -> Tally {
    // Bit 0: something in front; bit 1: something behind. A count is chosen by them without a branch to guess.
    let mut counts = [0; 4];
    for &index in sample {
        let (low, high) = pieces.extent(pieces.get(index as usize), plane);
        counts[usize::from(high > context.tolerance) | usize::from(low < -context.tolerance) << 1] += 1;
    }
    let [on, front, back, cuts] = counts;
    Tally {
        on,
        front,
        back,
        cuts,
    }
}

/// At most `limit` indices below `count` (all for 0), ascending, one at random from each of as many equal ranges.
pub(super) fn spread(count: usize, limit: u32, random: &mut fastrand::Rng) -> Indices {
    let limit = limit as usize;
    if limit == 0 || count <= limit {
        return (0..count as u32).collect();
    }
    (0..limit)
        .map(|range| {
            let (from, to) = (range * count / limit, (range + 1) * count / limit);
            random.usize(from..to) as u32
        })
        .collect()
}

/// Pieces to take planes from, at most `limit` (all for 0), no two on one plane; of those on one plane the largest.
pub(super) fn distinct_candidates(
    context: &Context<'_>,
    pieces: &Pieces,
    limit: u32,
    random: &mut fastrand::Rng,
) -> SmallVec<[usize; 16]> {
    let mut kept: SmallVec<[usize; 16]> = SmallVec::new();
    for index in spread(pieces.len(), limit, random) {
        let index = index as usize;
        let triangle = pieces.get(index).triangle as usize;
        let same = kept.iter_mut().find(|other| {
            let plane = &context.planes[pieces.get(**other).triangle as usize];
            let own = &context.planes[triangle];
            plane.normal.cross(own.normal).length_squared() <= SAME_NORMAL * SAME_NORMAL
                && pieces.relation(pieces.get(index), plane, context.tolerance) == Relation::On
        });
        match same {
            // The larger triangle fixes its plane better.
            Some(other) if context.areas[triangle] > context.areas[pieces.get(*other).triangle as usize] => {
                *other = index;
            }
            Some(_) => {}
            None => kept.push(index),
        }
    }
    kept
}
