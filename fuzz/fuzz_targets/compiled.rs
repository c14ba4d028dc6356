//! Fuzzes compiled levels in which one number is invalid but the checksums are valid. The input selects the number.
//!
//! See `README.md` for how to run this target.
#![no_main]

use arbitrary::Unstructured;
use bspwalk_testing::hostile;
use hostile::{read_and_query, seeds};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Unstructured::new(bytes);
    // Once the input is used up, every choice is 0.
    let mut choose = |below: u64| bytes.int_in_range(0..=below - 1).unwrap_or_default();
    let seeds = seeds();
    let which = choose(8) as usize;
    let which = if which < 2 { which + 1 } else { 0 } % seeds.len();
    let other = choose(seeds.len() as u64) as usize;
    let wrong = seeds[which].corrupted_file(&seeds[other], &mut choose);
    read_and_query(&wrong);
});
