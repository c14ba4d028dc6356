//! Writes files and standard output.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use bspwalk_compile::atomic_file;
use serde::Serialize;

use super::error::CliError;

/// Checks that a file can be written, before any work starts.
pub(super) fn check_writable(path: &Path) -> Result<(), CliError> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let check = || {
        if path.is_dir() {
            Err(io::ErrorKind::IsADirectory.into())
        } else if fs::metadata(folder)?.is_dir() {
            Ok(())
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    };
    check().map_err(|error| not_written(path, error))
}

/// Writes a file.
pub(super) fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), CliError> {
    atomic_file::write(path, bytes.as_ref()).map_err(|error| not_written(path, error))
}

pub(super) fn not_written(path: &Path, error: io::Error) -> CliError {
    CliError::NotWritten {
        path: path.to_owned(),
        error,
    }
}

/// Writes a text to standard output.
pub(super) fn print(text: &str, mut output: impl Write) -> Result<(), CliError> {
    let written = output.write_all(text.as_bytes());
    written.and_then(|()| output.flush()).map_err(CliError::Output)
}

/// Writes a JSON document to standard output.
pub(super) fn print_json(document: &impl Serialize, output: impl Write) -> Result<(), CliError> {
    let text = serde_json::to_string_pretty(document).map_err(|error| CliError::Output(error.into()))?;
    print(&(text + "\n"), output)
}
