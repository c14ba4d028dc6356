//! Scores the candidate planes of a node. Used by both kinds of trees.
//!
//! The trees differ in their candidates; see the `choose` function of each tree. The node-storing tree uses triangle
//! planes and axis-aligned planes, and detects coplanar triangles by distance. The solid-leaf tree uses the planes in
//! its shared table that cut the node's cell.

use bspwalk_geometry::{Aabb, FaceId, Plane, Relation};
use bspwalk_progress::{Cancelled, Progress};
use smallvec::SmallVec;

use super::{
    effort::Report,
    node::Branch,
    pieces::{Cutter, FaceSource, NodePieces},
    recording::{Candidate, ChosenBy, Decision, MAX_CANDIDATES},
};

/// Cost of testing a triangle, in node visits.
pub const TRIANGLE_COST: f64 = 1.5;

/// Indices of pieces. A typical node's sample fits on the stack.
pub(super) type Indices = SmallVec<[u32; 128]>;

/// Scores the planes of the candidate pieces against a sample of all pieces, and returns the plane with the lowest
/// score. There must be at least one candidate.
pub(super) fn best_plane<F: FaceSource>(
    reached: &NodePieces<'_, F>,
    candidates: &[usize],
    sample: &[u32],
    report: &mut Report<'_>,
    score: impl Fn(&Plane, &SplitCounts) -> f64,
) -> Result<Best, Cancelled> {
    let mut best = Best::new(reached, candidates[0]);
    report.candidates(candidates.len());
    for &index in candidates {
        let plane = reached.plane(index);
        let counts = SplitCounts::of(reached, index, sample, report.progress())?;
        report.tested(sample.len());
        let own = Some((index, reached.number(index)));
        best.consider(&plane, own, score(&plane, &counts), counts);
    }
    Ok(best)
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SplitCounts {
    pub(super) on: u32,
    pub(super) front: u32,
    pub(super) back: u32,
    pub(super) cuts: u32,
}

impl SplitCounts {
    pub(super) fn of<F: FaceSource>(
        reached: &NodePieces<'_, F>,
        own: usize,
        sample: &[u32],
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let (faces, face) = (reached.faces, reached.face(own));
        let is_on = |index: usize| faces.is_on(reached.face(index), face);
        Self::of_plane(reached, &reached.plane(own), is_on, sample, progress)
    }

    /// Counts how a plane divides a sample of the pieces. If `is_on` returns true for a piece, that piece is treated as
    /// coplanar, regardless of its distances.
    pub(super) fn of_plane<F: FaceSource>(
        reached: &NodePieces<'_, F>,
        plane: &Plane,
        is_on: impl Fn(usize) -> bool,
        sample: &[u32],
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let cutter = Cutter::new(plane, reached.faces);
        let mut counts = Self::default();
        for (turn, &index) in sample.iter().enumerate() {
            progress.check_at(turn)?;
            let index = index as usize;
            if is_on(index) {
                counts.on += 1;
            } else {
                counts.add(reached.relation(index, &cutter));
            }
        }
        Ok(counts)
    }

    pub(super) fn add(&mut self, relation: Relation) {
        match relation {
            Relation::On => self.on += 1,
            Relation::Front => self.front += 1,
            Relation::Back => self.back += 1,
            Relation::Straddling => self.cuts += 1,
        }
    }

    fn candidate(&self, plane: &Plane, own: Option<(usize, FaceId)>, score: f64) -> Candidate {
        Candidate {
            plane: *plane,
            face: own.map(|(_, face)| face),
            score,
            cuts: self.cuts,
            front: self.front,
            back: self.back,
        }
    }

    pub(super) fn with_coplanar_in_front(mut self) -> Self {
        self.front += std::mem::take(&mut self.on);
        self
    }

    /// Returns the score of a plane at a node whose pieces are tested as one block. The weights apply to each cut, to
    /// the imbalance, and to each piece on the plane.
    pub(super) fn weighted_block_score(&self, [cut, unbalance, on]: [f64; 3]) -> f64 {
        self.weighted_score(cut, unbalance) - on * f64::from(self.on)
    }

    /// Returns the score defined by the ATI SDK's BSP sample (2006).
    pub(super) fn weighted_score(&self, cut_weight: f64, unbalance_weight: f64) -> f64 {
        cut_weight * f64::from(self.cuts)
            + unbalance_weight * (f64::from(self.front) - f64::from(self.back)).abs()
    }
}

#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) plane: Plane,
    /// Piece whose plane this is, or `None` for an axis-aligned plane.
    pub(super) own: Option<usize>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) chosen: u32,
    pub(super) by: ChosenBy,
}

