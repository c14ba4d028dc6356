//! Test effort: brute-force tests check a sample in `./check` and everything in `./check full`.

use std::env;

/// Whether brute-force tests cover all of their input. `./check full` sets `BSPWALK_TEST_FULL=1`.
pub fn is_full() -> bool {
    env::var_os("BSPWALK_TEST_FULL").is_some_and(|value| value == "1")
}

/// Chooses the number of random cases.
pub fn cases<T>(sampled: T, whole: T) -> T {
    if is_full() { whole } else { sampled }
}

/// Keeps one item of each `step`, evenly spread, or all of them in a full check.
pub fn sample<I: IntoIterator>(items: I, step: usize) -> impl Iterator<Item = I::Item> {
    items.into_iter().step_by(if is_full() { 1 } else { step })
}
