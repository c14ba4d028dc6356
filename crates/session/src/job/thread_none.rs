//! Operations where there are no threads, as in a browser.

use std::{io, mem, sync::Mutex};

/// Work that a program without threads does between two frames: once a frame was drawn since it was asked for, which shows
/// that it is under way.
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

    /// Whether the work is done; the second time that this is asked, it is done before that is answered.
    pub(super) fn is_finished(&self) -> bool {
        let Ok(mut turn) = self.0.lock() else { return true };
        *turn = match mem::replace(&mut *turn, Turn::Done(None)) {
            Turn::Asked(work) => Turn::Shown(work),
            Turn::Shown(work) => Turn::Done(Some(work())),
            done @ Turn::Done(_) => done,
        };
        matches!(*turn, Turn::Done(_))
    }

    /// The result; the work is done first if it was not yet.
    pub(super) fn join(self) -> Option<T> {
        match self.0.into_inner().ok()? {
            Turn::Asked(work) | Turn::Shown(work) => Some(work()),
            Turn::Done(result) => result,
        }
    }
}
