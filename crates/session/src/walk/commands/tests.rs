//! Tests for actions in a walk.

use std::{sync::Arc, time::Duration};

use bspwalk_collision::mover::Event;
use bspwalk_explain::{
    expensive::Target,
    films::{QueryFilm, Step},
};
use glam::{Vec2, Vec3};

use super::*;
use crate::{
    LevelName,
    actions::{FrontEnd, KeptKeys, Motion, Source, Turn},
    easing::Easing,
    opened,
    recording::ScriptRecorder,
    touch::Gesture,
    tree_args::TreeArgs,
    view::View,
    view_args::ViewArgs,
    walk::walk,
};
use bspwalk_trees::{FaceId, NodeId};

/// Walks into the wall ahead until the stop can be explained, and opens the explanation.
fn stopped(session: &mut Session, keys: &mut HeldInput) {
    keys.press(Motion::Forward);
    for _ in 0..3000 {
        session.step(keys);
        let last = session.walker.body.history().last().expect("it made a step");
        let mut events = last.step.events.iter();
        if events.any(|event| matches!(event, Event::Blocked { .. })) {
            break;
        }
    }
    for _ in 0..30 {
        session.step(keys);
    }
    keys.release_all();
    session.handle(Action::Why, keys);
    assert!(session.walker.why.is_some(), "no wall came");
}

#[test]
fn teleport_forgets_the_last_stop() {
    let level = LevelName::BuiltIn("hall".to_owned());
    let opened =
        Arc::new(opened::open(&level, &TreeArgs::default(), &Arc::default()).expect("it is built in"));
    let mut session = Session::new(opened, FrontEnd::Terminal, true, None).expect("it has no liquids");
    let mut keys = HeldInput::default();
    stopped(&mut session, &mut keys);
    session.handle(Action::Respawn, &mut keys);
    assert!(session.walker.why.is_none() && session.walker.body.history().last().is_none());
    session.handle(Action::Why, &mut keys);
    assert!(session.walker.why.is_none(), "{:?}", session.walker.why);
    // In noclip, the eye flies without the body. The body follows when noclip ends.
    stopped(&mut session, &mut keys);
    session.handle(Action::ToggleNoclip, &mut keys);
    assert!(session.walker.why.is_some(), "the body is still there");
    keys.press(Motion::Back);
    for _ in 0..120 {
        session.step(&mut keys);
    }
    keys.release_all();
    session.handle(Action::ToggleNoclip, &mut keys);
    assert!(session.walker.why.is_none() && session.walker.body.history().last().is_none());
    // A recording starts at the body's position, so the most recent stop can still be explained.
    stopped(&mut session, &mut keys);
    session.handle(Action::ToggleRecording, &mut keys);
    session.handle(Action::Why, &mut keys);
    session.handle(Action::Why, &mut keys);
    assert!(session.walker.why.is_some());
}

#[test]
fn recorded_script_repeats_the_path() {
    let (mut session, mut keys) = walk(FrontEnd::Terminal);
    session.handle(Action::PlayScript, &mut keys);
    assert!(session.walker.playing.is_none(), "there is none yet");
    session.step(&mut keys);
    // Recordings start at rest, because a script places the body at rest.
    session.walker.draft = Some(ScriptRecorder::new(&session.opened.level, &session.opened.tree));
    session.walker.body.rest_in_place();
    keys.press(Motion::Forward);
    let mut path = Vec::new();
    for _ in 0..100 {
        session.turn(0.4, 0.1);
        session.step(&mut keys);
        path.push(session.walker.body.position);
    }
    keys.release_all();
    let text = session.walker.draft.take().and_then(ScriptRecorder::end);
    let folder = tempfile::tempdir().expect("there is a folder for it");
    let file = folder.path().join("script.jsonl");
    std::fs::write(&file, text.expect("it made steps")).expect("it can be written");
    session.state.scripts.latest = Some(file);
    session.handle(Action::Respawn, &mut keys);
    session.handle(Action::PlayScript, &mut keys);
    while session.walker.playing.is_none() {
        session.advance(Duration::ZERO, &mut keys);
        std::thread::sleep(Duration::from_millis(1));
    }
    // Keys have no effect during playback.
    keys.press(Motion::Back);
    let mut played = Vec::new();
    while session.walker.playing.is_some() && played.len() <= path.len() {
        session.step(&mut keys);
        played.push(session.walker.body.position);
    }
    assert!(session.walker.playing.is_none(), "it ends");
    assert_eq!(played[..path.len()], path, "bit for bit");
}

