//! Opens levels and builds node-storing trees in the background.

use std::sync::Arc;

use bspwalk_compile::{Cache, CompileError, CompileParams, open};
use bspwalk_progress::Progress;
use bspwalk_session::{OpenError, Opened};
use bspwalk_text::{Localize, text};
use bspwalk_trees::BuildParams;

use super::opening::Opening;
use crate::app::{host::prelude::*, level::leaf_tree::LeafTreeParams};

/// Starts to open a level.
#[cfg(not(target_family = "wasm"))]
pub(super) fn load(opening: Opening) -> Worker<Opened> {
    here(opening)
}

/// Starts to open a level. Sketched levels are read on this thread, built-in levels are downloaded as compiled files,
/// and all other levels are compiled in a web worker.
#[cfg(target_family = "wasm")]
pub(super) fn load(opening: Opening) -> Worker<Opened> {
    use crate::page::build;
    if opening.source.is_drawn() {
        return here(opening);
    }
    build::worker(opening.source.title().localized(), async move |progress| {
        let (options, params) = (opening.load_options(), |own: &CompileParams| opening.params(own));
        let compiled = build::opened(&opening.source, &options, params, progress).await?;
        let params = opening.params(&compiled.params);
        let opened = Opened::of_compiled(&opening.source, &options, compiled, params, true, progress);
        prepared(opened, progress)
    })
}

fn here(opening: Opening) -> Worker<Opened> {
    Worker::start(opening.source.title().localized(), move |progress| {
        let usual = CompileParams::default();
        let params = |own: Option<&CompileParams>| opening.params(own.unwrap_or(&usual));
        let (options, cache) = (opening.load_options(), Cache::for_user());
        let opened = Opened::open(&opening.source, &options, params, cache.as_ref(), true, progress);
        prepared(opened, progress)
    })
}

/// Builds the doors and lifts, and starts to watch the level's files.
fn prepared(opened: Result<Opened, OpenError>, progress: &Arc<Progress>) -> Result<Opened, Failure> {
    let opened = opened.and_then(|opened| {
        opened.with_prepared_data(progress, |opened| {
            opened.moving_entities()?;
            let _ = opened.watch();
            Ok(())
        })
    });
    opened.map_err(failure)
}

fn failure(error: OpenError) -> Failure {
    match error {
        OpenError::Open(open::OpenError::Cancelled)
        | OpenError::Compile {
            error: CompileError::Cancelled(_),
            ..
        } => Failure::Cancelled,
        OpenError::Compile { error, .. } => Failure::Failed(text!("opening-no-tree", error)),
        error => Failure::Failed(format!("{}.", error.to_string().trim_end_matches('.'))),
    }
}

/// Starts to build another tree of a level. The tree is built in a web worker unless the level was sketched.
#[cfg(target_family = "wasm")]
pub(super) fn rebuild(current: &Opened, leaves: &LeafTreeParams, params: BuildParams) -> Worker<Opened> {
    use crate::page::build;
    let Some(compiled) = current.compiled.clone() else {
        return rebuild_here(current, params);
    };
    let (mut opened, all_params) = (current.clone(), leaves.with_nodes(params));
    build::worker(rebuild_title(&params), async move |progress| {
        let compiled = build::with_params(&compiled, all_params, progress).await?;
        (opened.tree, opened.build_ms) = (compiled.nodes, compiled.timings.nodes);
        Ok(opened)
    })
}

/// Starts to build another tree of a level.
#[cfg(not(target_family = "wasm"))]
pub(super) fn rebuild(current: &Opened, _: &LeafTreeParams, params: BuildParams) -> Worker<Opened> {
    rebuild_here(current, params)
}

fn rebuild_here(current: &Opened, params: BuildParams) -> Worker<Opened> {
    let opened = current.clone();
    Worker::start(rebuild_title(&params), move |progress| {
        opened.with_rebuilt_nodes(&params, progress).map_err(failure)
    })
}

fn rebuild_title(params: &BuildParams) -> String {
    text!("opening-tree-by", rule = params.rule)
}
