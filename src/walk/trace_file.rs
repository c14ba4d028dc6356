//! Where a trace goes, a JSON line at a time: for tests that drive the program from outside.

use std::{
    env,
    fs::{File, OpenOptions},
    io::Write,
};

use bspwalk_text::text;
use serde_json::Value;

/// The file that the environment variable `BSPWALK_TRACE` names.
#[derive(Debug)]
pub struct TraceFile(File);

impl TraceFile {
    /// The file, where the environment asks for a trace. What hinders it is said on standard error.
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

    /// Appends a line. The program goes on even if the disk is full.
    pub fn write(&mut self, line: &Value) {
        let _ = writeln!(self.0, "{line}");
    }
}
