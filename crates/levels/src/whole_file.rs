//! Reads whole files, up to a maximum size.

use std::{
    io::{ErrorKind, Read},
    path::Path,
};

use crate::{Text, text};
use bspwalk_progress::Progress;

use super::{
    LevelError, MAX_FILE_BYTES,
    disk::{self, Kind},
};

/// Number of bytes to read between two cancellation checks.
const BYTES_A_CHECK: u64 = 4 << 20;

/// Reads a file, which must be a regular file smaller than [`MAX_FILE_BYTES`].
pub fn read_file(path: &Path, file: &str, progress: &Progress) -> Result<Vec<u8>, LevelError> {
    let refused = |problem: Text| LevelError::refused(file, problem);
    let is_directory = || refused(text!("levels-is-directory"));
    let unreadable = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => LevelError::NotFound {
            file: file.to_owned(),
        },
        ErrorKind::IsADirectory => is_directory(),
        _ => refused(text!("levels-unreadable", error)),
    };
    let too_large = |bytes| refused(text!("levels-too-large", bytes));
    progress.check()?;
    let metadata = disk::metadata(path).map_err(unreadable)?;
    match metadata.kind {
        Kind::File => {}
        Kind::Folder => return Err(is_directory()),
        // Reading a pipe or a device could block forever.
        Kind::Other => {
            return Err(refused(text!("levels-not-regular")));
        }
    }
    if metadata.bytes >= MAX_FILE_BYTES {
        return Err(too_large(metadata.bytes));
    }
    progress.begin("Reading the file", metadata.bytes);
    let mut reader = disk::open(path).map_err(unreadable)?;
    let mut bytes = Vec::with_capacity(metadata.bytes as usize);
    loop {
        progress.check()?;
        let count = reader
            .by_ref()
            .take(BYTES_A_CHECK)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        progress.advance(count as u64);
        if bytes.len() as u64 >= MAX_FILE_BYTES {
            return Err(too_large(bytes.len() as u64));
        }
        if count == 0 {
            return Ok(bytes);
        }
    }
}
