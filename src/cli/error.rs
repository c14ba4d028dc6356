//! Why a command failed.

use std::{
    fmt,
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use bspwalk_compile::file::WriteError;
use bspwalk_progress::words;
use bspwalk_session::OpenError;
use bspwalk_text::text;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The level could not be opened, or a tree of it not be built.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The compiled level could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Standard output could not be written.
    #[error("{}", text!("usage-output", error = .0))]
    Output(io::Error),
    /// The command cannot do what it is asked for, or not all of it.
    #[error("{0}")]
    Failed(String),
    /// A file could not be written.
    #[error("{}", text!("usage-not-written", file = path.display(), error = .error))]
    NotWritten {
        /// Where to.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Says on standard error, in one sentence, why a command failed; status 1.
pub fn fail(error: impl fmt::Display) -> ExitCode {
    // Where nobody reads standard error any more, the status still tells.
    let error = words::printable_lines(&error.to_string());
    let _ = writeln!(io::stderr(), "bspwalk: {error}");
    ExitCode::from(1)
}