impl Choice {
    /// Replaces the chosen plane with an auxiliary one that contains no face.
    pub(super) fn with_plane(mut self, plane: &Plane, score: f64, counts: SplitCounts, record: bool) -> Self {
        (self.plane, self.own, self.by) = (*plane, None, ChosenBy::Auxiliary);
        if record {
            if self.candidates.len() >= MAX_CANDIDATES {
                self.candidates.pop();
            }
            self.chosen = self.candidates.len() as u32;
            self.candidates.push(counts.candidate(plane, None, score));
        }
        self
    }

    /// Converts this choice to a decision. `faces` and `cuts` are the numbers of faces and cuts. `parts` contains the
    /// numbers of pieces on the plane, in front of it and behind it.
    pub(super) fn decision_of(self, faces: usize, parts: [usize; 3], cuts: u32) -> Decision {
        let [coplanar, front, back] = parts.map(|count| count as u32);
        let is_given = matches!(self.by, ChosenBy::Hand | ChosenBy::Stored | ChosenBy::Hint);
        Decision {
            faces: faces as u32,
            chosen_by: if faces == 1 && !is_given {
                ChosenBy::OnlyFace
            } else {
                self.by
            },
            candidates: self.candidates,
            chosen: self.chosen,
            coplanar,
            front,
            back,
            cuts,
        }
    }

    pub(super) fn into_undivided_decision(self, faces: usize) -> Decision {
        Decision {
            chosen_by: ChosenBy::Undivided,
            ..self.decision_of(faces, [faces, 0, 0], 0)
        }
    }
}

pub(super) struct Best {
    choice: Choice,
    /// Lowest score of the planes considered, or infinity if no plane has been considered yet.
    pub(super) score: f64,
    record: bool,
}

impl Best {
    /// Starts with the plane of the piece `own`, which remains the result if no plane is considered.
    pub(super) fn new<F: FaceSource>(reached: &NodePieces<'_, F>, own: usize) -> Self {
        let choice = Choice {
            plane: reached.plane(own),
            own: Some(own),
            candidates: Vec::new(),
            chosen: 0,
            by: ChosenBy::Nothing,
        };
        Self::from(choice, reached.faces.record())
    }

