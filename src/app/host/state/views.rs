//! The pointer ray, menus and the command palette as ECS resources.

use bevy::prelude::*;
use bspwalk_overlays::section;

use crate::cli::FilmKind;

pub use bspwalk_session::{
    films::{AskedQuery, DivisionFilm, FILM_SPEEDS, QUERY_RADII, QUERY_SIZES, QUERY_SPEEDS, QueryEnd},
    view::{FilmTree, Framed},
};

/// Ray from the camera through the mouse pointer, or through the crosshair while the mouse is captured. In the model
/// view, the ray starts at the cut. The direction is zero until the camera has been placed.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Aim {
    /// Origin (in metres).
    pub from: Vec3,
    /// Unit direction.
    pub direction: Vec3,
}

/// Statistics of the section, for the model view card.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Deref)]
pub struct SectionFacts(pub section::SectionFacts);

/// Action requested for the current film.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedFilm {
    /// Saves the film.
    Save(FilmKind),
    /// Copies the command line that renders the film.
    Copy(FilmKind),
}

/// Search string of the glossary; if empty, all terms are listed.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct GlossarySearch(pub String);
