//! State that commands change in all front ends.

use crate::{
    films::{BuildFilm, Divisions, OverlaySteps, QueryPlayer, Recording},
    quiz::QuizState,
    scripts::Scripts,
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
}
