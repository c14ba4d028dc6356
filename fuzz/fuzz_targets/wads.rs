//! Fuzzes WAD files of Quake (`WAD2`) and Half-Life (`WAD3`) that provide a map's textures. The first byte selects the
//! format, unless the rest already specifies it. See `README.md` for how to run this target.
#![no_main]

use std::collections::HashMap;

use bspwalk_levels::LoadOptions;
use bspwalk_progress::Progress;
use libfuzzer_sys::fuzz_target;

/// Names of the textures on the sides of the map's only brush.
const NAMES: [&str; 6] = ["brick", "{fence", "*water", "sky1", "+0light", "FLOOR"];

/// Planes of a 64-unit wide cube, each given by three points.
const PLANES: [&str; 6] = [
    "( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 )",
    "( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 )",
    "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 )",
    "( 64 64 64 ) ( 64 65 64 ) ( 65 64 64 )",
    "( 64 64 64 ) ( 65 64 64 ) ( 64 64 65 )",
    "( 64 64 64 ) ( 64 64 65 ) ( 64 65 64 )",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, rest)) = bytes.split_first() else {
        return;
    };
    let mut wad = match kind % 3 {
        0 => b"WAD2".to_vec(),
        1 => b"WAD3".to_vec(),
        _ => Vec::new(),
    };
    wad.extend_from_slice(rest);
    let sides: String = PLANES
        .iter()
        .zip(NAMES)
        .map(|(plane, name)| format!("{plane} {name} 0 0 0 1 1\n"))
        .collect();
    let map = format!("{{\n\"classname\" \"worldspawn\"\n\"wad\" \"a.wad\"\n{{\n{sides}}}\n}}\n");
    let files = HashMap::from([("a.wad", &wad[..])]);
    let level = bspwalk_levels::load_from_memory(
        "fuzz.map",
        map.as_bytes(),
        &files,
        &LoadOptions::default(),
        &Progress::default(),
    )
    .expect("a map loads with any WAD file");
    level
        .check(&Progress::default())
        .expect("a loaded level is valid");
    let textures = level
        .materials
        .iter()
        .filter_map(|material| material.texture.as_ref());
    assert!(textures.into_iter().all(|texture| texture.is_whole()));
});
