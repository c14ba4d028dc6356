//! Opening a level again when its file is saved.

use crate::loading::Loading;
use crate::{LevelName, Opened, tree_args::TreeArgs, watch::Watch};

/// The watch over a level's file, and the level while it is opened again.
#[derive(Debug)]
pub struct Reload {
    name: LevelName,
    tree: TreeArgs,
    watch: Watch,
    loading: Option<Loading>,
}

impl Reload {
    /// Watches the file of a level; `None` for one in the program.
    ///
    /// # Errors
    /// Why the system cannot watch it: one sentence.
    pub fn start(opened: &Opened, tree: &TreeArgs) -> Result<Option<Self>, String> {
        let name = opened.name().clone();
        let LevelName::File(path) = &name else {
            return Ok(None);
        };
        let watch = Watch::start(path, opened.source(), &tree.load_options())?;
        Ok(Some(Self {
            name,
            tree: tree.clone(),
            watch,
            loading: None,
        }))
    }

    /// Whether the level is being opened again.
    #[must_use]
    pub fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// Begins to open the level again where its file was saved, and returns it once it is open.
    ///
    /// # Errors
    /// Why it cannot be opened: one sentence.
    pub fn take(&mut self) -> Result<Option<Opened>, String> {
        if self.watch.has_changed() {
            // A load of the state before is cancelled.
            self.loading = Some(Loading::start(&self.name, &self.tree));
        }
        let taken = self.loading.as_mut().map_or(Ok(None), Loading::take);
        if !matches!(taken, Ok(None)) {
            self.loading = None;
        }
        taken
    }
}
