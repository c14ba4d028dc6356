//! Loads levels from OBJ and glTF files, Quake maps and compiled levels, and DOOM WAD files. A level consists of
//! triangles in metres with their materials, a spawn and a list of warnings.
//!
//! All loaders convert to one coordinate space: right-handed, Y up, metres, faces counter-clockwise seen from the
//! front. The format is detected from the content of the file, never from its name. Input files may be hostile: a
//! broken file is rejected with one sentence that names the line, face or lump. Memory use is bounded by the size of
//! the file, and nothing outside the level's folder is opened.
//!
//! ```
//! use bspwalk_levels::{LoadOptions, load_from_memory};
//! use bspwalk_progress::Progress;
//!
//! let obj = b"v 0 0 0\nv 4 0 0\nv 0 0 -3\nf 1 2 3\n";
//! let options = LoadOptions { scale: Some(1.0), ..LoadOptions::default() };
//! let level = load_from_memory("floor", obj, &(), &options, &Progress::default())?;
//! assert_eq!((level.triangles.len(), level.bounds.size().x), (1, 4.0));
//! assert_eq!(level.solid_triangles()[0].face, 0);
//! # Ok::<(), bspwalk_levels::LevelError>(())
//! ```
//!
//! [`load`] reads a file, [`load_from_memory`] reads bytes, and [`builtin::load`] loads a level that ships with the
//! crate. Each returns a [`Level`].
//!
//! | module | purpose |
//! |---|---|
//! | `sniff`, [`Format`] | format detection from the first bytes |
//! | `obj`, `gltf`, `quake_map`, `quake_bsp`, `doom_wad` | one loader per format; `quake` contains what the Quake formats share |
//! | `assemble`, `units`, `origin`, `triangulate` | turn a loader's draft into a level: metres, near the origin, triangles |
//! | `spawn` | finds a spawn in levels that do not name one |
//! | [`disk`], `files`, [`source`] | file access, search paths and sandboxing of a level, and hashes of the files that were read |
//! | `material`, `texture`, `images`, [`light_maps`], [`light_styles`], [`color`] | materials, images within a memory budget, lightmaps, colours |
//! | [`mechanisms`] | moving parts: doors, lifts, trains and buttons, as data and as a state machine |
//! | [`MapBrushes`] | position of each brush in the text of a `.map` file; writes copies with brushes made detail |
//! | [`portal_file`] | reads and writes the portal files (`.prt`) of Quake compilers |
//! | [`builtin`], [`courses`], [`raised`] | levels and courses that ship with the crate; rooms extruded from drawn polygons |
//! | `error` | messages of all loading errors |

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
pub mod courses;
pub mod disk;
#[cfg(feature = "doom")]
mod doom_wad;
mod entity;
mod error;
mod files;
mod format;
#[cfg(feature = "gltf")]
mod gltf;
mod images;
pub mod light_maps;
pub mod light_styles;
mod material;
pub mod mechanisms;
mod moving;
#[cfg(feature = "obj")]
mod obj;
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
pub mod raised;
mod sniff;
pub mod source;
mod spawn;
mod texture;
mod tolerance;
mod triangulate;
mod units;
mod warnings;
mod watched;

use std::{
    io::{ErrorKind, Read},
    path::{Path, PathBuf},
};

use bspwalk_geometry::Aabb;
use bspwalk_progress::{Cancelled, Progress, words};
use bspwalk_text::text;
use bspwalk_trees::{DoomTree, QuakeTree};
use glam::{DVec3, Vec2, Vec3, Vec4};

#[cfg(feature = "quake")]
pub use self::quake_bsp::{LumpSize, limits_of, lump_sizes};
#[cfg(feature = "quake")]
pub use self::quake_map::{BrushPart, DetailError, MapBrush, MapBrushes};
use self::{
    disk::Kind,
    mechanisms::{Caller, Mechanism},
};
pub use self::{
    entity::{Brush, Entity},
    error::{LevelError, MAX_FILE_BYTES},
    files::{Directory, Resolver},
    format::Format,
    light_maps::LightMaps,
    material::{AlphaMode, Material, Sampler, Texture, Transparency, Wrap},
    source::Source,
    spawn::EYE_HEIGHT,
    warnings::Warning,
};

