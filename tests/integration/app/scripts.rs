//! Tests for scripts: the recorded path, the path played in the window, and the path computed by `walk` are
//! bit-identical.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
    process::Command as Process,
};

use bevy::prelude::*;
use bspwalk::app::host::{
    shown::Shown,
    state::{Action, LevelName, Player, ProgramState, RequestedOptions},
};
use bspwalk_collision::mover::CollisionMethod;

use crate::app::harness::{Rig, roofless, room};

/// Positions of the player after each step, as bits. Negative zero is converted to zero.
type Path3 = Vec<[u32; 3]>;

/// Recorder for the player's path.
#[derive(Resource, Default)]
struct Steps(Path3);

fn spy(player: Shown<Player>, mut steps: ResMut<Steps>, mut added: Local<u64>) {
    let history = player.history();
    let is_new = std::mem::replace(&mut *added, history.added()) != history.added();
    if let Some(last) = history.last().filter(|_| is_new) {
        steps.0.push(bits(last.step.center.to_array()));
    }
}

fn bits(point: [f32; 3]) -> [u32; 3] {
    point.map(|coordinate| (coordinate + 0.0).to_bits())
}

/// Creates a rig with the roofless room.
fn rig() -> Rig {
    Rig::prepared(&roofless(), 10, |app| {
        app.init_resource::<Steps>().add_systems(FixedLast, spy);
    })
}

fn is_recording(rig: &Rig) -> bool {
    rig.walker().draft.is_some()
}

fn is_playing(rig: &Rig) -> bool {
    rig.walker().playing.is_some()
}

fn take_steps(rig: &mut Rig) -> Path3 {
    std::mem::take(&mut rig.resource_mut::<Steps>().0)
}

fn drop_script(rig: &mut Rig, path: &Path) {
    rig.drop_on_window(path);
    rig.until("the script is read", is_playing);
}

/// Plays the script to its end.
fn finish(rig: &mut Rig) {
    for _ in 0..10_000 {
        if !is_playing(rig) {
            return;
        }
        rig.frames(1);
    }
    panic!("the script does not end");
}

/// Plays a script in the window and returns its path.
fn played(rig: &mut Rig, path: &Path) -> Path3 {
    drop_script(rig, path);
    take_steps(rig);
    finish(rig);
    take_steps(rig)
}

/// Asserts that the window played the whole script. The last frame may contain further steps, which are controlled by
/// the keys.
fn assert_plays(played: &Path3, walked: &Path3) {
    let after = played.len().checked_sub(walked.len());
    assert!(
        after.is_some_and(|after| after <= 2),
        "{} steps of {}",
        played.len(),
        walked.len()
    );
    assert_same(&played[..walked.len()].to_vec(), walked, "the window and `walk`");
}

/// Returns the path of a script run by `bspwalk walk`.
fn walked(rig: &Rig, script: &Path, method: &str) -> Path3 {
    let level = match &rig.current().source {
        LevelName::BuiltIn(name) => PathBuf::from(name),
        LevelName::File(_) | LevelName::Drawn(_) => rig.folder.path().join("first.obj"),
    };
    let output = Process::new(env!("CARGO_BIN_EXE_bspwalk"))
        .arg("walk")
        .arg(level)
        .args(["--rate", "120", "--collision", method, "--script"])
        .arg(script)
        .output()
        .expect("the program runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let center = |line: &str| {
        let tick: serde_json::Value = serde_json::from_str(line).expect("a tick is JSON");
        let center: [f32; 3] = serde_json::from_value(tick["center"].clone()).expect("a point");
        bits(center)
    };
    text.lines().map(center).collect()
}

/// Ends the recording and moves the script into the rig's folder.
fn saved(rig: &mut Rig, name: &str) -> PathBuf {
    if is_recording(rig) {
        rig.run(Action::ToggleRecording);
    }
    let path = rig.resource::<ProgramState>().scripts.latest.clone();
    let path = path.expect("a script was saved");
    let own = rig.folder.path().join(name);
    std::fs::copy(&path, &own).expect("it can be copied");
    std::fs::remove_file(&path).expect("it can be removed");
    own
}

