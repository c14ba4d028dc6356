//! Compiled levels of which some number is wrong, under right checksums. The bytes choose what is wrong.
//!
//! With [cargo-fuzz](https://github.com/rust-fuzz/cargo-fuzz), from the root of the repository; a stable compiler will do,
//! as no sanitizer is needed where all code is safe:
//!
//! ```text
//! cargo install cargo-fuzz
//! BSPWALK_LEVELS=../shared/levels cargo fuzz run --sanitizer none compiled -- -max_total_time=600 -timeout=20 -rss_limit_mb=2048
//! ```
//!
//! What it finds is kept in `fuzz/artifacts` and run again by `cargo fuzz run --sanitizer none compiled FILE`.
#![no_main]

#![allow(dead_code, unreachable_pub, reason = "shared with the tests")]

#[path = "../../tests/common/container.rs"]
mod container;
#[path = "../../tests/common/hostile.rs"]
mod hostile;
#[path = "../../tests/common/levels.rs"]
mod levels;
#[path = "../../tests/common/small_level.rs"]
mod small_level;
#[path = "../../tests/common/tokens.rs"]
mod tokens;

use std::sync::OnceLock;

use arbitrary::Unstructured;
use hostile::{Seed, read_and_ask};
use libfuzzer_sys::fuzz_target;
use small_level::{compiled_from, room};

fn seeds() -> &'static [Seed] {
    static SEEDS: OnceLock<Vec<Seed>> = OnceLock::new();
    SEEDS.get_or_init(|| {
        let mut seeds = vec![Seed::new(&room())];
        let real = ["CornellBox-Original.obj", "lqdm6_a6_world.obj"];
        let real = real.into_iter().filter_map(levels::load_with_source);
        seeds.extend(real.map(|level| Seed::new(&compiled_from(level))));
        seeds
    })
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    // Where the bytes end, the first of all choices is made.
    let mut choose = |below: u64| bytes.int_in_range(0..=below - 1).unwrap_or_default();
    let seeds = seeds();
    let which = choose(8) as usize;
    let which = if which < 2 { which + 1 } else { 0 } % seeds.len();
    let other = choose(seeds.len() as u64) as usize;
    let wrong = seeds[which].wrong(&seeds[other], &mut choose);
    read_and_ask(&wrong);
});
