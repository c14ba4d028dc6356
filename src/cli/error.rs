//! Errors that commands return.

use std::{
    fmt,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use bspwalk_compile::file::WriteError;
use bspwalk_session::OpenError;
use bspwalk_text::{Localize, text, words};

/// The reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The level could not be opened, or one of its trees could not be built.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The compiled level could not be written.
    #[error("{}", .0.localized())]
    Write(#[from] WriteError),
    /// Standard output could not be written.
    #[error("{}", text!("usage-output", error = .0))]
    Output(io::Error),
    /// The request could not be carried out completely.
    #[error("{0}")]
    Failed(String),
    /// A file could not be written.
    #[error("{}", text!("usage-not-written", file = path.display(), error = .error))]
    NotWritten {
        /// Path of the file.
        path: PathBuf,
        /// Cause of the failure.
        error: io::Error,
    },
}

/// Prints the reason for a failure to standard error and returns status 1.
pub fn fail(error: impl fmt::Display) -> ExitCode {
    // If standard error is closed, the exit status still reports the failure.
    let error = words::printable_lines(&error.to_string());
    let _ = writeln!(io::stderr(), "bspwalk: {error}");
    ExitCode::from(1)
}
