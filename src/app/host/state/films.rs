//! The build film and the query film of the session as resources.

use bevy::prelude::*;
use bspwalk_session::films;

use crate::cli::FilmKind;

pub use bspwalk_session::films::{AskedQuery, FILM_SPEEDS, QUERY_RADII, QUERY_SIZES, QUERY_SPEEDS, QueryEnd};

/// Film of the build of the node-storing tree.
#[derive(Resource, Clone, Debug, Default, PartialEq, Deref, DerefMut)]
pub struct BuildFilm(pub films::BuildFilm);

impl BuildFilm {
    /// Creates a film that is closed or open at a step, counted from 0.
    #[must_use]
    pub fn at(open: bool, step: u32) -> Self {
        let mut film = Self::default();
        (film.open, film.step) = (open, step);
        film
    }
}

/// Film of a query in the node-storing tree.
#[derive(Resource, Clone, Debug, Default, Deref, DerefMut)]
pub struct QueryPlayer(pub films::QueryPlayer);

/// Requested action for the current film.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedFilm {
    /// Saves the film.
    Save(FilmKind),
    /// Copies the command that writes the film.
    Copy(FilmKind),
}
