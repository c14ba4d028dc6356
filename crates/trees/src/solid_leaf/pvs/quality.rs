//! Sightline samples, used to measure the quality of a PVS.

use std::collections::HashMap;

use glam::DVec3;

use super::Pvs;
use crate::{scoring::random_index, solid_leaf::LeafId};

/// A space for sampling sightlines, such as a [`LeafTree`](crate::solid_leaf::LeafTree).
pub trait SightlineSpace {
    /// Returns a random point in a leaf, or `None` if none was found. `random` returns uniformly distributed numbers
    /// from 0 up to, but not including, 1.
    fn point_in(&self, leaf: LeafId, random: &mut impl FnMut() -> f64) -> Option<DVec3>;

    /// Returns the leaves along the straight line between two points, in order, or `None` if something solid blocks it.
    fn sightline(&self, from: DVec3, to: DVec3) -> Option<Vec<LeafId>>;
}

/// Limits on the sightlines that [`sample_sightlines`] draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SightlineSampling {
    /// Maximum total number of lines.
    pub lines: u64,
    /// Maximum number of lines for a pair of leaves that is visible according to the PVS. A hidden pair gets one line.
    pub lines_per_pair: u32,
    /// Seed for the random numbers.
    pub seed: u64,
}

/// A sightline that contradicts a PVS: it passes through two leaves that the PVS hides from each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FalselyHidden {
    /// The two leaves, in their order along the line.
    pub leaves: [LeafId; 2],
    /// Start and end of the line, in metres.
    pub line: [DVec3; 2],
}

/// Results of comparing random sightlines with a PVS.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SightlineSample {
    /// Number of lines drawn.
    pub lines: u64,
    /// Number of unblocked lines.
    pub unblocked: u64,
    /// The first 16 PVS errors found by the lines.
    pub false_hidden: Vec<FalselyHidden>,
    /// Number of random pairs of different leaves tested.
    pub pairs: u64,
    /// Number of tested pairs that are visible according to the PVS.
    pub visible_pairs: u64,
    /// Number of tested pairs that are visible according to the PVS and have an unblocked line.
    pub seen_pairs: u64,
}

impl SightlineSample {
    /// Returns the fraction (0 to 1) of pairs that are visible according to the PVS although no unblocked line was
    /// found.
    ///
    /// This overestimates the fraction of falsely visible pairs, because random lines also miss narrow gaps.
    #[must_use]
    pub fn false_visible_share(&self) -> f64 {
        if self.visible_pairs == 0 {
            return 0.0;
        }
        1.0 - self.seen_pairs as f64 / self.visible_pairs as f64
    }
}

const KEPT: usize = 16;

/// Draws straight lines between random points in random pairs of the given leaves, and compares them with a PVS.
///
/// If a pair is visible according to the PVS, lines are drawn until one of them is unblocked.
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
        let a = leaves[random_index(leaves.len(), &mut generator)];
        let b = leaves[random_index(leaves.len(), &mut generator)];
        if a == b {
            continue;
        }
        let visible = pvs.visible(a, b);
        let tries = if visible { lines_per_pair } else { 1 };
        let mut seen = false;
        let mut drawn = 0;
        while drawn < tries && !seen && sample.lines < lines {
            let (Some(from), Some(to)) = (
                space.point_in(a, &mut || generator.f64()),
                space.point_in(b, &mut || generator.f64()),
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
            // The last pair does not count if some of its lines could not be drawn.
            if seen || drawn == tries {
                sample.pairs += 1;
                sample.visible_pairs += u64::from(visible);
                sample.seen_pairs += u64::from(visible && seen);
            }
        }
    }
    sample
}
