//! Counts the nodes that queries visit and the faces that they test, and measures the time that they take.
//!
//! The counts are the same in every run. Each query is timed individually, in several passes over all queries. A query
//! therefore starts with the cache contents that other queries left behind. Only its fastest pass counts, to exclude
//! other activity on the machine. The time taken to read the clock is subtracted.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    hint::black_box,
};

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{Contact, Obstacles, QueryCounters};
use serde::{Deserialize, Serialize};
use web_time::Instant;

/// Queries of one kind, which trees of all kinds can answer.
pub(super) trait Questions {
    /// Runs the query with this index. `found` is a reusable buffer for contacts. The hash in the answer may be 0.
    fn ask(&self, index: usize, tree: &impl Obstacles, found: &mut Vec<Contact>) -> Answer;

    /// Like [`Questions::ask`], but fills in all fields of the answer.
    fn ask_in_full(&self, index: usize, tree: &impl Obstacles, found: &mut Vec<Contact>) -> Answer {
        found.clear();
        let answer = self.ask(index, tree, found);
        let mut hasher = DefaultHasher::new();
        for contact in found {
            (contact.face, contact.depth.to_bits()).hash(&mut hasher);
        }
        Answer {
            contacts: hasher.finish(),
            ..answer
        }
    }
}

/// An answer without the data that depends on how triangles are numbered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Distance of the hit, or depth of the deepest contact, in metres. `None` if nothing was hit.
    pub at: Option<f64>,
    /// Hash of the faces and depths of the contacts.
    pub contacts: u64,
}

impl Answer {
    /// Returns whether two answers are equal up to the tolerance `rounding`, in metres.
    #[must_use]
    pub fn is_as(&self, other: &Self, rounding: f64) -> bool {
        let near = match (self.at, other.at) {
            (Some(a), Some(b)) => (a - b).abs() <= rounding,
            (None, None) => true,
            _ => false,
        };
        near && self.contacts == other.contacts
    }
}

/// The measurements of one kind of query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Mean number of nodes visited per query.
    pub visited: f64,
    /// Standard deviation of the number of nodes visited.
    pub visited_deviation: f64,
    /// Maximum number of nodes visited by a query.
    pub visited_most: u64,
    /// Mean number of faces tested per query. A face is counted once for each visited node or leaf that contains it.
    pub tested: f64,
    /// Median time of a query, in nanoseconds.
    pub ns: f64,
    /// Lower quartile, in nanoseconds.
    pub ns_low: f64,
    /// Upper quartile, in nanoseconds.
    pub ns_high: f64,
    /// Mean time of a query, in nanoseconds.
    pub ns_mean: f64,
    /// Number of queries.
    pub samples: u32,
    /// Number of queries that hit something.
    pub met: u32,
    /// Number of queries whose answer differs from the first contestant's. It is greater than 0 only if the library has
    /// a bug.
    pub differing: u32,
}

/// Number of timed passes over all queries.
pub const PASSES: usize = 5;

/// Maximum number of triangle tests per kind of query for a contestant without a tree.
const MOST_TESTS: u64 = 20_000_000;

/// Tolerance for comparing answers, relative to the largest coordinate of the level.
///
/// It covers the rounding error of `f32`: a hit on the common edge of two triangles has the same position on either
/// triangle, up to rounding.
const ROUNDING: f64 = 1.0e-6;

/// Returns how many of `count` queries fit the budget if each costs `tests` triangle tests. If `tests` is 0, returns
/// `count`.
pub(super) fn affordable_query_count(count: usize, tests: u32) -> usize {
    let affordable = MOST_TESTS.checked_div(u64::from(tests));
    affordable.map_or(count, |affordable| count.min(affordable.max(1) as usize))
}

/// Counts and times the first `count` queries.
///
/// The first contestant stores its answers in `known`. The answers of the other contestants are compared with these.
pub(super) fn measure(
    tree: &impl Obstacles,
    (questions, count): (&(impl Questions + ?Sized), usize),
    known: &mut Vec<Answer>,
    progress: &Progress,
) -> Result<Measured, Cancelled> {
    let rounding = ROUNDING * (1.0 + tree.bounds().largest_coordinate());
    let mut measured = Measured {
        samples: count as u32,
        ..Measured::default()
    };
    let mut found = Vec::new();
    let (mut sum, mut squares) = (0.0, 0.0);
    let at_start = QueryCounters::of_this_thread();
    for index in 0..count {
        progress.check()?;
        let before = QueryCounters::of_this_thread();
        let answer = questions.ask_in_full(index, tree, &mut found);
        let visited = QueryCounters::of_this_thread().since(before).nodes_visited;
        sum += visited as f64;
        squares += (visited as f64).powi(2);
        measured.visited_most = measured.visited_most.max(visited);
        measured.met += u32::from(answer.at.is_some());
        match known.get(index) {
            Some(known) => measured.differing += u32::from(!answer.is_as(known, rounding)),
            None => known.push(answer),
        }
        progress.advance(1);
    }
    let mean = |sum: f64| sum / count.max(1) as f64;
    measured.visited = mean(sum);
    measured.visited_deviation = (mean(squares) - mean(sum).powi(2)).max(0.0).sqrt();
    measured.tested = mean(QueryCounters::of_this_thread().since(at_start).faces_tested as f64);

    let clock = clock();
    let mut times = vec![f64::INFINITY; count];
    for _ in 0..PASSES {
        for (index, time) in times.iter_mut().enumerate() {
            progress.check()?;
            let start = Instant::now();
            black_box(questions.ask(black_box(index), tree, &mut found));
            let elapsed = start.elapsed().as_nanos() as f64;
            *time = time.min((elapsed - clock).max(0.0));
            progress.advance(1);
        }
    }
    measured.ns_mean = mean(times.iter().sum());
    times.sort_by(f64::total_cmp);
    let quantile = |share: f64| {
        let last = times.len().checked_sub(1)?;
        times.get((last as f64 * share).round() as usize).copied()
    };
    [measured.ns_low, measured.ns, measured.ns_high] =
        [0.25, 0.5, 0.75].map(|share| quantile(share).unwrap_or(0.0));
    Ok(measured)
}

/// Returns the median time taken to read the clock twice, in nanoseconds.
fn clock() -> f64 {
    let mut times = [0; 101].map(|_: u8| Instant::now().elapsed().as_nanos());
    times.sort_unstable();
    times[times.len() / 2] as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_count_shrinks_but_stays_positive() {
        assert_eq!(affordable_query_count(1000, 0), 1000);
        assert_eq!(affordable_query_count(1000, 10_000), 1000);
        assert_eq!(affordable_query_count(1000, 200_000), 100);
        assert_eq!(affordable_query_count(1000, u32::MAX), 1);
        assert_eq!(affordable_query_count(0, u32::MAX), 0);
    }
}
