//! Levels out of OBJ, glTF, maps and compiled levels of Quake, and WAD files of DOOM: triangles in metres with their materials,
//! a place to start, and everything that was noticed while loading.
//!
//! A loader brings every format into one space: right-handed, Y up, metres, faces counter-clockwise seen from the front. The
//! format is told by the content of the file, never by its name. A file may be hostile: a broken one is refused in one sentence
//! that names the line, the face or the lump, memory is bounded by the size of the file, and nothing outside the level's folder
//! is opened.
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
//! [`load`] reads a file, [`load_from_memory`] bytes, [`builtin::load`] a level that comes with the crate: each returns a
//! [`Level`].
//!
//! | module | does |
//! |---|---|
//! | `sniff`, [`Format`] | tells the format by the first bytes |
//! | `obj`, `gltf`, `quake_map`, `quake_bsp`, `doom_wad` | read one format each; `quake` is what Quake's formats share |
//! | `assemble`, `units`, `origin`, `triangulate` | make a level of a loader's draft: metres, near the origin, in triangles |
//! | `spawn` | finds a place to start where none is named |
//! | [`disk`], `files`, [`source`] | the files that there are; what a level may open, where it is looked for, and what was read, with hashes |
//! | `material`, `texture`, `images`, [`light_maps`], [`light_styles`], [`color`] | materials, images within a budget, light of the file, colours |
//! | [`mechanisms`] | what moves: doors, lifts, trains and buttons, as data and as a state machine |
//! | [`MapBrushes`] | where each brush of a `.map` file stands in its text, and a copy of the text in which brushes are detail |
//! | [`portal_file`] | the portal files (`.prt`) of Quake's compilers, read and written |
//! | [`builtin`], [`courses`], [`raised`] | the levels and courses that come with the crate; a room out of a drawn polygon |
//! | `error` | the texts of all errors of loading |

#![cfg_attr(
    not(all(feature = "obj", feature = "gltf", feature = "quake", feature = "doom")),
    allow(dead_code, reason = "what formats share is used by some of them only")
)]

#[cfg(not(any(feature = "obj", feature = "gltf", feature = "quake", feature = "doom")))]
compile_error!("bspwalk_levels reads no format: build it with `obj`, `gltf`, `quake` or `doom`");

mod assemble;
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
#[cfg(feature = "obj")]
mod lessons;
pub mod light_maps;
pub mod light_styles;
mod marks;
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
mod transparency;
mod triangulate;
mod units;
mod wad_directory;
mod watched;

use std::{
    fmt,
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
    material::{AlphaMode, Material, Sampler, Texture, Wrap},
    source::Source,
    spawn::EYE_HEIGHT,
    transparency::Transparency,
};

