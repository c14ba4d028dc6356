//! Snapshots of what is on screen. The quiz takes them from the program state, which contains the quiz; a separate file
//! avoids an import circle.

use crate::{
    films::{BuildFilm, QueryPlayer},
    overlays::Overlays,
    view::ModelView,
};

/// View, films and overlays, saved while the quiz, the tour or a worked example changes them.
#[derive(Clone, Debug)]
pub struct ViewSnapshot {
    /// View of the level.
    pub view: ModelView,
    pub(crate) build: BuildFilm,
    pub(crate) query: QueryPlayer,
    pub(crate) overlays: Overlays,
}
