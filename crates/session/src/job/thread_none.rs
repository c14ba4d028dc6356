//! Background operations on systems without threads, such as a browser.

use std::{io, mem, sync::Mutex};

/// Work that runs on the main thread between two frames.
///
/// It starts only after a frame has been drawn since the request, so the user sees that the operation is running.
pub(super) struct Handle<T>(Mutex<Turn<T>>);

enum Turn<T> {
    Asked(Box<dyn FnOnce() -> T + Send>),
    Shown(Box<dyn FnOnce() -> T + Send>),
    Done(Option<T>),
}

impl<T> Handle<T> {
    pub(super) fn start(work: impl FnOnce() -> T + Send + 'static) -> io::Result<Self> {
        Ok(Self(Mutex::new(Turn::Asked(Box::new(work)))))
    }

    /// Returns whether the work is done. The second call runs the work before returning.
    pub(super) fn is_finished(&self) -> bool {
        let Ok(mut turn) = self.0.lock() else { return true };
        *turn = match mem::replace(&mut *turn, Turn::Done(None)) {
            Turn::Asked(work) => Turn::Shown(work),
            Turn::Shown(work) => Turn::Done(Some(work())),
            done @ Turn::Done(_) => done,
        };
        matches!(*turn, Turn::Done(_))
    }

    /// Returns the result, running the work first if necessary.
    pub(super) fn join(self) -> Option<T> {
        match self.0.into_inner().ok()? {
            Turn::Asked(work) | Turn::Shown(work) => Some(work()),
            Turn::Done(result) => result,
        }
    }
}
