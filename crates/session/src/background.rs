//! What a walk does without at first, made on a thread of its own and handed over as it comes: baked light, the solid-leaf
//! tree, its planes for collision, and what can be seen from where.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread::available_parallelism,
};

use bspwalk_compile::CompileParams;
use bspwalk_draw::light::{self, Lightmaps};
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree, NodeTree,
    solid_leaf::{Pvs, expanded::ExpandedTree},
};

use crate::{
    Opened,
    job::{Failure, Worker},
    seen::LeafFaces,
};

/// A part that is ready.
#[derive(Clone, Debug)]
pub enum Part {
    /// Baked light.
    Light(Arc<Lightmaps>),
    /// The solid-leaf tree, and the faces of its leaves.
    Leaves(Arc<LeafTree>, Arc<LeafFaces>),
    /// The planes of that tree, for the collision method `planes`.
    Planes(Arc<ExpandedTree>),
    /// What can be seen from where: a first, coarse one perhaps, then the last.
    Pvs(Arc<Pvs>),
    /// Something cannot be made: why, in a sentence.
    Failed(String),
}

/// The work and what it has ready. Dropped, it is cancelled.
#[derive(Debug)]
pub struct Background {
    /// None once it has ended.
    worker: Option<Worker<()>>,
    parts: Receiver<Part>,
}

/// What the thread works on.
struct Work {
    level: Arc<Level>,
    tree: Arc<NodeTree>,
    params: CompileParams,
    leaves: Option<Arc<LeafTree>>,
    pvs: Option<Arc<Pvs>>,
}

impl Background {
    /// Starts the thread. What the level was compiled with is not made again.
    #[must_use]
    pub fn start(opened: &Opened) -> Self {
        let (sender, parts) = channel();
        let work = Work {
            level: Arc::clone(&opened.level),
            tree: Arc::clone(&opened.tree),
            params: opened.params.clone(),
            leaves: opened.built_leaves().map(|leaves| Arc::clone(&leaves.tree)),
            pvs: opened.built_pvs().cloned(),
        };
        // The picture keeps a core where there are several.
        let threads = available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
        let worker = Worker::start(text!("work-light-and-leaves").to_owned(), move |progress| {
            let done = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => pool.install(|| work.run(progress, threads, &sender)),
                // There are no threads, as in a browser.
                Err(_) => work.run(progress, threads, &sender),
            };
            done.map_err(|Cancelled| Failure::Cancelled)
        });
        Self {
            worker: Some(worker),
            parts,
        }
    }

    /// The next part that is ready; at last, once, why something is missing.
    pub fn take(&mut self) -> Option<Part> {
        // Whether it has ended is asked first: what it sent before is there then.
        let is_finished = self.worker.as_ref().is_some_and(Worker::is_finished);
        let part = self.parts.try_recv().ok();
        if part.is_some() || !is_finished {
            return part;
        }
        let worker = self.worker.take()?;
        match worker.finish() {
            Ok(()) | Err(Failure::Cancelled) => None,
            Err(Failure::Failed(error)) => Some(Part::Failed(text!("work-no-light", error))),
        }
    }

    /// What it is at; `None` once everything is done.
    #[must_use]
    pub fn stage(&self) -> Option<String> {
        let progress = &self.worker.as_ref()?.progress;
        let stage = progress.phase();
        Some(match progress.fraction() {
            // Its thread has not begun yet.
            _ if stage.is_empty() => text!("work-light-and-leaves-title").to_owned(),
            Some(fraction) => format!("{stage} {:.0} %", fraction * 100.0),
            None => stage,
        })
    }
}

fn send(sender: &Sender<Part>, part: Part) {
    // A walk that has ended takes nothing.
    let _ = sender.send(part);
}

impl Work {
    fn run(&self, progress: &Arc<Progress>, threads: usize, sender: &Sender<Part>) -> Result<(), Cancelled> {
        // Without threads the walk would stand still meanwhile: the light is baked elsewhere, and handed over.
        if cfg!(not(target_family = "wasm")) {
            let volume = light::bake(&self.level, &self.tree, threads, progress)?;
            let light = Lightmaps::bake(&self.level, &self.tree, volume, threads, progress)?;
            send(sender, Part::Light(Arc::new(light)));
        }
        let leaves = match &self.leaves {
            Some(leaves) => Arc::clone(leaves),
            None => match bspwalk_compile::leaf_tree(&self.level, &self.params, progress) {
                Ok(leaves) => leaves.tree,
                Err(error) => {
                    progress.check()?;
                    send(sender, Part::Failed(text!("work-no-leaf-tree", error)));
                    return Ok(());
                }
            },
        };
        let faces = LeafFaces::find(&self.level, &leaves, progress)?;
        send(sender, Part::Leaves(Arc::clone(&leaves), Arc::new(faces)));
        progress.begin(text!("work-shifting"), 0);
        let planes = ExpandedTree::new_with_progress(&leaves, &self.tree, progress)?;
        send(sender, Part::Planes(Arc::new(planes)));
        if let Some(pvs) = &self.pvs {
            send(sender, Part::Pvs(Arc::clone(pvs)));
            return Ok(());
        }
        let publish = |pvs| send(sender, Part::Pvs(Arc::new(pvs)));
        match bspwalk_compile::pvs(&leaves, &self.params.pvs, progress, publish) {
            Ok((pvs, _)) => send(sender, Part::Pvs(pvs)),
            Err(error) => {
                progress.check()?;
                send(sender, Part::Failed(text!("work-no-pvs", error)));
            }
        }
        Ok(())
    }
}
