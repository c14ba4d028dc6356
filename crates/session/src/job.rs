//! Work in the background: long operations with progress, which can be cancelled, and values that follow a key. A panic is a
//! failure of its operation and of nothing else.

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

use bspwalk_progress::Progress;
use bspwalk_text::text;
use log::error;
use thread::Handle;
use web_time::Instant;

thread_local! {
    /// Whether this thread runs a [`job`].
    static AT_JOB: Cell<bool> = const { Cell::new(false) };
}

/// How many threads run a [`job`].
static JOBS: AtomicUsize = AtomicUsize::new(0);

/// Runs a job. A panic in it, on this thread or on a thread of the pool that works for it, ends only the job.
///
/// # Errors
/// One sentence with the message of the panic.
pub fn job<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    JOBS.fetch_add(1, Ordering::Relaxed);
    let outer = AT_JOB.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    AT_JOB.set(outer);
    JOBS.fetch_sub(1, Ordering::Relaxed);
    let fault = |text| text!("work-fault", text);
    result.map_err(|payload| fault(message(&*payload)))
}

/// Whether a job reports a panic of this thread. A thread of a pool hands its panic on to the thread that it works for.
#[must_use]
pub fn is_reported_by_a_job() -> bool {
    let in_pool = rayon::current_thread_index().is_some();
    AT_JOB.get() || in_pool && JOBS.load(Ordering::Relaxed) > 0
}

/// The text of a panic.
#[must_use]
pub fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or_default().to_owned()
}

/// Why an operation has no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Failure {
    /// It was cancelled.
    #[error("{}", text!("work-cancelled"))]
    Cancelled,
    /// The reason, for the user.
    #[error("{0}")]
    Failed(String),
}

/// The progress of an operation, for the user.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkStatus {
    /// The operation: "Loading hall.obj".
    pub title: String,
    /// What it is at, and how far that is: "Choosing the root's plane: 12 of 33,925 candidates".
    pub phase: String,
    /// How much of the phase is done, 0 to 1, where its length is known.
    pub fraction: Option<f32>,
    /// For how long the operation has been running.
    pub elapsed: Duration,
    /// An estimate of how long the phase still takes, where there is one.
    pub remaining: Option<Duration>,
}

impl WorkStatus {
    /// The time that has passed and the time that remains.
    #[must_use]
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

/// A long operation on a thread of its own, or elsewhere, with a `T` as its result.
///
/// Where there are no threads, as in a browser, it is done between two frames: what takes longer is given to another program
/// ([`Worker::elsewhere`]).
pub struct Worker<T> {
    /// What it works at, for the user.
    pub title: String,
    /// Its progress, through which it is cancelled.
    pub progress: Arc<Progress>,
    started: Instant,
    place: Place<T>,
}

/// Where an operation is done.
enum Place<T> {
    Thread(Handle<Result<T, Failure>>),
    /// Elsewhere; the result that has come waits beside it.
    Elsewhere(Mutex<(Receiver<Result<T, Failure>>, Option<Result<T, Failure>>)>),
    /// Nowhere: the system gave no thread.
    Nowhere(Failure),
}

impl<T: Send + 'static> Worker<T> {
    /// Starts it. Where the system gives no thread, it has failed at once.
    #[must_use]
    pub fn start(
        title: String,
        work: impl FnOnce(&Arc<Progress>) -> Result<T, Failure> + Send + 'static,
    ) -> Self {
        let progress = Arc::new(Progress::default());
        let watched = Arc::clone(&progress);
        let thread =
            Handle::start(move || job(|| work(&watched)).unwrap_or_else(|fault| Err(Failure::Failed(fault))));
        let failed = |error| Failure::Failed(text!("work-no-thread", error));
        Self {
            title,
            progress,
            started: Instant::now(),
            place: thread.map_or_else(|error| Place::Nowhere(failed(error)), Place::Thread),
        }
    }

    /// An operation that is done elsewhere: whoever does it reports to its progress, and sends the result. Where the sender is
    /// dropped before, it was cancelled.
    #[must_use]
    pub fn elsewhere(title: String) -> (Self, Sender<Result<T, Failure>>) {
        let (sender, receiver) = channel();
        let worker = Self {
            title,
            progress: Arc::default(),
            started: Instant::now(),
            place: Place::Elsewhere(Mutex::new((receiver, None))),
        };
        (worker, sender)
    }

    /// The progress of the operation, which `verb` names: "Loading".
    #[must_use]
    pub fn status(&self, verb: &str) -> WorkStatus {
        WorkStatus {
            title: format!("{verb} {}", self.title),
            phase: self.progress.stage(),
            fraction: self.progress.fraction(),
            elapsed: self.started.elapsed(),
            remaining: self.progress.remaining(),
        }
    }

