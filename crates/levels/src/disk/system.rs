//! The operating system's file system.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{Kind, Metadata};

/// Returns the kind and size of a file or folder. Follows links.
///
/// # Errors
/// Returns an error if the path does not exist or may not be accessed.
pub fn metadata(path: &Path) -> io::Result<Metadata> {
    let found = fs::metadata(path)?;
    let kind = match found.file_type() {
        kind if kind.is_file() => Kind::File,
        kind if kind.is_dir() => Kind::Folder,
        _ => Kind::Other,
    };
    let bytes = found.len();
    Ok(Metadata { kind, bytes })
}

/// Opens a file for reading.
///
/// # Errors
/// Returns an error if the file does not exist or may not be read.
pub fn open(path: &Path) -> io::Result<impl Read> {
    fs::File::open(path)
}

/// Returns whether a path is a file. Follows links.
#[must_use]
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Returns the paths of a folder's entries in no particular order; empty if the folder cannot be read.
#[must_use]
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Resolves links and `..` in a path.
///
/// # Errors
/// Returns an error if the path does not exist or may not be accessed.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}