/// Makes the player walk, run, jump, turn and fly.
fn move_about(rig: &mut Rig) {
    for (key, yaw) in [
        (KeyCode::KeyW, 0.3),
        (KeyCode::KeyD, 2.0),
        (KeyCode::Space, 2.5),
        (KeyCode::KeyW, -1.0),
        (KeyCode::ControlLeft, -1.0),
    ] {
        rig.player().yaw = yaw;
        rig.press(key);
        rig.frames(25);
        rig.player().yaw += 0.1;
        rig.frames(5);
        rig.release(key);
        rig.frames(5);
    }
}

fn assert_same(one: &Path3, other: &Path3, what: &str) {
    assert!(!one.is_empty());
    let first = one.iter().zip(other).position(|(one, other)| one != other);
    assert_eq!(
        first,
        None,
        "{what}: they part at step {first:?} of {}",
        one.len()
    );
    assert_eq!(one.len(), other.len(), "{what}");
}

#[test]
fn recording_plays_and_walks_bit_for_bit() {
    for (method, name) in [
        (CollisionMethod::Sweep, "sweep"),
        (CollisionMethod::Push, "push"),
        (CollisionMethod::Planes, "planes"),
    ] {
        let mut rig = rig();
        rig.until_leaves();
        rig.player().method = method;
        rig.player().walking = true;
        rig.frames(50);
        rig.run(Action::ToggleRecording);
        take_steps(&mut rig);
        move_about(&mut rig);
        rig.tap(KeyCode::KeyG);
        rig.player().speed = 3.0;
        rig.player().radius = 0.25;
        move_about(&mut rig);
        // Use every command that teleports.
        rig.run_for(Action::Respawn, 10);
        rig.run_for(Action::AlongLeak, 3);
        assert!(rig.player().noclip);
        rig.tap(KeyCode::KeyV);
        move_about(&mut rig);
        rig.player().teleport(Vec3::new(1.0, 1.0, 2.0));
        rig.player().walking = true;
        move_about(&mut rig);
        assert!(is_recording(&rig));
        let script = saved(&mut rig, "recorded.jsonl");
        let recorded = take_steps(&mut rig);
        // The window made its last steps after the end of the recording.
        let walked = walked(&rig, &script, name);
        assert!(walked.len() > 800 && walked.len() <= recorded.len());
        assert_same(
            &recorded[..walked.len()].to_vec(),
            &walked,
            "the recording and `walk`",
        );
        // Start playback at a different position, in a different mode and with a different view.
        rig.player().teleport(Vec3::new(-1.0, 2.0, -2.0));
        rig.player().walking = false;
        rig.player().yaw = 1.0;
        rig.frames(20);
        let played = played(&mut rig, &script);
        assert_plays(&played, &walked);
    }
}

#[test]
fn script_without_a_start_starts_at_the_spawn() {
    let mut rig = rig();
    let text = "{\"ticks\":40,\"forward\":1}\n{\"set\":{\"walk_speed\":2}}\n{\"ticks\":40,\"right\":1,\"jump\":true}\n\
                {\"start\":{\"yaw\":90}}\n{\"ticks\":40,\"forward\":1}\n";
    let script = rig.file("script.jsonl", text.as_bytes());
    rig.player().radius = 0.2;
    rig.player().speed = 7.0;
    rig.player().teleport(Vec3::new(2.0, 2.0, 2.0));
    rig.player().yaw = 2.0;
    rig.frames(10);
    let played = played(&mut rig, &script);
    let method = rig.player().method.name();
    assert_plays(&played, &walked(&rig, &script, method));
    rig.run_for(Action::Respawn, 2);
    assert_eq!(
        (rig.player().radius, rig.player().speed),
        (0.2, 7.0),
        "they are restored"
    );
}

#[test]
fn many_lines_without_ticks_do_not_block() {
    let mut rig = rig();
    let mut text = String::new();
    for line in 0..2000 {
        let _ = writeln!(
            text,
            "{{\"start\":{{\"eye\":[{},1.7,0]}}}}",
            f64::from(line % 7) * 0.1
        );
    }
    text += "{\"ticks\":30,\"forward\":1}\n";
    let script = rig.file("starts.jsonl", text.as_bytes());
    drop_script(&mut rig, &script);
    take_steps(&mut rig);
    for _ in 0..10 {
        rig.frames(1);
        assert!(is_playing(&rig), "all lines were handled at once");
    }
    assert!(take_steps(&mut rig).is_empty(), "the body waits for its place");
    finish(&mut rig);
    let steps = take_steps(&mut rig);
    let method = rig.player().method.name();
    assert_plays(&steps, &walked(&rig, &script, method));
}

