//! Tests for the division film, the build film, query films and worked examples. At most one film is open, and films
//! run in the model view.

use std::{collections::HashSet, mem};

use bevy::prelude::KeyCode;
use bspwalk::app::{
    films::query_film::ShowPreset,
    host::state::{Action, FilmTree, LevelName, ProgramState},
    input::bindings::Bindings,
};
use bspwalk_explain::films::{PRESETS, Preset, QueryFilm, QueryMode, Shows};
use bspwalk_session::{actions::KeptKeys, overlays::OverlayKind, view::View};
use bspwalk_testing::effort;
use bspwalk_trees::NodeId;

use crate::app::harness::{Rig, room};

/// Returns whether the division film and the build film are shown, and the view.
fn films(rig: &Rig) -> (bool, bool, View) {
    let world = rig.app.world();
    let view = &world.resource::<ProgramState>().view;
    (
        view.shows_division(),
        world.resource::<ProgramState>().build.open,
        view.view,
    )
}

fn send(rig: &mut Rig, command: Action) {
    rig.run_for(command, 2);
}

#[test]
fn one_film_at_a_time_begins_in_the_model() {
    let mut rig = Rig::of(&room(), 20);
    send(&mut rig, Action::ToggleDivision);
    assert_eq!(films(&rig), (true, false, View::Model));
    let film = rig.resource::<ProgramState>().view.film;
    assert!(film.playing && film.tree == Some(FilmTree::Nodes) && film.shown() == 0);
    send(&mut rig, Action::ToggleBuildFilm);
    assert_eq!(films(&rig), (false, true, View::Model));
    send(&mut rig, Action::ToggleDivision);
    assert_eq!(films(&rig), (true, false, View::Model));
    send(&mut rig, Action::TogglePlan);
    assert_eq!(films(&rig), (true, false, View::Plan), "the plan shows it, too");
    send(&mut rig, Action::ToggleDivision);
    assert_eq!(films(&rig), (false, false, View::Plan), "the view stays");
    send(&mut rig, Action::TogglePlan);
    send(&mut rig, Action::ToggleDivision);
    send(&mut rig, Action::ToggleModel);
    assert_eq!(
        films(&rig),
        (false, false, View::Eye),
        "from the eyes it is not seen"
    );
}

#[test]
fn escape_closes_the_film_below_the_help() {
    let mut rig = Rig::of(&room(), 20);
    let open = |rig: &Rig| {
        let world = rig.app.world();
        [
            world.resource::<ProgramState>().build.open,
            world.resource::<ProgramState>().query.open,
        ]
    };
    for (toggle, shown) in [
        (Action::ToggleBuildFilm, [true, false]),
        (Action::ToggleQueryFilm, [false, true]),
    ] {
        send(&mut rig, toggle);
        send(&mut rig, Action::ToggleHelp);
        assert_eq!(open(&rig), shown);
        send(&mut rig, Action::Escape);
        assert!(rig.resource::<ProgramState>().ui.help.is_none());
        assert_eq!(open(&rig), shown);
        send(&mut rig, Action::Escape);
        assert_eq!(open(&rig), [false, false]);
        assert_eq!(films(&rig), (false, false, View::Eye));
    }
}

/// Waits until the query film is recorded.
fn recorded(rig: &mut Rig) {
    rig.until("the film of the query", |rig| {
        let player = &rig.resource::<ProgramState>().query;
        !player.is_waiting(&rig.current().tree)
    });
}

#[test]
fn query_film_opens_in_model_and_closes_others() {
    let mut rig = Rig::of(&room(), 20);
    let is_open = |rig: &Rig| rig.resource::<ProgramState>().query.open;
    send(&mut rig, Action::ToggleDivision);
    send(&mut rig, Action::ToggleQueryFilm);
    assert_eq!(films(&rig), (false, false, View::Model));
    assert!(is_open(&rig));
    recorded(&mut rig);
    let player = &rig.resource::<ProgramState>().query;
    let film = player.film(&rig.current().tree).expect("it is recorded").clone();
    assert!(!player.playing && player.asked.mode == QueryMode::OnePlane);
    let query = film.query().expect("it asks");
    let expected = QueryFilm::record_grouped(&rig.current().tree, query, QueryMode::OnePlane);
    assert_eq!(*film, expected);
    assert!(film.totals().visited > 0);
    // The film of the other traversal is recorded instead, and the choice is kept in the settings.
    send(&mut rig, Action::NextQueryMode);
    recorded(&mut rig);
    assert_eq!(
        rig.resource::<ProgramState>().settings().query_mode,
        QueryMode::Wide
    );
    let player = &rig.resource::<ProgramState>().query;
    let wide = player.film(&rig.current().tree).expect("it is recorded").clone();
    let (answer, visited) = query.ask(&rig.current().tree);
    assert_eq!((wide.answer(), wide.totals().visited), (Some(&answer), visited));
    // The query film stays open in first person, because it is drawn in the level.
    send(&mut rig, Action::ToggleModel);
    assert!(is_open(&rig) && films(&rig).2 == View::Eye);
    send(&mut rig, Action::ToggleBuildFilm);
    assert!(!is_open(&rig) && films(&rig).1);
}

