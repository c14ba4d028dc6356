//! What the choice of a plane is made with, whichever tree it is for: counts, chances, samples, the best so far,
//! seeds.
//!
//! The trees differ in what may be a candidate (`choose` of each): the node-storing tree takes planes of triangles and
//! planes across axes, and finds by distances which of them are one plane; the solid-leaf tree takes planes of the table
//! that its faces share, and only such as cut the node's cell.

use smallvec::SmallVec;

use super::{
    node_storing::Branch,
    pieces::{Piece, Pieces},
    recording::{Candidate, MOST_CANDIDATES},
};
use crate::{
    geometry::{Aabb, Plane, Relation},
    progress::{CHUNK, Cancelled, Progress},
};

/// Indices of pieces: as many as most nodes sample lie on the stack.
pub(super) type Indices = SmallVec<[u32; 128]>;

/// How a plane divides some pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SplitCounts {
    pub(super) on: u32,
    pub(super) front: u32,
    pub(super) back: u32,
    pub(super) cuts: u32,
}

impl SplitCounts {
    /// Of the pieces with these indices. Those that `is_own` is true of are on the plane.
    #[inline]
    pub(super) fn of(
        pieces: &Pieces,
        sample: &[u32],
        plane: &Plane,
        tolerance: f64,
        progress: &Progress,
        is_own: impl Fn(Piece) -> bool,
    ) -> Result<Self, Cancelled> {
        // Bit 0: something in front; bit 1: something behind. A count is chosen by them without a branch to guess.
        let mut counts = [0; 4];
        for chunk in sample.chunks(CHUNK) {
            progress.check()?;
            for &index in chunk {
                let piece = pieces.get(index as usize);
                let (low, high) = if is_own(piece) {
                    (0.0, 0.0)
                } else {
                    pieces.extent(piece, plane)
                };
                counts[usize::from(high > tolerance) | usize::from(low < -tolerance) << 1] += 1;
            }
        }
        let [on, front, back, cuts] = counts;
        Ok(Self {
            on,
            front,
            back,
            cuts,
        })
    }

    pub(super) fn add(&mut self, relation: Relation) {
        match relation {
            Relation::On => self.on += 1,
            Relation::Front => self.front += 1,
            Relation::Back => self.back += 1,
            Relation::Straddling => self.cuts += 1,
        }
    }

    /// Cuts and unbalance weighed as in seed 000.
    pub(super) fn weighed(&self, cut_weight: f64, unbalance_weight: f64) -> f64 {
        cut_weight * f64::from(self.cuts)
            + unbalance_weight * (f64::from(self.front) - f64::from(self.back)).abs()
    }
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

/// Keeps the least score; the first among equals.
pub(super) struct Best {
    choice: Choice,
    score: f64,
    record: bool,
}

impl Best {
    /// Nothing considered yet; the plane of the piece `own` should nothing be.
    pub(super) fn new(record: bool, plane: Plane, own: usize) -> Self {
        Self {
            choice: Choice {
                plane,
                own: Some(own),
                candidates: Vec::new(),
                chosen: 0,
            },
            score: f64::INFINITY,
            record,
        }
    }

    pub(super) fn consider(
        &mut self,
        plane: &Plane,
        own: Option<usize>,
        face: Option<u32>,
        score: f64,
        split_counts: SplitCounts,
    ) {
        let better = score < self.score;
        let choice = &mut self.choice;
        if better {
            (choice.plane, choice.own, self.score) = (*plane, own, score);
        }
        if self.record {
            let candidate = Candidate {
                plane: *plane,
                face,
                score,
                cuts: split_counts.cuts,
                front: split_counts.front,
                back: split_counts.back,
            };
            if choice.candidates.len() < MOST_CANDIDATES {
                if better {
                    choice.chosen = choice.candidates.len() as u32;
                }
                choice.candidates.push(candidate);
            } else if better {
                // The list is full: the chosen one takes the last place.
                choice.chosen = MOST_CANDIDATES as u32 - 1;
                choice.candidates[MOST_CANDIDATES - 1] = candidate;
            }
        }
    }

    pub(super) fn into_choice(self) -> Choice {
        self.choice
    }
}

/// The chances that a random segment which meets a box also meets the parts that a plane divides it into.
pub(super) struct HitProbabilities {
    pub(super) front: f64,
    pub(super) back: f64,
    /// Of meeting the plane inside the box.
    pub(super) crossing: f64,
}

impl HitProbabilities {
    /// By surface areas: exact for planes across an axis, and for others as if the box were a prism along the normal.
    pub(super) fn of(cell: &Aabb, plane: &Plane) -> Self {
        let half = cell.half_size();
        let normal = plane.normal.abs();
        let reach = normal.dot(half).max(f64::MIN_POSITIVE);
        let in_front = ((plane.distance(cell.center()) / reach + 1.0) * 0.5).clamp(0.0, 1.0);
        let cap =
            4.0 * (normal.x * half.y * half.z + normal.y * half.z * half.x + normal.z * half.x * half.y);
        let area = cell.surface_area().max(f64::MIN_POSITIVE);
        Self::of_prism((2.0 * cap / area).min(1.0), in_front)
    }

    /// Of a prism, given the share of its surface that its two caps are, and the share of its length in front.
    pub(super) fn of_prism(caps: f64, in_front: f64) -> Self {
        let part = |share: f64| {
            if share <= 0.0 {
                0.0
            } else {
                caps + (1.0 - caps) * share
            }
        };
        Self {
            front: part(in_front),
            back: part(1.0 - in_front),
            crossing: caps,
        }
    }
}

/// How many of `count` pieces a candidate is scored against, given the two parameters: all candidates together may look at
/// as many pieces as there are, which is what the partition looks at anyway, and find the faces on one plane where they
/// are few among many.
pub(super) fn sample_size(sample: u32, candidates: u32, count: u32) -> u32 {
    if sample == 0 {
        0
    } else {
        sample.max(count / candidates.max(1))
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

/// The seed of a child: a mix of the parent's (`SplitMix64`, Steele, Lea and Flood 2014).
pub(super) fn child_seed(parent: u64, branch: Branch) -> u64 {
    let step = match branch {
        Branch::Front => 0x9e37_79b9_7f4a_7c15,
        Branch::Back => 0x3c6e_f372_fe94_f82a,
    };
    let mut seed = parent.wrapping_add(step);
    seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}
