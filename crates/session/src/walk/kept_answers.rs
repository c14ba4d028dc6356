//! Storage of quiz answers in the settings file, in the same place and format as for the engine's window.

use std::path::PathBuf;

use bspwalk_explain::quiz::Results;
use bspwalk_text::text;
use serde::Deserialize;

use crate::settings_file as file;

/// Path of the answers in the file.
const FIELDS: [&str; 2] = ["settings", "quiz"];

/// The relevant part of the file, see [`FIELDS`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct OfFile {
    settings: OfSettings,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct OfSettings {
    quiz: Results,
}

/// Reads the answers of earlier walks once, and writes new ones.
#[derive(Debug, Default)]
pub(super) struct KeptAnswers {
    /// Path of the settings file, or `None` if answers are not saved.
    pub(super) path: Option<PathBuf>,
    is_read: bool,
}

impl KeptAnswers {
    /// Reads the answers of earlier walks on the first call, with a warning if some are invalid.
    pub(super) fn read(&mut self) -> Option<(Results, Option<String>)> {
        let path = self.path.as_deref().filter(|_| !self.is_read)?;
        let (of_file, problem) = file::read::<OfFile>(path);
        self.is_read = true;
        Some((of_file.settings.quiz, problem))
    }

    /// Writes the answers. On failure, disables further writes and returns a warning.
    pub(super) fn write(&mut self, answers: &Results) -> Option<String> {
        let path = self.path.as_deref()?;
        let error = file::write_field(path, &FIELDS, answers).err()?;
        let path = path.display();
        let problem = text!("walk-answers-not-written", path, error);
        self.path = None;
        Some(problem)
    }
}
