//! A small compiled level.

use std::{collections::HashMap, sync::Arc};

use bspwalk_compile::{CompileParams, CompiledLevel};
use bspwalk_levels::{Level, LoadOptions, Source};
use bspwalk_progress::Progress;

/// A room with a textured wall, a liquid, and a triangle that the loader drops.
pub const ROOM: &str = "\
mtllib room.mtl
v -5 0 -5
v 5 0 -5
v 5 0 5
v -5 0 5
v -5 4 -5
v 5 4 -5
v 5 4 5
v -5 4 5
o walls
usemtl stone
f 1 4 3 2
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
f 1 1 2
o *pool
usemtl water
v -1 1 -1
v 1 1 -1
v 1 1 1
f 9 10 11
";

pub fn compiled_from(level: (Level, Source)) -> CompiledLevel {
    let (level, source) = level;
    let mut params = CompileParams::default();
    params.pvs.steps = 50_000;
    bspwalk_compile::compile(
        Arc::new(level),
        source,
        LoadOptions::default(),
        &params,
        &Arc::default(),
    )
    .expect("the level is right")
}

pub fn room() -> CompiledLevel {
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbaImage::from_fn(3, 2, |x, y| image::Rgba([x as u8, y as u8, 7, 255]))
        .write_to(&mut png, image::ImageFormat::Png)
        .unwrap();
    let mtl = b"newmtl stone\nKd 0.5 0.5 0.5\nmap_Kd wall.png\nnewmtl water\nmap_Kd wall.png\n";
    let files: HashMap<&str, &[u8]> = [("room.mtl", &mtl[..]), ("wall.png", png.get_ref())].into();
    let level = bspwalk_levels::load_from_memory(
        "room",
        ROOM.as_bytes(),
        &files,
        &LoadOptions::default(),
        &Progress::default(),
    )
    .expect("the level is right");
    let source = Source {
        name: "room.obj".to_owned(),
        bytes: ROOM.len() as u64,
        hash: Source::hash_of(ROOM.as_bytes()),
        files: [("none.mtl".to_owned(), None)].into(),
        listed: [(".wad".to_owned(), vec!["other.wad".to_owned()])].into(),
    };
    compiled_from((level, source))
}
