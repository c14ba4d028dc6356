//! Where a trace goes, a JSON line at a time: for tests that drive the program from outside.

#[cfg(target_family = "wasm")]
pub use in_page::{TraceFile, last_line};
#[cfg(not(target_family = "wasm"))]
pub use on_disk::TraceFile;

#[cfg(not(target_family = "wasm"))]
mod on_disk {
    use std::{
        env,
        fs::{File, OpenOptions},
        io::Write,
    };

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
                    eprintln!("bspwalk: the trace {} cannot be written: {error}", path.display());
                })
                .ok()
        }

        /// Appends a line. The program goes on even if the disk is full.
        pub fn write(&mut self, line: &Value) {
            let _ = writeln!(self.0, "{line}");
        }
    }
}

#[cfg(target_family = "wasm")]
mod in_page {
    use std::cell::RefCell;

    use serde_json::Value;

    thread_local! {
        static LAST: RefCell<Value> = const { RefCell::new(Value::Null) };
    }

    /// The last line, which the page may ask for, with the notices of the line that had some last.
    #[derive(Debug)]
    pub struct TraceFile(());

    impl TraceFile {
        /// A trace, where the page asks for one.
        #[must_use]
        pub fn from_environment() -> Option<Self> {
            crate::web::is_traced().then_some(Self(()))
        }

        /// Keeps a line.
        pub fn write(&mut self, line: &Value) {
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

    /// The line that was written last.
    #[must_use]
    pub fn last_line() -> String {
        LAST.with_borrow(|last| {
            if last.is_null() {
                String::new()
            } else {
                last.to_string()
            }
        })
    }
}