#[test]
fn invalid_line_is_named() {
    let mut rig = rig();
    let script = rig.file("wrong.jsonl", b"{\"ticks\":1}\n\n{\"ticks\":true}\n");
    rig.resource_mut::<ProgramState>().scripts.latest = Some(script);
    rig.run(Action::PlayScript);
    rig.until("the end of the reading", |rig| {
        rig.resource::<ProgramState>().scripts.status().is_none()
    });
    rig.frames(1);
    rig.assert_told(&["wrong.jsonl", "line 3"]);
}

#[test]
fn playing_ends_the_recording_and_plays_it() {
    let mut rig = rig();
    rig.run_for(Action::PlayScript, 2);
    rig.assert_told(&["no script to play"]);
    rig.run(Action::ToggleRecording);
    take_steps(&mut rig);
    rig.hold_key(KeyCode::KeyW, 30);
    rig.run(Action::PlayScript);
    assert!(!is_recording(&rig));
    rig.until("the recording is played", is_playing);
    let recorded = take_steps(&mut rig);
    finish(&mut rig);
    let again = take_steps(&mut rig);
    // Both paths may end with steps controlled by the keys.
    let count = again.len().min(recorded.len());
    assert!(count >= 30, "{} of {} steps", again.len(), recorded.len());
    assert_same(
        &again[..count].to_vec(),
        &recorded[..count].to_vec(),
        "the playback and the recording",
    );
    saved(&mut rig, "recorded.jsonl");
}

#[test]
fn interrupted_recording_is_saved() {
    let ends: [fn(&mut Rig); 3] = [
        |rig| {
            let path = rig.file("second.obj", room().as_bytes());
            rig.open(LevelName::File(path), RequestedOptions::Remembered);
            rig.frames(3);
        },
        |rig| {
            rig.player().method = CollisionMethod::Push;
            rig.frames(3);
        },
        |rig| {
            rig.send(AppExit::Success);
            rig.frames(1);
        },
    ];
    for end in ends {
        let mut rig = rig();
        rig.run(Action::ToggleRecording);
        take_steps(&mut rig);
        move_about(&mut rig);
        let recorded = take_steps(&mut rig);
        end(&mut rig);
        assert!(!is_recording(&rig));
        let script = saved(&mut rig, "recorded.jsonl");
        let walked = walked(&rig, &script, CollisionMethod::default().name());
        assert!(walked.len() >= recorded.len());
        assert_same(
            &recorded,
            &walked[..recorded.len()].to_vec(),
            "the recording and `walk`",
        );
    }
}

#[test]
fn station_ends_the_recording_before_moving() {
    let mut rig = rig();
    rig.open(LevelName::BuiltIn("torture".into()), RequestedOptions::Remembered);
    rig.frames(20);
    rig.run(Action::ToggleRecording);
    take_steps(&mut rig);
    rig.press(KeyCode::KeyW);
    rig.frames(30);
    let recorded = take_steps(&mut rig);
    let before = rig.player().position;
    rig.run_for(Action::GoToStation(0), 30);
    assert!(rig.player().position.distance(before) > 1.0, "it went there");
    assert!(!is_recording(&rig));
    rig.assert_told(&["Recording stopped"]);
    let script = saved(&mut rig, "recorded.jsonl");
    let walked = walked(&rig, &script, CollisionMethod::default().name());
    assert!(walked.len() >= recorded.len() && walked.len() <= recorded.len() + 10);
    assert_same(
        &recorded,
        &walked[..recorded.len()].to_vec(),
        "the recording and `walk`",
    );
}

#[test]
fn recording_without_a_step_leaves_no_file() {
    let mut rig = rig();
    rig.run_for(Action::TogglePause, 2);
    for _ in 0..2 {
        rig.run(Action::ToggleRecording);
    }
    rig.frames(1);
    assert!(rig.resource::<ProgramState>().scripts.latest.is_none());
    rig.assert_told(&["Nothing was recorded"]);
    let _: &Player = &rig.player();
}

#[test]
fn script_being_saved_is_played_afterwards() {
    let mut rig = rig();
    rig.command(Action::ToggleRecording);
    rig.press(KeyCode::KeyW);
    rig.frames(30);
    // End the recording and request its playback in the same frame.
    rig.command(Action::ToggleRecording);
    rig.command(Action::PlayScript);
    rig.until("the script", is_playing);
    saved(&mut rig, "played.jsonl");
}
