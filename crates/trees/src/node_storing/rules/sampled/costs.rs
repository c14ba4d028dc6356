//! The expected cost of a plane: the surface area heuristic for planes in any direction (Ize, Wald and Parker, "Ray tracing
//! with the BSP tree", 2008).

use crate::{
    params::{BLOCK_PIECES, BuildParams},
    scoring::{HitProbabilities, SplitCounts, TRIANGLE_COST},
};

/// The cost of a plane.
pub(super) struct Cost {
    /// The least score is the best.
    pub(super) score: f64,
    /// Whether a segment is expected to meet fewer pieces with the plane than without it, its cuts included.
    pub(super) pays: bool,
}

/// Scores the planes of one node by the expected cost of a segment that meets its cell: for each side the probability
/// that the segment meets it, times the pieces there, and the pieces on the plane where it is crossed.
///
/// The heuristic counts all pieces of a side, although the tree below tests only some of them; those on the plane are all
/// tested. So they weigh more by as much as the heuristic exaggerates, n / log n, and many faces on one plane are divided
/// before they are stored.
pub(super) struct Costs<'a> {
    params: &'a BuildParams,
    /// Pieces for each one of the sample.
    scale: f64,
    /// Pieces of the node.
    all: f64,
    /// The cost of a piece on the plane, where the plane is crossed.
    cost_on_plane: f64,
}

impl<'a> Costs<'a> {
    /// Prepares the costs of a node with so many pieces, of which `params` has a sample counted.
    pub(super) fn new(params: &'a BuildParams, pieces: usize) -> Self {
        let all = pieces as f64;
        Self {
            params,
            scale: all / f64::from(params.scored_pieces(pieces as u32)),
            all,
            cost_on_plane: TRIANGLE_COST * all / (1.0 + all).log2(),
        }
    }

    pub(super) fn of(&self, probabilities: &HitProbabilities, counts: &SplitCounts) -> Cost {
        let [on, front, back, cuts] =
            [counts.on, counts.front, counts.back, counts.cuts].map(|count| f64::from(count) * self.scale);
        let below = probabilities.front * in_blocks(front + cuts)
            + probabilities.back * in_blocks(back + cuts)
            + self.params.cut_weight * cuts;
        Cost {
            score: below
                + probabilities.crossing * (on - 1.0).max(0.0) * self.cost_on_plane
                + self.params.unbalance_weight * (front - back).abs(),
            pays: below < in_blocks(self.all),
        }
    }
}

/// How many pieces queries test where they meet so many: as many as the blocks hold.
fn in_blocks(pieces: f64) -> f64 {
    (pieces as u32).next_multiple_of(BLOCK_PIECES).into()
}
