//! Walking, and what shows why the body moves as it does.

use bevy::prelude::*;
use bspwalk::{
    app::{
        camera::HeadBob,
        player::{STEP, drive, history::History},
        replay::Replay,
        state::{Command, Player},
        why::Explanation,
    },
    collision::mover::{Mover, MoverParams, Way, script::View},
};

use crate::harness::Rig;

/// Walking in the room, on its floor.
fn walker(milliseconds: u64) -> Rig {
    let mut rig = Rig::in_room(milliseconds);
    rig.tap(KeyCode::KeyG);
    rig.frames(200);
    rig
}

fn steps(rig: &Rig) -> usize {
    rig.app.world().resource::<History>().moments().len()
}

#[test]
fn the_key_lets_it_walk_and_fly() {
    let mut rig = walker(10);
    let params = MoverParams::default();
    let feet = rig.player().mover.feet().y;
    assert!(rig.player().walking && rig.player().mover.grounded());
    assert!((0.0..1.0e-3).contains(&feet), "the feet are at {feet} m");
    let eye = rig.player().position.y;
    assert!(
        (eye - feet - params.eye_height).abs() < 1.0e-3,
        "the eye is at {eye} m"
    );
    rig.press(KeyCode::Space);
    let mut highest = 0.0_f32;
    for _ in 0..60 {
        rig.frames(1);
        highest = highest.max(rig.player().mover.feet().y);
    }
    rig.release(KeyCode::Space);
    assert!(
        (highest - params.jump_height).abs() < 0.01,
        "it jumped {highest} m high"
    );
    rig.frames(100);
    rig.press(KeyCode::ControlLeft);
    rig.frames(60);
    assert!(rig.player().mover.crouched());
    assert!(rig.player().position.y < 0.7 * eye, "the eye goes down");
    rig.release(KeyCode::ControlLeft);
    rig.frames(60);
    rig.tap(KeyCode::KeyG);
    let before = rig.player().position;
    rig.frames(60);
    assert!(!rig.player().walking);
    assert!(rig.player().position.distance(before) < 0.05, "it does not fall");
}

#[test]
fn it_stands_still_and_steps_once_a_press() {
    let mut rig = Rig::in_room(10);
    rig.press(KeyCode::KeyS);
    rig.frames(30);
    rig.tap(KeyCode::KeyP);
    rig.frames(2);
    let (count, place) = (steps(&rig), rig.player().position);
    rig.frames(20);
    assert_eq!((steps(&rig), rig.player().position), (count, place));
    for more in 1..=3 {
        rig.tap(KeyCode::Period);
        rig.frames(3);
        assert_eq!(steps(&rig), count + more);
    }
    assert_ne!(rig.player().position, place);
    rig.tap(KeyCode::KeyP);
    rig.frames(30);
    assert!(steps(&rig) > count + 20);
}

#[test]
fn slow_motion_makes_fewer_steps() {
    let mut rig = Rig::in_room(10);
    rig.frames(20);
    let count = |rig: &mut Rig| {
        let before = steps(rig);
        rig.frames(40);
        steps(rig) - before
    };
    let real = count(&mut rig);
    rig.tap(KeyCode::Comma);
    rig.frames(2);
    let slow = count(&mut rig);
    assert!((slow * 4).abs_diff(real) <= 4, "{slow} steps of {real}");
}

#[test]
fn why_names_the_wall() {
    let mut rig = Rig::in_room(10);
    rig.command(Command::Why);
    rig.frames(1);
    assert!(rig.was_told(&["Nothing"]), "{:?}", rig.notices());
    rig.player().yaw = 0.5;
    rig.press(KeyCode::KeyW);
    rig.frames(250);
    rig.tap(KeyCode::KeyY);
    rig.frames(1);
    let why = rig.app.world().resource::<Explanation>().clone();
    let reason = why.reasons.first().expect("a reason").clone();
    assert!(reason.normal.distance(Vec3::Z) < 1.0e-3 || reason.normal.distance(Vec3::X) < 1.0e-3);
    let expected = if reason.normal.z > 0.5 {
        0.5_f32.to_degrees()
    } else {
        90.0 - 0.5_f32.to_degrees()
    };
    assert!(
        (reason.angle - expected).abs() < 0.5,
        "{}° of {expected}°",
        reason.angle
    );
    let level = rig.shown().level.clone();
    let face = level.triangle_of_face(reason.face).expect("a face of the level");
    let gap = (reason.point.as_dvec3() - face.corners[0]).dot(reason.normal.as_dvec3());
    assert!(gap.abs() < 1.0e-4, "the point is {gap} m off the face");
    assert!(why.visited > 0 && why.visited <= rig.shown().tree.node_count());
    let text = why.sentences().join("\n");
    assert!(
        text.contains(&format!("ace {}", reason.face)) && text.contains("a wall"),
        "{text}"
    );
    rig.tap(KeyCode::KeyY);
    rig.frames(1);
    assert!(
        rig.app.world().get_resource::<Explanation>().is_none(),
        "once more closes it"
    );
}

