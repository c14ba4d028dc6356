//! A trace of the program, for tests that drive it from outside.
//!
//! Appends JSON lines to the file named by the environment variable `BSPWALK_TRACE`. A web page requests the last line
//! instead.

use std::time::Duration;

use serde_json::{Value, json};
use web_time::Instant;

use self::output::Output;

/// Minimum time between two lines if only the pose changes.
const INTERVAL: Duration = Duration::from_millis(500);

/// Writes at most two lines per second while only the pose changes, and a line whenever anything else changes.
#[derive(Debug)]
pub struct Trace {
    output: Output,
    opened: Instant,
    last: Option<Instant>,
    state: Value,
    frame: u64,
}

impl Trace {
    /// Opens the trace if the environment variable or the page requests one. Errors are printed to standard error.
    pub fn from_environment() -> Option<Self> {
        Some(Self {
            output: Output::from_environment()?,
            opened: Instant::now(),
            last: None,
            state: Value::Null,
            frame: 0,
        })
    }

    /// Writes a line if it is due. `notices` are the notices that are new in this frame.
    pub fn write(&mut self, pose: impl FnOnce() -> Value, state: Value, notices: &[Value]) {
        self.frame += 1;
        let is_due = self.last.is_none_or(|last| last.elapsed() >= INTERVAL);
        if !is_due && notices.is_empty() && state == self.state {
            return;
        }
        self.output.write(&json!({
            "time": self.opened.elapsed().as_secs_f64(),
            "frame": self.frame,
            "pose": pose(),
            "state": state,
            "notices": notices,
        }));
        self.last = Some(Instant::now());
        self.state = state;
    }
}

#[cfg(not(target_family = "wasm"))]
mod output {
    use std::{
        env,
        fs::{File, OpenOptions},
        io::Write,
    };

    use bspwalk_text::text;
    use serde_json::Value;

    #[derive(Debug)]
    pub(super) struct Output(File);

    impl Output {
        pub(super) fn from_environment() -> Option<Self> {
            let path = env::var_os("BSPWALK_TRACE").filter(|path| !path.is_empty())?;
            let file = OpenOptions::new().create(true).append(true).open(&path);
            file.map(Self)
                .inspect_err(|error| {
                    eprintln!("{}", text!("screen-no-trace", file = path.display(), error));
                })
                .ok()
        }

        /// Appends a line. Ignores write errors, for example if the disk is full.
        pub(super) fn write(&mut self, line: &Value) {
            let _ = writeln!(self.0, "{line}");
        }
    }
}

#[cfg(target_family = "wasm")]
mod output {
    use std::cell::RefCell;

    use serde_json::Value;

    thread_local! {
        pub(super) static LAST: RefCell<Value> = const { RefCell::new(Value::Null) };
    }

    #[derive(Debug)]
    pub(super) struct Output(());

    impl Output {
        pub(super) fn from_environment() -> Option<Self> {
            crate::page::script::is_traced().then_some(Self(()))
        }

        /// Stores a line for the page. A line without notices keeps the notices of the previous line.
        pub(super) fn write(&mut self, line: &Value) {
            let is_silent = |line: &Value| line["notices"].as_array().is_none_or(Vec::is_empty);
            let mut line = line.clone();
            LAST.with_borrow_mut(|last| {
                if is_silent(&line) && !is_silent(last) {
                    line["notices"] = last["notices"].take();
                }
                *last = line;
            });
        }
    }
}

/// Returns the last line, or an empty string for an empty trace.
#[cfg(target_family = "wasm")]
pub fn last_line() -> String {
    output::LAST.with_borrow(|last| match last {
        Value::Null => String::new(),
        line => line.to_string(),
    })
}
