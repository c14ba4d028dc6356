//! The file of a compiled level, `.bspw`.
//!
//! It holds the level with its materials and images, which faces are structural, both trees with their portals, the PVS, and
//! the source and parameters that all of it was compiled from. A file is written whole or not at all. Reading checks that
//! lengths fit the file, then that checksums are right, then that every index is in range. A file that fails a check is
//! refused with what is wrong and where. Opening takes at most [`MEMORY_RATIO`] times the memory that the file takes on
//! disk. It can be cancelled at every step, but not while one section is unpacked.

mod container;
mod content;
mod decode;

use std::{
    io::{self, Read},
    path::Path,
};

use bspwalk_levels::{LevelError, MAX_FILE_BYTES, disk, read_file};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;

use super::CompiledLevel;
use crate::atomic_file;

/// The extension of compiled levels.
pub const EXTENSION: &str = "bspw";

/// The version of the format. It rises by one whenever the container or anything in it changes.
pub const FORMAT_VERSION: u32 = 9;

/// The most memory that opening a hostile file takes, in bytes to a byte of the file, beside some MiB. Levels take about
/// six.
pub const MEMORY_RATIO: u64 = 64;

/// Why a compiled level could not be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read at all.
    #[error(transparent)]
    File(#[from] LevelError),
    /// The file is no compiled level.
    #[error("{}", text!("compile-not-compiled", file = .file))]
    NotCompiled {
        /// The path.
        file: String,
    },
    /// The file has another version of the format.
    #[error(
        "{}", text!("compile-version", file = .file, found = .found, version = FORMAT_VERSION))]
    Version {
        /// The path.
        file: String,
        /// The version that it has.
        found: u32,
    },
    /// The file has changed since it was written.
    #[error("{}", text!("compile-damaged", file = .file, part = .part, offset = .offset, what = .what))]
    Damaged {
        /// The path.
        file: String,
        /// The part: `header`, `table` or `section` with its tag.
        part: String,
        /// Where the part, or the fault in it, begins in the file, in bytes.
        offset: u64,
        /// What is wrong.
        what: String,
    },
    /// [`Progress::cancel`] was called.
    #[error("{}", text!("compile-opening-cancelled"))]
    Cancelled,
}

impl From<Cancelled> for ReadError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// Why a compiled level could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The operating system refused.
    #[error("{}", text!("compile-not-written", file = .file, reason = .reason))]
    Io {
        /// The path.
        file: String,
        /// Why.
        reason: io::Error,
    },
    /// The file would be too large to be opened.
    #[error("{}", text!("compile-too-large", file = .file, bytes = .bytes))]
    TooLarge {
        /// The path.
        file: String,
        /// Its size.
        bytes: u64,
    },
}

impl ReadError {
    fn damaged(file: &str, part: &str, offset: u64, what: impl Into<String>) -> Self {
        Self::Damaged {
            file: file.to_owned(),
            part: part.to_owned(),
            offset,
            what: what.into(),
        }
    }
}

/// Whether a file begins as a compiled level of any version. One that cannot be read does not.
pub(super) fn begins_as_compiled(path: &Path) -> bool {
    let mut start = [0; container::MAGIC.len()];
    let read = disk::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == container::MAGIC
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
    progress.begin(text!("phase-read-compiled"), 0);
    let sections = container::sections(file, bytes, FORMAT_VERSION)?;
    content::read(file, &sections, progress)
}

/// The bytes of a compiled level's file.
#[must_use]
pub fn to_bytes(compiled: &CompiledLevel) -> Vec<u8> {
    container::pack(FORMAT_VERSION, content::write(compiled))
}

/// As [`to_bytes`], but not packed: twice as long or more, and a third shorter once the whole is packed by what packs better, as
/// pages of the web are.
#[must_use]
pub fn to_unpacked_bytes(compiled: &CompiledLevel) -> Vec<u8> {
    container::pack(FORMAT_VERSION, container::unpacked(content::write(compiled)))
}

/// Writes a compiled level and returns the size of the file: see [`atomic_file::write`].
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
    atomic_file::write(path, &bytes).map_err(|reason| WriteError::Io { file: file(), reason })?;
    Ok(length)
}
