//! Finds the best splitting plane exactly, by branch and bound, as if the plane of every piece were scored against all
//! pieces.
//!
//! A score is a weighted sum of two counts with non-negative weights; see [`SplitCounts::weighted_score`]. Pieces that have
//! not been tested yet can lower the score only by evening out the two sides, which gives a lower bound. A plane whose
//! bound exceeds the best known score is discarded (Land and Doig 1960).
//!
//! Large groups of pieces are counted first; see [`Hierarchy`]. The planes that look best by these counts are scored
//! first, so that the others are discarded early. The result is the same as when testing all pairs: the first plane
//! with the lowest score, regardless of the scoring order and the number of threads.

mod hierarchy;
mod lanes;
#[cfg(test)]
mod tests;

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use bspwalk_geometry::Plane;
use bspwalk_progress::Cancelled;
use fixedbitset::FixedBitSet;
use rayon::prelude::*;

use hierarchy::{Hierarchy, Limit, Partial, Queue};

use crate::{
    effort::{Report, Watch},
    node_storing::context::{Context, Reached},
    recording::MAX_CANDIDATES,
    scoring::{Best, Indices, SplitCounts},
};

/// Mean number of tests per plane when scoring against all pieces. It is low because most planes are discarded early by
/// their bounds.
pub(super) const EXPECTED_TESTS: u32 = 128;

/// Nodes with at most this many pieces or planes test all pairs, because building a hierarchy would not pay off.
const FEW: usize = 16;

/// Nodes with at least this many pieces score their planes on several threads. Smaller nodes are numerous enough to
/// keep all threads busy.
const SHARED_PIECES: usize = 2048;

/// Number of planes that a thread scores before it reports its progress and the best plane.
const BATCH: usize = 64;

/// Number of planes that are scored first because they look best by the counts of large groups.
const FAVOURITES: usize = 16;

/// Estimated number of cuts per uncounted piece. It only affects the scoring order of the planes.
const CUT_SHARE: f64 = 0.1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coplanar {
    InFront,
    Apart,
}

impl Coplanar {
    fn count(self, counts: SplitCounts) -> SplitCounts {
        match self {
            Self::InFront => counts.with_coplanar_in_front(),
            Self::Apart => counts,
        }
    }
}

/// Returns the best plane of the candidate pieces. Each plane is scored against all pieces. There must be at least one
/// candidate.
pub(super) fn best_of_all(
    reached: &Reached<'_>,
    candidates: &[usize],
    coplanar: Coplanar,
    report: &mut Report<'_>,
) -> Result<Best, Cancelled> {
    let context = reached.faces;
    let mut best = Best::new(reached, candidates[0]);
    report.candidates(candidates.len());
    let bounds = if context.all_pairs || reached.len().min(candidates.len()) <= FEW {
        None
    } else {
        Weights::new(context)
    };
    let hierarchy = match bounds {
        Some(_) => Hierarchy::new(reached, report.progress())?,
        None => None,
    };
    let (Some(weights), Some(hierarchy)) = (bounds, hierarchy) else {
        all_pairs(reached, candidates, coplanar, report, &mut best)?;
        return Ok(best);
    };
    // Recordings need exact counts for the first candidates and for the chosen plane.
    let recorded = if context.record {
        candidates.len().min(MAX_CANDIDATES)
    } else {
        0
    };
    let (recorded, others) = candidates.split_at(recorded);
    all_pairs(reached, recorded, coplanar, report, &mut best)?;
    let search = Search {
        planes: others.iter().map(|&index| reached.plane(index)).collect(),
        hierarchy,
        weights,
        coplanar,
        is_shared: reached.len() >= SHARED_PIECES && rayon::current_num_threads() > 1,
        watch: report.watch(),
        test_count: AtomicU64::new(0),
    };
    let ranks = first_of_each_plane(reached, others);
    let skipped = others.len() - ranks.len();
    search.watch.count_considered(skipped, 0);
    let least = search.least(ranks, best.score)?;
    report.tested_by_bounds(search.test_count.into_inner());
    if let Some(rank) = least.rank {
        let index = others[rank as usize];
        let own = Some((index, reached.number(index)));
        best.consider(&search.planes[rank as usize], own, least.score, least.counts);
    }
    Ok(best)
}

