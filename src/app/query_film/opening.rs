//! Opening the film.

use bspwalk_session::view::View;

use crate::app::state::{BuildFilm, Film, ModelView, QueryPlayer, Ui};

/// Opens the film at its beginning in the model view, and closes other films.
pub(super) fn open(player: &mut QueryPlayer, view: &mut ModelView, ui: &mut Ui, build: &mut BuildFilm) {
    if !player.open {
        player.from_eyes = view.is_eye() || build.open && build.from_eyes;
    }
    player.open = true;
    player.picking = None;
    player.restart();
    build.open = false;
    view.film = Film::default();
    if view.is_eye() {
        view.view = View::Model;
        ui.captured = false;
    }
}