/// Returns the current step of the film, and whether it is playing.
fn place(rig: &Rig) -> (u32, bool) {
    let world = rig.app.world();
    let (view, query) = (
        &world.resource::<ProgramState>().view,
        &world.resource::<ProgramState>().query,
    );
    if query.open {
        (query.step, query.playing)
    } else {
        (view.film.shown(), view.film.playing)
    }
}

#[test]
fn film_keys_work_while_the_mouse_is_free() {
    // Keep the player at rest, so that only a key can move it.
    let mut rig = Rig::in_room(20);
    rig.player().yaw = 0.5;
    rig.frames(10);
    send(&mut rig, Action::ToggleQueryFilm);
    recorded(&mut rig);
    let player = &rig.resource::<ProgramState>().query;
    let last = player.last_step(&rig.current().tree);
    assert!(last > 1);
    let before = (rig.player().yaw, rig.player().position);
    for (key, expected) in [
        (KeyCode::End, (last, false)),
        (KeyCode::ArrowLeft, (last - 1, false)),
        (KeyCode::Home, (0, false)),
        (KeyCode::ArrowRight, (1, false)),
        (KeyCode::Space, (1, true)),
        (KeyCode::Space, (1, false)),
    ] {
        rig.tap(key);
        assert_eq!(place(&rig), expected, "{key:?}");
        rig.frames(2);
        let selected = rig.selected().node;
        assert_eq!(selected, None, "{key:?} selects nothing besides");
    }
    assert_eq!(
        (rig.player().yaw, rig.player().position),
        before,
        "nothing turned or moved"
    );
    // A held film key repeats its step, and has no other effect until it is released.
    rig.press(KeyCode::ArrowRight);
    rig.frames(30);
    send(&mut rig, Action::ToggleQueryFilm);
    rig.frames(10);
    assert_eq!(rig.player().yaw, before.0);
    rig.release(KeyCode::ArrowRight);
    rig.frames(2);
    // Without a film, the same keys turn the view.
    rig.hold_key(KeyCode::ArrowRight, 10);
    assert!(rig.player().yaw < before.0);
}

#[test]
fn shift_or_captured_mouse_turns_the_view() {
    let mut rig = Rig::of(&room(), 20);
    send(&mut rig, Action::ToggleQueryFilm);
    recorded(&mut rig);
    // The film stays open in first person.
    send(&mut rig, Action::ToggleModel);
    rig.tap(KeyCode::End);
    let at = place(&rig);
    assert!(at.0 > 0);
    for is_captured in [false, true] {
        if is_captured {
            rig.click();
        } else {
            rig.press(KeyCode::ShiftLeft);
        }
        rig.frames(2);
        let yaw = rig.player().yaw;
        rig.hold_key(KeyCode::ArrowLeft, 10);
        rig.release(KeyCode::ShiftLeft);
        rig.frames(2);
        assert!(rig.player().yaw > yaw, "captured: {is_captured}");
        assert_eq!(place(&rig), at, "captured: {is_captured}");
    }
}

#[test]
fn division_film_steps_through_depths() {
    let mut rig = Rig::of(&room(), 20);
    send(&mut rig, Action::ToggleDivision);
    for (key, expected) in [
        (KeyCode::Home, (0, false)),
        (KeyCode::ArrowRight, (1, false)),
        (KeyCode::ArrowLeft, (0, false)),
        (KeyCode::Space, (0, true)),
        (KeyCode::Space, (0, false)),
    ] {
        rig.tap(key);
        assert_eq!(place(&rig), expected, "{key:?}");
    }
    // A key bound by the user works, and the default key no longer does.
    let table: KeptKeys = toml::from_str("film-next-step = ['N']").expect("it is a table");
    rig.resource_mut::<Bindings>().0 = table.keymap().0;
    rig.frames(1);
    rig.tap(KeyCode::ArrowRight);
    assert_eq!(place(&rig), (0, false));
    rig.tap(KeyCode::KeyN);
    assert_eq!(place(&rig), (1, false));
}

