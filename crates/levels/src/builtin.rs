//! Built-in levels, embedded in the binary. Browser builds (`wasm32`) contain only their names, to keep the download
//! small; the web page provides the compiled levels.
//!
//! The example `generate_levels` generates the files in `crates/levels/assets`: `cargo run -p bspwalk_levels --example
//! generate_levels`.

use std::collections::HashMap;

use crate::{Text, text};
use bspwalk_progress::Progress;

use super::{Level, LevelError, LoadOptions, Source, load_from_memory, source::RecordingResolver};

/// A level embedded in the binary, including the files that it would have on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Name on the command line.
    pub name: &'static str,
    /// One-sentence description for the help text.
    pub description: Text,
    /// Geometry: OBJ text in metres with Y up, or a Quake map.
    pub obj: &'static [u8],
    /// Material library as MTL text; empty for a map.
    pub mtl: &'static [u8],
    /// PNG files that the material library refers to, by name.
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

/// Defines a level from its name, description and texture names.
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

// A `static` is embedded only once. A `const` would be embedded in every crate that uses it.
static ALL: &[BuiltIn] = &[
    level!(
        "hall",
        text!("levels-builtin-hall"),
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
    level!("three_rooms", text!("levels-builtin-three-rooms")),
    level!("ten_edges", text!("levels-builtin-ten-edges")),
    level!("wedges", text!("levels-builtin-wedges")),
    level!(
        "torture",
        text!("levels-builtin-torture"),
        "dark_wood.png",
        "dressed_stone.png",
        "marble.png",
        "plaster.png",
        "sandstone.png",
        "terracotta.png",
        "tiles.png"
    ),
];

#[cfg(feature = "quake")]
static MOVING: &[BuiltIn] = &[BuiltIn {
    name: "lift",
    description: text!("levels-builtin-lift"),
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

/// Returns the built-in levels, starting with the default.
#[must_use]
pub const fn all() -> &'static [BuiltIn] {
    ALL
}

/// Returns the levels with moving parts, which are Quake maps. They can be opened by name. The list is empty if this
/// build does not support maps.
#[must_use]
pub const fn moving() -> &'static [BuiltIn] {
    MOVING
}

/// Iterates over the levels to list for the user: [`all`], then [`moving`].
pub fn listed() -> impl Iterator<Item = &'static BuiltIn> {
    ALL.iter().chain(MOVING)
}

/// Returns the built-in level with this name, if any. The comparison is case-sensitive; [`BuiltIn::name`] is in lower
/// case.
#[must_use]
pub fn find(name: &str) -> Option<&'static BuiltIn> {
    listed().find(|level| level.name == name)
}

/// Loads the built-in level with this name.
///
/// OBJ levels are in metres with Y up, and maps use Quake's unit and axes. `options` can override both. The loader
/// guesses neither.
///
/// # Errors
/// Returns [`LevelError::NotFound`] if there is no such level or if its files are not embedded. Other errors are the
/// same as for [`super::load_from_memory`].
pub fn load(name: &str, options: &LoadOptions, progress: &Progress) -> Result<Level, LevelError> {
    load_with_source(name, options, progress).map(|(level, _)| level)
}

/// Loads a level like [`load`] and also returns a record of the files that were read.
///
/// # Errors
/// Same as [`load`].
pub fn load_with_source(
    name: &str,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<(Level, Source), LevelError> {
    let level = find(name).ok_or_else(|| LevelError::NotFound {
        file: name.to_owned(),
    })?;
    level.load_with_source(options, progress)
}

impl BuiltIn {
    /// Loads this level and also returns a record of the files that were read.
    ///
    /// # Errors
    /// Same as [`load`].
    pub fn load_with_source(
        &self,
        options: &LoadOptions,
        progress: &Progress,
    ) -> Result<(Level, Source), LevelError> {
        if self.obj.is_empty() {
            return Err(LevelError::NotFound {
                file: self.name.to_owned(),
            });
        }
        let library = format!("{}.mtl", self.name);
        let mut files: HashMap<&str, &[u8]> = self.textures.iter().copied().collect();
        files.insert(&library, self.mtl);
        let files = RecordingResolver::new(&files);
        let options = LoadOptions {
            // A map format defines its own unit.
            scale: options.scale.or((!self.mtl.is_empty()).then_some(1.0)),
            ..options.clone()
        };
        let loaded = load_from_memory(self.name, self.obj, &files, &options, progress)?;
        Ok((loaded, files.source(self.name, self.obj)))
    }
}