/// A loaded level, ready to be built into trees and rendered.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Level {
    /// Stem of the file name, or name of the built-in level.
    pub name: String,
    /// Format of the source file.
    pub format: Format,
    /// Conversions applied while loading, one sentence each.
    pub conversions: Vec<String>,
    /// Triangles that were kept, in load order.
    pub triangles: Vec<LevelTriangle>,
    /// Materials, indexed by [`LevelTriangle::material`]. Never empty.
    pub materials: Vec<Material>,
    /// Names of the source's objects and groups, indexed by [`LevelTriangle::object`]. Never empty.
    pub objects: Vec<String>,
    /// Named entities of the level, in source order.
    pub entities: Vec<Entity>,
    /// Convex solids of the source; empty if the source contains only faces. Brush faces that can never be seen may
    /// be missing from the triangles.
    pub brushes: Vec<Brush>,
    /// BSP tree that the source's compiler wrote, if this is a compiled level.
    pub own_tree: Option<QuakeTree>,
    /// Nodes, subsectors and segs of a DOOM level, in map units. With the level's default units, (x, y) of the tree
    /// is (x, 0, −y) times [`Units::scale`] in the level.
    pub doom_tree: Option<DoomTree>,
    /// Lightmaps stored in the source.
    pub light: Option<LightMaps>,
    /// Position of the level's origin in the file's space, in metres and in the level's axes. All positions in the
    /// level are relative to it. Zero unless the level is far from the origin of its file.
    pub origin: DVec3,
    /// Bounds of the triangles, in metres.
    pub bounds: Aabb,
    /// Player spawn.
    pub spawn: Spawn,
    /// Conversion from source coordinates to metres.
    pub units: Units,
    /// Number of triangles in the source, including dropped ones and markers of the spawn.
    /// [`LevelTriangle::source`] is always smaller.
    pub source_triangles: u32,
    /// Triangles that were left out, with the reason.
    pub dropped: Vec<Dropped>,
    /// Problems in the file that did not stop the load.
    pub warnings: Vec<Warning>,
    /// Moving parts of the level: doors, lifts, trains and buttons.
    pub mechanisms: Vec<Mechanism>,
    /// Triggers of the mechanisms.
    pub callers: Vec<Caller>,
    /// Faces that exist only while mechanisms are simulated: DOOM's doors, which are open in
    /// [`Level::triangles`], DOOM's lifts, and the walls that these uncover. Their numbers start at
    /// [`Level::source_triangles`].
    pub stowed: Vec<LevelTriangle>,
    /// Numbers of the faces in [`Level::triangles`] that exist only while mechanisms are not simulated,
    /// ascending. The faces in [`Level::stowed`] replace them.
    pub replaced: Vec<u32>,
    /// Whether the level was [taken apart](Level::take_apart).
    pub apart: bool,
}

/// A triangle of a level.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LevelTriangle {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [DVec3; 3],
    /// Unit shading normals of the corners.
    pub normals: [Vec3; 3],
    /// Texture coordinates of the corners; (0, 0) is the top left of the image.
    pub uvs: [Vec2; 3],
    /// Linear RGBA vertex colours; white if the source has no vertex colours.
    pub colors: [Vec4; 3],
    /// Index into [`Level::materials`].
    pub material: u32,
    /// Index into [`Level::objects`].
    pub object: u32,
    /// Number of the triangle in the source, from 0 in load order, before any were dropped. Queries return it as
    /// `face`.
    pub source: u32,
    /// Whether the triangle blocks bodies. Liquids are rendered but not solid.
    pub solid: bool,
}

/// Player spawn.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Spawn {
    /// Eye position, in metres.
    pub eye: DVec3,
    /// Yaw in degrees, to the left of −Z.
    pub yaw: f64,
    /// How the spawn was found.
    pub origin: SpawnOrigin,
}

/// How a spawn was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpawnOrigin {
    /// An object named `spawn`.
    Object,
    /// An entity: a Quake player start or a camera.
    Entity,
    /// Above a floor, clear of walls, in the largest room near the middle.
    Room,
    /// In front of the level. Used for single objects and for levels without a suitable room.
    Fallback,
}

/// Axis of the source that points up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UpAxis {
    /// Y is up, as in the level's own space.
    #[default]
    #[serde(alias = "Y")]
    Y,
    /// Z is up: (x, y, z) becomes (x, z, −y).
    #[serde(alias = "Z")]
    Z,
}

