//! Warnings about a file, and helper functions for their messages.

use std::fmt;

use bspwalk_text::{Message, message, text};

/// Warning that Z seems to be the up axis.
pub(crate) const Z_UP_WARNING: Message = message!("levels-z-up");

/// A problem in the file that did not prevent loading.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Warning {
    /// Line number in the file, from 1, if known.
    pub line: Option<usize>,
    /// The problem and how it was handled.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => f.write_str(&text!("levels-warning-line", line, message = self.message)),
            None => f.write_str(&self.message),
        }
    }
}

impl Warning {
    /// Returns whether this is the warning that Z seems to be the up axis.
    #[must_use]
    pub fn is_of_z_up(&self) -> bool {
        Z_UP_WARNING.is(&self.message)
    }

    /// Creates a warning about the whole file.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        Self { line: None, message }
    }

    pub(crate) fn at(line: usize, message: String) -> Self {
        Self {
            line: Some(line),
            message,
        }
    }
}

/// Number of problems of the same kind, and the line of the first.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    pub(crate) line: usize,
    pub(crate) count: usize,
}

impl Tally {
    pub(crate) fn add(&mut self, count: usize, line: usize) {
        if self.count == 0 {
            self.line = line;
        }
        self.count += count;
    }

    pub(crate) fn warning(self, message: impl FnOnce(usize) -> String) -> Option<Warning> {
        (self.count > 0).then(|| Warning::at(self.line, message(self.count)))
    }
}

/// Joins the first `most` names with commas. The second return value is an ellipsis if there are more names.
pub(crate) fn listed<T: ToString>(names: &[T], most: usize) -> (String, &'static str) {
    let first: Vec<String> = names.iter().take(most).map(T::to_string).collect();
    (first.join(", "), if names.len() > most { ", …" } else { "" })
}

/// Shortens a string to at most this many characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
