//! What was answered in the quiz of a walk, in the file of the settings: where the engine's window keeps its answers, and as it does.

use std::path::PathBuf;

use bspwalk_explain::quiz::Results;
use bspwalk_text::text;
use serde::Deserialize;

use crate::settings_file as file;

/// Where the answers are in the file.
const FIELDS: [&str; 2] = ["settings", "quiz"];

/// What is read of the file: [`FIELDS`].
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
    /// The file of the settings; `None` where answers are not kept.
    pub(super) path: Option<PathBuf>,
    is_read: bool,
}

impl KeptAnswers {
    /// The answers of earlier walks, the first time that it is asked, and what to tell the user where not all could be read.
    pub(super) fn read(&mut self) -> Option<(Results, Option<String>)> {
        let path = self.path.as_deref().filter(|_| !self.is_read)?;
        let (of_file, problem) = file::read::<OfFile>(path);
        self.is_read = true;
        Some((of_file.settings.quiz, problem))
    }

    /// Writes the answers. Where that fails, it is not tried again, and the user is told so by what this returns.
    pub(super) fn write(&mut self, answers: &Results) -> Option<String> {
        let path = self.path.as_deref()?;
        let error = file::write_field(path, &FIELDS, answers).err()?;
        let path = path.display();
        let problem = text!("walk-answers-not-written", path, error);
        self.path = None;
        Some(problem)
    }
}
