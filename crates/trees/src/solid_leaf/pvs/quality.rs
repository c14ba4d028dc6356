//! Sightline samples, which measure the quality of a PVS.

use std::collections::HashMap;

use glam::DVec3;

use super::Pvs;
use crate::solid_leaf::LeafId;

/// A space in which sightlines can be sampled, as a [`LeafTree`](crate::solid_leaf::LeafTree).
pub trait SightlineSpace {
    /// A random point in a leaf; `None` where none was found.
    fn point_in(&self, leaf: LeafId, generator: &mut fastrand::Rng) -> Option<DVec3>;

    /// The leaves along the straight line between two points, in order; `None` where something solid blocks it.
    fn sightline(&self, from: DVec3, to: DVec3) -> Option<Vec<LeafId>>;
}

/// How many sightlines [`sample_sightlines`] draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SightlineSampling {
    /// The most lines in all.
    pub lines: u64,
    /// The most lines for a pair of leaves that is visible by the PVS. A hidden pair gets one line.
    pub lines_per_pair: u32,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// A fault of a PVS: two leaves that it hides from each other, although an unblocked line passes both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FalselyHidden {
    /// The two leaves, in their order on the line.
    pub leaves: [LeafId; 2],
    /// The start and the end of the line, in metres.
    pub line: [DVec3; 2],
}

/// A sample of random sightlines, compared with a PVS.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SightlineSample {
    /// Lines drawn.
    pub lines: u64,
    /// Lines that nothing solid blocks.
    pub unblocked: u64,
    /// The first 16 faults of the PVS that the lines found.
    pub false_hidden: Vec<FalselyHidden>,
    /// Random pairs of different leaves that were tested.
    pub pairs: u64,
    /// Tested pairs that are visible by the PVS.
    pub visible_pairs: u64,
    /// Tested pairs that are visible by the PVS and have an unblocked line between them.
    pub seen_pairs: u64,
}

impl SightlineSample {
    /// The share of pairs, from 0 to 1, that are visible by the PVS and have no unblocked line. It estimates from above how
    /// many pairs are falsely visible, as random lines also miss narrow gaps.
    #[must_use]
    pub fn false_visible_share(&self) -> f64 {
        if self.visible_pairs == 0 {
            return 0.0;
        }
        1.0 - self.seen_pairs as f64 / self.visible_pairs as f64
    }
}

/// Most entries of [`SightlineSample::false_hidden`].
const KEPT: usize = 16;

/// Draws straight lines between random points in random pairs of the given leaves, and compares them with a PVS. A pair that
/// is visible by the PVS gets lines until one is unblocked.
#[must_use]
pub fn sample_sightlines(
    space: &impl SightlineSpace,
    pvs: &Pvs,
    leaves: &[LeafId],
    sampling: SightlineSampling,
) -> SightlineSample {
    let SightlineSampling {
        lines,
        lines_per_pair,
        seed,
    } = sampling;
    let mut sample = SightlineSample::default();
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
        let tries = if visible { lines_per_pair } else { 1 };
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
            let Some(along) = space.sightline(from, to) else {
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
                        sample.false_hidden.push(FalselyHidden {
                            leaves: [a, b],
                            line: [from, to],
                        });
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
