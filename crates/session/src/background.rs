//! Background computation of a level's solid-leaf tree and the data derived from it.
//!
//! Each result is sent as soon as it is ready. The baked light comes first, for the software renderer. The tree
//! follows, with its leak and its collision planes. The PVS comes last and is refined step by step.

mod built;

use std::{
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    thread::available_parallelism,
};

use bspwalk_compile::{
    BuiltLeafTree, Cache, CompileError, CompiledLevel, FileTree, LevelName, Origin, RECORDED_TRIANGLES,
    Timings, leaf_tree, pvs, recorded_leaf_tree,
};
use bspwalk_draw::light::{self, Lightmaps};
use bspwalk_progress::Progress;
use bspwalk_text::text;

pub use self::built::{LeafTreeData, LeafTreeId, SolidityRecord};
use crate::{
    Opened, editor_place,
    job::{Failure, Worker},
    seen::LeafFaces,
};

/// A result sent by the background thread.
#[derive(Clone, Debug)]
pub enum BackgroundResult {
    /// Baked light.
    Light(Arc<Lightmaps>),
    /// The solid-leaf tree. Sent again whenever its PVS is refined.
    Leaves(Arc<LeafTreeData>),
    /// The faces of each leaf.
    Faces(Arc<LeafFaces>),
    /// A computation failed for this reason.
    Failed(String),
}

/// Tasks for the background thread.
#[derive(Clone, Debug, Default)]
pub struct Tasks {
    /// Whether to use the tree in the level's file, if there is one, instead of building a tree.
    pub own_tree: bool,
    /// Whether to bake the light and find the faces of each leaf, which the software renderer needs.
    pub paints: bool,
    /// Cache that stores the level once everything is built.
    pub cache: Option<Cache>,
}

/// The background thread and its results. Dropping this cancels the work.
#[derive(Debug)]
pub struct Background {
    /// The thread, or `None` after it ends.
    worker: Option<Worker<()>>,
    parts: Mutex<Receiver<BackgroundResult>>,
}

impl Background {
    /// Starts the thread. Data that the compiled level provides is not computed again.
    #[must_use]
    pub fn start(opened: Opened, tasks: Tasks) -> Self {
        Self::of(|parts| {
            Worker::start(text!("leaftree-title").to_owned(), move |progress| {
                tasks.run(&opened, progress, &parts)
            })
        })
    }

    /// Wraps a worker that calls [`Tasks::run`].
    pub fn of(start: impl FnOnce(Sender<BackgroundResult>) -> Worker<()>) -> Self {
        let (sender, parts) = channel();
        Self {
            worker: Some(start(sender)),
            parts: Mutex::new(parts),
        }
    }

    /// Returns the next result. If the thread ends with an error, the last result is the error.
    pub fn take(&mut self) -> Option<BackgroundResult> {
        // Test for the end before receiving: everything sent earlier is then in the channel.
        let is_finished = self.worker.as_ref().is_some_and(Worker::is_finished);
        let part = self.parts.get_mut().ok()?.try_recv().ok();
        if part.is_some() || !is_finished {
            return part;
        }
        match self.worker.take()?.finish() {
            Ok(()) | Err(Failure::Cancelled) => None,
            Err(Failure::Failed(reason)) => {
                Some(BackgroundResult::Failed(text!("leaftree-not-built", reason)))
            }
        }
    }

    /// Returns the progress, or `None` once everything is finished.
    pub fn progress(&self) -> Option<&Progress> {
        self.worker.as_ref().map(|worker| &*worker.progress)
    }
}

impl Tasks {
    /// Runs the tasks and sends each result. On platforms without threads, the light must be baked elsewhere, because
    /// baking would block the program.
    ///
    /// # Errors
    /// Returns the reason why a result could not be computed.
    pub fn run(
        &self,
        opened: &Opened,
        progress: &Arc<Progress>,
        parts: &Sender<BackgroundResult>,
    ) -> Result<(), Failure> {
        // Leave one core for the software renderer if there are several cores.
        let threads = available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
        let pool = self
            .paints
            .then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
        let work = || self.compute(opened, progress, threads, parts);
        let done = match pool {
            Some(Ok(pool)) => pool.install(work),
            _ => work(),
        };
        done.map_err(Failure::from)
    }

    fn compute(
        &self,
        opened: &Opened,
        progress: &Arc<Progress>,
        threads: usize,
        parts: &Sender<BackgroundResult>,
    ) -> Result<(), CompileError> {
        // If the level was closed, the receiver is gone and sending fails.
        let send = |part| _ = parts.send(part);
        let level = &opened.level;
        if self.paints && cfg!(not(target_family = "wasm")) {
            let volume = light::bake(level, &opened.tree, threads, progress)?;
            let light = Lightmaps::bake(level, &opened.tree, volume, threads, progress)?;
            send(BackgroundResult::Light(Arc::new(light)));
        }
        let own = if self.own_tree {
            FileTree::new(level, progress)?
        } else {
            None
        };
        let (mut built, leaves) = match &own {
            Some(own) => (LeafTreeData::of_own(opened, own, progress)?, None),
            None => {
                let leaves = leaves(opened, progress)?;
                (LeafTreeData::of_leaves(opened, &leaves, progress)?, Some(leaves))
            }
        };
        built.brushes = editor_place::places(opened, progress)?;
        send(BackgroundResult::Leaves(Arc::new(built.clone())));
        if self.paints {
            let faces = LeafFaces::find(level, &built.tree, progress)?;
            send(BackgroundResult::Faces(Arc::new(faces)));
        }
        let Some(leaves) = leaves.filter(|_| built.pvs.is_none()) else {
            return Ok(());
        };
        let mut publish = |pvs| {
            built.set_pvs(Some(pvs));
            send(BackgroundResult::Leaves(Arc::new(built.clone())));
        };
        let (pvs, pvs_ms) = pvs(&leaves.tree, &opened.params.pvs, progress, |pvs| {
            publish(Arc::new(pvs));
        })?;
        publish(Arc::clone(&pvs));
        if let (Some(cache), None, Some(source)) = (&self.cache, &opened.compiled, &opened.files)
            && matches!(opened.source, LevelName::File(_))
        {
            progress.begin(text!("leaftree-saving"), 0);
            cache.keep(&CompiledLevel {
                level: Arc::clone(level),
                source: source.clone(),
                options: opened.options.clone(),
                params: opened.params.clone(),
                structure: leaves.structure,
                nodes: Arc::clone(&opened.tree),
                leaves: leaves.tree,
                pvs,
                timings: Timings {
                    nodes: opened.build_ms,
                    pvs: pvs_ms,
                    ..leaves.timings
                },
                origin: Origin::Built,
            });
        }
        Ok(())
    }
}

/// Returns the solid-leaf tree of a level, building it if necessary. Builds of small levels are recorded.
fn leaves(opened: &Opened, progress: &Arc<Progress>) -> Result<BuiltLeafTree, CompileError> {
    match opened.built_leaves() {
        Some(leaves) => Ok(leaves.clone()),
        None if opened.level.triangles.len() <= RECORDED_TRIANGLES => {
            recorded_leaf_tree(&opened.level, &opened.params, progress)
        }
        None => leaf_tree(&opened.level, &opened.params, progress),
    }
}
