//! Progress of long operations, which another thread may watch and cancel, and numbers in words for the user who waits.
//!
//! Building a tree, computing what can be seen, or reading a large file takes seconds or minutes. Each such function of the
//! libraries of bspwalk takes a [`Progress`], or has a builder that takes one. The worker thread reports how far it is, and
//! checks whether it was cancelled. Any other thread reads the progress and may cancel. A caller that needs neither passes
//! `&Progress::default()`.
//!
//! | item | is for |
//! |---|---|
//! | [`Progress`] | the phases of an operation, its counters, its estimate of what remains, and its end by [`Progress::cancel`] |
//! | [`Cancelled`] | the error of an operation that was cancelled |
//! | [`CheckError`], [`ensure`] | checks of data from files, which are long operations too |
//! | [`words`] | counts, sizes, lengths and durations as people read them; texts from files as a terminal may show them |
//!
//! The innermost loop that may be long calls [`Progress::check`] in every turn, or [`Progress::check_at`] where a turn takes
//! only nanoseconds: that checks once in [`CHECK_INTERVAL`] turns. A check reads one flag, so it costs next to nothing, and a
//! cancelled operation ends soon, at any stage and for input of any size.
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

pub mod words;

use std::{
    fmt,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

use bspwalk_text::{Message, text};
use rayon::prelude::*;
use web_time::Instant;

/// The number of turns of a loop between two checks by [`Progress::check_at`].
pub const CHECK_INTERVAL: usize = 4096;

/// A phase that has run for less than this has no estimate.
const EARLIEST_ESTIMATE: Duration = Duration::from_millis(500);

/// The progress of a long operation, shared between the thread that works and those that watch it.
///
/// Put it in an [`std::sync::Arc`]. The worker calls [`Progress::begin`], [`Progress::advance`] and
/// [`Progress::check`]; a watcher calls [`Progress::stage`], [`Progress::fraction`], [`Progress::remaining`] and
/// [`Progress::cancel`].
#[derive(Default)]
pub struct Progress {
    cancelled: AtomicBool,
    /// Called at every check.
    at_check: Option<Box<dyn Fn(&Self) + Send + Sync>>,
    counters: Counters,
    notes: Mutex<Notes>,
}

/// Counters that change all the time. A cache line of their own keeps them from slowing the checks down.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Counters {
    done: AtomicU64,
    total: AtomicU64,
    /// The bits of the largest fraction of the phase that was reported.
    largest: AtomicU32,
    counted: AtomicU64,
    to_count: AtomicU64,
}

/// The texts for the user.
#[derive(Debug, Default)]
struct Notes {
    /// The phases so far and when they began, the current one last.
    phases: Vec<(String, Instant)>,
    /// The task within the phase whose items are counted, and the plural of an item.
    counting: Option<(&'static str, &'static str)>,
}

/// The operation was cancelled by [`Progress::cancel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", text!("progress-cancelled"))]
pub struct Cancelled;

/// Why data that was read from a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The check was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// What is wrong, in one phrase.
    #[error("{0}")]
    Wrong(String),
    /// What is wrong with one of many items.
    #[error("{}", text!("check-item", kind = .kind, number = .number, what = .what))]
    WrongItem {
        /// What an item is called.
        kind: Message,
        /// Its number, counted from 0.
        number: u32,
        /// What is wrong, in one phrase.
        what: String,
    },
}

impl From<String> for CheckError {
    fn from(what: String) -> Self {
        Self::Wrong(what)
    }
}

impl From<&str> for CheckError {
    fn from(what: &str) -> Self {
        Self::Wrong(what.to_owned())
    }
}

/// Turns a condition into a result, for checks with `?`.
///
/// # Errors
/// The text of `what`, where the condition does not hold.
pub fn ensure(holds: bool, what: Message) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(what.text()) }
}

impl Progress {
    /// A progress that calls `at_check` at every [`Progress::check`], on the thread that checks, before the check returns. So tests
    /// can count checks, and cancel at a certain one.
    #[must_use]
    pub fn with_check_hook(at_check: impl Fn(&Self) + Send + Sync + 'static) -> Self {
        Self {
            at_check: Some(Box::new(at_check)),
            ..Self::default()
        }
    }