    pub(super) fn from(choice: Choice, record: bool) -> Self {
        Self {
            choice,
            score: f64::INFINITY,
            record,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.score == f64::INFINITY
    }

    pub(super) fn has_face_plane(&self) -> bool {
        self.choice.own.is_some()
    }

    /// Considers a plane. `own` contains the index and the face number of the plane's piece, or is `None` for an
    /// axis-aligned plane.
    pub(super) fn consider(
        &mut self,
        plane: &Plane,
        own: Option<(usize, FaceId)>,
        score: f64,
        counts: SplitCounts,
    ) {
        let better = score < self.score;
        let choice = &mut self.choice;
        if better {
            choice.plane = *plane;
            choice.own = own.map(|(index, _)| index);
            self.score = score;
        }
        if self.record {
            let candidate = counts.candidate(plane, own, score);
            if choice.candidates.len() < MAX_CANDIDATES {
                if better {
                    choice.chosen = choice.candidates.len() as u32;
                }
                choice.candidates.push(candidate);
            } else if better {
                // The list is full, so the new best replaces the last entry.
                choice.chosen = MAX_CANDIDATES as u32 - 1;
                choice.candidates[MAX_CANDIDATES - 1] = candidate;
            }
        }
    }

    /// Chooses the given plane regardless of its score, and adds it to the candidates if it is missing. If it is not
    /// the best plane, the decision is marked as [stored](ChosenBy::Stored).
    pub(super) fn choose_stored(
        mut self,
        plane: &Plane,
        own: Option<(usize, FaceId)>,
        score: f64,
        counts: SplitCounts,
    ) -> Choice {
        // Faces may share a plane with each other or with an axis-aligned candidate, so the same plane may occur more
        // than once.
        if self.choice.plane == *plane {
            return self.choice;
        }
        let choice = &mut self.choice;
        choice.plane = *plane;
        choice.own = own.map(|(index, _)| index);
        let same = (0..choice.candidates.len()).filter(|&known| choice.candidates[known].plane == *plane);
        let known = same.min_by(|&a, &b| {
            let score = |known: usize| choice.candidates[known].score;
            score(a).total_cmp(&score(b))
        });
        if let (None, true) = (known, self.record) {
            let best = choice.chosen as usize;
            if choice.candidates.len() >= MAX_CANDIDATES {
                // The list is full, so remove the last entry, or the one before it if the last entry is the rule's
                // choice.
                let last = choice.candidates.len() - 1;
                choice.candidates.remove(last - usize::from(best == last));
            }
            choice.candidates.push(counts.candidate(plane, own, score));
        }
        let added = choice.candidates.len().saturating_sub(1);
        choice.chosen = known.unwrap_or(added) as u32;
        choice.by = ChosenBy::Stored;
        self.choice
    }

    pub(super) fn chosen_by(mut self, by: ChosenBy) -> Self {
        self.choice.by = by;
        self
    }

    pub(super) fn into_choice(self) -> Choice {
        self.choice
    }
}

/// Given that a random segment hits a box, the probabilities that it also hits the part of the box in front of a plane
/// and the part behind it.
pub(super) struct HitProbabilities {
    pub(super) front: f64,
    pub(super) back: f64,
    pub(super) crossing: f64,
}

impl HitProbabilities {
    /// Computes the probabilities from surface areas. This is exact for axis-aligned planes. For other planes, the box
    /// is approximated by a prism along the normal.
    #[inline(always)]
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

    /// Computes the probabilities for a prism that is cut across its axis. `caps` is the fraction of the surface area
    /// in the two caps, and `in_front` the fraction of the length in front of the plane.
    #[inline(always)]
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

/// Returns at most `limit` indices below `count` in ascending order, or all of them if the limit is 0. Draws one random
/// index from each of `limit` equal ranges.
pub(super) fn sample_indices(count: usize, limit: u32, random: &mut fastrand::Rng) -> Indices {
    let (count, limit) = (count as u64, u64::from(limit));
    if limit == 0 || count <= limit {
        return (0..count as u32).collect();
    }
    (0..limit)
        .map(|range| {
            let (from, to) = (range * count / limit, (range + 1) * count / limit);
            random.u64(from..to) as u32
        })
        .collect()
}

/// Returns a random index below `count`. Unlike `fastrand::Rng::usize`, it does not depend on the width of `usize`, so
/// a program in a browser builds the same tree.
pub(super) fn random_index(count: usize, random: &mut fastrand::Rng) -> usize {
    random.u64(..count as u64) as usize
}

/// Returns the seed of a child, derived from the parent's seed (`SplitMix64`; Steele, Lea and Flood 2014).
pub(super) fn child_seed(parent: u64, branch: Branch) -> u64 {
    let step = branch.pick([0x9e37_79b9_7f4a_7c15, 0x3c6e_f372_fe94_f82a]);
    let mut seed = parent.wrapping_add(step);
    seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}
