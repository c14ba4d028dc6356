//! Watching files where there are none, as in a browser: what the page handed over does not change.

use std::path::Path;

use bspwalk_levels::{LoadOptions, Source};
use bspwalk_text::text;

/// Nothing is watched.
#[derive(Debug)]
pub struct Watch(());

impl Watch {
    /// Watches nothing.
    ///
    /// # Errors
    /// None.
    pub fn start(_: &Path, _: Option<&Source>, _: &LoadOptions) -> Result<Self, String> {
        Ok(Self(()))
    }

    /// Nothing changes.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        false
    }

    /// Fails: nothing would ever come.
    ///
    /// # Errors
    /// Always one sentence.
    pub fn wait(&self) -> Result<(), String> {
        Err(text!("work-no-files").to_owned())
    }
}
