//! Errors when reading and writing compiled levels.

use std::io;

use bspwalk_levels::LevelError;
use bspwalk_progress::Cancelled;
use bspwalk_text::text;

use super::{FORMAT_VERSION, OLDEST_VERSION};

/// An error when reading a compiled level.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file could not be read.
    #[error(transparent)]
    File(#[from] LevelError),
    /// The file is not a compiled level.
    #[error("{}", text!("compile-not-compiled", file = .file))]
    NotCompiled {
        /// Path of the file.
        file: String,
    },
    /// The format version of the file cannot be read.
    #[error(
        "{}",
        text!("compile-version", file = .file, found = .found, oldest = OLDEST_VERSION, version = FORMAT_VERSION)
    )]
    Version {
        /// Path of the file.
        file: String,
        /// Format version of the file.
        found: u32,
    },
    /// The file was changed or damaged after it had been written.
    #[error("{}", text!("compile-damaged", file = .file, part = .part, offset = .offset, what = .what))]
    Damaged {
        /// Path of the file.
        file: String,
        /// Damaged part: `header`, `table`, or `section` followed by its tag.
        part: String,
        /// Byte offset of the part or of the fault within it.
        offset: u64,
        /// Description of the fault.
        what: String,
    },
    /// The operation was cancelled by [`Progress::cancel`](bspwalk_progress::Progress::cancel).
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
        /// The operating system's error.
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
    pub(super) fn damaged(file: &str, part: &str, offset: u64, what: impl Into<String>) -> Self {
        Self::Damaged {
            file: file.to_owned(),
            part: part.to_owned(),
            offset,
            what: what.into(),
        }
    }
}