impl UpAxis {
    /// Returns the axis's name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Y => "y",
            Self::Z => "z",
        }
    }
}

/// Conversion from source coordinates to metres.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Units {
    /// Axis of the source that points up.
    pub up: UpAxis,
    /// Metres per source unit.
    pub scale: f64,
    /// Whether `scale` was guessed from the size of the level.
    pub guessed: bool,
    /// One sentence that says what was assumed, why, and how to override it.
    pub note: String,
}

/// A triangle that was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Dropped {
    /// Number of the triangle in the source.
    pub source: u32,
    /// Reason for leaving it out.
    pub reason: DropReason,
}

/// Reason why a triangle was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum DropReason {
    /// The corners are collinear, to the precision of the level's coordinates.
    ZeroArea,
    /// A coordinate is NaN, infinite or too large to compute with.
    NotFinite,
    /// An earlier triangle has the same corners in the same winding.
    Repeated,
}

/// Options for loading a level.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LoadOptions {
    /// Up axis of the source. `None` uses the format's axis, or Y if the format does not define it.
    pub up: Option<UpAxis>,
    /// Metres per source unit. `None` uses the format's unit; without one, the scale is guessed from the size.
    pub scale: Option<f64>,
    /// Folder with images or WAD files. It is searched before the level's own folder.
    pub textures: Option<PathBuf>,
    /// Map to read from a WAD file, case-insensitive. `None` reads the first.
    pub map: Option<String>,
    /// Whether to [take the level apart](Level::take_apart) into static and moving parts.
    #[serde(default)]
    pub moving_apart: bool,
}

/// Number of bytes to read between two cancellation checks.
const BYTES_A_CHECK: u64 = 4 << 20;

/// Loads a level from a file.
///
/// # Errors
/// See [`LevelError`]. Faults that can be repaired or skipped become a [`Warning`] in the level instead.
pub fn load(path: &Path, options: &LoadOptions, progress: &Progress) -> Result<Level, LevelError> {
    load_with_source(path, options, progress).map(|(level, _)| level)
}

