//! Test effort. Brute-force tests check a sample in `./check` and everything in `./check full`. Work is measured by the
//! number of progress checks.

use std::{
    env,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use bspwalk_progress::Progress;

/// Returns whether brute-force tests cover their entire input. `./check full` sets `BSPWALK_TEST_FULL=1`.
pub fn is_full() -> bool {
    env::var_os("BSPWALK_TEST_FULL").is_some_and(|value| value == "1")
}

/// Returns `whole` in a full check and `sampled` otherwise, for example as the number of random cases.
pub fn sampled_or_whole<T>(sampled: T, whole: T) -> T {
    if is_full() { whole } else { sampled }
}

/// Keeps every `step`th item, or all items in a full check.
pub fn sample<I: IntoIterator>(items: I, step: usize) -> impl Iterator<Item = I::Item> {
    items.into_iter().step_by(if is_full() { 1 } else { step })
}

/// Returns a [`Progress`], and a function that returns how many times it has been checked.
pub fn counting_progress() -> (Progress, impl Fn() -> u64) {
    let count = Arc::new(AtomicU64::new(0));
    let noted = Arc::clone(&count);
    let progress = Progress::with_check_hook(move |_| {
        noted.fetch_add(1, Ordering::Relaxed);
    });
    (progress, move || count.load(Ordering::Relaxed))
}
