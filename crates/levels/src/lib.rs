//! Loads levels from OBJ and glTF files, Quake maps and compiled levels, and DOOM WAD files. A level consists of
//! triangles in metres with their materials, a spawn and a list of warnings.
//!
//! All loaders convert to the same coordinate space: right-handed, Y up, in metres, with faces counter-clockwise when
//! seen from the front. The format is detected from the file's content, never from its name. Input files may be
//! hostile: a broken file is rejected with a sentence that names the line, face or lump. Memory use is bounded by the
//! size of the file, and nothing outside the level's folder and [`LoadOptions::textures`] is opened.
//!
//! ```
//! use bspwalk_geometry::FaceId;
//! use bspwalk_levels::{LoadOptions, load_from_memory};
//! use bspwalk_progress::Progress;
//!
//! let obj = b"v 0 0 0\nv 4 0 0\nv 0 0 -3\nf 1 2 3\n";
//! let options = LoadOptions { scale: Some(1.0), ..LoadOptions::default() };
//! let level = load_from_memory("floor", obj, &(), &options, &Progress::default())?;
//! assert_eq!((level.triangles.len(), level.bounds.size().x), (1, 4.0));
//! assert_eq!(level.solid_triangles()[0].face, FaceId(0));
//! # Ok::<(), bspwalk_levels::LevelError>(())
//! ```
//!
//! [`load`] reads a file, [`load_from_memory`] reads bytes, and [`builtin::load`] loads a level that ships with the
//! crate. Each of them returns a [`Level`].
//!
//! | module | purpose |
//! |---|---|
//! | [`Format`] | the formats that this crate can read |
//! | [`load`], [`LoadOptions`], [`Level`] | loading of any format; options; the loaded level |
//! | [`disk`], [`source`] | file access, and hashes of the files that were read |
//! | [`light_maps`], [`light_styles`], [`color`] | lightmaps and their animation; colours |
//! | [`mechanisms`] | moving parts: doors, lifts, trains and buttons, as data and as a state machine |
//! | [`MapBrushes`] | locates each brush in the text of a `.map` file; writes copies with brushes made detail |
//! | [`portal_file`] | reads and writes the portal files (`.prt`) of Quake compilers |
//! | [`builtin`] | levels that ship with the crate |
//! | [`LevelError`], [`Warning`], [`Text`] | loading errors and warnings; their texts as data |
//! | [`words`] | thousands separators; escaping of file contents for a terminal |

// Texts are passed by value, because most are made for the call.
#![allow(clippy::needless_pass_by_value)]
#![cfg_attr(
    not(all(feature = "obj", feature = "gltf", feature = "quake", feature = "doom")),
    allow(dead_code, reason = "what formats share is used by some of them only")
)]

#[cfg(not(any(feature = "obj", feature = "gltf", feature = "quake", feature = "doom")))]
compile_error!("bspwalk_levels reads no format: build it with `obj`, `gltf`, `quake` or `doom`");

mod assemble;
mod binary;
#[cfg(feature = "obj")]
pub mod builtin;
mod check;
pub mod color;
mod constrained;
pub mod disk;
#[cfg(feature = "doom")]
mod doom_wad;
mod entity;
mod error;
mod files;
mod format;
mod frame;
#[cfg(feature = "gltf")]
mod gltf;
mod images;
mod level;
pub mod light_maps;
pub mod light_styles;
mod loader;
mod material;
pub mod mechanisms;
mod messages;
mod moving;
#[cfg(feature = "obj")]
mod obj;
mod options;
mod origin;
mod outline;
pub mod portal_file;
#[allow(dead_code)]
#[cfg(any(feature = "quake", feature = "doom"))]
mod quake;
#[cfg(feature = "quake")]
mod quake_bsp;
#[cfg(feature = "quake")]
mod quake_map;
mod sniff;
pub mod source;
mod spawn;
mod texture;
mod tolerance;
mod triangulate;
mod units;
mod up_axis;
mod warnings;
mod watched;
mod whole_file;
pub mod words;

#[cfg(feature = "quake")]
pub use self::quake_bsp::{LumpSize, limits_of, lump_sizes};
#[cfg(feature = "quake")]
pub use self::quake_map::{BrushPart, DetailError, MapBrush, MapBrushes};
pub use self::{
    entity::{Brush, Entity},
    error::{LevelError, MAX_FILE_BYTES},
    files::{Directory, Resolver},
    format::Format,
    level::{DropReason, Dropped, Hint, Level, LevelTriangle, Spawn, SpawnOrigin, Units},
    light_maps::LightMaps,
    loader::{load, load_from_memory, load_with_source},
    material::{AlphaMode, Material, Sampler, Texture, Transparency, Wrap},
    messages::{ENGLISH_MESSAGES, Text, ToText},
    options::LoadOptions,
    source::Source,
    spawn::EYE_HEIGHT,
    up_axis::UpAxis,
    warnings::Warning,
    whole_file::read_file,
};

/// Runs the README's code examples as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
