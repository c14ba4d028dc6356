//! Fuzzes Quake maps as text. See `README.md` for how to run this target.
#![no_main]

use bspwalk_levels::LoadOptions;
use bspwalk_progress::Progress;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    // With an opening brace and a class name as prefix, most inputs are recognised as maps.
    let mut map = b"{\n\"classname\" \"worldspawn\"\n".to_vec();
    map.extend_from_slice(text);
    for text in [text, &map] {
        let level = bspwalk_levels::load_from_memory(
            "fuzz.map",
            text,
            &(),
            &LoadOptions::default(),
            &Progress::default(),
        );
        match level {
            Ok(level) => level
                .check(&Progress::default())
                .expect("a loaded level is valid"),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
