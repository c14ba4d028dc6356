//! Loads a level and builds its node-storing tree.

use bspwalk_session::{identity::Identity, moving::Moving};
use bspwalk_text::text;
use std::{path::PathBuf, sync::Arc};

use bspwalk_compile::{
    CompileParams,
    open::{Origin, agree, is_compiled},
};
use bspwalk_levels::{Level, LoadOptions};
use bspwalk_progress::Progress;
use bspwalk_session::watch::Watch;
use bspwalk_trees::{BuildParams, NodeTree, node_storing::BuildError};
use web_time::Instant;

use super::{opening::Opening, source::Loaded};
use crate::app::{
    leaf_tree::{LeafTreeParams, RECORDED_TRIANGLES},
    state::{Doors, LevelId, LevelSource, OpenedLevel, Precompiled},
    worker::{Failure, Worker},
};

/// Result of a job.
pub(super) enum Built {
    /// A level with its tree.
    Level(Box<LoadedLevel>),
    /// Another tree for this level.
    Tree {
        tree: Arc<NodeTree>,
        build_ms: f64,
        level: LevelId,
    },
}

/// A loaded level.
pub(in crate::app) struct LoadedLevel {
    /// Level with its tree.
    pub(in crate::app) current: OpenedLevel,
    pub(super) opening: Opening,
    /// Its doors and lifts.
    pub(in crate::app) doors: Doors,
    /// How its solid-leaf tree is to be built.
    pub(in crate::app) leaf_tree: LeafTreeParams,
    /// File watcher; `None` for a level that is not a file, and an error if the system cannot watch files.
    pub(super) watch: Option<Result<Watch, String>>,
    /// Message about options that could not be applied.
    pub(super) ignored: Option<String>,
}

/// Starts to load a level and to build its tree.
#[cfg(not(target_family = "wasm"))]
pub(super) fn load(opening: Opening) -> Worker<Built> {
    here(opening)
}

/// Starts to load a level. Sketched levels are read here, built-in levels are downloaded as compiled files, and all
/// others are compiled in a web worker.
#[cfg(target_family = "wasm")]
pub(super) fn load(opening: Opening) -> Worker<Built> {
    use crate::page::build;
    if matches!(opening.source, LevelSource::Drawn(_)) {
        return here(opening);
    }
    build::worker(opening.source.title(), async move |progress| {
        let asked = &opening.load();
        let params = opening.params(&build::params());
        let compiled = match &opening.source {
            LevelSource::BuiltIn(name) => match build::built_in(name, progress).await {
                Ok(compiled) if opening.params(&compiled.params) != compiled.params => {
                    build::with_params(&compiled, opening.params(&compiled.params), progress).await
                }
                compiled => compiled,
            },
            LevelSource::File(path) if is_compiled(path) => {
                build::compiled(path, &LoadOptions::default(), None, progress).await
            }
            LevelSource::File(path) => build::compiled(path, asked, Some(params), progress).await,
            LevelSource::Drawn(_) => Err(Failure::Cancelled),
        };
        let loaded = Loaded::Compiled(Box::new(compiled?), Origin::Built);
        let built = with_trees(opening, loaded, (None, &LoadOptions::default()), progress)?;
        Ok(Built::Level(Box::new(built)))
    })
}

fn here(opening: Opening) -> Worker<Built> {
    let title = opening.source.title();
    Worker::start(title, move |progress| {
        open(opening, progress).map(|built| Built::Level(Box::new(built)))
    })
}

fn open(mut opening: Opening, progress: &Arc<Progress>) -> Result<LoadedLevel, Failure> {
    let mut asked = LoadOptions::default();
    let compiled_file = match &opening.source {
        LevelSource::File(path) if is_compiled(path) => Some(path.clone()),
        _ => None,
    };
    if compiled_file.is_some() {
        // A compiled level was read with the options of its compilation.
        std::mem::swap(&mut asked, &mut opening.options.load);
    }
    let wanted = opening.params(&CompileParams::default());
    let loaded = super::source::load(&opening.source, &opening.load(), &wanted, progress)?;
    with_trees(opening, loaded, (compiled_file, &asked), progress)
}

