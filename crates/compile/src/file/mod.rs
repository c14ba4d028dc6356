//! The file format of compiled levels, `.bspw`.
//!
//! A file contains the level with its materials and images, the structural faces, both trees with their portals, and
//! the PVS. It also records the source files and the compilation parameters. Files are written atomically. The reader
//! first checks that all lengths are consistent with the file size, then verifies checksums, and then checks that every
//! index is in range. A file that fails a check is rejected, and the error reports the reason and the position. Opening
//! a file takes at most [`MEMORY_RATIO`] times its size. Opening can be cancelled at any time, except while a single
//! section is being decompressed.

mod container;
mod content;
mod decode;
mod error;
mod version;

use std::{io::Read, path::Path, sync::Arc};

use bspwalk_levels::{Level, LevelError, MAX_FILE_BYTES, disk, read_file};
use bspwalk_progress::Progress;
use bspwalk_trees::NodeTree;

pub use self::{
    error::{ReadError, WriteError},
    version::{EXTENSION, FORMAT_VERSION, MEMORY_RATIO, OLDEST_VERSION},
};
use super::{CompileParams, CompiledLevel};
use crate::atomic_file;

/// Returns whether a file begins like a compiled level of any version. Returns `false` if the file cannot be read.
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
    let sections = sections(file, bytes, OLDEST_VERSION, progress)?;
    content::read(file, &sections, progress)
}

/// Encodes a compiled level as a file.
#[must_use]
pub fn to_bytes(compiled: &CompiledLevel) -> Vec<u8> {
    container::pack(FORMAT_VERSION, content::write(compiled))
}

/// Like [`to_bytes`], but uncompressed. The result is at least twice as large. If a better compressor, such as a web
/// server's, is then applied to the whole file, the final size is a third smaller.
#[must_use]
pub fn to_unpacked_bytes(compiled: &CompiledLevel) -> Vec<u8> {
    container::pack(FORMAT_VERSION, container::unpacked(content::write(compiled)))
}

/// Encodes a compiled level as two uncompressed files, so that a program can show the level before it has its
/// solid-leaf tree: the level, and the solid-leaf tree with the PVS. Neither contains the node-storing tree.
/// [`level_from_bytes`] and [`with_leaves_from_bytes`] read these files.
#[must_use]
pub fn to_split_bytes(compiled: &CompiledLevel) -> [Vec<u8>; 2] {
    content::split(content::write(compiled))
        .map(|sections| container::pack(FORMAT_VERSION, container::unpacked(sections)))
}

/// Reads the level in the first file of [`to_split_bytes`], and the parameters of its trees. `file` is the file name
/// used in errors.
///
/// # Errors
/// See [`ReadError`].
pub fn level_from_bytes(
    file: &str,
    bytes: &[u8],
    progress: &Progress,
) -> Result<(Level, CompileParams), ReadError> {
    content::read_without_trees(file, &sections(file, bytes, FORMAT_VERSION, progress)?, progress)
}

/// Reads the second file of [`to_split_bytes`], and adds the level and its node-storing tree. `file` is the file name
/// used in errors.
///
/// # Errors
/// See [`ReadError`]. A tree whose indices do not fit the level is an error, too.
pub fn with_leaves_from_bytes(
    file: &str,
    bytes: &[u8],
    level_and_nodes: (Arc<Level>, Arc<NodeTree>),
    progress: &Progress,
) -> Result<CompiledLevel, ReadError> {
    let sections = sections(file, bytes, FORMAT_VERSION, progress)?;
    content::read_leaves(file, &sections, level_and_nodes, progress)
}

/// Reads the section table of a file whose version is at least `oldest`.
fn sections<'a>(
    file: &'a str,
    bytes: &'a [u8],
    oldest: u32,
    progress: &Progress,
) -> Result<Vec<container::Section<'a>>, ReadError> {
    progress.check()?;
    progress.begin("Reading the compiled level", 0);
    container::sections(file, bytes, &(oldest..=FORMAT_VERSION))
}

/// Writes a compiled level atomically and returns the file size; see [`atomic_file::write`].
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
