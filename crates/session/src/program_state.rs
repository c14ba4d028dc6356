//! State that commands change in all front ends.

use crate::{
    culling::{CullingMode, CullingView},
    films::{BuildFilm, Divisions, OverlaySteps, QueryPlayer, Recording},
    overlays::Overlays,
    quiz::QuizState,
    scripts::Scripts,
    selection::Selected,
    selection_history::SelectionHistory,
    view::ModelView,
};

/// State that commands change in all front ends. The body and the level are separate.
#[derive(Debug, Default)]
pub struct ProgramState {
    /// View of the level, which contains the division film.
    pub view: ModelView,
    /// Build film.
    pub build: BuildFilm,
    /// Query film.
    pub query: QueryPlayer,
    /// Divisions that the build film and the card of the selected node show.
    pub divisions: Divisions,
    /// Recording of the query film.
    pub recording: Recording,
    /// Playback of the overlays' steps.
    pub steps: OverlaySteps,
    /// Movement scripts.
    pub scripts: Scripts,
    /// Quiz.
    pub quiz: QuizState,
    /// Overlays.
    pub overlays: Overlays,
    /// Culling mode.
    pub culling: CullingMode,
    /// State of the level on screen.
    pub level: LevelState,
}

/// State that belongs to a level and its trees.
#[derive(Clone, Debug, Default)]
pub struct LevelState {
    /// Selection history.
    pub selections: SelectionHistory<Selected>,
    /// Frozen culling view, which stays in place while the eye moves on.
    pub frozen: Option<CullingView>,
}
