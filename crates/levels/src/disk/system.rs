//! The files of the operating system.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{Kind, Metadata};

/// What a path leads to, links followed.
///
/// # Errors
/// There is nothing, or it may not be looked at.
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

/// The content of a file.
///
/// # Errors
/// There is none, or it may not be read.
pub fn open(path: &Path) -> io::Result<impl Read> {
    fs::File::open(path)
}

/// Whether a path leads to a file, links followed.
#[must_use]
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// The paths of what lies in a folder, in no order; none where it cannot be read.
#[must_use]
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// The path without links and `..`.
///
/// # Errors
/// There is nothing, or it may not be looked at.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}