/// A recording starts at the eye, although the body moves there only in the next step.
#[test]
fn recording_starts_at_the_eye() {
    let (mut session, mut keys) = walk(FrontEnd::Terminal);
    let spawn = session.opened.level.spawn.eye.as_vec3();
    session.handle(Action::ToggleRecording, &mut keys);
    assert_eq!(session.walker.body.position, spawn, "no step was made");
    session.handle(Action::ToggleRecording, &mut keys);
    session.handle(Action::ToggleNoclip, &mut keys);
    keys.press(Motion::Forward);
    for _ in 0..60 {
        session.step(&mut keys);
    }
    keys.release_all();
    session.handle(Action::ToggleNoclip, &mut keys);
    let eye = session.walker.body.position;
    assert!(eye.distance(spawn) > 1.0, "it flew");
    session.handle(Action::ToggleRecording, &mut keys);
    assert_eq!(session.walker.body.position, eye, "the body was left behind");
}

#[test]
fn model_turns_zooms_and_selects() {
    let (mut session, mut keys) = walk(FrontEnd::Terminal);
    session.step(&mut keys);
    let of_eyes = session.camera();
    session.handle(Action::ToggleModel, &mut keys);
    let (camera, cut) = (session.camera(), session.model().expect("it is shown").cut);
    assert!(camera.eye.y > f64::from(cut) && camera.cut == Some(f64::from(cut)));
    let middle = ([0.5; 2], [1, 1]);
    let aim =
        |session: &Session, (place, size)| session.ray_through_pixel(place, size).expect("it looks down");
    let [from, direction] = aim(&session, middle);
    assert!((from.y - cut).abs() < 1.0e-3 && direction.y < 0.0, "{from}");
    let yaw = session.walker.body.yaw;
    session.turn(30.0, 0.0);
    assert!((session.camera().yaw - camera.yaw).abs() > 0.1 && session.walker.body.yaw == yaw);
    let distance = session.camera().eye.distance(of_eyes.eye);
    session.change(|program| program.change_speed(3.0));
    assert!(session.camera().eye.distance(of_eyes.eye) < distance);
    session.handle(Action::SelectUnderCrosshair, &mut keys);
    let [from, direction] = aim(&session, middle);
    let hit = session.opened.tree.cast(from, from + direction * 100.0);
    assert_eq!(session.state.level.selected.node, hit.map(|hit| hit.node));
    // Tap the picture in the model, the plan and first person.
    let size = [160, 90];
    for view in [View::Model, View::Plan, View::Eye] {
        session.look_at(&ViewArgs {
            view,
            ..ViewArgs::default()
        });
        for place in [[70.0, 40.0], [90.0, 52.0]] {
            session.state.ui.help = Some(0);
            session.select_at(place, size);
            assert_eq!(
                (session.state.ui.help, session.state.level.selected.node),
                (None, None)
            );
            session.select_at(place, size);
            let [from, direction] = aim(&session, (place, size));
            let hit = session.opened.tree.cast(from, from + direction * 100.0);
            let hit = hit.expect("a face of the room");
            assert_eq!(session.state.level.selected.node, Some(hit.node));
            let point = from + direction * 100.0 * hit.t;
            let projection = session.camera().projection(size);
            let (seen, depth) = projection.place_times_depth(point.as_dvec3());
            let off = [0, 1].map(|axis| seen[axis] / depth - place[axis]);
            assert!(off.iter().all(|off| off.abs() < 0.05), "{view:?}: {off:?}");
            session.handle(Action::ClearSelection, &mut keys);
        }
    }
    assert_eq!(session.camera(), of_eyes);
}

