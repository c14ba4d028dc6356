//! The costs of the default rule: the surface area heuristic over planes of faces and planes across axes (Ize, Wald and
//! Parker, "Ray tracing with the BSP tree", 2008). The region of a node is known by its bounds.

use glam::DVec3;

use crate::{
    bsp::{
        BuildParams,
        effort::Report,
        pieces::Pieces,
        scoring::{Best, HitProbabilities, SplitCounts, TRIANGLE_COST},
    },
    geometry::{Aabb, Plane},
    progress::Cancelled,
};

/// With fewer pieces a plane across an axis is no better than the plane of a piece.
pub(super) const AXIAL_MIN_PIECES: usize = 4;

/// Slabs that a box is divided into, at whose borders planes across an axis are tried.
const BINS: usize = 24;

/// The cost of a plane.
pub(super) struct Cost {
    /// The least score is the best.
    pub(super) score: f64,
    /// Whether a segment is expected to meet fewer pieces with the plane than without it, its cuts included.
    pays: bool,
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
        let below = probabilities.front * (front + cuts)
            + probabilities.back * (back + cuts)
            + self.params.cut_weight * cuts;
        Cost {
            score: below
                + probabilities.crossing * (on - 1.0).max(0.0) * self.cost_on_plane
                + self.params.unbalance_weight * (front - back).abs(),
            pays: below < self.all,
        }
    }
}

/// Considers planes across the axes: the bounds of the pieces where they leave empty space, and the ends of pieces
/// nearest to the borders of equal slabs.
pub(super) fn across_axes(
    pieces: &Pieces,
    cell: &Aabb,
    sample: &[u32],
    tolerance: f64,
    costs: &Costs<'_>,
    best: &mut Best,
    report: &Report<'_>,
) -> Result<(), Cancelled> {
    let content = pieces.bounds();
    let boxes: Vec<Aabb> = sample
        .iter()
        .map(|&index| pieces.bounds_of(pieces.get(index as usize)))
        .collect();
    let size = cell.size();
    let area = cell.surface_area().max(f64::MIN_POSITIVE);
    for axis in 0..3 {
        report.check()?;
        let caps = (2.0 * size[(axis + 1) % 3] * size[(axis + 2) % 3] / area).min(1.0);
        let per_length = 1.0 / size[axis];
        let slabs = Slabs::new(&boxes, axis, [content.min[axis], content.max[axis]]);
        slabs.split_counts(&boxes, tolerance, |position, counts| {
            let (behind, in_front) = (position - cell.min[axis], cell.max[axis] - position);
            if behind <= tolerance || in_front <= tolerance {
                return;
            }
            let cost = costs.of(&HitProbabilities::of_prism(caps, in_front * per_length), &counts);
            // It stores no face, so it must pay: otherwise faces on one plane that all cross it, as long slivers do, would be
            // cut again and again. And it costs a node of its own.
            if cost.pays {
                best.consider(&across(axis, position), None, 1.0 + cost.score, counts);
            }
        });
    }
    Ok(())
}

/// The plane where a coordinate has this value, facing up the axis.
fn across(axis: usize, position: f64) -> Plane {
    let mut normal = DVec3::ZERO;
    normal[axis] = 1.0;
    Plane { normal, d: -position }
}

/// Equal slabs of a range of one coordinate, and at each of their borders the end of a box nearest to it.
struct Slabs {
    axis: usize,
    low: f64,
    per_width: f64,
    /// How many slabs; borders are numbered from 0 to this.
    count: usize,
    /// At the outer borders the ends of the range; infinite at a border to which no end is nearest.
    positions: [f64; BINS + 1],
}

impl Slabs {
    fn new(boxes: &[Aabb], axis: usize, [low, high]: [f64; 2]) -> Self {
        let count = BINS.min(boxes.len() + 1);
        let width = (high - low) / count as f64;
        let mut slabs = Self {
            axis,
            low,
            per_width: if width > 0.0 { 1.0 / width } else { 0.0 },
            count,
            positions: [f64::INFINITY; BINS + 1],
        };
        for end in boxes.iter().flat_map(|aabb| [aabb.min[axis], aabb.max[axis]]) {
            let border = slabs.border(end);
            let at = low + border as f64 * width;
            let nearest = &mut slabs.positions[border];
            if (end - at).abs() < (*nearest - at).abs() {
                *nearest = end;
            }
        }
        slabs.positions[0] = low;
        slabs.positions[count] = high;
        slabs
    }

    /// The border nearest to a coordinate in the range.
    fn border(&self, coordinate: f64) -> usize {
        // No end is below `low`, so this rounds without a call.
        (((coordinate - self.low) * self.per_width + 0.5) as usize).min(self.count)
    }

    /// How planes at the positions divide the boxes, in ascending order of the positions.
    ///
    /// Each box is in front of the positions up to a last one, and behind those from a first one on; sums over these
    /// give all counts.
    fn split_counts(&self, boxes: &[Aabb], tolerance: f64, mut give: impl FnMut(f64, SplitCounts)) {
        // One more than the last position that a box is in front of, so that none is 0.
        let mut last_in_front = [0_u32; BINS + 2];
        let mut first_behind = [0_u32; BINS + 2];
        let (mut first_on, mut after_on) = ([0_u32; BINS + 2], [0_u32; BINS + 2]);
        for aabb in boxes {
            let (low, high) = (aabb.min[self.axis], aabb.max[self.axis]);
            let (at_low, at_high) = (self.border(low), self.border(high));
            let after_front = at_low + usize::from(low - self.positions[at_low] >= -tolerance);
            let behind = at_high + usize::from(high - self.positions[at_high] > tolerance);
            last_in_front[after_front] += 1;
            first_behind[behind] += 1;
            if behind < after_front {
                first_on[behind] += 1;
                after_on[after_front] += 1;
            }
        }
        let all = boxes.len() as u32;
        let (mut not_in_front, mut behind, mut on) = (0, 0, 0);
        for border in 0..=self.count {
            not_in_front += last_in_front[border];
            behind += first_behind[border];
            on = on + first_on[border] - after_on[border];
            let position = self.positions[border];
            let outer = border == 0 || border == self.count;
            if !position.is_finite()
                || (!outer && (position <= self.low || position >= self.positions[self.count]))
            {
                continue;
            }
            give(
                position,
                SplitCounts {
                    on,
                    front: all - not_in_front - on,
                    back: behind - on,
                    cuts: (not_in_front + on).saturating_sub(behind),
                },
            );
        }
    }
}
