//! The actions of a walk do what they say.

use std::sync::Arc;

use bspwalk_trees::collision::mover::Event;

use super::*;
use crate::{
    LevelName,
    actions::{Front, Motion},
    opened,
    recording::Draft,
    tree_args::TreeArgs,
};

/// Walks into the wall ahead until the walk can say why it stopped, and lets it say so.
fn stopped(session: &mut Session, keys: &mut Held) {
    keys.press(Motion::Forward);
    for _ in 0..3000 {
        session.step(keys);
        let last = session.body().history().last().expect("it made a step");
        if last
            .step
            .events
            .iter()
            .any(|event| matches!(event, Event::Blocked { .. }))
        {
            break;
        }
    }
    for _ in 0..30 {
        session.step(keys);
    }
    keys.release_all();
    session.handle(Action::Why, keys);
    assert!(session.why().is_some(), "no wall came");
}

#[test]
fn whoever_is_put_elsewhere_is_told_of_no_wall_that_was_left() {
    let level = LevelName::BuiltIn("hall".to_owned());
    let opened =
        Arc::new(opened::open(&level, &TreeArgs::default(), &Arc::default()).expect("it is built in"));
    let mut session = Session::new(opened, Front::Terminal, true, None).expect("it has no liquids");
    let mut keys = Held::default();
    stopped(&mut session, &mut keys);
    session.handle(Action::Respawn, &mut keys);
    assert!(session.why().is_none() && session.body().history().last().is_none());
    session.handle(Action::Why, &mut keys);
    assert!(session.why().is_none(), "{:?}", session.why());
    // Through the air without the body, which then comes to the eye.
    stopped(&mut session, &mut keys);
    session.handle(Action::ToggleNoclip, &mut keys);
    assert!(session.why().is_some(), "the body is still there");
    keys.press(Motion::Back);
    for _ in 0..120 {
        session.step(&mut keys);
    }
    keys.release_all();
    session.handle(Action::ToggleNoclip, &mut keys);
    assert!(session.why().is_none() && session.body().history().last().is_none());
    // A recording begins where the body is: its last seconds can still be explained.
    stopped(&mut session, &mut keys);
    session.handle(Action::ToggleRecording, &mut keys);
    session.handle(Action::Why, &mut keys);
    session.handle(Action::Why, &mut keys);
    assert!(session.why().is_some());
}
fn walk() -> (Session, Held) {
    let level = LevelName::BuiltIn("three_rooms".to_owned());
    let opened =
        Arc::new(opened::open(&level, &TreeArgs::default(), &Arc::default()).expect("it is built in"));
    let session = Session::new(opened, Front::Terminal, true, None).expect("it has no liquids");
    (session, Held::default())
}

#[test]
fn a_script_that_was_recorded_is_played_and_repeats_the_path() {
    let (mut session, mut keys) = walk();
    session.handle(Action::PlayScript, &mut keys);
    assert!(!session.is_playing(), "there is none yet");
    session.step(&mut keys);
    // The body rests where it is as a recording begins; so it does where the script puts it.
    session.draft = Some(Draft::new(session.level().origin));
    session.body.rest_in_place();
    keys.press(Motion::Forward);
    let mut path = Vec::new();
    for _ in 0..100 {
        session.turn(0.4, 0.1);
        session.step(&mut keys);
        path.push(session.body().position);
    }
    keys.release_all();
    let text = session.draft.take().and_then(Draft::end).expect("it made steps");
    session.keep(text.as_bytes());
    session.handle(Action::Respawn, &mut keys);
    session.handle(Action::PlayScript, &mut keys);
    assert!(session.is_playing());
    // Keys do nothing meanwhile.
    keys.press(Motion::Back);
    let mut played = Vec::new();
    while session.is_playing() && played.len() <= path.len() {
        session.step(&mut keys);
        played.push(session.body().position);
    }
    assert!(!session.is_playing(), "it ends");
    assert_eq!(played[..path.len()], path, "bit for bit");
}

#[test]
fn the_model_is_turned_and_what_is_in_its_middle_is_selected() {
    let (mut session, mut keys) = walk();
    session.step(&mut keys);
    let of_eyes = session.camera();
    session.handle(Action::ToggleModel, &mut keys);
    let (camera, cut) = (session.camera(), session.model().expect("it is shown").cut);
    assert!(camera.eye.y > f64::from(cut) && camera.cut == Some(f64::from(cut)));
    let (from, direction) = session.aim();
    assert!(
        (from.y - cut).abs() < 1.0e-3 && direction.y < 0.0,
        "{from} {direction}"
    );
    let yaw = session.body().yaw;
    session.turn(30.0, 0.0);
    assert!((session.camera().yaw - camera.yaw).abs() > 0.1 && session.body().yaw == yaw);
    let distance = session.camera().eye.distance(of_eyes.eye);
    session.change_speed(3.0);
    assert!(
        session.camera().eye.distance(of_eyes.eye) < distance,
        "the wheel zooms"
    );
    session.handle(Action::SelectUnderCrosshair, &mut keys);
    let (from, direction) = session.aim();
    let hit = session
        .tree()
        .cast(from, from + direction * 100.0)
        .expect("the floor");
    assert_eq!(session.selected().node, Some(hit.node));
    session.handle(Action::ToggleModel, &mut keys);
    assert_eq!(session.camera(), of_eyes);
}