#[test]
fn fingers_turn_walk_and_move_the_model() {
    let (mut session, mut keys) = walk(FrontEnd::Terminal);
    let look = Gesture::One(Vec2::new(40.0, 0.0));
    let yaw = session.walker.body.yaw;
    session.follow_fingers(look, &mut keys);
    assert!(session.walker.body.yaw < yaw, "it looks to the right");
    let two = Gesture::Two {
        way: Vec2::NEG_Y,
        by: Vec2::ZERO,
        nearer: 0.5,
    };
    session.follow_fingers(two, &mut keys);
    assert_eq!(keys.take_step_input().forward, 1.0);
    session.handle(Action::ToggleModel, &mut keys);
    let before = session.model().expect("it is shown").orbit;
    session.follow_fingers(two, &mut keys);
    assert_eq!(
        keys.take_step_input().forward,
        0.0,
        "the model is moved, and the body rests"
    );
    let after = session.model().expect("it is shown").orbit;
    assert_eq!(after.distance, before.distance * 0.5);
    session.follow_fingers(look, &mut keys);
    assert_ne!(session.model().expect("it is shown").orbit.yaw, after.yaw);
}

/// Waits, without advancing time, until the film in the model shows the requested step.
fn settle(session: &mut Session, keys: &mut HeldInput) {
    session.advance(Duration::ZERO, keys);
    while session.state.is_film_waiting(&session.opened.tree) {
        std::thread::sleep(Duration::from_millis(1));
        session.advance(Duration::ZERO, keys);
    }
}

#[test]
fn build_film_selects_the_node_of_each_division() {
    let (mut session, mut keys) = walk(FrontEnd::Terminal);
    let nodes = session.opened.tree.node_count();
    session.handle(Action::ToggleBuildFilm, &mut keys);
    assert!(session.model().is_some() && session.state.level.selected.node.is_none());
    settle(&mut session, &mut keys);
    let depth = |session: &Session, node| session.opened.tree.node(node).expect("it exists").depth;
    let mut before = None;
    for step in 0..nodes {
        let division = session
            .state
            .shown_division(&session.opened.tree)
            .expect("it was found")
            .clone();
        let node = division.node;
        let shown = (session.state.build.step, session.state.level.selected.node);
        assert_eq!(shown, (step, Some(node)));
        let place = (depth(&session, node), node);
        assert!(before < Some(place), "{before:?}, {place:?}");
        before = Some(place);
        let sentence = session
            .state
            .film_sentence(&session.opened.tree)
            .expect("it says something");
        let (number, depth) = (step + 1, place.0);
        let head = format!("Split {number} of {nodes}, node {node} at depth {depth}:");
        assert!(sentence.starts_with(&head), "{sentence}");
        session.handle(Action::NextStep, &mut keys);
        settle(&mut session, &mut keys);
    }
    assert_eq!(session.state.build.step, nodes - 1);
    // Selecting another node jumps to the step that divides it.
    session.handle(Action::SelectParent, &mut keys);
    let parent = session.state.level.selected.node;
    assert!(parent < before.map(|(_, node)| node));
    settle(&mut session, &mut keys);
    assert_eq!(session.state.build.node(), parent);
    // Playback continues from the step of the selected node.
    let step = session.state.build.step;
    session.handle(Action::AcceptOffer, &mut keys);
    assert!(!session.are_films_idle());
    session.advance(Duration::from_secs(2), &mut keys);
    settle(&mut session, &mut keys);
    assert_eq!(session.state.build.step, step + 1);
    // The build film closes, because it is not visible in first person.
    session.handle(Action::ToggleModel, &mut keys);
    settle(&mut session, &mut keys);
    let films = &session.state;
    assert!(
        !films.build.open
            && films.shown_division(&session.opened.tree).is_none()
            && films.film_sentence(&session.opened.tree).is_none()
    );
}

