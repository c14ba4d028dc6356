//! Work in the background: long operations with progress, which can be cancelled, and values that follow a key.

use std::{
    mem,
    sync::Arc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use bevy::log::error;
use bspwalk_progress::Progress;

use super::startup::job;

/// Why an operation has no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(super) enum Failure {
    #[error("It was cancelled.")]
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
                format!("{elapsed}, about {minutes} min more")
            }
            Some(remaining) => format!("{elapsed}, about {} s more", remaining.as_secs() + 1),
            None => elapsed,
        }
    }
}

/// A long operation on a thread of its own, with a `T` as its result.
pub(super) struct Worker<T> {
    /// What it works at, for the user.
    pub(super) title: String,
    /// Its progress, through which it is cancelled.
    pub(super) progress: Arc<Progress>,
    started: Instant,
    /// Why there is no thread, where the system gave none.
    thread: Result<JoinHandle<Result<T, Failure>>, Failure>,
}

impl<T: Send + 'static> Worker<T> {
    /// Starts it. Where the system gives no thread, it has failed at once.
    pub(super) fn start(
        title: String,
        work: impl FnOnce(&Arc<Progress>) -> Result<T, Failure> + Send + 'static,
    ) -> Self {
        let progress = Arc::new(Progress::default());
        let watched = Arc::clone(&progress);
        let thread = thread::Builder::new()
            .name("bspwalk job".into())
            .spawn(move || job(|| work(&watched)).unwrap_or_else(|fault| Err(Failure::Failed(fault))));
        Self {
            title,
            progress,
            started: Instant::now(),
            thread: thread
                .map_err(|error| Failure::Failed(format!("No thread could be started for it: {error}."))),
        }
    }

    /// The progress of the operation, which `verb` names: "Loading".
    pub(super) fn status(&self, verb: &str) -> WorkStatus {
        WorkStatus {
            title: format!("{verb} {}", self.title),
            phase: self.progress.stage(),
            fraction: self.progress.fraction(),
            elapsed: self.started.elapsed(),
            remaining: self.progress.remaining(),
        }
    }

    /// Whether [`Worker::finish`] returns at once.
    pub(super) fn is_finished(&self) -> bool {
        self.thread.as_ref().map_or(true, JoinHandle::is_finished)
    }

    /// Waits for the result.
    pub(super) fn finish(mut self) -> Result<T, Failure> {
        let thread = mem::replace(&mut self.thread, Err(Failure::Cancelled))?;
        // No panic leaves the thread.
        thread.join().unwrap_or(Err(Failure::Cancelled))
    }
}

impl<T> Drop for Worker<T> {
    /// Cancels the operation, whose result nobody waits for.
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

/// A value that is computed in the background from a key, and again when the key changes. The latest request wins.
pub(super) struct Job<K, T> {
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
    pub(super) fn request(&mut self, key: K, work: impl FnOnce() -> T + Send + 'static) {
        self.want(key, move |_| Ok(work()));
    }

    /// The same for work that looks at its progress: a request that a later one overtakes is cancelled.
    pub(super) fn request_cancellable(
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
    pub(super) fn cancel(&mut self) {
        (self.wanted, self.done) = (None, None);
        if let Some((_, worker)) = &self.running {
            worker.progress.cancel();
        }
    }

    /// The value, once, when it is there and still wanted; a panic is logged.
    pub(super) fn take(&mut self) -> Option<T> {
        self.poll()?
            .inspect_err(|failure| error!("A job in the background failed. {failure}"))
            .ok()
    }

    /// The value, once, when it is there and still wanted, or the message of a panic.
    pub(super) fn poll(&mut self) -> Option<Result<T, Failure>> {
        let (key, worker) = self.running.take_if(|(_, worker)| worker.is_finished())?;
        let is_cancelled = worker.progress.check().is_err();
        if self.wanted.as_ref() != Some(&key) || is_cancelled {
            return None;
        }
        self.done = Some(key);
        Some(worker.finish())
    }

    /// The key that was asked for last.
    pub(super) fn wanted(&self) -> Option<&K> {
        self.wanted.as_ref()
    }

    /// Whether the value that was asked for is still being computed.
    pub(super) fn is_busy(&self) -> bool {
        self.wanted != self.done
    }
}

#[cfg(test)]
mod tests {
    use std::{
        env,
        process::{self, Command, Output},
        time::Duration,
    };

    use rayon::prelude::*;

    use super::*;
    use crate::app::startup::{Without, explain_panics};

    /// The environment variable that names the program of a test, which this executable runs when it is started again.
    const PROGRAM: &str = "BSPWALK_TEST_PROGRAM";

    /// Runs the program of a test in a process of its own, because it sets the panic hook.
    fn started(program: &str) -> Output {
        Command::new(env::current_exe().unwrap())
            .args([
                "--exact",
                "app::worker::tests::the_program_of_a_test",
                "--nocapture",
            ])
            .env(PROGRAM, program)
            .env("RUST_BACKTRACE", "0")
            .output()
            .unwrap()
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

    fn of_items(panicking: u32) -> Result<u32, Failure> {
        let sum = (0..100_000_u32).into_par_iter().map(|item| {
            assert!(item != panicking, "item {item} is bad");
            item % 7
        });
        Ok(sum.sum())
    }

    fn finished<T: Send + 'static>(worker: Worker<T>) -> Result<T, Failure> {
        while !worker.is_finished() {
            thread::sleep(Duration::from_millis(1));
        }
        worker.finish()
    }

    #[test]
    fn the_program_of_a_test() {
        let Ok(program) = env::var(PROGRAM) else { return };
        explain_panics(Without::Ways);
        let failed = |item: u32| {
            let fault = format!("It was stopped by a fault of the program: item {item} is bad.");
            Err(Failure::Failed(fault))
        };
        match program.as_str() {
            "jobs" => {
                // The item that panics is at the start, or further on, where a thread of the pool has it.
                for item in [0, 50_000, 99_999] {
                    let job = Worker::start("a job".into(), move |_| of_items(item));
                    assert_eq!(finished(job), failed(item));
                    let pool = Worker::start("a job".into(), move |_| {
                        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
                        pool.install(|| of_items(item))
                    });
                    assert_eq!(finished(pool), failed(item));
                }
                let alone = Worker::<u32>::start("a job".into(), |_| panic!("item {} is bad", 7));
                assert_eq!(finished(alone), failed(7));
                // The next job succeeds.
                let next = Worker::start("a job".into(), |_| of_items(u32::MAX));
                assert_eq!(finished(next), of_items(u32::MAX));
                println!("it goes on");
                process::exit(0);
            }
            "pool" => drop(of_items(99_999)),
            _ => panic!("the program {program} fails"),
        }
    }

    #[test]
    fn a_panic_of_a_job_is_its_failure_and_not_the_end() {
        let output = started("jobs");
        let (text, errors) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        assert!(output.status.success(), "{text}{errors}");
        assert!(text.contains("it goes on"), "{text}");
        assert!(!errors.contains("bspwalk:"), "{errors}");
    }

    #[test]
    fn any_other_panic_ends_the_program_with_one_line() {
        for (program, said) in [
            ("pool", "item 99999 is bad"),
            ("alone", "the program alone fails"),
        ] {
            let output = started(program);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{errors}");
            let line = "bspwalk: stopped by a fault of its own at ";
            assert_eq!(errors.matches(line).count(), 1, "{errors}");
            assert!(errors.contains(said), "{errors}");
        }
    }
}
