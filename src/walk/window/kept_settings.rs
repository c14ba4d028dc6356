//! Location of the settings.

use std::path::PathBuf;

use bspwalk_session::settings_file;

/// Returns the settings file, which also stores quiz answers. A page embedded in another page has none.
pub(super) fn path() -> Option<PathBuf> {
    #[cfg(target_family = "wasm")]
    if crate::page::script::is_embedded() {
        return None;
    }
    settings_file::path()
}
