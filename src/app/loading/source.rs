//! Where levels come from: the built-in ones and files.

use bevy::prelude::*;

use super::super::worker::Failure;
use crate::{
    app::state::LevelSource,
    level::{self, Level, LevelError, LoadOptions, builtin},
    progress::Progress,
};

/// A level that is embedded in the program, for the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInLevel {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub description: &'static str,
}

/// The levels that are embedded in the program. The recent ones are in the settings.
#[derive(Resource, Clone, Debug)]
pub struct Levels {
    /// In the order in which they are listed.
    pub built_in: Vec<BuiltInLevel>,
}

impl Default for Levels {
    fn default() -> Self {
        let built_in = builtin::all()
            .iter()
            .map(|level| BuiltInLevel {
                name: level.name,
                description: level.description,
            })
            .collect();
        Self { built_in }
    }
}

/// The level of a first start.
pub(super) fn default_level() -> LevelSource {
    LevelSource::BuiltIn("hall".into())
}

impl LevelSource {
    /// For a person: the name of the built-in level or of the file.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::BuiltIn(name) => name.clone(),
            Self::File(path) => path.file_name().map_or_else(
                || path.display().to_string(),
                |name| name.to_string_lossy().into_owned(),
            ),
        }
    }
}

/// Loads a level.
pub(super) fn load(
    source: &LevelSource,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Level, Failure> {
    let loaded = match source {
        LevelSource::BuiltIn(name) => builtin::load(name, options, progress),
        LevelSource::File(path) => level::load(path, options, progress),
    };
    loaded.map_err(|error| match error {
        LevelError::Cancelled => Failure::Cancelled,
        error => Failure::Failed(sentence(&error.to_string())),
    })
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}
