//! Stub for platforms without a file system, such as browsers: every write fails.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Always fails.
///
/// # Errors
/// Returns [`io::ErrorKind::Unsupported`].
pub fn write(_: &Path, _: &[u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Always fails.
///
/// # Errors
/// Returns [`io::ErrorKind::Unsupported`].
pub fn write_with(_: &Path, _: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Always fails.
///
/// # Errors
/// Returns [`io::ErrorKind::Unsupported`].
pub fn write_first_free(_: impl IntoIterator<Item = PathBuf>, _: &[u8]) -> io::Result<PathBuf> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns whether two paths are equal.
#[must_use]
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    a == b
}

/// Always returns `false`, because there are no temporary files.
pub(crate) fn is_temporary_name(_: &str, _: &str) -> bool {
    false
}
