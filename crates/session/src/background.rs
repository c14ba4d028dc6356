//! What a walk does without at first, made on a thread of its own and handed over as it comes: baked light, the solid-leaf
//! tree, its planes for collision, and what can be seen from where.

use std::{
    fmt::Display,
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use bspwalk_compile::CompileParams;
use bspwalk_draw::light::{self, Lightmaps};
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{
    LeafTree, NodeTree,
    solid_leaf::{Pvs, expanded::ExpandedTree},
};

use crate::Opened;
use crate::seen::LeafFaces;

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

/// The thread and what it has ready.
#[derive(Debug)]
pub struct Background {
    progress: Arc<Progress>,
    parts: Receiver<Part>,
    /// Whether the thread has ended.
    done: bool,
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
        let progress = Arc::new(Progress::default());
        let (sender, parts) = channel();
        let work = Work {
            level: Arc::clone(&opened.level),
            tree: Arc::clone(&opened.tree),
            params: opened.params.clone(),
            leaves: opened.built_leaves().map(|leaves| Arc::clone(&leaves.tree)),
            pvs: opened.built_pvs().cloned(),
        };
        let watched = Arc::clone(&progress);
        // The picture keeps a core where there are several.
        let threads = thread::available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
        let started = thread::Builder::new()
            .name("bspwalk background".into())
            .spawn(move || {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                // A walk that has ended wants nothing more.
                match pool {
                    Ok(pool) => _ = pool.install(|| work.run(&watched, threads, &sender)),
                    Err(error) => send(&sender, failed("the light and the leaves", error)),
                }
            });
        Self {
            progress,
            parts,
            done: started.is_err(),
        }
    }

    /// The next part that is ready.
    pub fn take(&mut self) -> Option<Part> {
        use std::sync::mpsc::TryRecvError;
        match self.parts.try_recv() {
            Ok(part) => Some(part),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.done = true;
                None
            }
        }
    }

    /// What it is at; `None` once everything is done.
    #[must_use]
    pub fn stage(&self) -> Option<String> {
        if self.done {
            return None;
        }
        let stage = self.progress.phase();
        Some(match self.progress.fraction() {
            Some(fraction) => format!("{stage} {:.0} %", fraction * 100.0),
            None => stage,
        })
        .filter(|stage| !stage.is_empty())
    }
}

impl Drop for Background {
    /// Cancels the work, which nobody waits for.
    fn drop(&mut self) {
        self.progress.cancel();
    }
}

fn send(sender: &Sender<Part>, part: Part) {
    // A walk that has ended takes nothing.
    let _ = sender.send(part);
}

fn failed(what: &str, error: impl Display) -> Part {
    Part::Failed(format!("No {what}: {error}"))
}

impl Work {
    fn run(&self, progress: &Arc<Progress>, threads: usize, sender: &Sender<Part>) -> Result<(), Cancelled> {
        let volume = light::bake(&self.level, &self.tree, threads, progress)?;
        let light = Lightmaps::bake(&self.level, &self.tree, volume, threads, progress)?;
        send(sender, Part::Light(Arc::new(light)));
        let leaves = match &self.leaves {
            Some(leaves) => Arc::clone(leaves),
            None => match bspwalk_compile::leaf_tree(&self.level, &self.params, progress) {
                Ok(leaves) => leaves.tree,
                Err(error) => {
                    progress.check()?;
                    send(sender, failed("solid-leaf tree", error));
                    return Ok(());
                }
            },
        };
        let faces = LeafFaces::find(&self.level, &leaves, progress)?;
        send(sender, Part::Leaves(Arc::clone(&leaves), Arc::new(faces)));
        progress.begin("Shifting the planes", 0);
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
                send(sender, failed("potentially visible set", error));
            }
        }
        Ok(())
    }
}
