//! Fuzzes material images in every supported format. The first byte selects the file extension. See `README.md` for how
//! to run this target. Use `-rss_limit_mb=6144`, because a level's images may take 4 GiB.
#![no_main]

use std::collections::HashMap;

use bspwalk_levels::LoadOptions;
use bspwalk_progress::Progress;
use libfuzzer_sys::fuzz_target;

const ENDINGS: [&str; 4] = ["png", "jpg", "tga", "bmp"];

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, image)) = bytes.split_first() else {
        return;
    };
    let name = format!("a.{}", ENDINGS[usize::from(kind) % ENDINGS.len()]);
    let library = format!("newmtl m\nmap_Kd {name}\n");
    let files = HashMap::from([("m.mtl", library.as_bytes()), (name.as_str(), image)]);
    let text = b"mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n";
    let level = bspwalk_levels::load_from_memory(
        "fuzz.obj",
        text,
        &files,
        &LoadOptions::default(),
        &Progress::default(),
    )
    .expect("a level loads with any image");
    match &level.materials[0].texture {
        Some(texture) => assert!(
            texture.is_whole(),
            "a texture has as many texels as its size says"
        ),
        None => assert!(!level.warnings.is_empty(), "an image that is left out is told"),
    }
});
