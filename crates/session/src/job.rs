//! Background work: long operations with progress and cancellation, and values that are recomputed when their key
//! changes.
//!
//! A panic only fails the operation that panicked.

#[cfg_attr(target_family = "wasm", path = "job/thread_none.rs")]
mod thread;

use std::{
    any::Any,
    cell::Cell,
    fmt, mem,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, TryRecvError, channel},
    },
    time::Duration,
};

use bspwalk_compile::CompileError;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::{Localize, text};
use log::error;
use thread::Handle;
use web_time::Instant;

thread_local! {
    /// Whether this thread is running a [`catch_panics`].
    static AT_JOB: Cell<bool> = const { Cell::new(false) };
}

/// Number of threads that are running a [`catch_panics`].
static JOBS: AtomicUsize = AtomicUsize::new(0);

/// Runs a job. A panic on this thread, or on a pool thread working for the job, ends only the job.
///
/// # Errors
/// Returns one sentence that contains the panic message.
pub fn catch_panics<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    JOBS.fetch_add(1, Ordering::Relaxed);
    let outer = AT_JOB.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    AT_JOB.set(outer);
    JOBS.fetch_sub(1, Ordering::Relaxed);
    let fault = |text: String| text!("work-fault", text);
    result.map_err(|payload| fault(message(&*payload)))
}

/// Returns whether a [`catch_panics`] reports panics of this thread. Pool threads propagate their panics to the thread they work
/// for.
pub fn is_reported_by_a_job() -> bool {
    let in_pool = rayon::current_thread_index().is_some();
    AT_JOB.get() || in_pool && JOBS.load(Ordering::Relaxed) > 0
}

/// Returns the panic message.
pub fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or_default().to_owned()
}

/// Reason why an operation has no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// The operation was cancelled.
    #[error("{}", text!("work-cancelled"))]
    Cancelled,
    /// The operation failed for this reason, phrased for the user.
    #[error("{0}")]
    Failed(String),
}

impl From<Cancelled> for Failure {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<CompileError> for Failure {
    fn from(error: CompileError) -> Self {
        match error {
            CompileError::Cancelled(_) => Self::Cancelled,
            error => Self::Failed(format!("{}.", error.localized())),
        }
    }
}

/// Progress of an operation, phrased for the user.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkStatus {
    /// Name of the operation, such as "Loading hall.obj".
    pub title: String,
    /// Current phase and its progress, such as "Choosing the root's plane: 12 of 33,925 candidates".
    pub phase: String,
    /// Completed fraction of the phase, from 0 to 1, if its length is known.
    pub fraction: Option<f32>,
    /// Time since the operation started.
    pub elapsed: Duration,
    /// Estimate of the phase's remaining time, if available.
    pub remaining: Option<Duration>,
}

impl WorkStatus {
    /// Formats the elapsed and the remaining time.
    pub fn times(&self) -> String {
        let elapsed = format!("{:.1} s", self.elapsed.as_secs_f32());
        match self.remaining {
            Some(remaining) if remaining >= Duration::from_secs(90) => {
                let minutes = (remaining.as_secs_f32() / 60.0).round();
                text!("work-minutes-left", elapsed, minutes)
            }
            Some(remaining) => text!("work-seconds-left", elapsed, seconds = remaining.as_secs() + 1),
            None => elapsed,
        }
    }
}

/// A long operation with a result of type `T`, run on its own thread or in another process.
///
/// Without threads, as in a browser, the operation runs between two frames. Longer operations run elsewhere; see
/// [`Worker::with_external_work`].
pub struct Worker<T> {
    /// Object of the operation, such as "hall.obj". [`Worker::status`] puts a verb before it.
    pub title: String,
    /// Progress of the operation. It can also be used to cancel the operation.
    pub progress: Arc<Progress>,
    started: Instant,
    place: Executor<T>,
}

/// Executor of an operation.
enum Executor<T> {
    Thread(Handle<Result<T, Failure>>),
    /// Outside this process, for example in a web worker. Contains the result once it is received.
    Elsewhere(Mutex<(Receiver<Result<T, Failure>>, Option<Result<T, Failure>>)>),
    /// The system could not start a thread.
    Nowhere(Failure),
}

