//! Sources of levels: built-in levels and files.

use std::{collections::HashMap, sync::Arc};

use bspwalk_compile::{
    CompileParams, CompiledLevel,
    cache::Cache,
    open::{Found, OpenError, Origin, Place, find, is_compiled},
};
use bspwalk_levels::{Level, LevelError, LoadOptions, Source};
use bspwalk_progress::Progress;

use crate::app::{
    state::{DRAWN, LevelSource},
    worker::Failure,
};

/// Returns the level shown on the first start.
pub(in crate::app) fn default_level() -> LevelSource {
    LevelSource::BuiltIn("hall".into())
}

/// A loaded level.
pub(super) enum Loaded {
    /// Level, and the content it was read from, if that is stored somewhere.
    Source(Arc<Level>, Option<Source>),
    /// Level with its trees, from its file or from the cache.
    Compiled(Box<CompiledLevel>, Origin),
}

/// Loads a level from its source or compiled file. A large level that was opened before comes from the cache.
pub(super) fn load(
    source: &LevelSource,
    options: &LoadOptions,
    params: &CompileParams,
    progress: &Arc<Progress>,
) -> Result<Loaded, Failure> {
    let failed = |error: OpenError| match error {
        OpenError::Cancelled => Failure::Cancelled,
        error => Failure::Failed(sentence(&error.to_string())),
    };
    let place = match source {
        LevelSource::BuiltIn(name) => Place::BuiltIn(name),
        LevelSource::File(path) => Place::File(path),
        LevelSource::Drawn(text) => {
            let none = HashMap::<&str, &[u8]>::new();
            let level =
                bspwalk_levels::load_from_memory(DRAWN.text(), text.as_bytes(), &none, options, progress);
            let level = level.map_err(|error| match error {
                LevelError::Cancelled => Failure::Cancelled,
                error => Failure::Failed(sentence(&error.to_string())),
            })?;
            return Ok(Loaded::Source(Arc::new(level), None));
        }
    };
    if let Place::File(path) = place
        && !is_compiled(path)
        && let Some(cache) = Cache::for_user()
        && let Some(compiled) = cache
            .find(path, options, params, progress)
            .map_err(|_| Failure::Cancelled)?
    {
        return Ok(Loaded::Compiled(Box::new(compiled), Origin::Cache));
    }
    Ok(match find(place, options, progress).map_err(failed)? {
        Found::Source { level, source } => Loaded::Source(level, Some(source)),
        Found::Compiled(compiled) => Loaded::Compiled(compiled, Origin::File),
    })
}

/// Ends a text with exactly one full stop.
fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}
