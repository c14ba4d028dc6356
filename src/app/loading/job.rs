//! A long operation on a thread of its own.

use std::{
    sync::Arc,
    thread::{self, JoinHandle},
    time::Instant,
};

use crate::{
    app::{
        startup::{JOB_THREAD, message},
        state::LevelSource,
    },
    bsp::{BuildParams, NodeTree, node_storing::BuildError},
    level::{Level, LoadOptions},
    progress::Progress,
};

/// Levels with no more triangles than this have the decisions of their trees recorded for the panel.
const RECORDED_TRIANGLES: usize = 50_000;

/// What a job made.
pub(super) enum Made {
    /// A level with its tree.
    Level {
        level: Arc<Level>,
        tree: Arc<NodeTree>,
        source: LevelSource,
        options: LoadOptions,
        build_ms: f64,
    },
    /// Another tree for the level that had this revision.
    Tree {
        tree: Arc<NodeTree>,
        build_ms: f64,
        level_revision: u64,
    },
}

/// Why a job made nothing.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Failure {
    /// It was cancelled.
    Cancelled,
    /// It failed, for this reason.
    Failed(String),
}

/// A long operation on a thread of its own.
pub(super) struct Job {
    /// For a person: what is being made.
    pub(super) title: String,
    /// How far it is; cancels it.
    pub(super) progress: Arc<Progress>,
    /// When it began.
    pub(super) started: Instant,
    /// There until [`Job::finish`].
    thread: Option<JoinHandle<Result<Made, Failure>>>,
}

impl Job {
    /// Starts loading a level and building its tree.
    pub(super) fn load(
        source: LevelSource,
        options: LoadOptions,
        params: BuildParams,
    ) -> Result<Self, String> {
        let title = source.title();
        Self::start(title, move |progress| {
            let level = Arc::new(super::source::load(&source, &options, progress)?);
            let (tree, build_ms) = build(&level, &params, progress)?;
            Ok(Made::Level {
                level,
                tree,
                source,
                options,
                build_ms,
            })
        })
    }

    /// Starts building another tree for a level.
    pub(super) fn rebuild(
        level: Arc<Level>,
        level_revision: u64,
        params: BuildParams,
    ) -> Result<Self, String> {
        Self::start(format!("the tree by rule `{}`", params.rule), move |progress| {
            let (tree, build_ms) = build(&level, &params, progress)?;
            Ok(Made::Tree {
                tree,
                build_ms,
                level_revision,
            })
        })
    }

    fn start(
        title: String,
        work: impl FnOnce(&Arc<Progress>) -> Result<Made, Failure> + Send + 'static,
    ) -> Result<Self, String> {
        let progress = Arc::new(Progress::default());
        let watched = Arc::clone(&progress);
        let thread = thread::Builder::new()
            .name(JOB_THREAD.into())
            .spawn(move || work(&watched))
            .map_err(|error| format!("No thread could be started for it: {error}."))?;
        Ok(Self {
            title,
            progress,
            started: Instant::now(),
            thread: Some(thread),
        })
    }

    /// Whether [`Job::finish`] returns at once.
    pub(super) fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// What it made.
    pub(super) fn finish(mut self) -> Result<Made, Failure> {
        let Some(thread) = self.thread.take() else {
            return Err(Failure::Cancelled);
        };
        thread.join().unwrap_or_else(|payload| {
            Err(Failure::Failed(format!(
                "It was stopped by a fault of the program: {}.",
                message(&*payload)
            )))
        })
    }
}

impl Drop for Job {
    /// A job that nobody waits for any more stops at its next check.
    fn drop(&mut self) {
        self.progress.cancel();
    }
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
