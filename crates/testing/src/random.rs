//! Random number generators with a configurable seed that is printed when a test fails.

use std::{
    env,
    ops::{Deref, DerefMut},
    thread,
};

/// Environment variable that modifies every seed. The value 0 leaves the seeds unchanged.
const SEED: &str = "BSPWALK_TEST_SEED";

/// A random number generator that prints its seed if the test fails.
pub struct Random {
    numbers: fastrand::Rng,
    changed_by: u64,
}

/// Creates a generator from a test's seed, modified by the environment variable `BSPWALK_TEST_SEED`.
///
/// # Panics
/// Panics if the variable is not a number.
#[track_caller]
pub fn seeded(seed: u64) -> Random {
    let changed_by: u64 = env::var(SEED).map_or(0, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{SEED} is {text:?}, which is no number"))
    });
    // The generator scrambles its seed, so consecutive seeds produce independent sequences.
    let seed = seed.wrapping_add(changed_by.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    Random {
        numbers: fastrand::Rng::with_seed(seed),
        changed_by,
    }
}

impl Deref for Random {
    type Target = fastrand::Rng;

    fn deref(&self) -> &fastrand::Rng {
        &self.numbers
    }
}

impl DerefMut for Random {
    fn deref_mut(&mut self) -> &mut fastrand::Rng {
        &mut self.numbers
    }
}

impl Drop for Random {
    fn drop(&mut self) {
        if thread::panicking() {
            println!("random numbers of {SEED}={}", self.changed_by);
        }
    }
}