/// A level, ready to be built into trees and drawn.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Level {
    /// The stem of the file's name, or the built-in level's name.
    pub name: String,
    /// What it was read from.
    pub format: Format,
    /// What was converted on the way here, one sentence each.
    pub conversions: Vec<String>,
    /// The triangles that were kept, in load order.
    pub triangles: Vec<LevelTriangle>,
    /// Materials; [`LevelTriangle::material`] indexes them. Never empty.
    pub materials: Vec<Material>,
    /// Names of the source's objects and groups; [`LevelTriangle::object`] indexes them. Never empty.
    pub objects: Vec<String>,
    /// What stands in it and has a name, in the source's order.
    pub entities: Vec<Entity>,
    /// The solids that the source gives as such; empty where it has faces alone. Faces of theirs that nobody can see may
    /// be missing among the triangles.
    pub brushes: Vec<Brush>,
    /// The tree that the source's compiler made, where it is a compiled level.
    pub own_tree: Option<QuakeTree>,
    /// The nodes, subsectors and segs of a level of DOOM, in map units: with the level's units as they are, (x, y) of the tree
    /// is (x, 0, −y) times [`Units::scale`] in the level.
    pub doom_tree: Option<DoomTree>,
    /// The light that the source has on its faces.
    pub light: Option<LightMaps>,
    /// The point of the file's space, in metres and in the level's axes, that is (0, 0, 0) in the level: all places in the
    /// level are relative to it. Zero, but for a level that lies far from the origin of its file.
    pub origin: DVec3,
    /// Bounds of the triangles, in metres.
    pub bounds: Aabb,
    /// Where the player starts.
    pub spawn: Spawn,
    /// How the source's coordinates became metres.
    pub units: Units,
    /// How many triangles the source had, those that were dropped or that mark the spawn included:
    /// [`LevelTriangle::source`] is below it.
    pub source_triangles: u32,
    /// Triangles that were left out, with the reason.
    pub dropped: Vec<Dropped>,
    /// Problems of the file that did not stop the load.
    pub warnings: Vec<Warning>,
    /// What moves, where something makes it move.
    pub mechanisms: Vec<Mechanism>,
    /// What sets mechanisms going.
    pub callers: Vec<Caller>,
    /// Faces that are there only where mechanisms move: the doors of DOOM, which stand open in [`Level::triangles`], its lifts, and
    /// the walls that these uncover. Their numbers follow those of the source: [`Level::source_triangles`] and on.
    pub stowed: Vec<LevelTriangle>,
    /// The numbers of the faces of [`Level::triangles`] that are there only where nothing moves, ascending: those of
    /// [`Level::stowed`] stand in for them.
    pub replaced: Vec<u32>,
    /// Whether it was [taken apart](Level::take_apart).
    pub apart: bool,
}

/// A triangle of a level.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LevelTriangle {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [DVec3; 3],
    /// Unit shading normals of the corners.
    pub normals: [Vec3; 3],
    /// Texture coordinates of the corners; (0, 0) is the upper left of the image.
    pub uvs: [Vec2; 3],
    /// Linear RGBA vertex colours; white where the source has none.
    pub colors: [Vec4; 3],
    /// Index into [`Level::materials`].
    pub material: u32,
    /// Index into [`Level::objects`].
    pub object: u32,
    /// Number of the triangle in the source, from 0 in load order, before any was dropped: the `face` of every answer.
    pub source: u32,
    /// Whether it stops a body; liquids are drawn but not solid.
    pub solid: bool,
}

/// Where the player starts.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Spawn {
    /// The eye, in metres.
    pub eye: DVec3,
    /// Degrees to the left of −Z.
    pub yaw: f64,
    /// How it was found.
    pub origin: SpawnOrigin,
}

/// How a spawn was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpawnOrigin {
    /// An object named `spawn`.
    Object,
    /// An entity: Quake's start of a player, a camera.
    Entity,
    /// Above a floor, clear of walls, in the largest room near the middle.
    Room,
    /// In front of the level, as it is a single object, or as no room has a place to stand.
    Fallback,
}

/// Which axis of the source points up.
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
    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Y => "y",
            Self::Z => "z",
        }
    }
}

/// How the source's coordinates became metres.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Units {
    /// Which axis of the source points up.
    pub up: UpAxis,
    /// Metres a source unit.
    pub scale: f64,
    /// Whether `scale` was guessed from the size.
    pub guessed: bool,
    /// One sentence: what was assumed and why, and how to override it.
    pub note: String,
}

/// A triangle that was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Dropped {
    /// Its number in the source.
    pub source: u32,
    /// Why.
    pub reason: DropReason,
}

/// Why a triangle was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum DropReason {
    /// Its corners are on one line, to the precision of the level's coordinates.
    ZeroArea,
    /// A coordinate is NaN, infinite or too large to compute with.
    NotFinite,
    /// It has the same corners as an earlier one, in the same winding.
    Repeated,
}

/// A problem of the file that did not stop the load.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Warning {
    /// Line of the file, from 1, where it is known.
    pub line: Option<usize>,
    /// The problem and how it was handled.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => f.write_str(&text!("levels-warning-line", line, message = self.message)),
            None => f.write_str(&self.message),
        }
    }
}

