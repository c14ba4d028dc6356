//! Background computation of data that a walk can start without.
//!
//! One thread bakes the light, builds the solid-leaf tree and its planes for collision, and computes the PVS.
//! It hands over each part when it is ready.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread::available_parallelism,
};

use bspwalk_draw::light::{self, Lightmaps};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{Pvs, expanded::ExpandedTree},
};

use crate::{
    Opened,
    job::{Failure, Worker},
    seen::LeafFaces,
};

/// A finished part.
#[derive(Clone, Debug)]
pub enum Part {
    /// Baked light.
    Light(Arc<Lightmaps>),
    /// The solid-leaf tree and the faces of its leaves.
    Leaves(Arc<LeafTree>, Arc<LeafFaces>),
    /// The planes of the solid-leaf tree, for the collision method `planes`.
    Planes(Arc<ExpandedTree>),
    /// The PVS. A coarse version may precede the final one.
    Pvs(Arc<Pvs>),
    /// A part could not be made, for the reason in this sentence.
    Failed(String),
}

/// The background thread and its finished parts. Dropping this cancels the work.
#[derive(Debug)]
pub struct Background {
    /// `None` after the thread ends.
    worker: Option<Worker<()>>,
    parts: Receiver<Part>,
}

impl Background {
    /// Starts the thread. Data that the compiled level provides is not computed again.
    #[must_use]
    pub fn start(opened: &Opened) -> Self {
        let (sender, parts) = channel();
        let opened = opened.clone();
        // Leave one core to the renderer if there are several.
        let threads = available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1).max(1));
        let worker = Worker::start(text!("work-light-and-leaves").to_owned(), move |progress| {
            let done = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => pool.install(|| run(&opened, progress, threads, &sender)),
                // Threads are not available, for example in a browser.
                Err(_) => run(&opened, progress, threads, &sender),
            };
            done.map_err(|Cancelled| Failure::Cancelled)
        });
        Self {
            worker: Some(worker),
            parts,
        }
    }

    /// Returns the next finished part. When the thread ends with an error, the last part is the reason.
    pub fn take(&mut self) -> Option<Part> {
        // Test for the end before receiving: everything sent earlier is then in the channel.
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

    /// Returns the current stage for display, or `None` once everything is finished.
    #[must_use]
    pub fn stage(&self) -> Option<String> {
        let progress = &self.worker.as_ref()?.progress;
        let stage = progress.phase();
        Some(match progress.fraction() {
            // The thread has not started yet.
            _ if stage.is_empty() => text!("work-light-and-leaves-title").to_owned(),
            Some(fraction) => format!("{stage} {:.0} %", fraction * 100.0),
            None => stage,
        })
    }
}

fn send(sender: &Sender<Part>, part: Part) {
    // The receiver is gone if the walk has ended.
    let _ = sender.send(part);
}

fn run(
    opened: &Opened,
    progress: &Arc<Progress>,
    threads: usize,
    sender: &Sender<Part>,
) -> Result<(), Cancelled> {
    // Without threads, baking would block the walk. There, other code bakes the light and passes it in.
    if cfg!(not(target_family = "wasm")) {
        let volume = light::bake(&opened.level, &opened.tree, threads, progress)?;
        let light = Lightmaps::bake(&opened.level, &opened.tree, volume, threads, progress)?;
        send(sender, Part::Light(Arc::new(light)));
    }
    let leaves = match opened.built_leaves() {
        Some(leaves) => Arc::clone(&leaves.tree),
        None => match bspwalk_compile::leaf_tree(&opened.level, &opened.params, progress) {
            Ok(leaves) => leaves.tree,
            Err(error) => {
                progress.check()?;
                send(sender, Part::Failed(text!("work-no-leaf-tree", error)));
                return Ok(());
            }
        },
    };
    let faces = LeafFaces::find(&opened.level, &leaves, progress)?;
    send(sender, Part::Leaves(Arc::clone(&leaves), Arc::new(faces)));
    progress.begin(text!("work-shifting"), 0);
    let planes = ExpandedTree::new_with_progress(&leaves, &opened.tree, progress)?;
    send(sender, Part::Planes(Arc::new(planes)));
    if let Some(pvs) = opened.built_pvs() {
        send(sender, Part::Pvs(Arc::clone(pvs)));
        return Ok(());
    }
    let publish = |pvs| send(sender, Part::Pvs(Arc::new(pvs)));
    match bspwalk_compile::pvs(&leaves, &opened.params.pvs, progress, publish) {
        Ok((pvs, _)) => send(sender, Part::Pvs(pvs)),
        Err(error) => {
            progress.check()?;
            send(sender, Part::Failed(text!("work-no-pvs", error)));
        }
    }
    Ok(())
}
