//! Fuzzes glTF documents with invalid values, and arbitrary bytes as glTF. See `README.md` for how to run this target.
#![no_main]

use std::sync::LazyLock;

use arbitrary::Unstructured;
use bspwalk_testing::{gltf, texts};
use libfuzzer_sys::fuzz_target;

static GOOD: LazyLock<gltf::Document> = LazyLock::new(gltf::varied);

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, rest)) = bytes.split_first() else {
        return;
    };
    if kind & 1 == 0 {
        texts::check_loaded(gltf::load(rest, &()));
        return;
    }
    let mut rest = Unstructured::new(rest);
    // Once the input is used up, every choice is 0.
    let file = gltf::corrupted_document(&GOOD, &mut |below| {
        rest.int_in_range(0..=below - 1).unwrap_or_default()
    });
    texts::check_loaded(gltf::load(&file, &()));
});
