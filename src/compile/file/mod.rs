//! The file of a compiled level, `.bspw`.
//!
//! It holds the level with its materials and images, which faces are structural, both trees with their portals, what can
//! be seen from where, and what all of it was made from and how. A file is written whole or not at all. What is read is
//! believed step by step: lengths once they fit the file, bytes once their checksum is right, indices once each is found
//! to be in range; a file that fails any of this is refused with what is wrong and where. Opening takes no more memory
//! than [`MEMORY_RATIO`] times what the file takes on disk, and all of it can be cancelled.

mod container;
mod content;
mod decode;
mod unpack;

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::CompiledLevel;
use crate::{
    level::{LevelError, MAX_FILE_BYTES, read_file},
    progress::{Cancelled, Progress},
};

/// The extension of compiled levels.
pub const EXTENSION: &str = "bspw";

/// The version of the format: one more whenever what is written changes, in the container or in anything that it holds.
pub const FORMAT_VERSION: u32 = 2;

/// The most memory that opening a file takes, in bytes to a byte of the file, beside some MiB: of a file made to take as
/// much as it can. Levels take about six.
pub const MEMORY_RATIO: u64 = 64;

/// What the name of a file begins and ends with until it is written whole, and how many characters are between.
const TEMPORARY_NAME: [&str; 2] = [".bspwalk-", ".bspw.part"];
const TEMPORARY_DIGITS: usize = 12;

/// Whether a file has the name of one that is not written whole.
pub(super) fn is_temporary_name(name: &str) -> bool {
    let [start, end] = TEMPORARY_NAME;
    let digits = name.strip_prefix(start).and_then(|name| name.strip_suffix(end));
    digits.is_some_and(|digits| {
        digits.len() == TEMPORARY_DIGITS && digits.bytes().all(|digit| digit.is_ascii_alphanumeric())
    })
}

/// Why a compiled level could not be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read at all.
    #[error(transparent)]
    File(#[from] LevelError),
    /// The file is something else.
    #[error("{file} is no compiled level; compile one with `bspwalk compile LEVEL -o FILE.bspw`")]
    NotCompiled {
        /// The path.
        file: String,
    },
    /// The file has another version of the format.
    #[error(
        "{file} is compiled in format {found}, and this program reads format {FORMAT_VERSION}; compile the level again"
    )]
    Version {
        /// The path.
        file: String,
        /// The version that it has.
        found: u32,
    },
    /// The file is not as it was written.
    #[error("{file} is damaged: in its {part}, from byte {offset} on: {what}; compile the level again")]
    Damaged {
        /// The path.
        file: String,
        /// The part: `header`, `table` or `section` with its tag.
        part: String,
        /// Where it begins in the file, in bytes, or where in it the fault is.
        offset: u64,
        /// What is wrong.
        what: String,
    },
    /// [`Progress::cancel`] was called.
    #[error("opening was cancelled")]
    Cancelled,
}

impl From<Cancelled> for ReadError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// Why a compiled level could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The operating system refused.
    #[error("{file} cannot be written: {reason}")]
    Io {
        /// The path.
        file: String,
        /// Why.
        reason: io::Error,
    },
    /// It would be larger than what is read again.
    #[error("{file} would have {bytes} bytes; files of 2 GiB and over are not opened; split the level")]
    TooLarge {
        /// The path.
        file: String,
        /// Its size.
        bytes: u64,
    },
}

/// What is wrong with the bytes of a file.
#[derive(Debug)]
enum Damage {
    /// It does not begin as one.
    NotCompiled,
    /// Its format has this version.
    Version { found: u32 },
    /// It is not as it was written.
    At { part: String, offset: u64, what: String },
}

/// Why reading stopped.
#[derive(Debug)]
enum Stop {
    Damage(Damage),
    Cancelled(Cancelled),
}

impl From<Damage> for Stop {
    fn from(damage: Damage) -> Self {
        Self::Damage(damage)
    }
}

impl From<Cancelled> for Stop {
    fn from(cancelled: Cancelled) -> Self {
        Self::Cancelled(cancelled)
    }
}

impl Damage {
    fn new(part: &str, offset: u64, what: impl Into<String>) -> Self {
        Self::At {
            part: part.to_owned(),
            offset,
            what: what.into(),
        }
    }

    fn of(self, file: &str) -> ReadError {
        let file = file.to_owned();
        match self {
            Self::NotCompiled => ReadError::NotCompiled { file },
            Self::Version { found } => ReadError::Version { file, found },
            Self::At { part, offset, what } => ReadError::Damaged {
                file,
                part,
                offset,
                what,
            },
        }
    }
}

/// Whether these first bytes of a file are those of a compiled level.
#[must_use]
pub fn is_compiled(start: &[u8]) -> bool {
    start.starts_with(&container::MAGIC)
}

/// Reads a compiled level.
///
/// # Errors
/// See [`ReadError`].
pub fn read(path: &Path, progress: &Progress) -> Result<CompiledLevel, ReadError> {
    let file = path.display().to_string();
    let bytes = read_file(path, &file, progress).map_err(|error| match error {
        LevelError::Cancelled => ReadError::Cancelled,
        error => ReadError::File(error),
    })?;
    from_bytes(&file, &bytes, progress)
}

/// Reads a compiled level from memory; errors speak of `file`.
///
/// # Errors
/// See [`ReadError`].
pub fn from_bytes(file: &str, bytes: &[u8], progress: &Progress) -> Result<CompiledLevel, ReadError> {
    progress.check()?;
    progress.begin("Reading the compiled level", 0);
    let sections = container::sections(bytes, FORMAT_VERSION).map_err(|damage| damage.of(file))?;
    content::read(&sections, progress).map_err(|stop| match stop {
        Stop::Damage(damage) => damage.of(file),
        Stop::Cancelled(cancelled) => cancelled.into(),
    })
}

/// The bytes of a compiled level's file.
#[must_use]
pub fn to_bytes(compiled: &CompiledLevel) -> Vec<u8> {
    container::pack(FORMAT_VERSION, content::write(compiled))
}

/// Writes a compiled level: a file that is there is replaced at once or left as it is. The size of the file is returned.
///
/// # Errors
/// See [`WriteError`].
pub fn write(compiled: &CompiledLevel, path: &Path) -> Result<u64, WriteError> {
    let file = || path.display().to_string();
    let bytes = to_bytes(compiled);
    let length = bytes.len() as u64;
    if length >= MAX_FILE_BYTES {
        return Err(WriteError::TooLarge {
            file: file(),
            bytes: length,
        });
    }
    write_whole(path, &bytes).map_err(|reason| WriteError::Io { file: file(), reason })?;
    Ok(length)
}

/// Writes a file so that at any time its name leads to all of the old content or to all of the new. Its folder must be
/// there.
///
/// # Errors
/// The system's.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // What a link leads to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let mut builder = tempfile::Builder::new();
    let [start, end] = TEMPORARY_NAME;
    builder.prefix(start).suffix(end).rand_bytes(TEMPORARY_DIGITS);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As of any new file: the process's mask takes away from it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut temporary = builder.tempfile_in(&folder)?;
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    temporary.persist(&target).map_err(|error| error.error)?;
    // The name must last as the content does; where folders cannot be synchronised there is nothing to do.
    if let Ok(folder) = fs::File::open(&folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}
