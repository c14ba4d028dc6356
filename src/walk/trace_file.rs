//! The file that a trace is written to, one JSON value per line. Used by tests that drive the program from outside.

use std::{
    env,
    fs::{File, OpenOptions},
    io::Write,
};

use bspwalk_text::text;
use serde_json::Value;

/// The file named by the environment variable `BSPWALK_TRACE`.
#[derive(Debug)]
pub struct TraceFile(File);

impl TraceFile {
    /// Opens the file if the environment names one. Errors are printed to standard error.
    #[must_use]
    pub fn from_environment() -> Option<Self> {
        let path = env::var_os("BSPWALK_TRACE").filter(|path| !path.is_empty())?;
        let file = OpenOptions::new().create(true).append(true).open(&path);
        file.map(Self)
            .inspect_err(|error| {
                eprintln!("{}", text!("screen-no-trace", file = path.display(), error));
            })
            .ok()
    }

    /// Appends a line. Ignores write errors, for example a full disk.
    pub fn write(&mut self, line: &Value) {
        let _ = writeln!(self.0, "{line}");
    }
}
