//! Loading a level and building its node-storing tree.

use std::{sync::Arc, time::Instant};

use super::source::Loaded;
use crate::{
    app::{
        state::{LevelSource, Rest},
        worker::{Failure, Worker},
    },
    bsp::{BuildParams, NodeTree, node_storing::BuildError},
    compile::CompileParams,
    level::{Level, LoadOptions},
    progress::Progress,
};

/// Levels with no more triangles than this have the decisions of their trees recorded for the panel.
pub(in crate::app) const RECORDED_TRIANGLES: usize = 50_000;

/// What a job made.
pub(super) enum Made {
    /// A level with its tree.
    Level {
        level: Arc<Level>,
        tree: Arc<NodeTree>,
        source: LevelSource,
        options: LoadOptions,
        build_ms: f64,
        rest: Rest,
    },
    /// Another tree for the level that had this revision.
    Tree {
        tree: Arc<NodeTree>,
        build_ms: f64,
        level_revision: u64,
    },
}

/// Starts loading a level and building its tree.
pub(super) fn load(
    source: LevelSource,
    options: LoadOptions,
    params: BuildParams,
) -> Result<Worker<Made>, String> {
    let title = source.title();
    Worker::start(title, move |progress| {
        let wanted = CompileParams {
            nodes: params,
            ..CompileParams::default()
        };
        let (level, tree, build_ms, rest) = match super::source::load(&source, &options, &wanted, progress)? {
            Loaded::Source(level, content) => {
                let (tree, build_ms) = build(&level, &params, progress)?;
                (level, tree, build_ms, Rest::ToBeMade(Some(content)))
            }
            Loaded::Compiled(compiled, origin) => (
                compiled.level.clone(),
                compiled.nodes.clone(),
                compiled.timings.nodes,
                Rest::Made(Arc::new(*compiled), origin),
            ),
        };
        Ok(Made::Level {
            level,
            tree,
            source,
            options,
            build_ms,
            rest,
        })
    })
}

/// Starts building another tree for a level.
pub(super) fn rebuild(
    level: Arc<Level>,
    level_revision: u64,
    params: BuildParams,
) -> Result<Worker<Made>, String> {
    Worker::start(format!("the tree by rule `{}`", params.rule), move |progress| {
        let (tree, build_ms) = build(&level, &params, progress)?;
        Ok(Made::Tree {
            tree,
            build_ms,
            level_revision,
        })
    })
}

fn build(
    level: &Level,
    params: &BuildParams,
    progress: &Arc<Progress>,
) -> Result<(Arc<NodeTree>, f64), Failure> {
    let triangles = level.solid_triangles();
    let started = Instant::now();
    let record = triangles.len() <= RECORDED_TRIANGLES;
    match NodeTree::build_with(&triangles, params, progress, record) {
        Ok(tree) => Ok((Arc::new(tree), started.elapsed().as_secs_f64() * 1.0e3)),
        Err(BuildError::Cancelled(_)) => Err(Failure::Cancelled),
        Err(error) => Err(Failure::Failed(format!("No tree was built: {error}."))),
    }
}
