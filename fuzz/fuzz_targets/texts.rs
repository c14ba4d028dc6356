//! Fuzzes levels, material libraries and scripts as text. See `README.md` for how to run this target.
#![no_main]

use bspwalk_levels::{LoadOptions, UpAxis};
use bspwalk_testing::texts;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, text)) = bytes.split_first() else {
        return;
    };
    let options = LoadOptions {
        up: (kind & 1 != 0).then_some(UpAxis::Z),
        scale: (kind & 2 != 0).then_some(0.0254),
        ..LoadOptions::default()
    };
    if kind & 4 == 0 {
        texts::check_level(text, &options);
    } else {
        texts::check_script(text);
    }
});
