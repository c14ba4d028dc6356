//! Random sightlines, which measure how good a PVS is.

use std::collections::HashMap;

use glam::DVec3;

use super::Pvs;
use crate::solid_leaf::LeafId;

/// A space in which sightlines are drawn.
pub trait Sights {
    /// A random point of a leaf; `None` where none was found.
    fn point_in(&self, leaf: LeafId, generator: &mut fastrand::Rng) -> Option<DVec3>;

    /// The leaves along a straight line between two points, in order, or `None` where something solid is in between.
    fn leaves_along(&self, from: DVec3, to: DVec3) -> Option<Vec<LeafId>>;
}

/// Random sightlines compared with a PVS.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SightSample {
    /// Lines drawn.
    pub lines: u64,
    /// Lines that nothing solid blocks.
    pub unblocked: u64,
    /// Pairs of leaves on an unblocked line that are hidden from each other by the PVS, with the line. Each is a fault of
    /// the PVS.
    pub false_hidden: Vec<(LeafId, LeafId, DVec3, DVec3)>,
    /// Random pairs of different leaves that were tested.
    pub pairs: u64,
    /// Those of them that see each other by the PVS.
    pub visible_pairs: u64,
    /// Those of these with an unblocked line between them.
    pub seen_pairs: u64,
}

impl SightSample {
    /// The share of the pairs visible by the PVS for which no line was found. It is an upper bound of the falsely visible
    /// ones: random lines also miss narrow gaps.
    #[must_use]
    pub fn false_visible(&self) -> f64 {
        if self.visible_pairs == 0 {
            return 0.0;
        }
        1.0 - self.seen_pairs as f64 / self.visible_pairs as f64
    }
}

/// Most entries of [`SightSample::false_hidden`].
const KEPT: usize = 16;

/// Draws straight lines between random points of random pairs of the given leaves, `lines` in all. A pair that is visible
/// by the PVS gets up to `lines_a_pair` of them, until one is unblocked; a hidden pair gets one.
pub fn sample_sights(
    space: &impl Sights,
    pvs: &Pvs,
    leaves: &[LeafId],
    lines: u64,
    lines_a_pair: u32,
    seed: u64,
) -> SightSample {
    let mut sample = SightSample::default();
    if leaves.len() < 2 {
        return sample;
    }
    let mut generator = fastrand::Rng::with_seed(seed);
    let mut known: HashMap<(LeafId, LeafId), bool> = HashMap::new();
    let mut idle = 0;
    while sample.lines < lines && idle < lines {
        idle += 1;
        let a = leaves[generator.usize(..leaves.len())];
        let b = leaves[generator.usize(..leaves.len())];
        if a == b {
            continue;
        }
        let visible = pvs.visible(a, b);
        let tries = if visible { lines_a_pair } else { 1 };
        let mut seen = false;
        let mut drawn = 0;
        while drawn < tries && !seen && sample.lines < lines {
            let (Some(from), Some(to)) = (
                space.point_in(a, &mut generator),
                space.point_in(b, &mut generator),
            ) else {
                break;
            };
            drawn += 1;
            sample.lines += 1;
            let Some(along) = space.leaves_along(from, to) else {
                continue;
            };
            seen = true;
            sample.unblocked += 1;
            for (i, &a) in along.iter().enumerate() {
                for &b in &along[i + 1..] {
                    let visible = *known
                        .entry((a.min(b), a.max(b)))
                        .or_insert_with(|| pvs.visible(a, b) && pvs.visible(b, a));
                    if !visible && sample.false_hidden.len() < KEPT {
                        sample.false_hidden.push((a, b, from, to));
                    }
                }
            }
        }
        if drawn > 0 {
            idle = 0;
            // The last pair does not count if its lines were not all drawn.
            if seen || drawn == tries {
                sample.pairs += 1;
                sample.visible_pairs += u64::from(visible);
                sample.seen_pairs += u64::from(visible && seen);
            }
        }
    }
    sample
}
