//! The trace in a web page: keeps the last line, so that the page can request it.

use std::cell::RefCell;

use serde_json::Value;

thread_local! {
    static LAST: RefCell<Value> = const { RefCell::new(Value::Null) };
}

/// Stores the last trace line for the page. A line without notices keeps the notices of the line before.
#[derive(Debug)]
pub struct TraceFile(());

impl TraceFile {
    /// Returns a trace if the page asks for one.
    #[must_use]
    pub fn from_environment() -> Option<Self> {
        crate::page::script::is_traced().then_some(Self(()))
    }

    /// Stores a line.
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

/// Returns the last line, or an empty string if there is none.
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
