//! Progress reporting and cancellation for long operations.
//!
//! Building a tree, computing visibility or reading a large file takes seconds or minutes. In the libraries of bspwalk,
//! each function of this kind takes a [`Progress`], or has a builder that takes one. The worker thread reports its
//! progress and checks for cancellation. Any other thread can read the progress and cancel the operation. If you need
//! neither, pass `&Progress::default()`.
//!
//! | item | purpose |
//! |---|---|
//! | [`Progress`] | phases of an operation, counters, an estimate of the remaining time, and [`Progress::cancel`] |
//! | [`Cancelled`] | the error that a cancelled operation returns |
//! | [`Stage`] | the current phase or count, for display |
//! | [`CheckError`], [`ensure`] | validation of data from files, which may also take long |
//!
//! All texts are English, for developers. Programs in other languages translate the names of phases and the reasons of
//! errors, which are constants.
//!
//! Call [`Progress::check`] in every iteration of each innermost loop that may take long. If an iteration takes only
//! nanoseconds, call [`Progress::check_at`] instead, which checks once every [`CHECK_INTERVAL`] iterations. A check
//! reads a single flag, so it costs almost nothing. With these checks, a cancelled operation ends quickly at any stage
//! and for any input size.
//!
//! ```
//! use bspwalk_progress::{Cancelled, Progress};
//!
//! fn sum(numbers: &[u64], progress: &Progress) -> Result<u64, Cancelled> {
//!     progress.begin("Adding", numbers.len() as u64);
//!     let mut sum = 0;
//!     for (turn, number) in numbers.iter().enumerate() {
//!         progress.check_at(turn)?;
//!         sum += number;
//!     }
//!     Ok(sum)
//! }
//!
//! let progress = Progress::default();
//! assert_eq!(sum(&[1, 2, 3], &progress), Ok(6));
//! assert_eq!(progress.phase(), "Adding");
//! progress.cancel();
//! assert_eq!(sum(&[1, 2, 3], &progress), Err(Cancelled));
//! ```

use std::{
    borrow::Cow,
    fmt,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

use rayon::prelude::*;
use web_time::Instant;

/// Number of loop iterations between two checks in [`Progress::check_at`].
pub const CHECK_INTERVAL: usize = 4096;

/// Minimum time since the start of a phase before its remaining time is estimated.
const EARLIEST_ESTIMATE: Duration = Duration::from_millis(500);

/// Progress of a long operation, shared between the worker thread and its observers.
///
/// To share it, wrap it in an [`std::sync::Arc`]. The worker calls [`Progress::begin`], [`Progress::advance`] and
/// [`Progress::check`]. Observers call [`Progress::stage`], [`Progress::fraction`], [`Progress::remaining`] and
/// [`Progress::cancel`].
#[derive(Default)]
pub struct Progress {
    cancelled: Arc<AtomicBool>,
    /// Callback that runs at every check.
    at_check: Option<Arc<dyn Fn(&Self) + Send + Sync>>,
    counters: Counters,
    notes: Mutex<Notes>,
}

/// Frequently updated counters. They have their own cache line, to avoid false sharing with the cancellation flag.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Counters {
    done: AtomicU64,
    total: AtomicU64,
    /// Bit pattern of the largest fraction reported in this phase.
    largest: AtomicU32,
    counted: AtomicU64,
    to_count: AtomicU64,
}

/// Names and times of phases.
#[derive(Debug, Default)]
struct Notes {
    /// Names and start times of all phases up to the current one.
    phases: Vec<(String, Instant)>,
    /// Name of the count within the current phase, and plural noun for the counted items.
    counting: Option<(&'static str, &'static str)>,
}

/// Part of an operation that is running, for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Name of a phase, such as "Reading". Empty before the first phase.
    Phase(String),
    /// A count within a phase, for example "Choosing the root plane: 12 of 33925 candidates".
    Count {
        /// Name of the count.
        what: &'static str,
        /// Plural noun for the counted items.
        unit: &'static str,
        /// Number of items counted so far, at most `total`.
        counted: u64,
        /// Known number of items.
        total: u64,
    },
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Phase(name) => f.write_str(name),
            Self::Count {
                what,
                unit,
                counted,
                total,
            } => write!(f, "{what}: {counted} of {total} {unit}"),
        }
    }
}

/// Error of an operation that was cancelled by [`Progress::cancel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