impl<T: Send + 'static> Worker<T> {
    /// Starts an operation. If the system cannot start a thread, the operation fails immediately.
    #[must_use]
    pub fn start(
        title: String,
        work: impl FnOnce(&Arc<Progress>) -> Result<T, Failure> + Send + 'static,
    ) -> Self {
        let progress = Arc::new(Progress::default());
        let watched = Arc::clone(&progress);
        let thread = Handle::start(move || {
            catch_panics(|| work(&watched)).unwrap_or_else(|fault| Err(Failure::Failed(fault)))
        });
        let failed = |error| Failure::Failed(text!("work-no-thread", error));
        Self {
            title,
            progress,
            started: Instant::now(),
            place: thread.map_or_else(|error| Executor::Nowhere(failed(error)), Executor::Thread),
        }
    }

    /// Creates an operation that runs elsewhere. The code that runs it reports the progress and sends the result.
    ///
    /// Dropping the sender without sending a result cancels the operation.
    #[must_use]
    pub fn with_external_work(title: String) -> (Self, Sender<Result<T, Failure>>) {
        let (sender, receiver) = channel();
        let worker = Self {
            title,
            progress: Arc::default(),
            started: Instant::now(),
            place: Executor::Elsewhere(Mutex::new((receiver, None))),
        };
        (worker, sender)
    }

    /// Returns the progress of the operation. `verb` describes the operation, for example "Loading".
    pub fn status(&self, verb: &str) -> WorkStatus {
        WorkStatus {
            title: format!("{verb} {}", self.title),
            phase: self.progress.stage().localized(),
            fraction: self.progress.fraction(),
            elapsed: self.started.elapsed(),
            remaining: self.progress.remaining(),
        }
    }

    /// Returns whether [`Worker::finish`] returns immediately.
    pub fn is_finished(&self) -> bool {
        match &self.place {
            Executor::Thread(thread) => thread.is_finished(),
            Executor::Elsewhere(waiting) => waiting.lock().is_ok_and(|mut waiting| {
                let (receiver, result) = &mut *waiting;
                if result.is_none() {
                    *result = match receiver.try_recv() {
                        Err(TryRecvError::Empty) => None,
                        Err(TryRecvError::Disconnected) => Some(Err(Failure::Cancelled)),
                        Ok(sent) => Some(sent),
                    };
                }
                result.is_some()
            }),
            Executor::Nowhere(_) => true,
        }
    }

    /// Waits for the result.
    ///
    /// # Errors
    /// Returns the reason why there is no result. A panic of the operation is also an error.
    pub fn finish(mut self) -> Result<T, Failure> {
        match mem::replace(&mut self.place, Executor::Nowhere(Failure::Cancelled)) {
            // The thread catches all panics.
            Executor::Thread(thread) => thread.join().unwrap_or(Err(Failure::Cancelled)),
            Executor::Elsewhere(waiting) => {
                let (receiver, result) = waiting.into_inner().map_err(|_| Failure::Cancelled)?;
                result.unwrap_or_else(|| receiver.recv().unwrap_or(Err(Failure::Cancelled)))
            }
            Executor::Nowhere(failure) => Err(failure),
        }
    }
}

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

/// A value computed in the background from a key, and recomputed when the key changes. The latest request
/// wins.
pub struct Job<K, T> {
    wanted: Option<K>,
    running: Option<(K, Worker<T>)>,
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
    /// Requests the value of `key`. Calls `work` only if the value is neither available nor being computed.
    ///
    /// Only one request runs at a time. An outdated request still runs to its end, but its value is dropped.
    pub fn request(&mut self, key: K, work: impl FnOnce() -> T + Send + 'static) {
        self.want(key, move |_| Ok(work()));
    }

