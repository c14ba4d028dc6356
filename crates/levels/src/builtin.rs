//! The built-in levels, embedded in the binary; a program for browsers (`wasm32`) knows their names alone, and stays small: its
//! page has them beside it, compiled.
//!
//! The example `generate_levels` makes their files in `crates/levels/assets`: `cargo run -p bspwalk_levels --example
//! generate_levels`.

use std::collections::HashMap;

use bspwalk_progress::Progress;
use bspwalk_text::{Message, message};

use super::{Level, LevelError, LoadOptions, Source, lessons, load_from_memory, source::Noted};

/// A level that is embedded in the binary: the files that it would have on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Its name, as on the command line.
    pub name: &'static str,
    /// One sentence for the help.
    pub description: Message,
    /// The geometry: OBJ text in metres, Y up, or a map of Quake.
    pub obj: &'static [u8],
    /// The material library, MTL text; nothing for a map.
    pub mtl: &'static [u8],
    /// The images that the material library names, by name: PNG files.
    pub textures: &'static [(&'static str, &'static [u8])],
}

#[cfg(not(target_family = "wasm"))]
macro_rules! asset {
    ($name:expr) => {
        include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/", $name))
    };
}
#[cfg(target_family = "wasm")]
macro_rules! asset {
    ($name:expr) => {
        &[]
    };
}

/// A level from its name, its description and the names of its textures.
macro_rules! level {
    ($name:literal, $description:expr $(, $texture:literal)*) => {
        BuiltIn {
            name: $name,
            description: $description,
            obj: asset!(concat!($name, ".obj")),
            mtl: asset!(concat!($name, ".mtl")),
            textures: &[$(($texture, asset!($texture))),*],
        }
    };
}

// A constant would be embedded by each crate that uses it.
static ALL: &[BuiltIn] = &[
    level!(
        "hall",
        message!("levels-builtin-hall"),
        "blue_tiles.png",
        "crate.png",
        "dark_wood.png",
        "dressed_stone.png",
        "gravel.png",
        "marble.png",
        "plaster.png",
        "sandstone.png",
        "stars.png",
        "terracotta.png",
        "tiles.png"
    ),
    level!("three_rooms", message!("levels-builtin-three-rooms")),
    level!("ten_edges", message!("levels-builtin-ten-edges")),
    level!("wedges", message!("levels-builtin-wedges")),
    level!(
        "torture",
        message!("levels-builtin-torture"),
        "dark_wood.png",
        "dressed_stone.png",
        "marble.png",
        "plaster.png",
        "sandstone.png",
        "terracotta.png",
        "tiles.png"
    ),
];

/// See [`moving`].
#[cfg(feature = "quake")]
static MOVING: &[BuiltIn] = &[BuiltIn {
    name: "lift",
    description: message!("levels-builtin-lift"),
    obj: asset!("lift.map"),
    mtl: &[],
    textures: &[
        ("crate.png", asset!("crate.png")),
        ("dark_wood.png", asset!("dark_wood.png")),
        ("dressed_stone.png", asset!("dressed_stone.png")),
        ("marble.png", asset!("marble.png")),
        ("plaster.png", asset!("plaster.png")),
        ("terracotta.png", asset!("terracotta.png")),
        ("tiles.png", asset!("tiles.png")),
    ],
}];
#[cfg(not(feature = "quake"))]
static MOVING: &[BuiltIn] = &[];

/// See [`lessons`].
static LESSONS: &[BuiltIn] = &[
    BuiltIn {
        name: "segment",
        description: message!("levels-lesson-segment"),
        obj: lessons::SEGMENT,
        mtl: lessons::COLORS,
        textures: &[],
    },
    BuiltIn {
        name: "splits",
        description: message!("levels-lesson-splits"),
        obj: lessons::SPLITS,
        mtl: lessons::COLORS,
        textures: &[],
    },
    BuiltIn {
        name: "axis",
        description: message!("levels-lesson-axis"),
        obj: lessons::AXIS,
        mtl: lessons::COLORS,
        textures: &[],
    },
    BuiltIn {
        name: "hole",
        description: message!("levels-lesson-hole"),
        obj: lessons::HOLE,
        mtl: lessons::COLORS,
        textures: &[],
    },
];

/// The built-in levels, the default one first.
#[must_use]
pub const fn all() -> &'static [BuiltIn] {
    ALL
}

/// Levels of a few triangles, each with one worked example. They are opened by name as the others are, but are no
/// places to walk in, so that lists of levels leave them out.
#[must_use]
pub const fn lessons() -> &'static [BuiltIn] {
    LESSONS
}

/// Levels in which things move, as maps of Quake; they are opened by name as the others are. None where maps are not read.
#[must_use]
pub const fn moving() -> &'static [BuiltIn] {
    MOVING
}

/// [`all`] and [`moving`]: the levels that lists for users have.
pub fn listed() -> impl Iterator<Item = &'static BuiltIn> {
    ALL.iter().chain(MOVING)
}

/// The built-in level or the lesson of this name, in lower case as [`BuiltIn::name`] has it.
#[must_use]
pub fn find(name: &str) -> Option<&'static BuiltIn> {
    listed().chain(LESSONS).find(|level| level.name == name)
}

/// Loads the built-in level of this name.
///
/// Its unit is the metre and Y is up, or they are those of Quake, unless `options` says otherwise; nothing is guessed.
///
/// # Errors
/// [`LevelError::NotFound`] where there is no such level, or its files are not embedded; else as [`super::load_from_memory`].
pub fn load(name: &str, options: &LoadOptions, progress: &Progress) -> Result<Level, LevelError> {
    load_with_source(name, options, progress).map(|(level, _)| level)
}

/// As [`load`], with a note of what was read.
///
/// # Errors
/// As [`load`].
pub fn load_with_source(
    name: &str,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<(Level, Source), LevelError> {
    let level = find(name).filter(|level| !level.obj.is_empty());
    let level = level.ok_or_else(|| LevelError::NotFound {
        file: name.to_owned(),
    })?;
    let library = format!("{}.mtl", level.name);
    let mut files: HashMap<&str, &[u8]> = level.textures.iter().copied().collect();
    files.insert(&library, level.mtl);
    let files = Noted::new(&files);
    let options = LoadOptions {
        // A map has a unit of its own.
        scale: options.scale.or((!level.mtl.is_empty()).then_some(1.0)),
        ..options.clone()
    };
    let loaded = load_from_memory(level.name, level.obj, &files, &options, progress)?;
    Ok((loaded, files.source(level.name, level.obj)))
}
