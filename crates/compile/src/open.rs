//! Opening a level from a source, from a compiled level, or from the cache.

use std::{path::Path, sync::Arc};

use bspwalk_levels::{Level, LevelError, LoadOptions, Source, builtin, disk};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;

use super::{
    Cache, CompileError, CompileParams, CompiledLevel, compile,
    file::{self, EXTENSION, ReadError},
    fill, from_errors,
};

/// Where a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// In the program, by its name.
    BuiltIn(&'a str),
    /// In a file, of a source or compiled.
    File(&'a Path),
}

/// A level that was read.
#[derive(Clone, Debug)]
pub enum Found {
    /// From a source: its trees are not built yet.
    Source {
        /// The level.
        level: Arc<Level>,
        /// The files that it was read from.
        source: Source,
    },
    /// Compiled.
    Compiled(Box<CompiledLevel>),
}

/// A level that was opened, with its trees and PVS.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The level.
    pub compiled: CompiledLevel,
    /// Where the trees and the PVS come from.
    pub origin: Origin,
}

/// Where the trees and the PVS of a level come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// They were built for this opening.
    Built,
    /// The file is a compiled level.
    File,
    /// The cache contained them.
    Cache,
}

/// Why a level could not be opened.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// Its source could not be loaded.
    #[error(transparent)]
    Level(LevelError),
    /// Its compiled form could not be read.
    #[error(transparent)]
    Read(ReadError),
    /// It could not be compiled.
    #[error(transparent)]
    Compile(CompileError),
    /// It was compiled with other axes or another scale; only its source can be read with new ones.
    #[error(
        "{}", text!("compile-fixed", file = .file, found = .found, option = .option))]
    Fixed {
        /// The path.
        file: String,
        /// The option that differs.
        option: &'static str,
        /// What it was compiled with.
        found: String,
    },
    /// It was cancelled.
    #[error("{}", text!("compile-opening-cancelled"))]
    Cancelled,
}

impl From<Cancelled> for OpenError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

from_errors! { OpenError:
    LevelError(LevelError::Cancelled => Self::Cancelled), Level;
    ReadError(ReadError::Cancelled => Self::Cancelled), Read;
    CompileError(CompileError::Cancelled(_) => Self::Cancelled), Compile;
}

/// The extensions of level files.
pub const EXTENSIONS: [&str; 7] = ["obj", "gltf", "glb", "map", "bsp", "wad", EXTENSION];

/// Whether a file is, or should be, a compiled level, by its first bytes or its name.
///
/// A file that does not exist or cannot be read is none; loading it reports why.
#[must_use]
pub fn is_compiled(path: &Path) -> bool {
    let is_named = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION));
    // Reading from a pipe could wait forever.
    is_named || disk::is_file(path) && file::begins_as_compiled(path)
}

/// Reads a level from a source or from a compiled level, which must have been compiled with the same `options`.
///
/// # Errors
/// See [`OpenError`].
pub fn find(place: Place<'_>, options: &LoadOptions, progress: &Arc<Progress>) -> Result<Found, OpenError> {
    let (level, source) = match place {
        Place::BuiltIn(name) => builtin::load_with_source(name, options, progress)?,
        Place::File(path) if is_compiled(path) => {
            let compiled = file::read(path, progress)?;
            agree(path, &compiled, options)?;
            return Ok(Found::Compiled(Box::new(compiled)));
        }
        Place::File(path) => bspwalk_levels::load_with_source(path, options, progress)?,
    };
    let level = fill::reachable(level, progress)?;
    Ok(Found::Source {
        level: Arc::new(level),
        source,
    })
}

/// Checks that a compiled level was read with these options, as it cannot be turned or scaled any more.
///
/// # Errors
/// [`OpenError::Fixed`].
pub fn agree(path: &Path, compiled: &CompiledLevel, options: &LoadOptions) -> Result<(), OpenError> {
    let units = &compiled.level.units;
    let fixed = |option, found| OpenError::Fixed {
        file: path.display().to_string(),
        option,
        found,
    };
    if options.up.is_some_and(|up| up != units.up) {
        return Err(fixed("--up", format!("--up {}", units.up.name())));
    }
    if options.scale.is_some_and(|scale| scale != units.scale) {
        return Err(fixed("--scale", format!("--scale {}", units.scale)));
    }
    if let Some(map) = &options.map
        && !compiled
            .level
            .name
            .to_ascii_lowercase()
            .ends_with(&map.to_ascii_lowercase())
    {
        return Err(fixed(
            "--map",
            text!("compile-the-level", level = compiled.level.name),
        ));
    }
    Ok(())
}

/// Opens a level: reads the compiled level from the file or the cache if there is one, and otherwise compiles it with
/// `params`. A level whose file was compiled with other parameters is rebuilt in memory if `rebuild` is set, and otherwise
/// used as it is.
///
/// Levels compiled from a source file are added to the cache. Its errors are ignored, but not that it was cancelled.
///
/// # Errors
/// See [`OpenError`].
pub fn open(
    place: Place<'_>,
    options: &LoadOptions,
    params: &CompileParams,
    rebuild: bool,
    cache: Option<&Cache>,
    progress: &Arc<Progress>,
) -> Result<Opened, OpenError> {
    if let (Some(cache), Place::File(path)) = (cache, place)
        && !is_compiled(path)
        && let Some(compiled) = cache.find(path, options, params, progress)?
    {
        let origin = Origin::Cache;
        return Ok(Opened { compiled, origin });
    }
    match find(place, options, progress)? {
        Found::Compiled(compiled) => {
            let (compiled, origin) = if rebuild && compiled.params != *params {
                (compiled.rebuilt(params, progress)?, Origin::Built)
            } else {
                (*compiled, Origin::File)
            };
            Ok(Opened { compiled, origin })
        }
        Found::Source { level, source } => {
            let compiled = compile(level, source, options.clone(), params, progress)?;
            if let (Some(cache), Place::File(_)) = (cache, place) {
                progress.begin(text!("phase-save-compiled"), 0);
                cache.keep(&compiled);
            }
            let origin = Origin::Built;
            Ok(Opened { compiled, origin })
        }
    }
}
