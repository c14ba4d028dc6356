//! Background work of the session, combined with the window's panic hook.

pub(in crate::app) use bspwalk_session::job::{Failure, Job, WorkStatus, Worker};

#[cfg(test)]
mod tests {
    use std::{
        env,
        process::{self, Command, Output},
        thread,
        time::Duration,
    };

    use rayon::prelude::*;

    use super::*;
    use crate::app::host::startup::{Without, explain_panics};

    /// Environment variable that names the program of a test. This executable runs it when started again.
    const PROGRAM: &str = "BSPWALK_TEST_PROGRAM";

    /// Runs the program of a test in a separate process, because it sets the panic hook.
    fn started(program: &str) -> Output {
        Command::new(env::current_exe().unwrap())
            .args([
                "--exact",
                "app::host::worker::tests::the_program_of_a_test",
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
        explain_panics(Without::Ways);
        let failed = |item: u32| {
            let fault = format!("It was stopped by a fault of the program: item {item} is bad.");
            Err(Failure::Failed(fault))
        };
        match program.as_str() {
            "jobs" => {
                // The item that panics is first, or later on, where a thread of the pool processes it.
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