#[test]
fn another_level_ends_the_film_of_a_query() {
    let mut rig = Rig::of(&room(), 20);
    send(&mut rig, Action::ToggleQueryFilm);
    let other = rig.file("second.obj", room().as_bytes());
    rig.drop_file(&other);
    assert!(!rig.resource::<ProgramState>().query.open);
}

fn show(rig: &mut Rig, preset: &'static Preset) {
    rig.send(ShowPreset(preset));
    rig.until(preset.name, |rig| {
        rig.resource::<ProgramState>().query.preset == Some(preset)
    });
}

/// Opening a worked example loads its level, builds its tree, and shows the example.
#[test]
fn worked_examples_open_and_are_shown() {
    let mut rig = Rig::selecting(&room());
    for preset in PRESETS {
        show(&mut rig, preset);
        rig.frames(2);
        assert_eq!(rig.current().source, LevelName::BuiltIn(preset.level.into()));
        assert_eq!(*rig.current().tree.params(), preset.params, "{}", preset.name);
        recorded(&mut rig);
        let (world, eyes) = (rig.app.world(), rig.resource::<ProgramState>().view.is_eye());
        let (player, build) = (
            &world.resource::<ProgramState>().query,
            &world.resource::<ProgramState>().build,
        );
        assert!(!eyes, "{}: it is looked at from outside", preset.name);
        assert_eq!(player.preset, Some(preset), "its words are there");
        match preset.shows {
            Shows::Query(query) => {
                let film = player.film(&rig.current().tree).expect("it is recorded");
                assert_eq!(film.query(), Some(&query), "{}", preset.name);
                assert!(!build.open);
            }
            Shows::Division { face } => {
                assert!(build.open && !player.open, "{}", preset.name);
                assert_eq!(build.step, 0, "{}: the root is divided", preset.name);
                assert_eq!(
                    world.resource::<ProgramState>().level.selected.face,
                    Some(face),
                    "{}",
                    preset.name
                );
            }
            Shows::Order { eye } => {
                assert!(!build.open && !player.open, "{}", preset.name);
                assert!(
                    world
                        .resource::<ProgramState>()
                        .overlays
                        .is_on(OverlayKind::Painter)
                );
                assert!(rig.player().position.distance(eye) < 0.2, "{}", preset.name);
            }
        }
    }
}

/// Leaving a worked example restores the previous level.
#[test]
fn leaving_a_worked_example_restores_the_level() {
    let mut rig = Rig::selecting(&room());
    rig.frames(60);
    rig.player().yaw = 1.0;
    rig.selected_mut().node = Some(NodeId(1));
    rig.frames(2);
    let (level, place) = (rig.current().clone(), rig.player().position);
    let mut kinds = HashSet::new();
    for preset in PRESETS {
        // Unless all tests are requested, open only one example of each kind.
        if !kinds.insert(mem::discriminant(&preset.shows)) && !effort::is_full() {
            continue;
        }
        send(&mut rig, Action::ToggleQueryFilm);
        show(&mut rig, preset);
        rig.frames(2);
        assert_ne!(rig.current().source, level.source);
        match preset.shows {
            Shows::Query(_) => send(&mut rig, Action::ToggleQueryFilm),
            Shows::Division { .. } => send(&mut rig, Action::ToggleBuildFilm),
            Shows::Order { .. } => rig.resource_mut::<ProgramState>().query.preset = None,
        }
        rig.frames(3);
        let now = rig.current();
        assert_eq!(
            (&now.source, now.tree_id()),
            (&level.source, level.tree_id()),
            "{}",
            preset.name
        );
        assert!(
            std::sync::Arc::ptr_eq(&now.tree, &level.tree),
            "{}: its tree",
            preset.name
        );
        assert!(rig.player().position.distance(place) < 1.0e-3, "{}", preset.name);
        assert_eq!(rig.player().yaw, 1.0, "{}", preset.name);
        let world = rig.app.world();
        assert_eq!(
            world.resource::<ProgramState>().level.selected.node,
            Some(NodeId(1)),
            "{}",
            preset.name
        );
        let (query, build) = (
            &world.resource::<ProgramState>().query,
            &world.resource::<ProgramState>().build,
        );
        assert!(
            !query.open && !build.open && world.resource::<ProgramState>().view.is_eye(),
            "{}",
            preset.name
        );
        assert!(
            !world
                .resource::<ProgramState>()
                .overlays
                .is_on(OverlayKind::Painter),
            "{}",
            preset.name
        );
    }
}

#[test]
fn level_opened_in_a_worked_example_stays() {
    let mut rig = Rig::selecting(&room());
    let preset = &PRESETS[0];
    show(&mut rig, preset);
    let other = rig.file("second.obj", room().as_bytes());
    rig.drop_file(&other);
    rig.frames(5);
    assert_eq!(rig.current().level.name, "second");
}
