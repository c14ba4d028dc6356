//! Settings that all front ends share and that commands change.

use std::{collections::BTreeSet, path::Path};

use bspwalk_explain::{films::QueryMode, quiz::Results};

use crate::{
    program_state::ProgramState,
    settings_file,
    ui::{Bars, Hints},
};

/// Settings that commands change in all front ends. The file contains them in its table `settings`.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct ProgramSettings {
    /// Answers given in the quiz, oldest first.
    pub quiz: Results,
    /// Traversal shown by query films.
    pub query_mode: QueryMode,
    /// Whether to show the tool bar while the mouse is free.
    pub tool_bar: bool,
    /// Whether to show the menu bar while the mouse is free.
    pub menu_bar: bool,
    /// Whether hints suggest the next useful key.
    pub hints: bool,
    /// Names of the hints that were dismissed or whose keys were used.
    pub hints_done: BTreeSet<String>,
}

impl Default for ProgramSettings {
    fn default() -> Self {
        ProgramState::default().settings()
    }
}

/// The relevant part of the settings file.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct OfFile {
    settings: ProgramSettings,
}

/// Path to the quiz answers in the settings file.
const QUIZ: [&str; 2] = ["settings", "quiz"];

impl ProgramSettings {
    /// Reads the settings from the file, with a warning if some are invalid.
    pub(crate) fn read(path: &Path) -> (Self, Option<String>) {
        let (of_file, problem) = settings_file::read::<OfFile>(path);
        (of_file.settings, problem)
    }
}

impl ProgramState {
    /// Returns the settings to save.
    pub fn settings(&self) -> ProgramSettings {
        ProgramSettings {
            quiz: self.quiz.results_to_save(),
            query_mode: self.query_mode,
            tool_bar: self.bars.tools,
            menu_bar: self.bars.menu,
            hints: self.hints.on,
            hints_done: self.hints.done.clone(),
        }
    }

    /// Applies saved settings.
    pub fn apply_settings(&mut self, settings: ProgramSettings) {
        self.quiz.results = settings.quiz;
        self.query_mode = settings.query_mode;
        self.query.asked.mode = settings.query_mode;
        self.bars = Bars {
            menu: settings.menu_bar,
            tools: settings.tool_bar,
        };
        self.hints = Hints {
            on: settings.hints,
            done: settings.hints_done,
        };
    }

    /// Writes the quiz answers to the settings file, and keeps the rest of the file.
    pub(crate) fn write_answers(&self, path: &Path) -> std::io::Result<()> {
        settings_file::write_field(path, &QUIZ, &self.quiz.results_to_save())
    }

    /// Sets the traversal of query films.
    pub fn set_query_mode(&mut self, mode: QueryMode) {
        (self.query_mode, self.query.asked.mode) = (mode, mode);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_mode_is_read_from_the_settings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        let none = ProgramSettings::read(&path);
        assert_eq!(none, (ProgramSettings::default(), None));
        for (text, mode, is_valid) in [
            ("[settings]\nquery_mode = \"wide\"\n", QueryMode::Wide, true),
            (
                "[settings]\nquery_mode = \"one-plane\"\n",
                QueryMode::OnePlane,
                true,
            ),
            ("[settings]\nquery_mode = \"both\"\n", QueryMode::OnePlane, false),
            ("speed = 3.0\n", QueryMode::OnePlane, true),
        ] {
            std::fs::write(&path, text).unwrap();
            let (settings, problem) = ProgramSettings::read(&path);
            assert_eq!(
                (settings.query_mode, problem.is_none()),
                (mode, is_valid),
                "{text}"
            );
        }
    }
}
