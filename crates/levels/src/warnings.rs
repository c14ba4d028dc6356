//! Warnings about a file, and helper functions for their messages.

use crate::{Text, ToText, display_texts, text};

/// Warning that Z seems to be the up axis.
pub(crate) const Z_UP_WARNING: Text = text!("levels-z-up");

/// A problem in the file that did not prevent loading.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Warning {
    /// Line number in the file, from 1, if known.
    pub line: Option<usize>,
    /// The problem and how it was handled.
    pub message: Text,
}

impl ToText for Warning {
    fn to_text(&self) -> Text {
        let message = &self.message;
        match self.line {
            Some(line) => text!("levels-warning-line", line, message),
            None => message.clone(),
        }
    }
}

display_texts!(Warning);

impl Warning {
    /// Returns whether this is the warning that Z seems to be the up axis.
    #[must_use]
    pub fn is_of_z_up(&self) -> bool {
        // Old files contain the English sentence.
        self.message.to_string() == Z_UP_WARNING.to_string()
    }

    /// Creates a warning about the whole file.
    pub(crate) fn new(message: Text) -> Self {
        Self { line: None, message }
    }

    pub(crate) fn at(line: usize, message: Text) -> Self {
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

    pub(crate) fn warning(self, message: impl FnOnce(usize) -> Text) -> Option<Warning> {
        (self.count > 0).then(|| Warning::at(self.line, message(self.count)))
    }
}

/// Joins the first `most` names with commas. An ellipsis follows if there are more names.
pub(crate) fn listed<T: ToText>(names: impl IntoIterator<Item = T>, most: usize) -> Text {
    let mut names = names.into_iter();
    let mut first: Vec<Text> = names.by_ref().take(most).map(|name| name.to_text()).collect();
    if names.next().is_some() {
        first.push(Text::plain("…"));
    }
    Text::joined(first, ", ")
}

/// Shortens a string to at most this many characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
