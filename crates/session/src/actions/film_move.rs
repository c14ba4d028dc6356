//! Playback commands of films.

use super::action::Action;

/// A playback command for a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FilmMove {
    /// The next step.
    Next,
    /// The previous step.
    Previous,
    /// The first step.
    First,
    /// The last step.
    Last,
    /// Play or pause.
    Play,
}

impl Action {
    /// Returns the playback command of this action, or `None` if it does not control films.
    pub const fn film_move(self) -> Option<FilmMove> {
        Some(match self {
            Self::NextStep => FilmMove::Next,
            Self::PreviousStep => FilmMove::Previous,
            Self::FirstStep => FilmMove::First,
            Self::LastStep => FilmMove::Last,
            Self::TogglePlaying => FilmMove::Play,
            _ => return None,
        })
    }
}
