//! What a step of the film says.

use bspwalk_explain::decisions;
use bspwalk_progress::words::count;

use crate::app::{
    divisions::Divisions,
    state::{BuildFilm, OpenedLevel},
};

/// What the film says of the step that it shows. The window and `shot` say the same.
pub(in crate::app) fn sentence(film: &BuildFilm, current: &OpenedLevel, divisions: &Divisions) -> String {
    let all = current.tree.node_count();
    if all == 0 {
        return "The tree has no nodes: there is nothing to divide.".to_owned();
    }
    let Some(shown) = &film.shown else {
        return "The build of the tree is being replayed …".to_owned();
    };
    match divisions.of(current, shown.node) {
        Some(division) => decisions::division(shown.step, all, shown.depth, &division.decision),
        None => format!(
            "Division {} of {}, depth {}: how it was chosen is not known.",
            count(shown.step + 1),
            count(all),
            shown.depth
        ),
    }
}
