//! The file format of compiled levels, `.bspw`.
//!
//! A file contains the level with its materials and images, the structural faces, both trees with their portals, and
//! the PVS. It also contains the source and the parameters of the compilation. Files are written atomically. The
//! reader first checks that lengths fit the file, then verifies checksums, and then checks that every index is in
//! range. A file that fails a check is rejected with the reason and the position. Opening takes at most
//! [`MEMORY_RATIO`] times the size of the file. It can be cancelled at any time, except while a single section is
//! being decompressed.

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

/// File extension of compiled levels.
pub const EXTENSION: &str = "bspw";

/// Version of the format. Increment it whenever the container or its content changes.
pub const FORMAT_VERSION: u32 = 9;

/// Maximum memory for opening a malicious file, in bytes per byte of the file, in addition to a few MiB.
/// Typical levels take about six.
pub const MEMORY_RATIO: u64 = 64;

/// An error when reading a compiled level.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] LevelError),
    /// The file is not a compiled level.
    #[error("{}", text!("compile-not-compiled", file = .file))]
    NotCompiled {
        /// Path of the file.
        file: String,
    },
    /// The file has a different format version.
    #[error(
        "{}", text!("compile-version", file = .file, found = .found, version = FORMAT_VERSION))]
    Version {
        /// Path of the file.
        file: String,
        /// Version of the file.
        found: u32,
    },
    /// The file was changed or damaged after it was written.
    #[error("{}", text!("compile-damaged", file = .file, part = .part, offset = .offset, what = .what))]
    Damaged {
        /// Path of the file.
        file: String,
        /// Damaged part: `header`, `table` or `section` with its tag.
        part: String,
        /// Offset of the part or of the fault in it, in bytes.
        offset: u64,
        /// Description of the fault.
        what: String,
    },
    /// The operation was cancelled by [`Progress::cancel`].
    #[error("{}", text!("compile-opening-cancelled"))]
    Cancelled,
}

impl From<Cancelled> for ReadError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// An error when writing a compiled level.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The operating system reported an error.
    #[error("{}", text!("compile-not-written", file = .file, reason = .reason))]
    Io {
        /// Path of the file.
        file: String,
        /// Error of the operating system.
        reason: io::Error,
    },
    /// The file would be too large to open.
    #[error("{}", text!("compile-too-large", file = .file, bytes = .bytes))]
    TooLarge {
        /// Path of the file.
        file: String,
        /// Size of the file, in bytes.
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

/// Returns whether a file begins like a compiled level of any version. Returns `false` if the file cannot be
/// read.
pub(super) fn begins_as_compiled(path: &Path) -> bool {
    let mut start = [0; container::MAGIC.len()];
    let read = disk::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == container::MAGIC
}

/// Reads a compiled level from a file.
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

/// Reads a compiled level from memory. `file` is the file name used in errors.
///
/// # Errors
/// See [`ReadError`].
pub fn from_bytes(file: &str, bytes: &[u8], progress: &Progress) -> Result<CompiledLevel, ReadError> {
    progress.check()?;
    progress.begin(text!("phase-read-compiled"), 0);
    let sections = container::sections(file, bytes, FORMAT_VERSION)?;
    content::read(file, &sections, progress)
}

/// Encodes a compiled level as a file.
#[must_use]
pub fn to_bytes(compiled: &CompiledLevel) -> Vec<u8> {
    container::pack(FORMAT_VERSION, content::write(compiled))
}

/// Like [`to_bytes`], but uncompressed. The result is at least twice as large. If the whole file is then
/// compressed with a better method, as on web servers, it is a third smaller in the end.
#[must_use]
pub fn to_unpacked_bytes(compiled: &CompiledLevel) -> Vec<u8> {
    container::pack(FORMAT_VERSION, container::unpacked(content::write(compiled)))
}

/// Writes a compiled level atomically and returns the size of the file; see [`atomic_file::write`].
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