    /// Requests the value of `key`, using cancellable work. Outdated requests are cancelled.
    pub fn request_cancellable(
        &mut self,
        key: K,
        work: impl FnOnce(&Arc<Progress>) -> Result<T, Failure> + Send + 'static,
    ) {
        self.want(key, work);
        if let Some((running, worker)) = &self.running
            && self.wanted.as_ref() != Some(running)
        {
            worker.progress.cancel();
        }
    }

    fn want(&mut self, key: K, work: impl FnOnce(&Arc<Progress>) -> Result<T, Failure> + Send + 'static) {
        if self.wanted.as_ref() != Some(&key) {
            self.wanted = Some(key);
        }
        if self.running.is_none()
            && self.done != self.wanted
            && let Some(key) = self.wanted.clone()
        {
            self.running = Some((key, Worker::start(String::new(), work)));
        }
    }

    /// Withdraws the request, cancels its computation and drops its value.
    pub fn cancel(&mut self) {
        (self.wanted, self.done) = (None, None);
        if let Some((_, worker)) = &self.running {
            worker.progress.cancel();
        }
    }

    /// Returns the value once, when it is available and still requested. If the work panicked, logs the panic.
    pub fn take(&mut self) -> Option<T> {
        self.poll()?
            .inspect_err(|failure| error!("A job in the background failed. {failure}"))
            .ok()
    }

    /// Returns the value or a failure once, when it is available and still requested.
    pub fn poll(&mut self) -> Option<Result<T, Failure>> {
        let (key, worker) = self.running.take_if(|(_, worker)| worker.is_finished())?;
        let is_cancelled = worker.progress.check().is_err();
        if self.wanted.as_ref() != Some(&key) || is_cancelled {
            return None;
        }
        self.done = Some(key);
        Some(worker.finish())
    }

    /// Returns the latest requested key.
    pub fn wanted(&self) -> Option<&K> {
        self.wanted.as_ref()
    }

    /// Returns whether the requested value is still being computed.
    pub fn is_busy(&self) -> bool {
        self.wanted != self.done
    }
}

impl<K, T> fmt::Debug for Job<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for Worker<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker")
            .field("title", &self.title)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn remote_worker_waits_for_its_result() {
        let (worker, sender) = Worker::with_external_work("it".to_owned());
        assert!(!worker.is_finished());
        worker.progress.begin("Working", 2);
        assert_eq!(worker.status("Doing").phase, "Working");
        sender.send(Ok(7)).unwrap();
        assert!(worker.is_finished() && worker.is_finished());
        assert_eq!(worker.finish(), Ok(7));
        let (worker, sender) = Worker::<u32>::with_external_work("it".to_owned());
        drop(sender);
        assert!(worker.is_finished());
        assert_eq!(worker.finish(), Err(Failure::Cancelled));
    }

    #[test]
    fn replaced_request_is_cancelled_and_can_restart() {
        /// Runs until it is cancelled.
        fn endless(progress: &Arc<Progress>) -> Result<u32, Failure> {
            while progress.check().is_ok() {
                thread::sleep(Duration::from_millis(1));
            }
            Err(Failure::Cancelled)
        }
        let mut job = Job::default();
        job.request_cancellable("endless", endless);
        assert!(job.is_busy());
        // The value arrives even though the previous request would never end.
        let wait = |job: &mut Job<&'static str, u32>, key: &'static str, value: u32| {
            loop {
                job.request_cancellable(key, move |_| Ok(value));
                if let Some(value) = job.take() {
                    return value;
                }
                thread::sleep(Duration::from_millis(1));
            }
        };
        assert_eq!(wait(&mut job, "seven", 7), 7);
        assert!(!job.is_busy());
        // A cancelled request restarts if it is requested again before it has ended.
        job.request_cancellable("endless", endless);
        job.request_cancellable("eight", |_| Ok(8));
        assert_eq!(wait(&mut job, "endless", 9), 9);
        // No value is requested any more.
        job.request_cancellable("more", endless);
        job.cancel();
        assert!(!job.is_busy());
        while job.running.is_some() {
            assert_eq!(job.take(), None);
            thread::sleep(Duration::from_millis(1));
        }
    }
}
