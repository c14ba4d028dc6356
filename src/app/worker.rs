//! A long operation on a thread of its own, with progress, which can be cancelled.

use std::{
    sync::Arc,
    thread::{self, JoinHandle},
    time::Instant,
};

use super::startup::{JOB_THREAD, message};
use crate::progress::Progress;

/// Why nothing was made.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Failure {
    /// It was cancelled.
    Cancelled,
    /// It failed, for this reason.
    Failed(String),
}

/// A long operation on a thread of its own that makes a `T`.
pub(super) struct Worker<T> {
    /// For a person: what is being made.
    pub(super) title: String,
    /// How far it is; cancels it.
    pub(super) progress: Arc<Progress>,
    /// When it began.
    pub(super) started: Instant,
    /// There until [`Worker::finish`].
    thread: Option<JoinHandle<Result<T, Failure>>>,
}

impl<T: Send + 'static> Worker<T> {
    /// Starts it.
    ///
    /// # Errors
    /// One sentence: the system gave no thread.
    pub(super) fn start(
        title: String,
        work: impl FnOnce(&Arc<Progress>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<Self, String> {
        let progress = Arc::new(Progress::default());
        let watched = Arc::clone(&progress);
        let thread = thread::Builder::new()
            .name(JOB_THREAD.into())
            .spawn(move || work(&watched))
            .map_err(|error| format!("No thread could be started for it: {error}."))?;
        Ok(Self {
            title,
            progress,
            started: Instant::now(),
            thread: Some(thread),
        })
    }

    /// Whether [`Worker::finish`] returns at once.
    pub(super) fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// What it made.
    pub(super) fn finish(mut self) -> Result<T, Failure> {
        let Some(thread) = self.thread.take() else {
            return Err(Failure::Cancelled);
        };
        thread.join().unwrap_or_else(|payload| {
            Err(Failure::Failed(format!(
                "It was stopped by a fault of the program: {}.",
                message(&*payload)
            )))
        })
    }
}

impl<T> Drop for Worker<T> {
    /// What nobody waits for any more stops at its next check.
    fn drop(&mut self) {
        self.progress.cancel();
    }
}