    /// Whether [`Worker::finish`] returns at once.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        match &self.place {
            Place::Thread(thread) => thread.is_finished(),
            Place::Elsewhere(waiting) => waiting.lock().is_ok_and(|mut waiting| {
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
            Place::Nowhere(_) => true,
        }
    }

    /// Waits for the result.
    ///
    /// # Errors
    /// Why there is none; a panic of the operation is one of the reasons.
    pub fn finish(mut self) -> Result<T, Failure> {
        match mem::replace(&mut self.place, Place::Nowhere(Failure::Cancelled)) {
            // No panic leaves the thread.
            Place::Thread(thread) => thread.join().unwrap_or(Err(Failure::Cancelled)),
            Place::Elsewhere(waiting) => {
                let (receiver, result) = waiting.into_inner().map_err(|_| Failure::Cancelled)?;
                result.unwrap_or_else(|| receiver.recv().unwrap_or(Err(Failure::Cancelled)))
            }
            Place::Nowhere(failure) => Err(failure),
        }
    }
}

impl<T> Drop for Worker<T> {
    /// Cancels the operation, whose result nobody waits for.
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

/// A value that is computed in the background from a key, and again when the key changes. The latest request wins.
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
    /// Asks for the value of `key`; `work` is called only where it is not there or under way.
    ///
    /// A request that a later one overtakes runs to its end and is dropped: there is never more than one at work.
    pub fn request(&mut self, key: K, work: impl FnOnce() -> T + Send + 'static) {
        self.want(key, move |_| Ok(work()));
    }

    /// The same for work that looks at its progress: a request that a later one overtakes is cancelled.
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

    /// Asks for nothing: what is under way is cancelled, and its value dropped.
    pub fn cancel(&mut self) {
        (self.wanted, self.done) = (None, None);
        if let Some((_, worker)) = &self.running {
            worker.progress.cancel();
        }
    }

    /// The value, once, when it is there and still wanted; a panic is logged.
    pub fn take(&mut self) -> Option<T> {
        self.poll()?
            .inspect_err(|failure| error!("A job in the background failed. {failure}"))
            .ok()
    }

    /// The value, once, when it is there and still wanted, or the message of a panic.
    pub fn poll(&mut self) -> Option<Result<T, Failure>> {
        let (key, worker) = self.running.take_if(|(_, worker)| worker.is_finished())?;
        let is_cancelled = worker.progress.check().is_err();
        if self.wanted.as_ref() != Some(&key) || is_cancelled {
            return None;
        }
        self.done = Some(key);
        Some(worker.finish())
    }

    /// The key that was asked for last.
    #[must_use]
    pub fn wanted(&self) -> Option<&K> {
        self.wanted.as_ref()
    }

    /// Whether the value that was asked for is still being computed.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.wanted != self.done
    }
}

impl<K: fmt::Debug, T> fmt::Debug for Job<K, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let running = self.running.as_ref().map(|(key, _)| key);
        f.debug_struct("Job")
            .field("wanted", &self.wanted)
            .field("running", &running)
            .field("done", &self.done)
            .finish()
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
    fn the_result_of_another_place_is_waited_for() {
        let (worker, sender) = Worker::elsewhere("it".to_owned());
        assert!(!worker.is_finished());
        worker.progress.begin("Working", 2);
        assert_eq!(worker.status("Doing").phase, "Working");
        sender.send(Ok(7)).unwrap();
        assert!(worker.is_finished() && worker.is_finished());
        assert_eq!(worker.finish(), Ok(7));
        let (worker, sender) = Worker::<u32>::elsewhere("it".to_owned());
        drop(sender);
        assert!(worker.is_finished());
        assert_eq!(worker.finish(), Err(Failure::Cancelled));
    }

    #[test]
    fn a_request_that_is_overtaken_is_cancelled_and_can_be_made_again() {
        /// Works until it is cancelled.
        fn endless(progress: &Arc<Progress>) -> Result<u32, Failure> {
            while progress.check().is_ok() {
                thread::sleep(Duration::from_millis(1));
            }
            Err(Failure::Cancelled)
        }
        let mut job = Job::default();
        job.request_cancellable("endless", endless);
        assert!(job.is_busy());
        // It comes although the other one would never end.
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
        // What was cancelled is asked for again before it has ended: it begins anew.
        job.request_cancellable("endless", endless);
        job.request_cancellable("eight", |_| Ok(8));
        assert_eq!(wait(&mut job, "endless", 9), 9);
        // Nothing is asked for any more.
        job.request_cancellable("more", endless);
        job.cancel();
        assert!(!job.is_busy());
        while job.running.is_some() {
            assert_eq!(job.take(), None);
            thread::sleep(Duration::from_millis(1));
        }
    }
}
