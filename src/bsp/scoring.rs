//! What the choice of a plane is made with, whichever tree it is for: counts, chances, samples, the best so far,
//! seeds.

use super::{node_storing::Branch, recording::Candidate};
use crate::geometry::{Aabb, Plane, Relation};

/// Candidates kept in a recording.
const RECORDED_CANDIDATES: usize = 256;

/// How a plane divides some pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) on: u32,
    pub(super) front: u32,
    pub(super) back: u32,
    pub(super) cuts: u32,
}

impl Tally {
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

/// Keeps the least score; the first among equals.
pub(super) struct Best {
    pub(super) plane: Plane,
    pub(super) own: Option<usize>,
    pub(super) score: f64,
    pub(super) candidates: Vec<Candidate>,
    pub(super) chosen: u32,
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
}

/// The chances that a random segment which meets a box also meets the parts that a plane divides it into.
pub(super) struct Chances {
    pub(super) front: f64,
    pub(super) back: f64,
}

impl Chances {
    /// By surface areas: exact for planes across an axis, and for others as if the box were a prism along the normal.
    pub(super) fn of(cell: &Aabb, plane: &Plane) -> Self {
        let half = cell.half_size();
        let normal = plane.normal.abs();
        let reach = normal.dot(half).max(f64::MIN_POSITIVE);
        let in_front = ((plane.distance(cell.center()) / reach + 1.0) * 0.5).clamp(0.0, 1.0);
        let cap =
            4.0 * (normal.x * half.y * half.z + normal.y * half.z * half.x + normal.z * half.x * half.y);
        let area = cell.surface_area().max(f64::MIN_POSITIVE);
        let sides = (area - 2.0 * cap).max(0.0);
        let part = |share: f64| {
            if share <= 0.0 {
                0.0
            } else {
                ((2.0 * cap + sides * share) / area).min(1.0)
            }
        };
        Self {
            front: part(in_front),
            back: part(1.0 - in_front),
        }
    }
}

/// At most `limit` indices below `count` (all for 0), ascending, one at random from each of as many equal ranges.
pub(super) fn spread(count: usize, limit: u32, random: &mut fastrand::Rng) -> Vec<usize> {
    let limit = limit as usize;
    if limit == 0 || count <= limit {
        return (0..count).collect();
    }
    (0..limit)
        .map(|range| {
            let (from, to) = (range * count / limit, (range + 1) * count / limit);
            random.usize(from..to)
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
