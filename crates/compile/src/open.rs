//! Opens a level from a source, a compiled file or the cache.

use std::{path::Path, sync::Arc};

use bspwalk_levels::{Level, LevelError, LoadOptions, Source, builtin, disk};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;

use super::{
    Cache, CompileError, CompileParams, CompiledLevel, compile,
    file::{self, EXTENSION, ReadError},
    fill, from_errors,
};

/// The location of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// A built-in level, by name.
    BuiltIn(&'a str),
    /// A source file or compiled file.
    File(&'a Path),
}

/// A loaded level.
#[derive(Clone, Debug)]
pub enum Found {
    /// A level from a source, whose trees are not built yet.
    Source {
        /// The level.
        level: Arc<Level>,
        /// Files that the level was loaded from.
        source: Source,
    },
    /// A compiled level.
    Compiled(Box<CompiledLevel>),
}

/// An opened level, with its trees and PVS.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The compiled level.
    pub compiled: CompiledLevel,
    /// Origin of the trees and the PVS.
    pub origin: Origin,
}

/// The origin of the trees and the PVS of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Built while opening.
    Built,
    /// Read from a compiled file.
    File,
    /// Found in the cache.
    Cache,
}

/// An error when opening a level.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The source could not be loaded.
    #[error(transparent)]
    Level(LevelError),
    /// The compiled file could not be read.
    #[error(transparent)]
    Read(ReadError),
    /// The level could not be compiled.
    #[error(transparent)]
    Compile(CompileError),
    /// The level was compiled with other axes or another scale. Only its source can be loaded with new ones.
    #[error(
        "{}", text!("compile-fixed", file = .file, found = .found, option = .option))]
    Fixed {
        /// Path of the file.
        file: String,
        /// Option that differs.
        option: &'static str,
        /// Value that the level was compiled with.
        found: String,
    },
    /// Opening was cancelled.
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

/// File extensions of levels.
pub const EXTENSIONS: [&str; 7] = ["obj", "gltf", "glb", "map", "bsp", "wad", EXTENSION];

/// Whether a file is, or should be, a compiled level, by its first bytes or its extension.
///
/// Returns `false` if the file does not exist or cannot be read; loading it then reports the reason.
#[must_use]
pub fn is_compiled(path: &Path) -> bool {
    let is_named = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION));
    // Reading from a pipe could block forever.
    is_named || disk::is_file(path) && file::begins_as_compiled(path)
}

/// Loads a level from a source or a compiled file, which must have been compiled with the same `options`.
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

/// Checks that a compiled level was loaded with these options. A compiled level cannot be rotated or scaled.
///
/// # Errors
/// Returns [`OpenError::Fixed`] if an option differs.
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

/// Opens a level: reads it from a compiled file or the cache if possible, and otherwise compiles it with `params`.
///
/// If a file was compiled with other parameters, it is rebuilt in memory if `rebuild` is set, and otherwise used as
/// it is. Levels compiled from a source file are added to the cache. Errors of the cache are ignored, except
/// cancellation.
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
