//! Expected cost of a plane: the surface area heuristic for arbitrarily oriented planes (Ize, Wald and Parker, "Ray
//! tracing with the BSP tree", 2008).

use crate::{
    params::{BLOCK_PIECES, BuildParams},
    scoring::{HitProbabilities, SplitCounts, TRIANGLE_COST},
};

pub(super) struct Cost {
    pub(super) score: f64,
    /// Whether a segment is expected to test fewer pieces with this plane than without it, even including the pieces
    /// added by cuts.
    pub(super) pays: bool,
}

/// Scores the planes of one node by the expected cost of a segment that crosses its cell. The cost of each side is its
/// number of pieces multiplied by the probability that the segment enters it. The cost of the pieces on the plane is
/// weighted by the probability that the segment crosses the plane.
///
/// The heuristic counts all pieces on a side, although only some of them are tested in the subtree there. It therefore
/// overestimates a side by a factor of n / log n. Pieces on the plane are all tested, so their weight is multiplied by
/// the same factor. As a result, if many faces lie on one plane, they are first divided before they are stored.
pub(super) struct Costs<'a> {
    params: &'a BuildParams,
    scale: f64,
    /// Number of pieces, rounded up to whole blocks.
    all_in_blocks: f64,
    /// Cost of a piece on the plane, given that the segment crosses the plane.
    cost_on_plane: f64,
}

impl<'a> Costs<'a> {
    pub(super) fn new(params: &'a BuildParams, pieces: usize) -> Self {
        let all = pieces as f64;
        Self {
            params,
            scale: all / f64::from(params.scored_pieces(pieces as u32)),
            all_in_blocks: in_blocks(all),
            cost_on_plane: TRIANGLE_COST * all / (1.0 + all).log2(),
        }
    }

    #[inline(always)]
    pub(super) fn split_cost(&self, probabilities: &HitProbabilities, counts: &SplitCounts) -> Cost {
        let [on, front, back, cuts] =
            [counts.on, counts.front, counts.back, counts.cuts].map(|count| f64::from(count) * self.scale);
        let below = probabilities.front * in_blocks(front + cuts)
            + probabilities.back * in_blocks(back + cuts)
            + self.params.cut_weight * cuts;
        Cost {
            score: below
                + probabilities.crossing * (on - 1.0).max(0.0) * self.cost_on_plane
                + self.params.unbalance_weight * (front - back).abs(),
            pays: below < self.all_in_blocks,
        }
    }
}

/// Rounds a number of pieces up to a multiple of the block size, because queries test whole blocks.
#[inline(always)]
fn in_blocks(pieces: f64) -> f64 {
    (pieces as u32).next_multiple_of(BLOCK_PIECES).into()
}