fn all_pairs(
    reached: &Reached<'_>,
    candidates: &[usize],
    coplanar: Coplanar,
    report: &mut Report<'_>,
    best: &mut Best,
) -> Result<(), Cancelled> {
    let all: Indices = (0..reached.len() as u32).collect();
    let params = &reached.faces.params;
    for &index in candidates {
        let counts = coplanar.count(SplitCounts::of(reached, index, &all, report.progress())?);
        report.tested(reached.len());
        let own = Some((index, reached.number(index)));
        let score = counts.weighted_score(params.cut_weight, params.unbalance_weight);
        best.consider(&reached.plane(index), own, score, counts);
    }
    Ok(())
}

/// Non-negative weights of a score. Because they are non-negative, the score never decreases as counts grow.
#[derive(Clone, Copy, Debug)]
struct Weights {
    cut: f64,
    unbalance: f64,
}

impl Weights {
    /// Creates the weights. Returns `None` if a weight is negative, infinite or NaN, because scores then have
    /// no lower bound.
    fn new(context: &Context) -> Option<Self> {
        let (cut, unbalance) = (context.params.cut_weight, context.params.unbalance_weight);
        let bounds = |weight: f64| weight.is_finite() && weight >= 0.0;
        (bounds(cut) && bounds(unbalance)).then_some(Self { cut, unbalance })
    }

    /// Returns a lower bound for the score, given the current counts and the number of `open` pieces. It is rounded
    /// like [`SplitCounts::weighted_score`]. Rounding is monotonic, so the bound never exceeds a possible score.
    #[inline(always)]
    fn least(&self, cuts: u32, difference: u32, open: u32) -> f64 {
        self.cut * f64::from(cuts) + self.unbalance * f64::from(difference.saturating_sub(open))
    }
}

#[derive(Clone, Copy, Debug)]
struct Least {
    score: f64,
    /// Rank of the plane in tie-breaking order. `None` sorts before all ranks.
    rank: Option<u32>,
    counts: SplitCounts,
}

impl Least {
    /// Replaces this plane with the other one if that has a lower score, or the same score and a lower rank.
    fn take(&mut self, other: &Self) {
        if other.score < self.score || other.score == self.score && other.rank < self.rank {
            *self = *other;
        }
    }
}

struct Goal {
    score: f64,
    wins_ties: bool,
    weights: Weights,
    coplanar: Coplanar,
}

impl Goal {
    #[inline(always)]
    fn is_missed_by(&self, score: f64) -> bool {
        score > self.score || score == self.score && !self.wins_ties
    }
}

impl Limit for Goal {
    #[inline(always)]
    fn is_exceeded(&self, known: &SplitCounts, open: u32) -> bool {
        let difference = difference(known, self.coplanar);
        self.is_missed_by(self.weights.least(known.cuts, difference, open))
    }
}

#[inline(always)]
fn difference(known: &SplitCounts, coplanar: Coplanar) -> u32 {
    let on = if coplanar == Coplanar::InFront {
        known.on
    } else {
        0
    };
    (known.front + on).abs_diff(known.back)
}

#[derive(Clone, Copy)]
struct Outlined {
    rank: u32,
    least: f64,
    estimate: f64,
}

struct Search<'a> {
    /// Planes, in tie-breaking order.
    planes: Vec<Plane>,
    hierarchy: Hierarchy,
    weights: Weights,
    coplanar: Coplanar,
    is_shared: bool,
    watch: Watch<'a>,
    test_count: AtomicU64,
}

