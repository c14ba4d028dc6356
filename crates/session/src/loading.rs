//! Opening a level beside the walk.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, TryRecvError, channel},
    },
    thread,
};

use bspwalk_progress::Progress;

use crate::{LevelName, Opened, opened, tree_args::TreeArgs};

/// A level that is being opened on a thread of its own.
#[derive(Debug)]
pub struct Loading {
    name: LevelName,
    progress: Arc<Progress>,
    opened: Receiver<Result<Opened, String>>,
}

impl Loading {
    /// Begins to open a level with all that its picture needs.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub fn start(name: &LevelName, tree: &TreeArgs) -> Result<Self, String> {
        let progress = Arc::new(Progress::default());
        let (sender, opened) = channel();
        let (level, tree, watched) = (name.clone(), tree.clone(), Arc::clone(&progress));
        thread::Builder::new()
            .name("bspwalk loading".to_owned())
            .spawn(move || {
                let opened = opened::open(&level, &tree, &watched).and_then(|opened| {
                    // What the picture needs is built here, too.
                    opened.painted()?;
                    Ok(opened)
                });
                // A window that was closed takes nothing.
                let _ = sender.send(opened.map_err(|error| error.to_string()));
            })
            .map_err(|error| format!("no level can be opened: {error}"))?;
        Ok(Self {
            name: name.clone(),
            progress,
            opened,
        })
    }

    /// The level, once it is open.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub fn take(&self) -> Result<Option<Opened>, String> {
        match self.opened.try_recv() {
            Ok(opened) => opened.map(Some),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(format!(
                "{}: opening it was stopped by a fault of the program",
                self.name
            )),
        }
    }

    /// What is being opened, and how far that is.
    #[must_use]
    pub fn words(&self) -> [String; 2] {
        let stage = self.progress.stage();
        let stage = match self.progress.fraction() {
            Some(fraction) => format!("{stage} {:.0} %", 100.0 * fraction),
            None => stage,
        };
        [format!("Opening {}", self.name), stage]
    }
}

impl Drop for Loading {
    /// Cancels what nobody waits for.
    fn drop(&mut self) {
        self.progress.cancel();
    }
}