#[test]
fn query_film_casts_from_the_eye() {
    let (mut session, mut keys) = walk(FrontEnd::Terminal);
    let (eye, forward) = (session.walker.body.position, session.walker.body.forward());
    session.handle(Action::ToggleQueryFilm, &mut keys);
    assert!(
        session
            .state
            .film_sentence(&session.opened.tree)
            .is_some_and(|said| said.ends_with('…'))
    );
    settle(&mut session, &mut keys);
    let film = Arc::clone(
        session
            .state
            .query
            .film(&session.opened.tree)
            .expect("it is recorded"),
    );
    let query = *film.query().expect("it asks");
    let mode = session.state.query.asked.mode;
    assert_eq!(
        *film,
        QueryFilm::record_grouped(&session.opened.tree, &query, mode)
    );
    let [from, to] = query.path().expect("it is a cast");
    assert!(from == eye && (to - from).normalize().dot(forward) > 0.999);
    // The query film stays open in first person, because it is drawn in the world.
    session.handle(Action::ToggleModel, &mut keys);
    settle(&mut session, &mut keys);
    assert!(session.model().is_none() && session.state.query.film(&session.opened.tree).is_some());
    assert!(session.are_films_idle(), "it is paused");
    session.handle(Action::TogglePlaying, &mut keys);
    session.advance(Duration::from_secs(1000), &mut keys);
    let last = film.len() as u32 - 1;
    let query = &session.state.query;
    assert_eq!((query.step, query.playing), (last, false));
    session.handle(Action::PreviousStep, &mut keys);
    assert_eq!(session.state.query.step, last - 1);
    assert!(session.are_films_idle());
    session.handle(Action::ToggleQueryFilm, &mut keys);
    assert!(session.model().is_none() && session.state.query.film(&session.opened.tree).is_none());
}

#[test]
fn query_mode_changes_the_film() {
    let (mut session, mut keys) = walk(FrontEnd::Terminal);
    session.handle(Action::ToggleQueryFilm, &mut keys);
    settle(&mut session, &mut keys);
    let has_wide_nodes = |session: &Session| {
        let film = session
            .state
            .query
            .film(&session.opened.tree)
            .expect("it is recorded");
        film.steps().any(|step| matches!(step, Step::Planes(_)))
    };
    for is_wide in [false, true, false] {
        assert_eq!(has_wide_nodes(&session), is_wide);
        session.handle(Action::NextQueryMode, &mut keys);
        settle(&mut session, &mut keys);
        assert_eq!(session.state.query.step, 0);
    }
    // Films opened later use the same traversal.
    session.handle(Action::ToggleQueryFilm, &mut keys);
    session.handle(Action::ToggleQueryFilm, &mut keys);
    settle(&mut session, &mut keys);
    assert!(has_wide_nodes(&session));
}

#[test]
fn reduced_motion_turns_the_model_at_once() {
    for reduced in [false, true] {
        let (mut session, mut keys) = walk(FrontEnd::Terminal);
        session.easing = Easing { reduced };
        session.handle(Action::ToggleModel, &mut keys);
        session.handle(Action::SelectNode(NodeId(1)), &mut keys);
        session.handle(Action::LookAtSelection, &mut keys);
        let goal = session.state.view.goal.expect("it moves").orbit;
        session.advance(Duration::from_millis(1), &mut keys);
        let orbit = session.model().expect("the model is shown").orbit;
        let is_there =
            orbit.target.distance(goal.target) < 1.0e-3 && (orbit.distance - goal.distance).abs() < 1.0e-3;
        assert_eq!(is_there, reduced, "{orbit:?}, {goal:?}");
    }
}

