//! The films of the division and of the build: one at a time, and in the model.

use bspwalk::{
    app::state::{BuildFilm, Command, FilmTree, ModelView},
    cli::View,
};

use crate::harness::{Rig, room};

/// Whether the film of the division and that of the build are shown, and how the level is looked at.
fn films(rig: &Rig) -> (bool, bool, View) {
    let world = rig.app.world();
    let view = world.resource::<ModelView>();
    (
        view.shows_division(),
        world.resource::<BuildFilm>().open,
        view.view,
    )
}

fn send(rig: &mut Rig, command: Command) {
    rig.command(command);
    rig.frames(2);
}

#[test]
fn one_film_at_a_time_begins_in_the_model() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut rig = Rig::with_level(folder, &room(), 20, None);
    send(&mut rig, Command::ToggleDivision);
    assert_eq!(films(&rig), (true, false, View::Model));
    let film = rig.app.world().resource::<ModelView>().film;
    assert!(film.playing && film.tree == Some(FilmTree::Nodes) && film.shown() == 0);
    send(&mut rig, Command::ToggleBuildFilm);
    assert_eq!(films(&rig), (false, true, View::Model));
    send(&mut rig, Command::ToggleDivision);
    assert_eq!(films(&rig), (true, false, View::Model));
    send(&mut rig, Command::TogglePlan);
    assert_eq!(films(&rig), (true, false, View::Plan), "the plan shows it, too");
    send(&mut rig, Command::ToggleDivision);
    assert_eq!(films(&rig), (false, false, View::Plan), "the view stays");
    send(&mut rig, Command::TogglePlan);
    send(&mut rig, Command::ToggleDivision);
    send(&mut rig, Command::ToggleModel);
    assert_eq!(
        films(&rig),
        (false, false, View::Eye),
        "from the eyes it is not seen"
    );
}