/// Returns a level with its tree. The tree is built if there is none or if other parameters are wanted. For a compiled
/// file, `asked` are the requested options.
fn with_trees(
    opening: Opening,
    loaded: Loaded,
    (compiled_file, asked): (Option<PathBuf>, &LoadOptions),
    progress: &Arc<Progress>,
) -> Result<LoadedLevel, Failure> {
    let wanted = opening.params(&CompileParams::default());
    let (level, built, params, precompiled, ignored) = match loaded {
        Loaded::Source(level, content) => {
            let precompiled = Precompiled::ToBuild(content);
            (level, None, wanted, precompiled, None)
        }
        Loaded::Compiled(compiled, origin) => {
            let params = match origin {
                Origin::File | Origin::Built => opening.params(&compiled.params),
                Origin::Cache => wanted,
            };
            let ignored = compiled_file.and_then(|path| agree(&path, &compiled, asked).err());
            let built = (params.nodes == compiled.params.nodes)
                .then(|| (compiled.nodes.clone(), compiled.timings.nodes));
            let level = compiled.level.clone();
            let precompiled = Precompiled::Built(Arc::new(*compiled), origin);
            (level, built, params, precompiled, ignored)
        }
    };
    let (tree, build_ms) = match built {
        Some(built) => built,
        None => build(&level, &params.nodes, progress)?,
    };
    let doors = Moving::of(&level, &params.nodes, progress).map_err(|error| no_tree(&error))?;
    let watch = match &opening.source {
        LevelSource::File(path) => {
            let source = match &precompiled {
                Precompiled::ToBuild(source) => source.as_ref(),
                // For a compiled level, only its own file is read.
                Precompiled::Built(_, Origin::File) => None,
                Precompiled::Built(compiled, _) => Some(&compiled.source),
            };
            Some(Watch::start(path, source, &opening.options.load))
        }
        LevelSource::BuiltIn(_) | LevelSource::Drawn(_) => None,
    };
    Ok(LoadedLevel {
        current: OpenedLevel {
            level,
            tree,
            source: opening.source.clone(),
            options: opening.load(),
            build_ms,
            precompiled,
        },
        doors: Doors(doors),
        watch,
        opening,
        leaf_tree: LeafTreeParams::from(&params),
        ignored: ignored.map(|error| format!("{error}.")),
    })
}

/// Starts to build another tree for a level. This runs in a web worker, except for sketched levels.
#[cfg(target_family = "wasm")]
pub(super) fn rebuild(current: &OpenedLevel, leaves: &LeafTreeParams, params: BuildParams) -> Worker<Built> {
    use crate::page::build;
    let Some(compiled) = current.compiled().cloned() else {
        return rebuild_here(current, params);
    };
    let (level, all_params) = (current.level_id(), leaves.with_nodes(params));
    build::worker(rebuild_title(&params), async move |progress| {
        let compiled = build::with_params(&compiled, all_params, progress).await?;
        Ok(Built::Tree {
            tree: compiled.nodes,
            build_ms: compiled.timings.nodes,
            level,
        })
    })
}

/// Starts to build another tree for a level.
#[cfg(not(target_family = "wasm"))]
pub(super) fn rebuild(current: &OpenedLevel, _: &LeafTreeParams, params: BuildParams) -> Worker<Built> {
    rebuild_here(current, params)
}

fn rebuild_here(current: &OpenedLevel, params: BuildParams) -> Worker<Built> {
    let level = Arc::clone(&current.level);
    Worker::start(rebuild_title(&params), move |progress| {
        let (tree, build_ms) = build(&level, &params, progress)?;
        Ok(Built::Tree {
            tree,
            build_ms,
            level: Identity::of(&level),
        })
    })
}

fn rebuild_title(params: &BuildParams) -> String {
    text!("opening-tree-by", rule = params.rule)
}

fn build(
    level: &Level,
    params: &BuildParams,
    progress: &Arc<Progress>,
) -> Result<(Arc<NodeTree>, f64), Failure> {
    let triangles = level.solid_triangles();
    let started = Instant::now();
    let record = triangles.len() <= RECORDED_TRIANGLES;
    match NodeTree::builder(params)
        .progress(progress)
        .recorded(record)
        .build(&triangles)
    {
        Ok(tree) => Ok((
            Arc::new(tree.watchable()),
            started.elapsed().as_secs_f64() * 1.0e3,
        )),
        Err(error) => Err(no_tree(&error)),
    }
}

fn no_tree(error: &BuildError) -> Failure {
    match error {
        BuildError::Cancelled(_) => Failure::Cancelled,
        error => Failure::Failed(text!("opening-no-tree", error)),
    }
}
