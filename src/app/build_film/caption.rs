//! What a step of the film says.

use crate::app::{
    divisions::Divisions,
    state::{BuildFilm, OpenedLevel},
};

/// What the film says of the step that it shows. The window and `shot` say the same.
pub(in crate::app) fn sentence(film: &BuildFilm, current: &OpenedLevel, divisions: &Divisions) -> String {
    let division = film
        .shown
        .as_ref()
        .and_then(|shown| divisions.of(&current.tree, shown.node));
    film.sentence(current.tree.node_count(), division.map(AsRef::as_ref))
}
