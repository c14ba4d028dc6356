//! The tour: it comes to its end at a wall, any key ends it before, and what it changed is then as it was.

use bevy::{ecs::system::RunSystemOnce, prelude::*};
use bspwalk::{
    app::{
        WindowOptions,
        clock::TimeScale,
        overlays::SelectionPlugin,
        player::history::History,
        settings::Settings,
        state::{Command, LevelSource, ModelView, Overlays, Player, Selection, Ui},
        stop_reason::Explanation,
        tour::{Invitation, Stage, Tour},
    },
    cli::{View, overlays::OverlayKind},
};

use crate::harness::{Rig, room, settings_file};

/// The app in a level of this text, in frames of a twentieth of a second.
fn rig(obj: &str) -> Rig {
    let folder = tempfile::tempdir().expect("a temporary folder");
    Rig::prepared(folder, obj, 50, None, WindowOptions::default(), |app| {
        app.add_plugins(SelectionPlugin);
    })
}

fn stage(rig: &Rig) -> Option<Stage> {
    rig.app.world().get_resource::<Tour>().map(Tour::stage)
}

/// Everything that the tour changes while it runs.
#[derive(Debug, PartialEq)]
struct Seen {
    player: Player,
    view: ModelView,
    overlays: Overlays,
    selection: Selection,
    time_scale: TimeScale,
    ui: Ui,
    steps: usize,
    explanation: Option<Explanation>,
}

fn world(rig: &Rig) -> Seen {
    let world = rig.app.world();
    Seen {
        player: world.resource::<Player>().clone(),
        view: world.resource::<ModelView>().clone(),
        overlays: world.resource::<Overlays>().clone(),
        selection: *world.resource::<Selection>(),
        time_scale: *world.resource::<TimeScale>(),
        ui: *world.resource::<Ui>(),
        steps: world.resource::<History>().moments().len(),
        explanation: world.get_resource::<Explanation>().cloned(),
    }
}

/// Sets everything to what the tour does not set it to, in a paused world, so that nothing else changes it.
fn unsettle(rig: &mut Rig) {
    rig.player().yaw = 1.0;
    rig.player().pitch = -0.2;
    rig.command(Command::TogglePause);
    rig.frames(5);
    let world = rig.app.world_mut();
    *world.resource_mut::<Overlays>() = Overlays::showing([OverlayKind::Cells, OverlayKind::Depth]);
    world.resource_mut::<Selection>().node = Some(1);
    world.resource_mut::<Ui>().panel = true;
    world.resource_mut::<ModelView>().cut = Some(1.25);
    rig.frames(2);
}

#[test]
fn it_runs_to_its_end_and_lets_go_at_a_wall() {
    let mut rig = rig(&room());
    unsettle(&mut rig);
    let before = world(&rig);
    rig.command(Command::Tour);
    rig.frames(1);
    let mut met = Vec::new();
    let mut stopped_at = None;
    for _ in 0..1200 {
        let Some(stage) = stage(&rig) else { break };
        if met.last() != Some(&stage) {
            met.push(stage);
        }
        let now = world(&rig);
        assert!(now.ui.tour && !now.ui.panel);
        let expected = match stage {
            Stage::Model | Stage::Division | Stage::Tree => View::Model,
            _ => View::Eye,
        };
        assert_eq!(now.view.view, expected, "{stage:?}");
        assert_eq!(now.view.film.tree.is_some(), stage == Stage::Division);
        assert_eq!(now.overlays.is_on(OverlayKind::Planes), stage == Stage::Tree);
        if let Some(explanation) = now.explanation {
            assert_eq!(stage, Stage::Stop);
            stopped_at.get_or_insert((explanation.reasons[0].node, now.player.position));
        }
        rig.frames(1);
    }
    assert_eq!(met, Stage::ALL);
    let (node, place) = stopped_at.expect("a wall stopped the body, and the tree says which");
    assert!(
        place.distance(before.player.position) > 0.5,
        "it went ahead: {place}"
    );
    rig.frames(1);
    let after = world(&rig);
    // The wall is in view, and its plane selected.
    let away = after.player.position.distance(place);
    assert!((2.0..3.0).contains(&away), "{away} m from where it stopped");
    assert_eq!(after.selection.node, Some(node));
    assert!(after.explanation.is_some());
    assert_eq!((after.view, after.overlays), (before.view, before.overlays));
    assert_eq!((after.time_scale, after.ui), (before.time_scale, before.ui));
    assert_eq!(after.player.speed, before.player.speed);
}

#[test]
fn any_key_ends_it_at_any_stage_and_does_what_it_always_does() {
    let mut rig = rig(&room());
    unsettle(&mut rig);
    let before = world(&rig);
    for seconds in [1.0, 5.0, 10.0, 18.0, 22.0, 24.0] {
        rig.command(Command::Tour);
        rig.frames((seconds * 20.0) as u32);
        assert!(stage(&rig).is_some(), "after {seconds} s");
        rig.tap(KeyCode::KeyU);
        rig.frames(2);
        assert_eq!(stage(&rig), None, "after {seconds} s");
        let mut now = world(&rig);
        assert_eq!(now.view.view, View::Model, "the key does what it does");
        rig.tap(KeyCode::KeyU);
        rig.frames(2);
        now = world(&rig);
        assert_eq!(now, before, "after {seconds} s");
    }
}