#[test]
fn arrows_step_a_shown_film_or_turn_the_view() {
    let (mut session, mut keys) = walk(FrontEnd::Terminal);
    let [left, right] = [Turn::Left, Turn::Right].map(Source::Arrow);
    let all = [left, right, Source::Home, Source::End, Source::Space];
    let is_taken = |session: &Session| all.map(|source| session.film_key(source, false).is_some());
    assert_eq!(is_taken(&session), [false; 5], "no film is shown");
    for opens in [
        Action::ToggleBuildFilm,
        Action::ToggleQueryFilm,
        Action::Overlay('K'),
    ] {
        session.handle(opens, &mut keys);
        settle(&mut session, &mut keys);
        assert_eq!(is_taken(&session), [true; 5], "{opens:?}");
        for other in [Source::Arrow(Turn::Up), Source::Char('w'), Source::Escape] {
            assert_eq!(session.film_key(other, false), None, "{opens:?}: {other:?}");
        }
        assert_eq!(session.film_key(right, true), None, "with Shift");
        session.state.ui.captured = true;
        assert_eq!(is_taken(&session), [false; 5], "the mouse is captured");
        session.state.ui.captured = false;
        session.handle(opens, &mut keys);
        assert_eq!(is_taken(&session), [false; 5], "{opens:?} is closed");
    }
    // The film keys execute their playback commands.
    session.handle(Action::ToggleQueryFilm, &mut keys);
    settle(&mut session, &mut keys);
    let last = session
        .state
        .query
        .film(&session.opened.tree)
        .map(|film| film.len() as u32 - 1);
    let last = last.expect("it is recorded");
    assert!(last > 1);
    for (source, expected) in [
        (Source::End, (last, false)),
        (left, (last - 1, false)),
        (Source::Home, (0, false)),
        (right, (1, false)),
        (Source::Space, (1, true)),
    ] {
        let action = session.film_key(source, false).expect("a film is shown");
        session.handle(action, &mut keys);
        let film = &session.state.query;
        assert_eq!((film.step, film.playing), expected, "{source:?}");
    }
    // The user can bind other film keys.
    let table: KeptKeys = toml::from_str("film-last-step = ['N']").expect("it is a table");
    session.bind_keys(table.keymap());
    assert_eq!(session.film_key(Source::Char('n'), false), Some(Action::LastStep));
    assert_eq!(session.film_key(Source::End, false), None);
}

#[test]
fn film_keys_play_overlay_steps() {
    let (mut session, mut keys) = walk(FrontEnd::Terminal);
    let plays = |session: &Session| {
        let steps = session.overlay_steps();
        steps.is_some_and(|steps| steps.plays(&session.state.overlays))
    };
    session.handle(Action::AcceptOffer, &mut keys);
    assert!(!plays(&session));
    session.state.overlays.set(OverlayKind::SolidEvidence, true);
    session.handle(Action::AcceptOffer, &mut keys);
    assert!(plays(&session));
    session.advance(Duration::from_secs(2), &mut keys);
    assert!(session.state.overlays.is_on(OverlayKind::SolidCover));
    session.handle(Action::NextStep, &mut keys);
    session.advance(Duration::from_secs(60), &mut keys);
    assert!(session.state.overlays.is_on(OverlayKind::SolidCut));
    // An open film takes precedence for its keys.
    session.handle(Action::ToggleQueryFilm, &mut keys);
    assert!(session.overlay_steps().is_none());
    session.handle(Action::NextStep, &mut keys);
    assert!(session.state.overlays.is_on(OverlayKind::SolidCut));
    session.handle(Action::ToggleQueryFilm, &mut keys);
    session.handle(Action::PreviousStep, &mut keys);
    assert!(session.state.overlays.is_on(OverlayKind::SolidCover));
}

