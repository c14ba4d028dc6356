//! Errors when reading and writing compiled levels.

use std::io;

use bspwalk_levels::{LevelError, Text, ToText, display_texts, text};
use bspwalk_progress::Cancelled;

use super::{FORMAT_VERSION, OLDEST_VERSION};

/// An error when reading a compiled level.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReadError {
    /// The file could not be read.
    File(LevelError),
    /// The file is not a compiled level.
    NotCompiled {
        /// Path of the file.
        file: String,
    },
    /// The format version of the file cannot be read.
    Version {
        /// Path of the file.
        file: String,
        /// Format version of the file.
        found: u32,
    },
    /// The file was changed or damaged after it had been written.
    Damaged {
        /// Path of the file.
        file: String,
        /// Damaged part: `header`, `section table`, or `section` followed by its tag.
        part: Text,
        /// Byte offset of the part or of the fault within it.
        offset: u64,
        /// Description of the fault.
        what: Box<Text>,
    },
    /// The operation was cancelled by [`Progress::cancel`](bspwalk_progress::Progress::cancel).
    Cancelled,
}

impl ToText for ReadError {
    fn to_text(&self) -> Text {
        match self {
            Self::File(error) => error.to_text(),
            Self::NotCompiled { file } => text!("compile-not-compiled", file),
            Self::Version { file, found } => text!(
                "compile-version",
                file,
                found,
                oldest = OLDEST_VERSION,
                version = FORMAT_VERSION
            ),
            Self::Damaged {
                file,
                part,
                offset,
                what,
            } => text!("compile-damaged", file, part, offset, what = **what),
            Self::Cancelled => text!("compile-opening-cancelled"),
        }
    }
}

impl ToText for WriteError {
    fn to_text(&self) -> Text {
        match self {
            Self::Io { file, reason } => text!("compile-not-written", file, reason),
            Self::TooLarge { file, bytes } => text!("compile-too-large", file, bytes),
        }
    }
}

display_texts!(ReadError, WriteError);

impl std::error::Error for ReadError {}

impl std::error::Error for WriteError {}

impl From<LevelError> for ReadError {
    fn from(error: LevelError) -> Self {
        Self::File(error)
    }
}

impl From<Cancelled> for ReadError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// An error when writing a compiled level.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The operating system reported an error.
    Io {
        /// Path of the file.
        file: String,
        /// The operating system's error.
        reason: io::Error,
    },
    /// The file would be too large to open.
    TooLarge {
        /// Path of the file.
        file: String,
        /// Size of the file, in bytes.
        bytes: u64,
    },
}

impl ReadError {
    pub(super) fn damaged(file: &str, part: impl ToText, offset: u64, what: Text) -> Self {
        Self::Damaged {
            file: file.to_owned(),
            part: part.to_text(),
            offset,
            what: Box::new(what),
        }
    }
}
