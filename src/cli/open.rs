//! Loading a level and building its tree, with the progress shown.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use super::{CliError, LevelName, args::TreeArgs, progress_bar};
use crate::{
    bsp::{NodeTree, node_storing::BuildError},
    level::{self, Level, LevelError, LoadOptions},
    progress::Progress,
};

/// A level and its tree.
#[derive(Debug)]
pub struct Opened {
    /// The level.
    pub level: Level,
    /// The tree over its solid triangles.
    pub tree: NodeTree,
    /// How long the tree took to build.
    pub build_time: Duration,
}

/// Loads a level and builds its tree; where standard error is a terminal, it shows how far it is.
///
/// # Errors
/// [`CliError::Level`] or [`CliError::Build`].
pub fn open(name: &LevelName, args: &TreeArgs) -> Result<Opened, CliError> {
    progress_bar::shown(|progress| {
        let level = load(name, &args.load_options(), progress)?;
        let start = Instant::now();
        let tree = NodeTree::build_with(&level.solid_triangles(), &args.build_params(), progress, false)
            .map_err(|error: BuildError| CliError::Build {
                level: name.to_string(),
                error,
            })?;
        Ok(Opened {
            level,
            tree,
            build_time: start.elapsed(),
        })
    })
}

fn load(name: &LevelName, options: &LoadOptions, progress: &Arc<Progress>) -> Result<Level, LevelError> {
    match name {
        LevelName::BuiltIn(name) => level::builtin::load(name, options, progress),
        LevelName::File(path) => level::load(path, options, progress),
    }
}
