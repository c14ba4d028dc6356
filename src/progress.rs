//! Progress of a long operation, seen and cancelled from another thread.

use std::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

/// What a long operation is at, shared between the thread that does it and the ones that watch it.
///
/// Put it in an [`std::sync::Arc`]. The worker calls [`Progress::begin`], [`Progress::advance`] and
/// [`Progress::check`]; a watcher calls [`Progress::phase`], [`Progress::fraction`] and [`Progress::cancel`].
#[derive(Debug, Default)]
pub struct Progress {
    phase: Mutex<String>,
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
        if let Ok(mut current) = self.phase.lock() {
            phase.clone_into(&mut current);
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
        self.phase.lock().map(|phase| phase.clone()).unwrap_or_default()
    }

    /// How much of the current phase is done, 0 to 1; `None` where its length is unknown.
    #[must_use]
    pub fn fraction(&self) -> Option<f32> {
        let total = self.total.load(Ordering::Relaxed);
        (total > 0).then(|| (self.done.load(Ordering::Relaxed) as f32 / total as f32).min(1.0))
    }
}
