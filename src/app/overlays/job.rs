//! Work that takes longer than a frame, done beside the main thread. The latest request wins.

use bevy::{
    log::error,
    tasks::{AsyncComputeTaskPool, Task, futures::check_ready},
};

use crate::app::startup::job;

/// A value that is computed in the background from a key, and again when the key changes.
pub(in crate::app) struct Job<K, T> {
    wanted: Option<K>,
    running: Option<(K, Task<Result<T, String>>)>,
    done: Option<K>,
}

impl<K, T> Default for Job<K, T> {
    fn default() -> Self {
        Self {
            wanted: None,
            running: None,
            done: None,
        }
    }
}

impl<K: Clone + PartialEq, T: Send + 'static> Job<K, T> {
    /// Asks for the value of `key`; `work` is called only where it is not there or under way.
    ///
    /// A request that a later one overtakes runs to its end and is dropped: there is never more than one at work.
    pub(in crate::app) fn request(&mut self, key: K, work: impl FnOnce() -> T + Send + 'static) {
        if self.wanted.as_ref() != Some(&key) {
            self.wanted = Some(key);
        }
        if self.running.is_none()
            && self.done != self.wanted
            && let Some(key) = self.wanted.clone()
        {
            self.running = Some((key, AsyncComputeTaskPool::get().spawn(async move { job(work) })));
        }
    }

    /// The value, once, when it is there and still wanted; a panic is logged.
    pub(in crate::app) fn take(&mut self) -> Option<T> {
        self.poll()?
            .inspect_err(|fault| error!("A job in the background failed. {fault}"))
            .ok()
    }

    /// The value, once, when it is there and still wanted, or the message of a panic.
    pub(in crate::app) fn poll(&mut self) -> Option<Result<T, String>> {
        let (_, task) = self.running.as_mut()?;
        let value = check_ready(task)?;
        let (key, _) = self.running.take()?;
        if self.wanted.as_ref() != Some(&key) {
            return None;
        }
        self.done = Some(key);
        Some(value)
    }

    /// The key that was asked for last.
    pub(in crate::app) fn wanted(&self) -> Option<&K> {
        self.wanted.as_ref()
    }

    /// Whether the value that was asked for is still being computed.
    pub(in crate::app) fn is_busy(&self) -> bool {
        self.wanted != self.done
    }
}