/// Error in data that was read from a file, or cancellation of the check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The check was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The data is invalid. Contains the reason, as a phrase.
    #[error("{0}")]
    Wrong(Cow<'static, str>),
    /// One of many items is invalid.
    #[error("{kind} {number}: {what}")]
    WrongItem {
        /// Name of this kind of item.
        kind: &'static str,
        /// Index of the item, from 0.
        number: u32,
        /// Description of the error, as a phrase.
        what: &'static str,
    },
}

impl From<String> for CheckError {
    fn from(what: String) -> Self {
        Self::Wrong(what.into())
    }
}

impl From<&'static str> for CheckError {
    fn from(what: &'static str) -> Self {
        Self::Wrong(what.into())
    }
}

/// Converts a condition to a `Result`, for use with `?`.
///
/// # Errors
/// Returns `what` if the condition is false.
pub fn ensure(holds: bool, what: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(what) }
}

impl Progress {
    /// Creates a progress that calls `at_check` in every [`Progress::check`], on the thread that checks.
    ///
    /// Tests use this to count checks, or to cancel at a certain check.
    #[must_use]
    pub fn with_check_hook(at_check: impl Fn(&Self) + Send + Sync + 'static) -> Self {
        Self {
            at_check: Some(Arc::new(at_check)),
            ..Self::default()
        }
    }

    /// Returns the progress of a part of this operation that runs at the same time as the rest. It is cancelled together
    /// with the operation, but observers of the operation do not see its phases and counters.
    #[must_use]
    pub fn for_parallel_part(&self) -> Self {
        Self {
            cancelled: Arc::clone(&self.cancelled),
            at_check: self.at_check.clone(),
            ..Self::default()
        }
    }

    /// Runs `work` with its own progress. No other thread can cancel the work, so the result type does not include
    /// [`Cancelled`].
    ///
    /// # Panics
    /// Panics if `work` returns [`Cancelled`], which is possible only if it cancels itself.
    pub fn uncancellable<T>(work: impl FnOnce(&Self) -> Result<T, Cancelled>) -> T {
        match work(&Self::default()) {
            Ok(result) => result,
            Err(Cancelled) => unreachable!("no other thread has the progress"),
        }
    }

    /// Starts a phase of `total` steps. A `total` of 0 means that the number of steps is unknown. `phase` is its
    /// name, such as "Reading".
    pub fn begin(&self, phase: &str, total: u64) {
        if let Ok(mut notes) = self.notes.lock() {
            notes.phases.push((phase.to_owned(), Instant::now()));
            notes.counting = None;
            let counters = &self.counters;
            counters.done.store(0, Ordering::Relaxed);
            counters.total.store(total, Ordering::Relaxed);
            counters.largest.store(0, Ordering::Relaxed);
        }
    }

    /// Adds `steps` to the number of completed steps in the current phase.
    pub fn advance(&self, steps: u64) {
        self.counters.done.fetch_add(steps, Ordering::Relaxed);
    }

    /// Adds `steps` to the total number of steps in the current phase, for when more work is discovered.
    pub fn extend(&self, steps: u64) {
        self.counters.total.fetch_add(steps, Ordering::Relaxed);
    }

    /// Starts a count within the current phase. [`Progress::stage`] then returns it instead of the phase's name, for
    /// example "Choosing the root's plane: 12 of 33925 candidates".
    ///
    /// `what` is the name of the count, and `unit` is the plural noun for the counted items. The steps of the phase do
    /// not change.
    pub fn begin_count(&self, what: &'static str, unit: &'static str, total: u64) {
        if let Ok(mut notes) = self.notes.lock() {
            notes.counting = Some((what, unit));
            self.counters.counted.store(0, Ordering::Relaxed);
            self.counters.to_count.store(total, Ordering::Relaxed);
        }
    }

    /// Adds `counted` to the current value of the count that [`Progress::begin_count`] started, and `found` to its
    /// total.
    pub fn advance_count(&self, counted: u64, newly_found: u64) {
        self.counters.to_count.fetch_add(newly_found, Ordering::Relaxed);
        self.counters.counted.fetch_add(counted, Ordering::Relaxed);
    }

    /// Cancels the operation: the worker's next [`Progress::check`] returns an error.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Checks whether the operation was cancelled.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if [`Progress::cancel`] has been called.
    #[inline]
    pub fn check(&self) -> Result<(), Cancelled> {
        if let Some(at_check) = &self.at_check {
            at_check(self);
        }
        if self.cancelled.load(Ordering::Relaxed) {
            Err(Cancelled)
        } else {
            Ok(())
        }
    }