    /// Runs work with a progress that no other thread has, so that the work cannot be cancelled and its result needs no
    /// [`Cancelled`].
    ///
    /// # Panics
    /// Where `work` fails with [`Cancelled`], which it does only if it cancels itself.
    pub fn uncancellable<T>(work: impl FnOnce(&Self) -> Result<T, Cancelled>) -> T {
        match work(&Self::default()) {
            Ok(result) => result,
            Err(Cancelled) => unreachable!("no other thread has the progress"),
        }
    }

    /// Starts a phase of `total` steps; 0 where their number is unknown. `phase` is its name for the user ("Reading").
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

    /// Reports that `steps` more steps of the phase are done.
    pub fn advance(&self, steps: u64) {
        self.counters.done.fetch_add(steps, Ordering::Relaxed);
    }

    /// Adds `steps` to the total of the phase, where more work was found.
    pub fn extend(&self, steps: u64) {
        self.counters.total.fetch_add(steps, Ordering::Relaxed);
    }

    /// Starts a count within the phase, which [`Progress::stage`] shows instead of the name of the phase: "Choosing the root's
    /// plane: 12 of 33,925 candidates". `what` is its name, and `unit` the plural of what is counted. The steps of the phase are
    /// not affected.
    pub fn begin_count(&self, what: &'static str, unit: &'static str, total: u64) {
        if let Ok(mut notes) = self.notes.lock() {
            notes.counting = Some((what, unit));
            self.counters.counted.store(0, Ordering::Relaxed);
            self.counters.to_count.store(total, Ordering::Relaxed);
        }
    }

    /// Adds `counted` to the count that [`Progress::begin_count`] started, and `found` to its total.
    pub fn advance_count(&self, counted: u64, found: u64) {
        self.counters.to_count.fetch_add(found, Ordering::Relaxed);
        self.counters.counted.fetch_add(counted, Ordering::Relaxed);
    }

    /// Cancels the operation: the next [`Progress::check`] of the worker fails.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Checks whether the operation was cancelled.
    ///
    /// # Errors
    /// [`Cancelled`] once [`Progress::cancel`] was called.
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

    /// [`Progress::check`] at every [`CHECK_INTERVAL`]th turn of a loop, given the number of the turn; at other turns it does
    /// nothing.
    ///
    /// # Errors
    /// As [`Progress::check`].
    #[inline]
    pub fn check_at(&self, turn: usize) -> Result<(), Cancelled> {
        if turn.is_multiple_of(CHECK_INTERVAL) {
            self.check()
        } else {
            Ok(())
        }
    }

    /// Calls `look` with one item after another, until it finds an item wrong or the operation is cancelled. `look` must be quick:
    /// it is called [`CHECK_INTERVAL`] times between two checks.
    ///
    /// # Errors
    /// The first error of `look`, or [`CheckError::Cancelled`].
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

    /// As [`Progress::check_each`], with the number of each item, counted from 0.
    ///
    /// # Errors
    /// [`CheckError::WrongItem`] with `kind`, what an item is called, and the number of the first item that is wrong, or
    /// [`CheckError::Cancelled`].
    pub fn check_each_numbered<T>(
        &self,
        kind: Message,
        items: impl IntoIterator<Item = T>,
        mut look: impl FnMut(u32, T) -> Result<(), &'static str>,
    ) -> Result<(), CheckError> {
        self.check_each((0..).zip(items), |(number, item)| {
            look(number, item).map_err(|what| CheckError::WrongItem {
                kind,
                number,
                what: what.to_owned(),
            })
        })
    }

    /// Runs a phase that works on all items in parallel, on the threads of Rayon. Each item is a step, and the results are in the
    /// order of the items.
    ///
    /// # Errors
    /// [`Cancelled`] once the operation was cancelled, or where `work` fails with it.
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

    /// The name of the current phase; empty before the first.
    #[must_use]
    pub fn phase(&self) -> String {
        let notes = self.notes.lock().ok();
        let current = notes.and_then(|notes| notes.phases.last().map(|(phase, _)| phase.clone()));
        current.unwrap_or_default()
    }

