//! A stub for systems without standard error, such as browsers.

use std::sync::Arc;

use bspwalk_progress::Progress;

/// Runs `work` without showing its progress.
pub(super) fn with_progress_bar<T>(work: impl FnOnce(&Arc<Progress>) -> T) -> T {
    work(&Arc::default())
}
