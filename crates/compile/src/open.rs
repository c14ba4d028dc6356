//! Opens a level from a source, a compiled file or the cache.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use bspwalk_levels::{Level, LevelError, LoadOptions, Source, Text, disk, load_from_memory, text};
use bspwalk_progress::{Cancelled, Progress};

use super::{
    Cache, CompileError, CompileParams, CompiledLevel, LevelName, built_in, compile,
    file::{self, EXTENSION, ReadError},
    fill, from_errors,
};

/// A loaded level.
#[derive(Clone, Debug)]
pub enum LoadedLevel {
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
    /// The level was compiled with different axes or a different scale. These can be changed only by loading the
    /// source.
    #[error(
        "{}", text!("compile-fixed", file = .file, found = .found, option = .option))]
    Fixed {
        /// Path of the file.
        file: String,
        /// Option that differs.
        option: &'static str,
        /// Value that the level was compiled with.
        found: Text,
    },
    /// Opening was cancelled.
    #[error("{}", text!("compile-opening-cancelled"))]
    Cancelled,
}

impl LoadedLevel {
    /// Returns the level, and the parameters of its trees if it is compiled.
    #[must_use]
    pub fn into_level(self) -> (Arc<Level>, Option<CompileParams>) {
        match self {
            Self::Source { level, .. } => (level, None),
            Self::Compiled(compiled) => (compiled.level, Some(compiled.params)),
        }
    }
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

/// File extensions of all level formats.
pub const EXTENSIONS: [&str; 7] = ["obj", "gltf", "glb", "map", "bsp", "wad", EXTENSION];

/// Returns whether a file is, or should be, a compiled level, judging by its first bytes or its extension.
///
/// Returns `false` if the file does not exist or cannot be read. In that case, loading it reports the reason.
#[must_use]
pub fn is_compiled(path: &Path) -> bool {
    let is_named = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION));
    // Reading from a pipe could block forever.
    is_named || disk::is_file(path) && file::begins_as_compiled(path)
}

/// Loads a level from a source, or from a compiled file that must have been compiled with the same `options`.
///
/// If a cache is given and contains the trees of a source file for these parameters, the level is read from the cache.
///
/// # Errors
/// See [`OpenError`].
pub fn load_level(
    name: &LevelName,
    options: &LoadOptions,
    cache: Option<(&Cache, &CompileParams)>,
    progress: &Arc<Progress>,
) -> Result<LoadedLevel, OpenError> {
    let (level, source) = match name {
        LevelName::BuiltIn(name) => built_in::load_with_source(name, options, progress)?,
        LevelName::File(path) if is_compiled(path) => {
            let compiled = file::read(path, progress)?;
            check_load_options(path, &compiled, options)?;
            return Ok(LoadedLevel::Compiled(Box::new(compiled)));
        }
        LevelName::File(path) => {
            if let Some((cache, params)) = cache
                && let Some(compiled) = cache.find(path, options, params, progress)?
            {
                return Ok(LoadedLevel::Compiled(Box::new(compiled)));
            }
            bspwalk_levels::load_with_source(path, options, progress)?
        }
        LevelName::Drawn(text) => {
            let source = Source {
                name: name.title().to_string(),
                bytes: text.len() as u64,
                hash: Source::hash_of(text.as_bytes()),
                files: BTreeMap::new(),
                listed: BTreeMap::new(),
            };
            let level = load_from_memory(&source.name, text.as_bytes(), &(), options, progress)?;
            (level, source)
        }
    };
    let level = fill::remove_unreachable(level, progress)?;
    Ok(LoadedLevel::Source {
        level: Arc::new(level),
        source,
    })
}

/// Checks that a compiled level was loaded with these options, because a compiled level cannot be rotated or scaled.
///
/// # Errors
/// Returns [`OpenError::Fixed`] if an option differs.
pub fn check_load_options(
    path: &Path,
    compiled: &CompiledLevel,
    options: &LoadOptions,
) -> Result<(), OpenError> {
    let units = &compiled.level.units;
    let fixed = |option, found| OpenError::Fixed {
        file: path.display().to_string(),
        option,
        found,
    };
    if options.up.is_some_and(|up| up != units.up) {
        return Err(fixed("--up", Text::plain(format!("--up {}", units.up.name()))));
    }
    if options.scale.is_some_and(|scale| scale != units.scale) {
        return Err(fixed("--scale", Text::plain(format!("--scale {}", units.scale))));
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

/// Opens a level. Reads it from a compiled file or the cache if possible, and otherwise compiles it with `params`.
///
/// If the file was compiled with other parameters, it is rebuilt in memory if `rebuild` is `true` and used unchanged
/// otherwise. Levels compiled from a source file are added to the cache. Cache errors are ignored, except cancellation.
///
/// # Errors
/// See [`OpenError`].
pub fn open(
    name: &LevelName,
    options: &LoadOptions,
    params: &CompileParams,
    rebuild: bool,
    cache: Option<&Cache>,
    progress: &Arc<Progress>,
) -> Result<CompiledLevel, OpenError> {
    let (level, source) = match load_level(name, options, cache.map(|cache| (cache, params)), progress)? {
        LoadedLevel::Compiled(compiled) if rebuild && compiled.params != *params => {
            return Ok(compiled.rebuilt(params, progress)?);
        }
        LoadedLevel::Compiled(compiled) => return Ok(*compiled),
        LoadedLevel::Source { level, source } => (level, source),
    };
    let compiled = compile(level, source, options.clone(), params, progress)?;
    if let (Some(cache), LevelName::File(_)) = (cache, name) {
        progress.begin("Saving the compiled level to the cache", 0);
        cache.keep(&compiled);
    }
    Ok(compiled)
}
