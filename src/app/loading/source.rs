//! Where levels come from: the built-in ones and files.

use std::sync::Arc;

use bevy::prelude::*;

use crate::{
    app::{state::LevelSource, worker::Failure},
    compile::{
        CompileParams, CompiledLevel,
        cache::Cache,
        open::{Found, OpenError, Origin, Place, find, is_compiled},
    },
    level::{Level, LoadOptions, Source, builtin},
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

/// What is known of a level once it is opened.
pub(super) enum Loaded {
    /// The level, and what it was read from.
    Source(Arc<Level>, Source),
    /// The level with all that was made of it, read from its file or from the cache.
    Compiled(Box<CompiledLevel>, Origin),
}

/// Opens a level, a compiled one as it was compiled; of a large one that was opened before, what the cache keeps.
pub(super) fn load(
    source: &LevelSource,
    options: &LoadOptions,
    params: &CompileParams,
    progress: &Progress,
) -> Result<Loaded, Failure> {
    let failed = |error: OpenError| match error {
        OpenError::Cancelled => Failure::Cancelled,
        error => Failure::Failed(sentence(&error.to_string())),
    };
    let place = match source {
        LevelSource::BuiltIn(name) => Place::BuiltIn(name),
        LevelSource::File(path) => Place::File(path),
    };
    if let Place::File(path) = place
        && !is_compiled(path)
        && let Some(cache) = Cache::of_user()
        && let Some(compiled) = cache
            .find(path, options, params, progress)
            .map_err(|_| Failure::Cancelled)?
    {
        return Ok(Loaded::Compiled(Box::new(compiled), Origin::Cache));
    }
    Ok(match find(place, options, progress).map_err(failed)? {
        Found::Source { level, source } => Loaded::Source(level, source),
        Found::Compiled(compiled) => Loaded::Compiled(compiled, Origin::File),
    })
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}
