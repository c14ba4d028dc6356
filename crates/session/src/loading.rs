//! Opening a level in the background.

use bspwalk_text::text;

use crate::{
    LevelName, Opened,
    job::{Failure, Worker},
    opened,
    tree_args::TreeArgs,
};

/// A level that is being opened in the background. Dropping this cancels the operation.
#[derive(Debug)]
pub struct Loading {
    /// Download of the file, if it is not local.
    fetching: Option<Worker<LevelName>>,
    worker: Option<Worker<Opened>>,
    name: LevelName,
}

impl Loading {
    /// Starts to open a level and build the trees needed to draw it.
    #[must_use]
    pub fn start(name: &LevelName, tree: &TreeArgs) -> Self {
        let (level, tree) = (name.clone(), tree.clone());
        let worker = Worker::start(name.to_string(), move |progress| {
            let opened = opened::open(&level, &tree, progress).and_then(|opened| {
                opened.prepared(progress, |opened| {
                    opened.painted()?;
                    opened.moving()?;
                    let _ = opened.watch();
                    Ok(())
                })
            });
            opened.map_err(|error| Failure::Failed(error.to_string()))
        });
        Self {
            fetching: None,
            worker: Some(worker),
            name: name.clone(),
        }
    }

    /// Starts to open a level whose file must be downloaded first.
    #[must_use]
    pub fn start_after(fetching: Worker<LevelName>, name: &LevelName) -> Self {
        Self {
            fetching: Some(fetching),
            worker: None,
            name: name.clone(),
        }
    }

    /// Returns the level once, when it is open.
    ///
    /// # Errors
    /// Returns why the level cannot be opened.
    pub fn take(&mut self) -> Result<Option<Opened>, String> {
        if let Some(fetched) = self.fetching.take_if(|fetching| fetching.is_finished()) {
            let file = fetched.finish().map_err(|failure| failure.to_string())?;
            self.worker = Self::start(&file, &TreeArgs::default()).worker;
        }
        let finished = self.worker.take_if(|worker| worker.is_finished());
        let opened = finished.map(Worker::finish).transpose();
        opened.map_err(|failure| failure.to_string())
    }

    /// Returns the title and the progress for display.
    #[must_use]
    pub fn words(&self) -> [String; 2] {
        let opening = || {
            self.worker
                .as_ref()
                .map(|worker| worker.status(text!("work-opening")))
        };
        let fetching = self
            .fetching
            .as_ref()
            .map(|fetching| fetching.status(text!("work-fetching")));
        let status = fetching.or_else(opening);
        let stage = status.map(|status| match status.fraction {
            Some(fraction) => format!("{} {:.0} %", status.phase, 100.0 * fraction),
            None => status.phase,
        });
        [
            text!("work-opening-level", level = self.name),
            stage.unwrap_or_default(),
        ]
    }
}
