//! Where the settings are kept.

use std::path::PathBuf;

use bspwalk_session::settings_file;

/// The file of the settings, where the answers of the quiz are kept, too. A frame of another page keeps nothing.
pub(super) fn path() -> Option<PathBuf> {
    #[cfg(target_family = "wasm")]
    if crate::page::script::is_embedded() {
        return None;
    }
    settings_file::path()
}