/// Loads a level like [`load`] and also returns a record of the files that were read.
///
/// # Errors
/// Same as [`load`].
pub fn load_with_source(
    path: &Path,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<(Level, Source), LevelError> {
    let file = path.display().to_string();
    let text = read_file(path, &file, progress)?;
    let name = path
        .file_stem()
        .map_or_else(|| file.clone(), |stem| stem.to_string_lossy().into_owned());
    let directory = Directory::for_level(path, options);
    let files = source::Noted::new(&directory);
    let mut level = load_named(&file, &name, &text, &files, options, progress)?;
    level.warnings.extend(files.warnings());
    let file_name = path.file_name().unwrap_or(path.as_os_str());
    Ok((level, files.source(&file_name.to_string_lossy(), &text)))
}

/// Loads a level from the bytes of a file. The format is detected.
///
/// `name` appears in errors and as [`Level::name`]. `files` resolves the files that the level refers to; pass `&()` if
/// it refers to no files.
///
/// # Errors
/// Same as [`load`].
pub fn load_from_memory(
    name: &str,
    bytes: &[u8],
    files: &dyn Resolver,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Level, LevelError> {
    load_named(name, name, bytes, files, options, progress)
}

/// Loads a level like [`load_from_memory`], but uses `file` in errors and `name` as the level's name.
fn load_named(
    file: &str,
    name: &str,
    bytes: &[u8],
    files: &dyn Resolver,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Level, LevelError> {
    let found = sniff::format(file, bytes)?;
    let mut draft = match found {
        #[cfg(feature = "obj")]
        Format::Obj => obj::read(file, bytes, files, progress)?,
        #[cfg(feature = "gltf")]
        format @ (Format::Gltf | Format::Glb) => gltf::read(file, format, bytes, files, progress)?,
        #[cfg(feature = "quake")]
        Format::Map => quake_map::read(file, bytes, files, progress)?,
        #[cfg(feature = "quake")]
        format @ (Format::Bsp29 | Format::Bsp2 | Format::Bsp30 | Format::Bsp38) => {
            quake_bsp::read(file, format, bytes, files, progress)?
        }
        #[cfg(feature = "doom")]
        Format::Wad => doom_wad::read(file, bytes, options.map.as_deref(), files, progress)?,
        #[cfg(not(all(feature = "obj", feature = "gltf", feature = "quake", feature = "doom")))]
        other => return Err(not_built_in(file, other)),
    };
    if let Some(map) = options.map.as_ref().filter(|_| found != Format::Wad) {
        let warning = Warning::new(text!("levels-map-not-looked-for", map));
        draft.warnings.push(warning);
    }
    let mut level = assemble::assemble(file, name, draft, options, progress)?;
    if options.moving_apart {
        level.take_apart();
    }
    for warning in &mut level.warnings {
        // Messages may quote names from the file.
        warning.message = words::printable(&warning.message);
    }
    Ok(level)
}

#[cfg(not(all(feature = "obj", feature = "gltf", feature = "quake", feature = "doom")))]
fn not_built_in(file: &str, format: Format) -> LevelError {
    LevelError::refused(file, text!("levels-not-built-in", format))
}

/// Reads a file, which must be a regular file smaller than [`MAX_FILE_BYTES`].
pub fn read_file(path: &Path, file: &str, progress: &Progress) -> Result<Vec<u8>, LevelError> {
    let refused = |problem: &str| LevelError::refused(file, problem);
    let is_directory = || refused(text!("levels-is-directory"));
    let unreadable = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => LevelError::NotFound {
            file: file.to_owned(),
        },
        ErrorKind::IsADirectory => is_directory(),
        _ => refused(&text!("levels-unreadable", error)),
    };
    let too_large = |bytes| refused(&text!("levels-too-large", bytes));
    progress.check()?;
    let metadata = disk::metadata(path).map_err(unreadable)?;
    match metadata.kind {
        Kind::File => {}
        Kind::Folder => return Err(is_directory()),
        // Reading a pipe or a device could block forever.
        Kind::Other => {
            return Err(refused(text!("levels-not-regular")));
        }
    }
    if metadata.bytes >= MAX_FILE_BYTES {
        return Err(too_large(metadata.bytes));
    }
    progress.begin(text!("phase-read-file"), metadata.bytes);
    let mut reader = disk::open(path).map_err(unreadable)?;
    let mut bytes = Vec::with_capacity(metadata.bytes as usize);
    loop {
        progress.check()?;
        let count = reader
            .by_ref()
            .take(BYTES_A_CHECK)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        progress.advance(count as u64);
        if bytes.len() as u64 >= MAX_FILE_BYTES {
            return Err(too_large(bytes.len() as u64));
        }
        if count == 0 {
            return Ok(bytes);
        }
    }
}

impl DropReason {
    /// Returns a phrase for such triangles, as in "3 triangles without area".
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Self::ZeroArea => text!("levels-without-area"),
            Self::NotFinite => text!("levels-not-finite"),
            Self::Repeated => text!("levels-repeated"),
        }
    }
}

impl Level {
    /// Returns the compiler's tree if it has clip hulls.
    #[must_use]
    pub fn hulls(&self) -> Option<&QuakeTree> {
        self.own_tree.as_ref().filter(|tree| !tree.hulls().is_empty())
    }

    /// Searches for a spawn again, after faces were removed from a level that does not name a spawn.
    pub fn find_spawn(&mut self, progress: &Progress) -> Result<(), Cancelled> {
        // The search can only fail if it is cancelled.
        if let Ok((spawn, _)) = spawn::find(&self.triangles, &self.bounds, None, progress) {
            self.spawn = spawn;
        }
        progress.check()
    }

    /// Returns whether a warning says that Z seems to be the up axis.
    #[must_use]
    pub fn looks_z_up(&self) -> bool {
        self.warnings.iter().any(Warning::is_of_z_up)
    }

    /// Returns the triangle with this source number, which may be stowed. `None` if it was dropped.
    #[must_use]
    pub fn triangle_of_face(&self, face: u32) -> Option<&LevelTriangle> {
        let among = |triangles: &'_ [LevelTriangle]| {
            triangles.binary_search_by_key(&face, |triangle| triangle.source)
        };
        match among(&self.triangles) {
            Ok(index) => self.triangles.get(index),
            Err(_) => self.stowed.get(among(&self.stowed).ok()?),
        }
    }

    /// Returns the material name of a face, given its source number.
    #[must_use]
    pub fn material_of_face(&self, face: u32) -> Option<&str> {
        let material = self.triangle_of_face(face)?.material as usize;
        self.materials
            .get(material)
            .map(|material| material.name.as_str())
    }
}

/// Compiles the code in the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
