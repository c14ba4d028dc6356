//! Fuzzes portal files, as written by Quake's compilers. See `README.md` for how to run this target.
#![no_main]

use bspwalk_testing::texts;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| texts::check_portal_file(bytes));