    /// Calls [`Progress::check`] in every [`CHECK_INTERVAL`]th iteration of a loop, and does nothing in other
    /// iterations. `turn` is the index of the iteration.
    ///
    /// # Errors
    /// Same as for [`Progress::check`].
    #[inline]
    pub fn check_at(&self, turn: usize) -> Result<(), Cancelled> {
        if turn.is_multiple_of(CHECK_INTERVAL) {
            self.check()
        } else {
            Ok(())
        }
    }

    /// Calls `look` with each item until it returns an error or the operation is cancelled.
    ///
    /// `look` must be fast, because there are [`CHECK_INTERVAL`] calls between two checks for cancellation.
    ///
    /// # Errors
    /// Returns the first error from `look`, or [`CheckError::Cancelled`].
    pub fn check_each<T, E: Into<CheckError>>(
        &self,
        items: impl IntoIterator<Item = T>,
        mut look: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), CheckError> {
        for (index, item) in items.into_iter().enumerate() {
            self.check_at(index)?;
            look(item).map_err(Into::into)?;
        }
        Ok(())
    }

    /// Like [`Progress::check_each`], but also passes the index of each item, from 0.
    ///
    /// # Errors
    /// Returns [`CheckError::WrongItem`] with `kind` and the index of the first invalid item, or
    /// [`CheckError::Cancelled`].
    pub fn check_each_numbered<T>(
        &self,
        kind: &'static str,
        items: impl IntoIterator<Item = T>,
        mut look: impl FnMut(u32, T) -> Result<(), &'static str>,
    ) -> Result<(), CheckError> {
        self.check_each((0..).zip(items), |(number, item)| {
            look(number, item).map_err(|what| CheckError::WrongItem { kind, number, what })
        })
    }

    /// Runs a phase that processes all items in parallel on Rayon's threads. Each item counts as one step. The results
    /// are in the order of the items.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if the operation or `work` is cancelled.
    pub fn in_parallel<I, T: Send>(
        &self,
        phase: &str,
        items: I,
        work: impl Fn(I::Item) -> Result<T, Cancelled> + Send + Sync,
    ) -> Result<Vec<T>, Cancelled>
    where
        I: IntoParallelIterator<Iter: IndexedParallelIterator>,
    {
        let items = items.into_par_iter();
        self.begin(phase, items.len() as u64);
        let results = items.map(|item| {
            self.check()?;
            self.advance(1);
            work(item)
        });
        results.collect()
    }

    /// Returns the name of the current phase, or an empty string before the first phase.
    #[must_use]
    pub fn phase(&self) -> String {
        let notes = self.notes.lock().ok();
        let current = notes.and_then(|notes| notes.phases.last().map(|(phase, _)| phase.clone()));
        current.unwrap_or_default()
    }

    /// Returns the current stage: the count that [`Progress::begin_count`] started, if any, or the phase.
    #[must_use]
    pub fn stage(&self) -> Stage {
        let counting = self.notes.lock().ok().and_then(|notes| notes.counting);
        let Some((what, unit)) = counting else {
            return Stage::Phase(self.phase());
        };
        let total = self.counters.to_count.load(Ordering::Relaxed);
        let counted = self.counters.counted.load(Ordering::Relaxed).min(total);
        Stage::Count {
            what,
            unit,
            counted,
            total,
        }
    }

    /// Returns the phases in the order they began, with their names and durations. The last one ends now.
    #[must_use]
    pub fn phases(&self) -> Vec<(String, Duration)> {
        let Ok(notes) = self.notes.lock() else {
            return Vec::new();
        };
        let phases = &notes.phases;
        let ends = phases
            .iter()
            .skip(1)
            .map(|&(_, start)| start)
            .chain([Instant::now()]);
        let spans = phases.iter().zip(ends);
        spans
            .map(|((name, start), end)| (name.clone(), end - *start))
            .collect()
    }

    /// Returns the total time spent in all phases with the given name.
    #[must_use]
    pub fn time_spent(&self, phase: &str) -> Duration {
        let phases = self.phases();
        let spans = phases.iter().filter(|(name, _)| name == phase);
        spans.map(|(_, time)| *time).sum()
    }

