//! Opening a level in whichever form it comes: a source, a compiled level, or one that a cache holds.

use std::{fs::File, io::Read, path::Path, sync::Arc};

use super::{
    Cache, CompileError, CompileParams, CompiledLevel, compile,
    file::{self, EXTENSION, ReadError},
};
use crate::{
    level::{self, Level, LevelError, LoadOptions, Source, UpAxis, builtin},
    progress::{Cancelled, Progress},
};

/// Where a level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// In the program, by its name.
    BuiltIn(&'a str),
    /// In a file, of a source or compiled.
    File(&'a Path),
}

/// A level as it was found.
#[derive(Clone, Debug)]
pub enum Found {
    /// As a source: nothing is made of it yet.
    Source {
        /// The level.
        level: Arc<Level>,
        /// What it was read from.
        source: Source,
    },
    /// Compiled.
    Compiled(Box<CompiledLevel>),
}

/// A level that was opened with all that is made of it.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The level.
    pub compiled: CompiledLevel,
    /// Where all that is made of it comes from.
    pub origin: Origin,
}

/// Where what is made of a level comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was made just now.
    Built,
    /// The file is a compiled level.
    File,
    /// The cache held it.
    Cache,
}

/// Why a level could not be opened.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
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
    /// It was compiled with other axes or another scale, which only its source can be read with again.
    #[error(
        "{file} was compiled with {found}, which is in it for good: leave {option} out, or compile its source again"
    )]
    Fixed {
        /// The path.
        file: String,
        /// What was asked for.
        option: &'static str,
        /// What it was compiled with.
        found: String,
    },
    /// It was cancelled.
    #[error("opening was cancelled")]
    Cancelled,
}

impl From<Cancelled> for OpenError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<LevelError> for OpenError {
    fn from(error: LevelError) -> Self {
        match error {
            LevelError::Cancelled => Self::Cancelled,
            error => Self::Level(error),
        }
    }
}

impl From<ReadError> for OpenError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Cancelled => Self::Cancelled,
            error => Self::Read(error),
        }
    }
}

impl From<CompileError> for OpenError {
    fn from(error: CompileError) -> Self {
        match error {
            CompileError::Cancelled(_) => Self::Cancelled,
            error => Self::Compile(error),
        }
    }
}

/// How the names of levels' files end.
pub const EXTENSIONS: [&str; 2] = ["obj", EXTENSION];

/// Whether a file is, or should be, a compiled level: by how it begins, or by its name.
///
/// What is not there or cannot be read is none; loading it tells why.
#[must_use]
pub fn is_compiled(path: &Path) -> bool {
    let is_named = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION));
    let mut start = Vec::new();
    // A pipe must not be waited for.
    let is_file = path.metadata().is_ok_and(|metadata| metadata.is_file());
    let is_read = is_file && File::open(path).is_ok_and(|file| file.take(16).read_to_end(&mut start).is_ok());
    is_named || is_read && file::is_compiled(&start)
}

/// Reads a level in whichever form it comes. `options` say how a source is read; a compiled level must have been read so.
///
/// # Errors
/// See [`OpenError`].
pub fn find(place: Place<'_>, options: &LoadOptions, progress: &Progress) -> Result<Found, OpenError> {
    let (level, source) = match place {
        Place::BuiltIn(name) => builtin::load_with_source(name, options, progress)?,
        Place::File(path) if is_compiled(path) => {
            let compiled = file::read(path, progress)?;
            agree(path, &compiled, options)?;
            return Ok(Found::Compiled(Box::new(compiled)));
        }
        Place::File(path) => level::load_with_source(path, options, progress)?,
    };
    Ok(Found::Source {
        level: Arc::new(level),
        source,
    })
}

/// Checks that a compiled level was read as `options` ask: it cannot be turned or scaled any more.
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
        let axis = match units.up {
            UpAxis::Y => "y",
            UpAxis::Z => "z",
        };
        return Err(fixed("--up", format!("--up {axis}")));
    }
    if options.scale.is_some_and(|scale| scale != units.scale) {
        return Err(fixed("--scale", format!("--scale {}", units.scale)));
    }
    Ok(())
}

/// Opens a level: reads what is compiled, in the file or in the cache, and compiles what is not, by `params`. What was
/// compiled by other parameters is made anew where `insist` is set, and else taken as it is.
///
/// A level that the cache keeps is put into it; a cache that fails is passed over.
///
/// # Errors
/// See [`OpenError`].
pub fn open(
    place: Place<'_>,
    options: &LoadOptions,
    params: &CompileParams,
    insist: bool,
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
            let (compiled, origin) = if insist && compiled.params != *params {
                (compiled.rebuilt(params, progress)?, Origin::Built)
            } else {
                (*compiled, Origin::File)
            };
            Ok(Opened { compiled, origin })
        }
        Found::Source { level, source } => {
            let compiled = compile(level, source, *options, params, progress)?;
            if let (Some(cache), Place::File(_)) = (cache, place) {
                progress.begin("Keeping the compiled level for the next time", 0);
                cache.keep(&compiled);
            }
            let origin = Origin::Built;
            Ok(Opened { compiled, origin })
        }
    }
}
