//! Thread of a background operation.

use std::{
    io,
    thread::{Builder, JoinHandle},
};

/// A thread and its result.
pub(super) struct Handle<T>(JoinHandle<T>);

impl<T: Send + 'static> Handle<T> {
    /// Starts a thread. `work` must not panic.
    pub(super) fn start(work: impl FnOnce() -> T + Send + 'static) -> io::Result<Self> {
        let thread = Builder::new().name("bspwalk job".into()).spawn(work);
        thread.map(Self)
    }

    pub(super) fn is_finished(&self) -> bool {
        self.0.is_finished()
    }

    pub(super) fn join(self) -> Option<T> {
        self.0.join().ok()
    }
}
