//! Reloading a level when its file is saved.

use crate::loading::Loading;
use crate::{LevelName, Opened, tree_args::TreeArgs, watch::Watch};

/// Watches a level's file and reloads the level.
#[derive(Debug)]
pub struct Reload {
    name: LevelName,
    tree: TreeArgs,
    watch: Watch,
    loading: Option<Loading>,
}

impl Reload {
    /// Watches the file of a level. Returns `None` for a built-in level.
    ///
    /// # Errors
    /// Returns one sentence if the system cannot watch the file.
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

    /// Returns whether the level is being reloaded.
    #[must_use]
    pub fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// Starts to reload the level if its file was saved, and returns it once it is open. Call this
    /// repeatedly.
    ///
    /// # Errors
    /// Returns one sentence if the level cannot be opened.
    pub fn take(&mut self) -> Result<Option<Opened>, String> {
        if self.watch.has_changed() {
            // This drops and thereby cancels the load of an older version.
            self.loading = Some(Loading::start(&self.name, &self.tree));
        }
        let taken = self.loading.as_mut().map_or(Ok(None), Loading::take);
        if !matches!(taken, Ok(None)) {
            self.loading = None;
        }
        taken
    }
}
