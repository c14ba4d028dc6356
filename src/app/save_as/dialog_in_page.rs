//! A browser asks by itself where a download goes.

use std::path::PathBuf;

/// The dialog that there is none of.
pub(super) struct Dialog;

impl Dialog {
    /// Always, and there is nothing to be said of it.
    pub(super) fn obstacle() -> Option<String> {
        Some(String::new())
    }

    /// Opens nothing.
    pub(super) fn open(_: &str, _: &str, _: &str) -> Self {
        Self
    }

    /// No name is asked for.
    pub(super) fn answer(&mut self) -> Option<Option<PathBuf>> {
        Some(None)
    }
}
