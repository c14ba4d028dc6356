//! Caption of a step of the build film.

use crate::app::{
    divisions::Divisions,
    state::{BuildFilm, OpenedLevel},
};

/// Returns the caption of the current step. The window and `shot` share it.
pub(in crate::app) fn sentence(film: &BuildFilm, current: &OpenedLevel, divisions: &Divisions) -> String {
    let division = film
        .shown
        .as_ref()
        .and_then(|shown| divisions.of(&current.tree, shown.node));
    film.sentence(current.tree.node_count(), division.map(AsRef::as_ref))
}