    /// What the worker is at, for the user: the name of the current phase, or the count within it, see [`Progress::begin_count`].
    #[must_use]
    pub fn stage(&self) -> String {
        let counting = self.notes.lock().ok().and_then(|notes| notes.counting);
        let Some((what, unit)) = counting else {
            return self.phase();
        };
        let total = self.counters.to_count.load(Ordering::Relaxed);
        let counted = self.counters.counted.load(Ordering::Relaxed).min(total);
        text!(
            "progress-count",
            what,
            counted = grouped(counted),
            total = grouped(total),
            unit
        )
    }

    /// The time that all phases of this name have taken so far; zero where there was none.
    #[must_use]
    pub fn spent(&self, phase: &str) -> Duration {
        let Ok(notes) = self.notes.lock() else {
            return Duration::ZERO;
        };
        let now = Instant::now();
        let phases = &notes.phases;
        let ends = phases.iter().skip(1).map(|&(_, start)| start).chain([now]);
        let spans = phases.iter().zip(ends).filter(|((name, _), _)| name == phase);
        spans.map(|((_, start), end)| end - *start).sum()
    }

    /// The share of the current phase that is done, 0 to 1. It never falls within a phase. `None` where the length of the
    /// phase is unknown.
    #[must_use]
    pub fn fraction(&self) -> Option<f32> {
        let fraction = self.share()? as f32;
        // The bits of non-negative floats sort as the floats do.
        let before = self
            .counters
            .largest
            .fetch_max(fraction.to_bits(), Ordering::Relaxed);
        Some(fraction.max(f32::from_bits(before)))
    }

    /// An estimate of the time that the current phase still takes, by its speed so far. `None` where its length is unknown, none of
    /// its steps is done, or it began less than half a second ago.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        let share = self.share().filter(|&share| share > 0.0)?;
        let begun = self.notes.lock().ok()?.phases.last()?.1;
        let elapsed = begun.elapsed();
        (elapsed >= EARLIEST_ESTIMATE)
            .then(|| Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 - share) / share).ok())
            .flatten()
    }

    /// The share of the phase that is done, by the length that is known so far.
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

/// A number with a comma before every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_phase_is_the_sum_of_its_spans() {
        let progress = Progress::default();
        assert_eq!(
            (progress.phase().as_str(), progress.spent("a")),
            ("", Duration::ZERO)
        );
        progress.begin("a", 0);
        progress.begin("b", 0);
        let first = progress.spent("a");
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!((progress.phase().as_str(), progress.spent("a")), ("b", first));
        assert!(progress.spent("b") >= Duration::from_millis(2));
        progress.begin("a", 0);
        std::thread::sleep(Duration::from_millis(2));
        assert!(progress.spent("a") >= first + Duration::from_millis(2));
        assert_eq!(progress.spent("c"), Duration::ZERO);
    }

    #[test]
    fn a_phase_says_what_it_is_at_and_how_far_it_is() {
        let progress = Progress::default();
        assert_eq!((progress.stage().as_str(), progress.fraction()), ("", None));
        progress.begin("Building", 8);
        progress.advance(2);
        assert_eq!(
            (progress.stage().as_str(), progress.fraction()),
            ("Building", Some(0.25))
        );
        progress.begin_count("Choosing the root's plane", "candidates", 33_925);
        progress.advance_count(12, 0);
        assert_eq!(
            progress.stage(),
            "Choosing the root's plane: 12 of 33,925 candidates"
        );
        // More work was found: the reported fraction does not fall.
        progress.extend(8);
        assert_eq!(progress.fraction(), Some(0.25));
        progress.advance(6);
        assert_eq!(progress.fraction(), Some(0.5));
        progress.begin("Measuring", 1_000);
        assert_eq!(
            (progress.stage().as_str(), progress.fraction()),
            ("Measuring", Some(0.0))
        );
        // Nothing of it is done, so that there is no estimate.
        assert_eq!(progress.remaining(), None);
    }

    #[test]
    fn a_watched_operation_can_be_cancelled_at_a_certain_check() {
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

/// The code in the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