    /// Returns the completed fraction of the current phase, between 0 and 1. It never decreases during a phase.
    ///
    /// Returns `None` if the total number of steps is unknown.
    #[must_use]
    pub fn fraction(&self) -> Option<f32> {
        let fraction = self.share()? as f32;
        // The bit patterns of non-negative floats have the same order as their values.
        let before = self
            .counters
            .largest
            .fetch_max(fraction.to_bits(), Ordering::Relaxed);
        Some(fraction.max(f32::from_bits(before)))
    }

    /// Estimates the remaining time of the current phase from its average speed.
    ///
    /// Returns `None` if the total number of steps is unknown, no step has been completed, or the phase began less than
    /// half a second ago.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        let share = self.share().filter(|&share| share > 0.0)?;
        let begun = self.notes.lock().ok()?.phases.last()?.1;
        let elapsed = begun.elapsed();
        (elapsed >= EARLIEST_ESTIMATE)
            .then(|| Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 - share) / share).ok())
            .flatten()
    }

    /// Returns the completed fraction of the current phase, relative to the currently known total.
    fn share(&self) -> Option<f64> {
        let total = self.counters.total.load(Ordering::Relaxed);
        let done = self.counters.done.load(Ordering::Relaxed);
        (total > 0).then(|| (done as f64 / total as f64).min(1.0))
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress")
            .field("stage", &self.stage())
            .field("counters", &self.counters)
            .field("cancelled", &self.cancelled)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phase_time_sums_its_spans() {
        let progress = Progress::default();
        assert_eq!(
            (progress.phase().as_str(), progress.time_spent("a")),
            ("", Duration::ZERO)
        );
        progress.begin("a", 0);
        progress.begin("b", 0);
        let first = progress.time_spent("a");
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(
            (progress.phase().as_str(), progress.time_spent("a")),
            ("b", first)
        );
        assert!(progress.time_spent("b") >= Duration::from_millis(2));
        progress.begin("a", 0);
        std::thread::sleep(Duration::from_millis(2));
        assert!(progress.time_spent("a") >= first + Duration::from_millis(2));
        assert_eq!(progress.time_spent("c"), Duration::ZERO);
        let phases = progress.phases();
        let names: Vec<&str> = phases.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a", "b", "a"]);
    }

    #[test]
    fn parallel_part_is_cancelled_with_the_operation() {
        let progress = Progress::default();
        let part = progress.for_parallel_part();
        progress.begin("a", 8);
        part.begin("b", 2);
        part.advance(2);
        assert_eq!((progress.phase().as_str(), progress.fraction()), ("a", Some(0.0)));
        assert_eq!(part.check(), Ok(()));
        progress.cancel();
        assert_eq!(part.check(), Err(Cancelled));
    }

    #[test]
    fn stage_and_fraction_follow_the_phase() {
        let progress = Progress::default();
        assert_eq!(
            (progress.stage().to_string().as_str(), progress.fraction()),
            ("", None)
        );
        progress.begin("Building", 8);
        progress.advance(2);
        assert_eq!(
            (progress.stage().to_string().as_str(), progress.fraction()),
            ("Building", Some(0.25))
        );
        progress.begin_count("Choosing the root's plane", "candidates", 33_925);
        progress.advance_count(12, 0);
        assert_eq!(
            progress.stage().to_string(),
            "Choosing the root's plane: 12 of 33925 candidates"
        );
        // Additional work must not reduce the reported fraction.
        progress.extend(8);
        assert_eq!(progress.fraction(), Some(0.25));
        progress.advance(6);
        assert_eq!(progress.fraction(), Some(0.5));
        progress.begin("Measuring", 1_000);
        assert_eq!(
            (progress.stage().to_string().as_str(), progress.fraction()),
            ("Measuring", Some(0.0))
        );
        // No step has been completed, so there is no estimate.
        assert_eq!(progress.remaining(), None);
    }

    #[test]
    fn check_hook_can_cancel_at_nth_check() {
        let checks = AtomicU64::new(0);
        let progress = Progress::with_check_hook(move |progress| {
            if checks.fetch_add(1, Ordering::Relaxed) == 2 {
                progress.cancel();
            }
        });
        let answers: Vec<bool> = (0..4).map(|_| progress.check().is_ok()).collect();
        assert_eq!(answers, [true, true, false, false]);
        assert_eq!(progress.check_at(1), Ok(()));
        assert_eq!(progress.check_at(CHECK_INTERVAL), Err(Cancelled));
    }
}

/// Runs the README's code examples as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