#[test]
fn a_click_and_its_own_key_end_it() {
    let mut rig = rig(&room());
    rig.tap(KeyCode::F2);
    rig.frames(20);
    assert!(stage(&rig).is_some());
    rig.tap(KeyCode::F2);
    rig.frames(2);
    assert_eq!(stage(&rig), None);
    rig.tap(KeyCode::F2);
    rig.frames(100);
    assert!(stage(&rig) > Some(Stage::Eyes));
    rig.click();
    assert_eq!(stage(&rig), None);
    assert!(rig.app.world().resource::<ModelView>().is_eye());
}

#[test]
fn where_there_is_no_wall_it_says_nothing_of_one() {
    let plain = "v -500 0 -500\nv 500 0 -500\nv 500 0 500\nv -500 0 500\nf 4 3 2 1\n";
    let mut rig = rig(plain);
    unsettle(&mut rig);
    let before = world(&rig);
    rig.command(Command::Tour);
    rig.frames(1);
    let mut last = None;
    while let Some(stage) = stage(&rig) {
        assert!(rig.app.world().get_resource::<Explanation>().is_none());
        last = Some(stage);
        rig.frames(1);
    }
    assert_eq!(last, Some(Stage::Stop));
    rig.frames(1);
    assert_eq!(world(&rig), before);
    assert!(!rig.was_told(&["in your way"]), "{:?}", rig.notices());
}

#[test]
fn it_runs_in_a_built_in_level_and_another_level_ends_well() {
    let mut rig = rig(&room());
    let source = LevelSource::BuiltIn("three_rooms".into());
    rig.app
        .world_mut()
        .write_message(bspwalk::app::state::OpenLevel::remembered(source));
    rig.until("the built-in level", |rig| {
        rig.current().level.name == "three_rooms"
    });
    rig.command(Command::Tour);
    rig.frames(1);
    let mut explained = false;
    while stage(&rig).is_some() {
        explained |= rig.app.world().contains_resource::<Explanation>();
        rig.frames(1);
    }
    assert!(explained, "three rooms have walls");
    // A level that comes while the tour runs keeps its own spawn.
    rig.command(Command::Tour);
    rig.frames(30);
    let file = rig.file("other.obj", room().as_bytes());
    rig.drop_file(&file);
    rig.command(Command::Tour);
    rig.frames(3);
    assert_eq!(stage(&rig), None);
    let spawn = rig.current().level.spawn.eye.as_vec3();
    assert!(rig.player().position.distance(spawn) < 0.5);
}

/// The app with an invitation and its settings in a folder.
fn invited(folder: tempfile::TempDir) -> Rig {
    let file = settings_file(folder.path());
    Rig::prepared(
        folder,
        &room(),
        100,
        Some(file),
        WindowOptions::default(),
        |app| {
            app.insert_resource(Invitation);
        },
    )
}

#[test]
fn it_begins_by_itself_at_the_first_start_only() {
    let mut first = invited(tempfile::tempdir().expect("a temporary folder"));
    first.until("the tour", |rig| stage(rig).is_some());
    // What is written while it runs is what the user has.
    let overlays = first.app.world().resource::<Overlays>().clone();
    assert_ne!(overlays, Overlays::default());
    first.frames(30);
    let written = std::fs::read_to_string(settings_file(first.folder.path())).unwrap_or_default();
    assert!(!written.contains("path = false"), "{written}");
    first.app.world_mut().write_message(AppExit::Success);
    first.frames(1);
    let mut second = invited(first.folder);
    assert_eq!(*second.app.world().resource::<Overlays>(), Overlays::default());
    assert!(second.app.world().resource::<Settings>().tour_seen);
    second.frames(60);
    assert_eq!(stage(&second), None);
}

#[test]
fn a_key_at_the_start_declines_it_and_without_an_invitation_there_is_none() {
    let mut rig = invited(tempfile::tempdir().expect("a temporary folder"));
    rig.tap(KeyCode::KeyW);
    rig.frames(60);
    assert_eq!(stage(&rig), None);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = settings_file(folder.path());
    let mut rig = Rig::with_level(folder, &room(), 100, Some(file));
    rig.frames(60);
    assert_eq!(stage(&rig), None);
}

#[test]
fn a_recording_is_not_disturbed() {
    let mut rig = rig(&room());
    rig.command(Command::ToggleRecording);
    rig.frames(2);
    rig.command(Command::Tour);
    rig.frames(2);
    assert_eq!(stage(&rig), None);
    assert!(rig.was_told(&["tour", "recording"]));
    let is_on = |recording: Res<bspwalk::app::player::recording::Recording>| recording.is_on();
    let on = rig.app.world_mut().run_system_once(is_on);
    assert!(on.expect("it runs"));
}
