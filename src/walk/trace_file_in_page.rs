//! Where a trace goes in a page: what is traced last can be asked for.

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
        crate::page::script::is_traced().then_some(Self(()))
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
