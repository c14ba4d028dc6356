//! Axis-aligned planes, scored in a single pass over the bounds of the pieces (binning: Wald, "On fast construction of
//! SAH-based bounding volume hierarchies", 2007).
//!
//! Planes are placed where pieces end, not at bin borders. Walls and steps often end at the same coordinate, and a
//! plane at this coordinate cuts none of them.

use bspwalk_geometry::{Aabb, Plane};
use glam::{DVec3, Vec3};

use super::costs::Costs;
use crate::{
    pieces::Piece,
    scoring::{HitProbabilities, SplitCounts},
};

/// Maximum number of slabs of equal width into which the bounds are divided.
const BINS: usize = 32;

#[derive(Clone, Copy)]
struct Bin {
    /// Number of pieces that start in this bin, and number of pieces that end in it.
    entries: u32,
    exits: u32,
    /// Number of flat pieces, that is, pieces that start and end within the thickness of a plane.
    flat: u32,
    first_entry: f32,
    last_exit: f32,
}

impl Bin {
    const EMPTY: Self = Self {
        entries: 0,
        exits: 0,
        flat: 0,
        first_entry: f32::INFINITY,
        last_exit: f32::NEG_INFINITY,
    };
}

pub(super) struct Axial {
    pub(super) plane: Plane,
    pub(super) counts: SplitCounts,
    pub(super) score: f64,
}

#[inline(always)]
pub(super) fn bounds(pieces: impl IntoIterator<Item = Piece>) -> Aabb {
    let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for piece in pieces {
        min = lesser(min, piece.min);
        max = -lesser(-max, -piece.max);
    }
    Aabb {
        min: min.as_dvec3(),
        max: max.as_dvec3(),
    }
}

/// Returns the component-wise minimum. No coordinate may be NaN, so a plain comparison is sufficient.
#[inline(always)]
fn lesser(a: Vec3, b: Vec3) -> Vec3 {
    let less = |a: f32, b: f32| if a < b { a } else { b };
    Vec3::new(less(a.x, b.x), less(a.y, b.y), less(a.z, b.z))
}

/// Calls `give` for each axis-aligned plane that pays off, with its score.
///
/// At least one piece has no part in front of such a plane, and at least one has no part behind it. Each side therefore
/// has fewer pieces than the node, so the build terminates.
///
/// `sample` contains the pieces and their number. This function is inlined, so that it is compiled for the caller's SIMD
/// level.
#[inline(always)]
pub(super) fn score_axial_planes(
    (sample, count): (impl Iterator<Item = Piece>, u32),
    content: &Aabb,
    tolerance: f64,
    costs: &Costs<'_>,
    mut give: impl FnMut(Axial),
) {
    let bins_used = (count as usize).clamp(4, BINS);
    let low = content.min.as_vec3();
    let size = content.size();
    let per_width = Vec3::from_array(size.to_array().map(|size| {
        if size > 2.0 * tolerance {
            (bins_used as f64 / size) as f32
        } else {
            0.0
        }
    }));
    let mut bins = [[Bin::EMPTY; BINS]; 3];
    let thickness = tolerance as f32;
    let last = bins_used as u32 - 1;
    for piece in sample {
        let entry = (piece.min - low) * per_width;
        let exit = (piece.max - low) * per_width;
        for (axis, bins) in bins.iter_mut().enumerate() {
            let (min, max) = (piece.min[axis], piece.max[axis]);
            let bin = &mut bins[(entry[axis] as u32).min(last) as usize];
            bin.entries += 1;
            bin.flat += u32::from(max - min <= thickness);
            bin.first_entry = if min < bin.first_entry {
                min
            } else {
                bin.first_entry
            };
            let bin = &mut bins[(exit[axis] as u32).min(last) as usize];
            bin.exits += 1;
            bin.last_exit = if max > bin.last_exit { max } else { bin.last_exit };
        }
    }
    let area = content.surface_area().max(f64::MIN_POSITIVE);
    for (axis, bins) in bins.iter().enumerate() {
        if per_width[axis] == 0.0 {
            continue;
        }
        let plane = AxisPlanes {
            axis,
            count,
            tolerance,
            costs,
            ends: [content.min[axis], content.max[axis]],
            caps: (2.0 * size[(axis + 1) % 3] * size[(axis + 2) % 3] / area).min(1.0),
            per_length: 1.0 / size[axis],
        };
        // Number of pieces that end in earlier bins, and number of pieces that start in this bin or a later one.
        let (mut behind, mut in_front) = (0, count);
        for bin in &bins[..bins_used] {
            let after = in_front - bin.entries;
            // If the last piece that ends in this bin does so before the first piece starts in it, the two groups do
            // not overlap. Otherwise, assume that a plane at one of these ends cuts every piece that it possibly can.
            let parted = bin.first_entry >= bin.last_exit - thickness;
            // Assume that all flat pieces lie on the plane.
            let on = bin.flat;
            let (front, back) = (
                in_front.saturating_sub(on),
                (behind + bin.exits).saturating_sub(on),
            );
            // No piece of the bin extends beyond the last end, and none extends back before the first start.
            let beyond = if parted { in_front } else { after };
            if bin.exits > 0
                && beyond > 0
                && let Some(axial) =
                    plane.scored(bin.last_exit, [if parted { front } else { after }, back], on)
            {
                give(axial);
            }
            if bin.entries > 0
                && behind > 0
                && !(parted && bin.exits > 0)
                && let Some(axial) = plane.scored(bin.first_entry, [front, behind], on)
            {
                give(axial);
            }
            behind += bin.exits;
            in_front = after;
        }
    }
}

/// The planes across an axis.
struct AxisPlanes<'a> {
    axis: usize,
    /// Number of pieces in the sample.
    count: u32,
    tolerance: f64,
    costs: &'a Costs<'a>,
    /// Ends of the content along the axis.
    ends: [f64; 2],
    /// Fraction of the content's surface area that is across the axis.
    caps: f64,
    per_length: f64,
}

impl AxisPlanes<'_> {
    /// Scores the plane at a position, given the numbers of pieces in front of it, behind it and on it. Returns `None`
    /// if the plane does not pay off.
    #[inline(always)]
    fn scored(&self, position: f32, [front, back]: [u32; 2], on: u32) -> Option<Axial> {
        let position = f64::from(position);
        let lengths = [position - self.ends[0], self.ends[1] - position];
        if lengths[0] <= self.tolerance || lengths[1] <= self.tolerance {
            return None;
        }
        let counts = SplitCounts {
            on,
            front,
            back,
            cuts: self.count.saturating_sub(on + front + back),
        };
        let probabilities = HitProbabilities::of_prism(self.caps, lengths[1] * self.per_length);
        let cost = self.costs.split_cost(&probabilities, &counts);
        // This plane stores no faces itself, so it must pay off. Otherwise, long slivers that lie on one plane and cross
        // this plane would be cut again and again. The extra 1.0 is the cost of the plane's node.
        cost.pays.then(|| Axial {
            plane: across(self.axis, position),
            counts,
            score: 1.0 + cost.score,
        })
    }
}

#[inline(always)]
fn across(axis: usize, position: f64) -> Plane {
    let mut normal = DVec3::ZERO;
    normal[axis] = 1.0;
    Plane { normal, d: -position }
}