impl Search<'_> {
    /// Returns the best of the planes with the given ranks, if its score is below `score`.
    fn least(&self, ranks: Vec<u32>, score: f64) -> Result<Least, Cancelled> {
        let least = Mutex::new(Least {
            score,
            rank: None,
            counts: SplitCounts::default(),
        });
        let mut outlined = self.outline(&ranks)?;
        drop(ranks);
        if outlined.len() > FAVOURITES {
            outlined.select_nth_unstable_by(FAVOURITES, |a, b| {
                a.estimate.total_cmp(&b.estimate).then(a.rank.cmp(&b.rank))
            });
        }
        let (favourites, others) = outlined.split_at(outlined.len().min(FAVOURITES));
        self.score(favourites, &least)?;
        let score = |batch: &[Outlined]| self.score(batch, &least);
        if self.is_shared {
            others.par_chunks(BATCH).try_for_each(score)?;
        } else {
            others.chunks(BATCH).try_for_each(score)?;
        }
        Ok(least.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn outline(&self, ranks: &[u32]) -> Result<Vec<Outlined>, Cancelled> {
        let some = |ranks: &[u32]| {
            let (mut queue, mut test_count) = (Queue::default(), 0);
            let mut outlined = Vec::with_capacity(ranks.len());
            for &rank in ranks {
                self.watch.check()?;
                let plane = &self.planes[rank as usize];
                let (Partial { known, open }, tested) = self.hierarchy.count_partially(plane, &mut queue);
                test_count += u64::from(tested);
                let difference = difference(&known, self.coplanar);
                let uncounted = CUT_SHARE * f64::from(open);
                outlined.push(Outlined {
                    rank,
                    least: self.weights.least(known.cuts, difference, open),
                    estimate: self.weights.least(known.cuts, difference, 0) + self.weights.cut * uncounted,
                });
            }
            self.test_count.fetch_add(test_count, Ordering::Relaxed);
            self.watch.count_considered(0, test_count);
            Ok(outlined)
        };
        let parts: Result<Vec<_>, Cancelled> = if self.is_shared {
            ranks.par_chunks(BATCH).map(some).collect()
        } else {
            ranks.chunks(BATCH).map(some).collect()
        };
        Ok(parts?.concat())
    }

    fn score(&self, planes: &[Outlined], shared: &Mutex<Least>) -> Result<(), Cancelled> {
        let mut least = *shared.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut queue, mut test_count) = (Queue::default(), 0);
        // If only cuts have a weight, only cuts can cause a plane to be discarded.
        let depth_first = self.weights.unbalance == 0.0;
        for &Outlined {
            rank, least: bound, ..
        } in planes
        {
            self.watch.check()?;
            let goal = Goal {
                score: least.score,
                wins_ties: least.rank.is_some_and(|best| rank < best),
                weights: self.weights,
                coplanar: self.coplanar,
            };
            if goal.is_missed_by(bound) {
                continue;
            }
            let plane = &self.planes[rank as usize];
            let (counts, tested) = self.hierarchy.count(plane, &goal, depth_first, &mut queue);
            test_count += u64::from(tested);
            if let Some(counts) = counts {
                let counts = self.coplanar.count(counts);
                least.take(&Least {
                    score: counts.weighted_score(self.weights.cut, self.weights.unbalance),
                    rank: Some(rank),
                    counts,
                });
            }
        }
        shared.lock().unwrap_or_else(PoisonError::into_inner).take(&least);
        self.test_count.fetch_add(test_count, Ordering::Relaxed);
        self.watch.count_considered(planes.len(), test_count);
        Ok(())
    }
}

/// Returns the ranks of those candidates that are the first on their plane. Only bit-identical planes count as equal.
fn first_of_each_plane(reached: &Reached<'_>, candidates: &[usize]) -> Vec<u32> {
    let all = 0..candidates.len() as u32;
    let numbers = &reached.faces.plane_numbers;
    if numbers.is_empty() || candidates.len() < BATCH {
        return all.collect();
    }
    let mut met = FixedBitSet::with_capacity(numbers.len());
    all.filter(|&rank| !met.put(numbers[reached.face(candidates[rank as usize]) as usize] as usize))
        .collect()
}
