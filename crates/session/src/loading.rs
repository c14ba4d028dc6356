//! Opening a level in the background.

use std::sync::Arc;

use bspwalk_progress::Progress;
use bspwalk_text::{Localize, text};

use crate::{
    LevelName, OpenError, Opened,
    job::{Failure, Worker},
    opened,
    tree_args::TreeArgs,
};

/// A level that is being opened in the background. Dropping this cancels the operation.
#[derive(Debug)]
pub struct Loading {
    worker: Option<Worker<Opened>>,
    name: LevelName,
}

/// Builds the data that every walk needs at startup, so that the walk can start without delay.
///
/// # Errors
///
/// Returns a message for the user that explains why the level cannot be opened.
pub fn prepare_for_walk(
    opened: Result<Opened, OpenError>,
    progress: &Arc<Progress>,
) -> Result<Opened, Failure> {
    let prepared = opened.and_then(|opened| {
        opened.with_prepared_data(progress, |opened| {
            opened.painted();
            opened.painted_with_liquids()?;
            opened.moving_entities()?;
            let _ = opened.watch();
            Ok(())
        })
    });
    prepared.map_err(|error| Failure::Failed(error.to_string()))
}

impl Loading {
    /// Starts opening a level and building the trees needed to draw it.
    #[must_use]
    pub fn start(name: &LevelName, tree: &TreeArgs) -> Self {
        let (level, tree) = (name.clone(), tree.clone());
        let worker = Worker::start(name.localized(), move |progress| {
            prepare_for_walk(opened::open(&level, &tree, progress), progress)
        });
        Self::of(worker, name)
    }

    /// Wraps a worker that opens this level.
    pub fn of(worker: Worker<Opened>, name: &LevelName) -> Self {
        Self {
            worker: Some(worker),
            name: name.clone(),
        }
    }

    /// Returns the level once it is open. Later calls return `None`.
    ///
    /// # Errors
    /// Returns the reason why the level cannot be opened.
    pub fn take(&mut self) -> Result<Option<Opened>, String> {
        let finished = self.worker.take_if(|worker| worker.is_finished());
        let opened = finished.map(Worker::finish).transpose();
        opened.map_err(|failure| failure.to_string())
    }

    /// Returns the title and progress to display.
    pub fn words(&self) -> [String; 2] {
        let progress = self.worker.as_ref().map(|worker| &worker.progress);
        let stage = progress.map(|progress| match progress.fraction() {
            Some(fraction) => format!("{} {:.0} %", progress.stage().localized(), 100.0 * fraction),
            None => progress.stage().localized(),
        });
        [
            text!("work-opening-level", level = self.name),
            stage.unwrap_or_default(),
        ]
    }
}
