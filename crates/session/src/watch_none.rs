//! File watching on systems without files, such as a browser. Files provided by the page do not change.

use std::path::Path;

use bspwalk_levels::{LoadOptions, Source};
use bspwalk_text::text;

/// A watch that never reports a change.
#[derive(Debug)]
pub struct Watch(());

impl Watch {
    /// Creates a watch that never reports a change.
    ///
    /// # Errors
    /// Never returns an error.
    pub fn start(_: &Path, _: Option<&Source>, _: &LoadOptions) -> Result<Self, String> {
        Ok(Self(()))
    }

    /// Returns `false`.
    pub fn has_changed(&self) -> bool {
        false
    }

    /// Fails, because waiting would never end.
    ///
    /// # Errors
    /// Always returns one sentence.
    pub fn wait(&self) -> Result<(), String> {
        Err(text!("work-no-files").to_owned())
    }
}
