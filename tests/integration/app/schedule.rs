//! Tests for the system order within a frame: a level is entered before anything moves in it.

use bevy::prelude::*;
use bspwalk::app::host::{
    schedule::AppState,
    shown::Shown,
    state::{Action, LevelId, LevelName, OpenedLevel, Player, RequestedOptions},
};

use crate::app::harness::{Rig, room};

/// The level, and the positions of the body and the eye relative to the level's spawn at each fixed step.
#[derive(Resource, Default)]
struct Steps(Vec<(LevelId, f32)>);

fn spy(current: Option<Shown<OpenedLevel>>, player: Shown<Player>, mut steps: ResMut<Steps>) {
    let Some(current) = current else { return };
    let spawn = current.level.spawn.eye.as_vec3();
    let away = [player.previous, player.position, player.mover.eye()]
        .map(|eye| eye.distance(spawn))
        .into_iter()
        .fold(0.0, f32::max);
    steps.0.push((current.level_id(), away));
}

/// Returns the room, shifted along X.
fn moved(by: f64) -> String {
    room()
        .lines()
        .map(
            |line| match line.strip_prefix("v ").and_then(|rest| rest.split_once(' ')) {
                Some((x, rest)) => format!("v {} {rest}\n", x.parse::<f64>().expect("a number") + by),
                None => format!("{line}\n"),
            },
        )
        .collect()
}

fn open(rig: &mut Rig, name: &str, text: &str) {
    let path = rig.file(name, text.as_bytes());
    rig.open(LevelName::File(path), RequestedOptions::Remembered);
}

fn is_replaying(rig: &Rig) -> bool {
    rig.walker().replay.is_some()
}

#[test]
fn no_step_uses_a_position_of_another_level() {
    let mut rig = Rig::prepared(&moved(300.0), 10, |app| {
        app.init_resource::<Steps>().add_systems(FixedLast, spy);
    });
    for (by, name) in [(600.0, "second.obj"), (-900.0, "third.obj")] {
        rig.frames(5);
        open(&mut rig, name, &moved(by));
    }
    rig.frames(5);
    let steps = &rig.resource::<Steps>().0;
    let levels: Vec<_> = steps
        .chunk_by(|(before, _), (after, _)| before == after)
        .collect();
    assert_eq!(levels.len(), 3, "each level was stepped in once");
    for of_level in levels {
        let farthest = of_level.iter().map(|(_, away)| *away).fold(0.0, f32::max);
        assert!(of_level.len() >= 3, "there are steps in each level");
        assert!(farthest < 1.0, "{farthest} m from its spawn");
    }
}

#[test]
fn pause_and_replay_stop_the_steps() {
    let mut rig = Rig::prepared(&room(), 10, |app| {
        app.add_systems(
            Update,
            |state: Res<State<AppState>>, current: Option<Shown<OpenedLevel>>| {
                assert!(current.is_some() || *state.get() == AppState::Loading);
            },
        );
    });
    assert_eq!(*rig.resource::<State<AppState>>().get(), AppState::InLevel);
    rig.frames(20);
    let steps = |rig: &Rig| rig.shown::<Player>().history().added() as usize;
    // Pausing and replaying do not move the player, in whatever order they start and end.
    for (command, expected) in [
        (Action::TogglePause, false),
        (Action::ToggleReplay, true),
        (Action::TogglePause, true),
        (Action::ToggleReplay, false),
    ] {
        rig.run_for(command, 2);
        let before = steps(&rig);
        rig.frames(4);
        assert_eq!(is_replaying(&rig), expected, "after {command:?}");
        let moves = command == Action::ToggleReplay && !expected;
        assert_eq!(steps(&rig) > before, moves, "after {command:?}");
    }
}

#[test]
fn replay_does_not_move_the_eye_of_another_level() {
    let mut rig = Rig::in_room(10);
    rig.hold_key(KeyCode::KeyW, 60);
    rig.run_for(Action::ToggleReplay, 2);
    assert!(is_replaying(&rig));
    open(&mut rig, "second.obj", &moved(300.0));
    for _ in 0..5 {
        let spawn = rig.current().level.spawn.eye.as_vec3();
        let player = rig.player();
        assert!(
            player.position.distance(spawn) < 1.0,
            "the eye is at {}",
            player.position
        );
        rig.frames(1);
    }
    assert!(!is_replaying(&rig));
}

#[test]
fn moving_the_body_ends_the_replay_first() {
    for command in [Action::Respawn, Action::ToggleNoclip] {
        let mut rig = Rig::in_room(10);
        rig.hold_key(KeyCode::KeyW, 60);
        rig.frames(60);
        let eye = rig.player().position;
        rig.run_for(Action::ToggleReplay, 2);
        rig.run(command);
        assert!(!is_replaying(&rig));
        let expected = if command == Action::Respawn {
            rig.current().level.spawn.eye.as_vec3()
        } else {
            eye
        };
        let now = rig.player().position;
        assert!(
            now.distance(expected) < 0.01,
            "{command:?}: {now} is not {expected}"
        );
    }
}
