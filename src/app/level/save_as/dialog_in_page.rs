//! Placeholder for the save dialog. In a page, the browser asks where to save a download.

use std::path::PathBuf;

/// A dialog that never opens.
pub(super) struct Dialog;

impl Dialog {
    /// Always returns an obstacle, with an empty message.
    pub(super) fn obstacle() -> Option<String> {
        Some(String::new())
    }

    /// Opens nothing.
    pub(super) fn open(_: &str, _: &str, _: &str) -> Self {
        Self
    }

    /// Never returns a path.
    pub(super) fn answer(&mut self) -> Option<Option<PathBuf>> {
        Some(None)
    }
}
