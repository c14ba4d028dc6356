//! What a person asks of a film.

use super::action::Action;

/// What a person asks of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FilmMove {
    /// The next step.
    Next,
    /// The step before.
    Previous,
    /// The first step.
    First,
    /// The last step.
    Last,
    /// To play, or to pause.
    Play,
}

impl Action {
    /// What it asks of a film; `None` for what is about other things.
    #[must_use]
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
