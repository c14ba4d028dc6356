//! Loading a level and building its node-storing tree.

use std::{sync::Arc, time::Instant};

use super::{opening::Opening, source::Loaded};
use crate::{
    app::{
        leaf_tree::LeafTreeParams,
        state::{LevelSource, Precompiled},
        worker::{Failure, Worker},
    },
    bsp::{BuildParams, NodeTree, node_storing::BuildError},
    compile::{
        CompileParams,
        open::{Origin, agree, is_compiled},
    },
    level::{Level, LoadOptions},
    progress::Progress,
};

/// Levels with no more triangles than this have the decisions of their trees recorded for the panel.
pub(in crate::app) const RECORDED_TRIANGLES: usize = 50_000;

/// What a job made.
pub(super) enum Built {
    /// A level with its tree.
    Level(Box<MadeLevel>),
    /// Another tree for the level that had this revision.
    Tree {
        tree: Arc<NodeTree>,
        build_ms: f64,
        level_revision: u64,
    },
}

/// A level that was opened.
pub(super) struct MadeLevel {
    pub(super) level: Arc<Level>,
    pub(super) tree: Arc<NodeTree>,
    /// How it was opened.
    pub(super) opening: Opening,
    /// How its rooms are to be made.
    pub(super) leaf_tree: LeafTreeParams,
    pub(super) build_ms: f64,
    pub(super) rest: Precompiled,
    /// What was asked for and cannot be, for a person.
    pub(super) ignored: Option<String>,
}

/// Starts loading a level and building its tree.
pub(super) fn load(opening: Opening) -> Result<Worker<Built>, String> {
    let title = opening.source.title();
    Worker::start(title, move |progress| {
        open(opening, progress).map(|built| Built::Level(Box::new(built)))
    })
}

fn open(mut opening: Opening, progress: &Arc<Progress>) -> Result<MadeLevel, Failure> {
    let mut asked = LoadOptions::default();
    let compiled_file = match &opening.source {
        LevelSource::File(path) if is_compiled(path) => Some(path.clone()),
        _ => None,
    };
    if compiled_file.is_some() {
        // It has been read and converted for good.
        std::mem::swap(&mut asked, &mut opening.options.load);
    }
    let wanted = opening.params(&CompileParams::default());
    let loaded = super::source::load(&opening.source, &opening.options.load, &wanted, progress)?;
    Ok(match loaded {
        Loaded::Source(level, content) => {
            let (tree, build_ms) = build(&level, &wanted.nodes, progress)?;
            MadeLevel {
                level,
                tree,
                opening,
                leaf_tree: LeafTreeParams::from(&wanted),
                build_ms,
                rest: Precompiled::ToBuild(Some(content)),
                ignored: None,
            }
        }
        Loaded::Compiled(compiled, origin) => {
            let params = match origin {
                Origin::File => opening.params(&compiled.params),
                Origin::Cache | Origin::Built => wanted,
            };
            let (tree, build_ms) = if params.nodes == compiled.params.nodes {
                (compiled.nodes.clone(), compiled.timings.nodes)
            } else {
                build(&compiled.level, &params.nodes, progress)?
            };
            let ignored = compiled_file.and_then(|path| agree(&path, &compiled, &asked).err());
            MadeLevel {
                level: compiled.level.clone(),
                tree,
                opening,
                leaf_tree: LeafTreeParams::from(&params),
                build_ms,
                rest: Precompiled::Built(Arc::new(*compiled), origin),
                ignored: ignored.map(|error| format!("{error}.")),
            }
        }
    })
}

/// Starts building another tree for a level.
pub(super) fn rebuild(
    level: Arc<Level>,
    level_revision: u64,
    params: BuildParams,
) -> Result<Worker<Built>, String> {
    Worker::start(
        format!("the tree by build rule `{}`", params.rule),
        move |progress| {
            let (tree, build_ms) = build(&level, &params, progress)?;
            Ok(Built::Tree {
                tree,
                build_ms,
                level_revision,
            })
        },
    )
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