#[test]
fn one_film_is_shown_and_escape_closes_it() {
    let (mut session, mut keys) = walk(FrontEnd::Terminal);
    let of_eyes = session.camera();
    let painter = Action::Overlay(OverlayKind::Painter.key());
    let films = |session: &Session| {
        let (build, query) = (session.state.build.open, session.state.query.open);
        let painter = session.state.overlays.is_on(OverlayKind::Painter);
        [build, query, painter]
    };
    for (action, open) in [
        (Action::ToggleBuildFilm, [true, false, false]),
        (Action::ToggleQueryFilm, [false, true, false]),
        (Action::ToggleBuildFilm, [true, false, false]),
        (painter, [false, false, true]),
        (Action::ToggleQueryFilm, [false, true, false]),
    ] {
        session.handle(action, &mut keys);
        assert_eq!(films(&session), open, "{action:?}");
        assert!(session.model().is_some());
    }
    session.handle(Action::Escape, &mut keys);
    assert_eq!(films(&session), [false; 3]);
    // Painter's order was opened in the model view, so the view stays open.
    assert!(session.model().is_some());
    session.handle(Action::ToggleModel, &mut keys);
    session.handle(Action::ToggleQueryFilm, &mut keys);
    session.handle(Action::ToggleBuildFilm, &mut keys);
    session.handle(Action::Escape, &mut keys);
    assert_eq!(films(&session), [false; 3]);
    assert_eq!(session.camera(), of_eyes, "back to where it was");
    assert_eq!(session.handle(Action::Escape, &mut keys), None);
    assert_eq!(session.handle(Action::Escape, &mut keys), Some(Request::Leave));
}

#[test]
fn look_at_selection_moves_eye_or_model() {
    let (mut session, mut keys) = walk(FrontEnd::Terminal);
    session.step(&mut keys);
    let before = session.walker.body.position;
    session.handle(Action::LookAtSelection, &mut keys);
    let told = session.notices().next_back().unwrap_or_default();
    assert!(told.starts_with("Select a node or a leaf first"), "{told}");
    // A flying body moves to a position that shows the plane.
    session.handle(Action::ToggleNoclip, &mut keys);
    let center = |session: &Session, node| {
        let polygon = session.opened.tree.plane_polygon(node).expect("it has a plane");
        let corners: Vec<_> = polygon.positions().collect();
        (corners.iter().sum::<glam::DVec3>() / corners.len() as f64).as_vec3()
    };
    let mut has_flown = false;
    for node in NodeId::range(0..10) {
        session.handle(Action::SelectNode(node), &mut keys);
        session.handle(Action::LookAtSelection, &mut keys);
        if session.model().is_some() {
            session.handle(Action::ToggleModel, &mut keys);
            continue;
        }
        let (position, forward) = (session.walker.body.position, session.walker.body.forward());
        let to = (center(&session, node) - position).normalize();
        assert!(to.dot(forward) > 0.8, "node {node}: {to}, {forward}");
        has_flown |= position != before;
    }
    assert!(has_flown);
    session.handle(Action::SelectNode(NodeId(5)), &mut keys);
    let center = center(&session, NodeId(5));
    // The model's camera rotates to the node, and the cut stays in place.
    session.handle(Action::ToggleModel, &mut keys);
    let first = session.camera();
    session.handle(Action::LookAtSelection, &mut keys);
    for _ in 0..200 {
        session.advance(Duration::from_millis(50), &mut keys);
    }
    let model = session.model().expect("it is shown");
    assert!(session.state.view.goal.is_none() && session.camera() != first);
    assert!(model.orbit.target.distance(center) < model.orbit.distance);
    session.advance(Duration::from_millis(50), &mut keys);
    assert_eq!(session.model(), Some(model));
}

#[test]
fn escape_closes_in_the_order_of_the_window() {
    let (mut session, mut keys) = walk(FrontEnd::SoftwareWindow);
    session.handle(Action::ToggleBuildFilm, &mut keys);
    session.handle(Action::ToggleHelp, &mut keys);
    session.state.ui.captured = true;
    let mut closed = Vec::new();
    while let Some(close) = session.topmost_item() {
        closed.push(close);
        assert_eq!(session.handle(Action::Escape, &mut keys), None);
        assert_ne!(session.topmost_item(), Some(close));
    }
    assert_eq!(closed, [Close::Help, Close::Mouse, Close::ShownFilm]);
}

