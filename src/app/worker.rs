//! Long operations on threads of their own, with progress, which can be cancelled.

use std::{
    sync::Arc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::startup::job;
use crate::progress::Progress;

/// Why an operation has no result.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Failure {
    /// It was cancelled.
    Cancelled,
    /// It failed, for this reason.
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
    /// `None` after [`Worker::finish`].
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
            .name("bspwalk job".into())
            .spawn(move || job(|| work(&watched)).unwrap_or_else(|fault| Err(Failure::Failed(fault))))
            .map_err(|error| format!("No thread could be started for it: {error}."))?;
        Ok(Self {
            title,
            progress,
            started: Instant::now(),
            thread: Some(thread),
        })
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
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits for the result.
    pub(super) fn finish(mut self) -> Result<T, Failure> {
        let Some(thread) = self.thread.take() else {
            return Err(Failure::Cancelled);
        };
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

#[cfg(test)]
mod tests {
    use std::{
        env,
        process::{self, Command, Output},
        time::Duration,
    };

    use rayon::prelude::*;

    use super::*;
    use crate::app::startup::explain_panics;

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
        explain_panics();
        let failed = |item: u32| {
            let fault = format!("It was stopped by a fault of the program: item {item} is bad.");
            Err(Failure::Failed(fault))
        };
        match program.as_str() {
            "jobs" => {
                // The item that panics is at the start, or further on, where a thread of the pool has it.
                for item in [0, 50_000, 99_999] {
                    let job = Worker::start("a job".into(), move |_| of_items(item)).unwrap();
                    assert_eq!(finished(job), failed(item));
                    let pool = Worker::start("a job".into(), move |_| {
                        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
                        pool.install(|| of_items(item))
                    });
                    assert_eq!(finished(pool.unwrap()), failed(item));
                }
                let alone = Worker::<u32>::start("a job".into(), |_| panic!("item {} is bad", 7)).unwrap();
                assert_eq!(finished(alone), failed(7));
                // The next job succeeds.
                let next = Worker::start("a job".into(), |_| of_items(u32::MAX)).unwrap();
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