#[test]
fn a_replay_shows_what_was_and_gives_the_eye_back() {
    let mut rig = Rig::in_room(10);
    // Into a corner.
    rig.player().yaw = 0.7;
    rig.press(KeyCode::KeyW);
    rig.frames(250);
    rig.release(KeyCode::KeyW);
    rig.frames(60);
    let (eye, body) = (rig.player().position, rig.player().mover.clone());
    rig.tap(KeyCode::KeyB);
    rig.frames(1);
    let replay = rig.app.world().resource::<Replay>().clone();
    assert_eq!(replay.body.len(), replay.ghost.len());
    let last = replay.body.last().expect("poses");
    assert_eq!(last.center, body.position(), "the replay is what was");
    assert!(replay.body.iter().all(|pose| pose.clear));
    rig.press(KeyCode::KeyS);
    rig.frames(60);
    rig.release(KeyCode::KeyS);
    assert!(rig.player().position.distance(eye) > 0.5, "the eye is free");
    assert_eq!(rig.player().mover, body, "the body is not");
    rig.tap(KeyCode::KeyB);
    rig.frames(1);
    assert!(rig.app.world().get_resource::<Replay>().is_none());
    assert!(rig.player().position.distance(eye) < 1.0e-3);
}

#[test]
fn what_was_recorded_plays_again_bit_for_bit() {
    let mut rig = walker(10);
    rig.command(Command::ToggleRecording);
    rig.frames(1);
    let start = rig.player().position;
    let began = steps(&rig);
    for (key, yaw) in [
        (KeyCode::KeyW, 0.3),
        (KeyCode::KeyD, 2.0),
        (KeyCode::Space, 2.5),
        (KeyCode::KeyW, -1.0),
    ] {
        rig.player().yaw = yaw;
        rig.press(key);
        rig.frames(40);
        rig.release(key);
        rig.frames(5);
    }
    rig.tap(KeyCode::KeyG);
    rig.frames(20);
    let folder = rig.folder.path().to_owned();
    rig.command(Command::ToggleRecording);
    rig.frames(1);
    let ticks = steps(&rig) - began;
    let end = rig.player().mover.position();
    assert!(end.distance(start) > 0.5);
    let path = rig
        .app
        .world()
        .resource::<drive::Recording>()
        .latest
        .clone()
        .expect("the script was saved");
    let lines = drive::read(&path).expect("a script");
    std::fs::rename(&path, folder.join("walk.jsonl")).expect("it can be moved");

    // As the command line drives it.
    let tree = rig.shown().tree.clone();
    let mut mover = Mover::new(
        &MoverParams::default(),
        bspwalk::collision::mover::Mode::Walk,
        Way::Sweep,
        Vec3::ZERO,
    );
    let (mut view, mut count) = (View::default(), 0);
    for line in lines {
        use bspwalk::collision::mover::script::Line;
        match line {
            Line::Set { set } => mover.set_params(&set),
            Line::Mode { mode } => drop(mover.set_mode(&tree, mode)),
            Line::Start { start } => {
                let eye = Vec3::from_array(start.eye.expect("an eye"));
                mover = Mover::new(mover.params(), start.mode.expect("a mode"), Way::Sweep, eye);
                let _ = mover.enter(&tree, eye);
                view = view.turned(start.yaw, start.pitch);
            }
            Line::Ticks(ticks) => {
                view = view.turned(ticks.yaw, ticks.pitch);
                for _ in 0..ticks.ticks {
                    let _ = mover.step(&*tree, &ticks.input(view, mover.mode()), STEP);
                    count += 1;
                }
            }
        }
    }
    assert_eq!(count, ticks);
    let bits = |point: Vec3| point.to_array().map(f32::to_bits);
    assert_eq!(
        bits(mover.position()),
        bits(end),
        "{} and {end}",
        mover.position()
    );

    // As the window plays it.
    rig.app.world_mut().resource_mut::<drive::Recording>().latest = Some(folder.join("walk.jsonl"));
    rig.command(Command::PlayScript);
    rig.frames(2);
    rig.until("the end of the script", |rig| {
        rig.app.world().get_resource::<drive::Playing>().is_none()
    });
    let played = rig
        .app
        .world()
        .resource::<History>()
        .moments()
        .nth_back(0)
        .map(|moment| moment.step.center);
    assert!(
        played.is_some_and(|center| center.distance(end) < 1.0e-2),
        "{played:?} and {end}"
    );
}

#[test]
fn head_bob_is_off_until_asked_for() {
    let mut rig = walker(10);
    let mut bob = HeadBob::default();
    rig.press(KeyCode::KeyW);
    let (mut on, mut off) = (0.0_f32, 0.0_f32);
    let mut bobbing = HeadBob::default();
    for _ in 0..60 {
        rig.frames(1);
        let player: &Player = &rig.player();
        off = off.max(bob.offset(false, player, 0.01).abs());
        on = on.max(bobbing.offset(true, player, 0.01).abs());
    }
    assert_eq!(off, 0.0);
    assert!(on > 0.005, "{on} m");
}