#[test]
fn expensive_parts_are_listed_and_selected() {
    let (mut session, mut keys) = walk(FrontEnd::Terminal);
    session.handle(Action::ListExpensive, &mut keys);
    assert!(
        session.state.palette.is_none() && session.notices().any(|told| told == text!("expensive-not-yet"))
    );
    let wait = |session: &mut Session, is_done: fn(&Session) -> bool| {
        for _ in 0..10_000 {
            if is_done(session) {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
            session.advance(Duration::ZERO, &mut HeldInput::default());
        }
        panic!("it does not come");
    };
    wait(&mut session, |session| session.background_stage().is_none());
    session.handle(Action::ListExpensive, &mut keys);
    assert!(session.is_counting_costs());
    wait(&mut session, |session| session.state.palette.is_some());
    let palette = session.state.palette.as_mut().expect("it is open");
    palette.search("leaf");
    let first = palette.available_marked_entry().expect("a leaf").command.clone();
    let PaletteCommand::Send(Action::LookAt(Target::Leaf(leaf))) = first else {
        panic!("{first:?}");
    };
    session.press_in_palette(PaletteKey::Run, &mut keys);
    assert!(session.state.palette.is_none());
    assert_eq!(
        (
            session.state.level.selected.node,
            session.state.level.selected.leaf
        ),
        (None, Some(leaf))
    );
    session.handle(Action::LookAt(Target::Face(FaceId(0))), &mut keys);
    assert_eq!(session.state.level.selected.face, Some(FaceId(0)));
    assert!(session.state.level.selected.node.is_some());
    // A built-in level has no place in a map editor.
    assert_eq!(session.handle(Action::CopyEditorPlace, &mut keys), None);
    assert!(
        session
            .notices()
            .any(|notice| notice == text!("brush-place-no-map"))
    );
}

#[test]
fn changes_are_undone_in_order_and_redone() {
    let (mut session, mut keys) = walk(FrontEnd::Terminal);
    let seen = |session: &Session| {
        let body = &session.walker.body;
        (
            session.state.overlays.clone(),
            session.state.level.selected.node,
            body.position,
        )
    };
    session.handle(Action::ToggleWalking, &mut keys);
    let mut states = vec![seen(&session)];
    session
        .walker
        .body
        .teleport(session.walker.body.position + Vec3::Y * 0.2);
    session.advance(Duration::ZERO, &mut keys);
    states.push(seen(&session));
    for command in [
        Action::Show(OverlayKind::Planes),
        Action::SelectNode(NodeId(2)),
        Action::Respawn,
    ] {
        session.handle(command, &mut keys);
        session.advance(Duration::ZERO, &mut keys);
        states.push(seen(&session));
    }
    // The quiz restores everything, so it is not a change.
    session.handle(Action::ToggleQuiz, &mut keys);
    session.handle(Action::ToggleQuiz, &mut keys);
    let changes = [
        "go to another position",
        "show split planes",
        "select node 2",
        "go to the spawn",
    ];
    for (what, state) in changes.iter().zip(&states).rev() {
        assert_eq!(session.state.undo.undo_words(), Some(*what));
        session.handle(Action::Undo, &mut keys);
        assert!(session.notices().any(|notice| notice.contains(what)));
        assert_eq!(seen(&session), *state);
    }
    session.handle(Action::Undo, &mut keys);
    assert!(session.notices().any(|notice| notice.contains("nothing to undo")));
    for (what, state) in changes.iter().zip(&states[1..]) {
        assert_eq!(session.state.undo.redo_words(), Some(*what));
        session.handle(Action::Redo, &mut keys);
        assert_eq!(seen(&session), *state);
    }
    session.handle(Action::SelectParent, &mut keys);
    assert_eq!(session.state.undo.redo_words(), None);
}
