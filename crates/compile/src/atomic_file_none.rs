//! Writing files where there are none, as in a browser: every function fails, and says so.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Fails.
///
/// # Errors
/// Always [`io::ErrorKind::Unsupported`].
pub fn write(_: &Path, _: &[u8]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Fails.
///
/// # Errors
/// Always [`io::ErrorKind::Unsupported`].
pub fn write_by(_: &Path, _: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Fails.
///
/// # Errors
/// Always [`io::ErrorKind::Unsupported`].
pub fn write_first_free(_: impl IntoIterator<Item = PathBuf>, _: &[u8]) -> io::Result<PathBuf> {
    Err(io::ErrorKind::Unsupported.into())
}

/// No file was begun.
pub(crate) fn is_temporary_name(_: &str, _: &str) -> bool {
    false
}
