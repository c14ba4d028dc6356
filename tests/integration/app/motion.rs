//! Tests for walking, and for the tools that explain the player's motion.

use bevy::{input::keyboard::KeyboardFocusLost, prelude::*};
use bspwalk::app::{
    host::state::{Action, GoToPlace, Player},
    level::leaf_tree::LeafTreeState,
    pages::map::MapState,
    paint::camera::HeadBob,
};
use bspwalk_collision::mover::{Input, MoverParams};
use bspwalk_session::map::to_map_point;
use bspwalk_trees::FaceId;

use crate::app::harness::{Rig, roofless};

/// Creates a rig with a player standing on the floor of the room.
fn walker(milliseconds: u64) -> Rig {
    let mut rig = Rig::in_room(milliseconds);
    rig.tap_for(KeyCode::KeyG, 201);
    rig
}

/// Returns the input of the last step.
fn last_input(rig: &Rig) -> Input {
    let history = rig.shown::<Player>().history();
    history.last().expect("a step").input
}

fn steps(rig: &Rig) -> usize {
    rig.shown::<Player>().history().added() as usize
}

#[test]
fn key_toggles_walking_and_flying() {
    let mut rig = walker(10);
    let params = MoverParams::default();
    let feet = rig.player().mover.feet().y;
    assert!(rig.player().walking && rig.player().mover.is_grounded());
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
    assert!(rig.player().mover.is_crouched());
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
fn paused_body_makes_one_step_per_press() {
    let mut rig = Rig::in_room(10);
    rig.press(KeyCode::KeyS);
    rig.frames(30);
    rig.run_for(Action::TogglePause, 3);
    let (count, place) = (steps(&rig), rig.player().position);
    rig.frames(20);
    assert_eq!((steps(&rig), rig.player().position), (count, place));
    for more in 1..=3 {
        rig.run_for(Action::SingleStep, 4);
        assert_eq!(steps(&rig), count + more);
    }
    assert_ne!(rig.player().position, place);
    rig.run_for(Action::TogglePause, 31);
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
    rig.run_for(Action::Slower, 3);
    let slow = count(&mut rig);
    assert!((slow * 4).abs_diff(real) <= 4, "{slow} steps of {real}");
}

#[test]
fn why_names_the_wall() {
    let mut rig = Rig::in_room(10);
    rig.run(Action::Why);
    rig.assert_told(&["Nothing"]);
    rig.player().yaw = 0.5;
    rig.press(KeyCode::KeyW);
    rig.frames(250);
    rig.tap_for(KeyCode::KeyY, 2);
    let why = rig.walker().why.clone().expect("an explanation");
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
    let level = rig.current().level.clone();
    let face = level.triangle_of_face(reason.face).expect("a face of the level");
    let gap = (reason.point.as_dvec3() - face.corners[0]).dot(reason.normal.as_dvec3());
    assert!(gap.abs() < 1.0e-4, "the point is {gap} m off the face");
    assert!(why.visited > 0 && why.visited <= rig.current().tree.node_count());
    let text = why.sentences().join("\n");
    assert!(
        text.contains(&format!("ace {}", reason.face)) && text.contains("a wall"),
        "{text}"
    );
    rig.tap_for(KeyCode::KeyY, 2);
    assert!(rig.walker().why.is_none(), "once more closes it");
}

#[test]
fn replay_shows_recorded_poses_and_restores_eye() {
    let mut rig = Rig::in_room(10);
    // Walk into a corner.
    rig.player().yaw = 0.7;
    rig.hold_key(KeyCode::KeyW, 250);
    rig.frames(60);
    let (eye, body) = (rig.player().position, rig.player().mover.clone());
    rig.run_for(Action::ToggleReplay, 2);
    let replay = rig.walker().replay.clone().expect("a replay");
    assert_eq!(replay.body.len(), replay.ghost.len());
    let last = replay.body.last().expect("poses");
    assert_eq!(last.center, body.position(), "the replay is what was");
    assert!(replay.body.iter().all(|pose| pose.clear));
    rig.hold_key(KeyCode::KeyS, 60);
    assert!(rig.player().position.distance(eye) > 0.5, "the eye is free");
    assert_eq!(rig.player().mover, body, "the body is not");
    rig.run_for(Action::ToggleReplay, 2);
    assert!(rig.walker().replay.is_none());
    assert!(rig.player().position.distance(eye) < 1.0e-3);
}

#[test]
fn tap_is_kept_for_the_next_step() {
    // The simulation is so slow that there are more than fifty frames between two steps.
    let mut slow = walker(10);
    for _ in 0..3 {
        slow.run_for(Action::Slower, 2);
    }
    let mut paused = walker(10);
    paused.run_for(Action::TogglePause, 2);
    let next_step = |rig: &mut Rig, is_paused: bool| {
        let before = steps(rig);
        if is_paused {
            rig.command(Action::SingleStep);
        }
        for _ in 0..200 {
            if steps(rig) > before {
                return;
            }
            rig.frames(1);
        }
        panic!("no step was made");
    };
    for (rig, is_paused) in [(&mut slow, false), (&mut paused, true)] {
        next_step(rig, is_paused);
        // The second step gets no tap, because the first one consumed it.
        for wanted in [true, false] {
            let before = rig.player().mover.clone();
            if wanted {
                rig.tap(KeyCode::KeyW);
                rig.tap_for(KeyCode::Space, 6);
                assert_eq!(rig.player().mover, before, "no step was made yet");
            }
            next_step(rig, is_paused);
            let input = last_input(rig);
            assert_eq!(input.jump, wanted);
            assert_eq!(input.desired != Vec3::ZERO, wanted);
        }
        assert!(rig.player().mover.feet().y > 0.0, "it jumped");
        rig.tap_for(KeyCode::ControlLeft, 6);
        next_step(rig, is_paused);
        assert!(last_input(rig).crouch);
        // A tap is discarded if the window loses the keyboard focus before the next step.
        rig.tap(KeyCode::KeyW);
        rig.send(KeyboardFocusLost);
        rig.frames(2);
        next_step(rig, is_paused);
        assert_eq!(last_input(rig).desired, Vec3::ZERO);
    }
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

/// The reported number is the mover's own count for the last fixed step.
#[test]
fn visited_nodes_of_a_step_are_reported() {
    let mut rig = walker(10);
    rig.press(KeyCode::KeyW);
    for _ in 0..20 {
        rig.frames(1);
        let visited = rig.player().visited;
        let history = rig.shown::<Player>().history();
        assert_eq!(visited, history.last().map(|moment| moment.step.nodes_visited));
        assert!(visited.is_some_and(|visited| visited > 0), "{visited:?}");
    }
    rig.release(KeyCode::KeyW);
    rig.tap_for(KeyCode::KeyV, 4);
    assert_eq!(rig.player().visited, None, "through the walls nothing is asked");
}

/// Makes the player fly into the wall ahead.
fn meet_a_wall(rig: &mut Rig) {
    rig.hold_key(KeyCode::KeyW, 200);
    rig.frames(30);
}

fn explained_faces(rig: &Rig) -> Option<Vec<FaceId>> {
    let why = rig.walker().why.as_ref()?;
    Some(why.reasons.iter().map(|reason| reason.face).collect())
}

/// A named way to teleport the player.
type Way = (&'static str, fn(&mut Rig));

const WAYS: [Way; 6] = [
    ("the spawn", |rig| rig.command(Action::Respawn)),
    ("a teleport", |rig| {
        rig.player().teleport(Vec3::new(1.0, 1.5, 2.0));
    }),
    ("an eye that is put elsewhere", |rig| {
        rig.player().position = Vec3::new(1.0, 1.5, 2.0);
    }),
    ("a click on the map", |rig| {
        rig.command(Action::NextMap);
        rig.until("the map", |rig| rig.resource::<MapState>().map().is_some());
        let place = to_map_point(glam::DVec3::new(1.0, 1.5, 2.0));
        rig.send(GoToPlace(place));
    }),
    ("a leak's step", |rig| {
        rig.until("the leak", |rig| {
            let state = rig.shown::<LeafTreeState>();
            state.built().is_some_and(|built| built.leak.is_some())
        });
        rig.run_for(Action::AlongLeak, 2);
        rig.tap(KeyCode::KeyV);
    }),
    ("noclip", |rig| {
        rig.tap(KeyCode::KeyV);
        rig.hold_key(KeyCode::KeyS, 60);
        rig.tap(KeyCode::KeyV);
    }),
];

#[test]
fn teleport_clears_steps_and_stops() {
    for (way, put) in WAYS {
        let mut rig = Rig::of(&roofless(), 10);
        rig.player().walking = false;
        rig.player().teleport(Vec3::new(0.0, 1.5, 0.0));
        rig.player().yaw = 0.5;
        meet_a_wall(&mut rig);
        assert!(steps(&rig) > 200);
        rig.tap_for(KeyCode::KeyY, 2);
        assert!(explained_faces(&rig).is_some(), "{way}: it met a wall");
        put(&mut rig);
        rig.frames(6);
        let kept = rig.shown::<Player>().history().moments().len();
        assert!(kept < 30, "{way}: {kept} steps are kept");
        assert_eq!(explained_faces(&rig), None, "{way}: its card is closed");
        rig.notices();
        rig.tap_for(KeyCode::KeyY, 2);
        assert_eq!(explained_faces(&rig), None, "{way}: that wall is far away");
        assert!(rig.was_told(&["Nothing has stopped you"]), "{way}");
        let now = rig.player().mover.position();
        rig.run_for(Action::ToggleReplay, 2);
        let walker = rig.walker();
        let replay = walker.replay.as_ref().expect("a replay");
        let from = replay.body.first().expect("a pose").center;
        assert!(
            from.distance(now) < 0.5,
            "{way}: the replay begins {from}, not at {now}"
        );
    }
}

#[test]
fn teleport_while_paused_clears_stops() {
    let mut rig = Rig::in_room(10);
    meet_a_wall(&mut rig);
    rig.run_for(Action::TogglePause, 3);
    rig.run_for(Action::Respawn, 2);
    for command in [Action::Why, Action::ToggleReplay] {
        rig.run_for(command, 2);
    }
    assert_eq!(explained_faces(&rig), None);
    assert!(rig.walker().replay.is_none());
    rig.assert_told(&["nothing to replay"]);
}

#[test]
fn teleport_ends_the_replay() {
    let mut rig = Rig::in_room(10);
    meet_a_wall(&mut rig);
    rig.run_for(Action::ToggleReplay, 3);
    assert!(rig.walker().replay.is_some());
    let place = Vec3::new(1.0, 1.5, 2.0);
    rig.player().teleport(place);
    rig.frames(4);
    assert!(rig.walker().replay.is_none());
    assert!(rig.player().position.distance(place) < 0.01);
}

#[test]
fn recording_keeps_earlier_steps() {
    let mut rig = Rig::in_room(10);
    meet_a_wall(&mut rig);
    let before = steps(&rig);
    rig.run_for(Action::ToggleRecording, 6);
    assert!(steps(&rig) > before);
}

#[test]
fn explanation_follows_the_latest_stop() {
    let mut rig = Rig::in_room(10);
    meet_a_wall(&mut rig);
    rig.tap_for(KeyCode::KeyY, 2);
    let first = explained_faces(&rig).expect("it met a wall");
    let selected = |rig: &Rig| rig.selected();
    assert_eq!(selected(&rig).face, first.first().copied());
    // Continuous contact with the same wall counts as a single stop.
    rig.hold_key(KeyCode::KeyW, 20);
    rig.frames(30);
    rig.player().yaw = 1.6;
    meet_a_wall(&mut rig);
    let second = explained_faces(&rig).expect("the card is still open");
    assert!(
        second.iter().all(|face| !first.contains(face)),
        "{first:?} {second:?}"
    );
    assert_eq!(selected(&rig).face, second.first().copied());
}