impl Warning {
    /// Whether it says that Z seems to be the axis that points up.
    #[must_use]
    pub fn is_of_z_up(&self) -> bool {
        units::Z_UP_WARNING.is(&self.message)
    }
}

/// How a level is read.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LoadOptions {
    /// Which axis of the source points up; where not said, the format's, or Y where it has none.
    pub up: Option<UpAxis>,
    /// Metres a source unit; where not said, the format's, or guessed from the size where it has none.
    pub scale: Option<f64>,
    /// A folder with images or WAD files, which are looked for in it before they are beside the level.
    pub textures: Option<PathBuf>,
    /// Which map of a WAD file is read, whatever the case of its name; where not said, the first.
    pub map: Option<String>,
    /// Whether the level is [taken apart](Level::take_apart) into what stands still and what moves.
    #[serde(default)]
    pub moving_apart: bool,
}

/// How many bytes are read between two looks at [`Progress`].
const BYTES_A_CHECK: u64 = 4 << 20;

/// Loads a level from a file.
///
/// # Errors
/// See [`LevelError`]. A fault that can be mended or left out is a [`Warning`] in the level instead.
pub fn load(path: &Path, options: &LoadOptions, progress: &Progress) -> Result<Level, LevelError> {
    load_with_source(path, options, progress).map(|(level, _)| level)
}

/// As [`load`], with a note of what was read.
///
/// # Errors
/// As [`load`].
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

/// Loads a level from the bytes of a file, in the format that they are in.
///
/// `name` is what errors and [`Level::name`] call it; `files` finds the files that it names (`&()` where there are none).
///
/// # Errors
/// As [`load`].
pub fn load_from_memory(
    name: &str,
    bytes: &[u8],
    files: &dyn Resolver,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Level, LevelError> {
    load_named(name, name, bytes, files, options, progress)
}

/// As [`load_from_memory`], with errors that speak of `file` and a level called `name`.
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
        draft.warnings.push(Warning {
            line: None,
            message: text!("levels-map-not-looked-for", map),
        });
    }
    let mut level = assemble::assemble(file, name, draft, options, progress)?;
    if options.moving_apart {
        level.take_apart();
    }
    for warning in &mut level.warnings {
        // They quote names out of the file.
        warning.message = words::printable(&warning.message);
    }
    Ok(level)
}

/// The error of a file of a format that this build does not read.
#[cfg(not(all(feature = "obj", feature = "gltf", feature = "quake", feature = "doom")))]
fn not_built_in(file: &str, format: Format) -> LevelError {
    LevelError::refused(file, text!("levels-not-built-in", format))
}

/// The bytes of a file, which must be a regular one and below [`MAX_FILE_BYTES`].
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
        // Reading a pipe or a device could block for ever.
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
    /// What is wrong with such triangles, as in "3 triangles without area".
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
    /// The tree of the source's compiler, where it has clip hulls.
    #[must_use]
    pub fn hulls(&self) -> Option<&QuakeTree> {
        self.own_tree.as_ref().filter(|tree| !tree.hulls().is_empty())
    }

    /// Finds a start again, as nothing names one and faces were left out.
    pub fn find_spawn(&mut self, progress: &Progress) -> Result<(), Cancelled> {
        // It fails only where it is cancelled.
        if let Ok((spawn, _)) = spawn::find(&self.triangles, &self.bounds, None, progress) {
            self.spawn = spawn;
        }
        progress.check()
    }

    /// Whether a warning says that Z seems to be the axis that points up.
    #[must_use]
    pub fn looks_z_up(&self) -> bool {
        self.warnings.iter().any(Warning::is_of_z_up)
    }

    /// The triangle with this number in the source, unless it was dropped, or the stowed one with this number.
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

    /// The name of the material of a face, numbered as the source does.
    #[must_use]
    pub fn material_of_face(&self, face: u32) -> Option<&str> {
        let material = self.triangle_of_face(face)?.material as usize;
        self.materials
            .get(material)
            .map(|material| material.name.as_str())
    }
}

/// The code in the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
