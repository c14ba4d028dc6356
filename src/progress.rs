//! Progress of a long operation, seen and cancelled from another thread.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// What a long operation is at, shared between the thread that does it and the ones that watch it.
///
/// Put it in an [`std::sync::Arc`]. The worker calls [`Progress::begin`], [`Progress::advance`] and
/// [`Progress::check`]; a watcher calls [`Progress::phase`], [`Progress::fraction`] and [`Progress::cancel`].
#[derive(Debug, Default)]
pub struct Progress {
    /// The phases up to now with when they began, the current one last.
    phases: Mutex<Vec<(String, Instant)>>,
    done: AtomicU64,
    total: AtomicU64,
    cancelled: AtomicBool,
}

/// The operation was cancelled by [`Progress::cancel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

impl Progress {
    /// Starts a phase, named for a person ("Reading", "Building the tree"), of `total` steps; 0 where it is unknown.
    pub fn begin(&self, phase: &str, total: u64) {
        if let Ok(mut phases) = self.phases.lock() {
            phases.push((phase.to_owned(), Instant::now()));
        }
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts `steps` more as done.
    pub fn advance(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }

    /// Adds `steps` to the length of the phase: more work was found.
    pub fn extend(&self, steps: u64) {
        self.total.fetch_add(steps, Ordering::Relaxed);
    }

    /// Asks the worker to stop at its next [`Progress::check`].
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the operation goes on.
    ///
    /// # Errors
    /// [`Cancelled`] once [`Progress::cancel`] was called.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.cancelled.load(Ordering::Relaxed) {
            Err(Cancelled)
        } else {
            Ok(())
        }
    }

    /// The name of the current phase; empty before the first.
    #[must_use]
    pub fn phase(&self) -> String {
        let phases = self.phases.lock().ok();
        let current = phases.and_then(|phases| phases.last().map(|(phase, _)| phase.clone()));
        current.unwrap_or_default()
    }

    /// How long all phases of this name took up to now.
    #[must_use]
    pub fn spent(&self, phase: &str) -> Duration {
        let Ok(phases) = self.phases.lock() else {
            return Duration::ZERO;
        };
        let now = Instant::now();
        let ends = phases.iter().skip(1).map(|&(_, start)| start).chain([now]);
        let spans = phases.iter().zip(ends).filter(|((name, _), _)| name == phase);
        spans.map(|((_, start), end)| end - *start).sum()
    }

    /// How much of the current phase is done, 0 to 1; `None` where its length is unknown.
    #[must_use]
    pub fn fraction(&self) -> Option<f32> {
        let total = self.total.load(Ordering::Relaxed);
        (total > 0).then(|| (self.done.load(Ordering::Relaxed) as f32 / total as f32).min(1.0))
    }
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
}
