//! Tests for selection: the crosshair and the pointer select the same face that `query` returns for the same ray.

use bspwalk_trees::FaceId;
use std::{
    io::Write,
    process::{Command as Process, Stdio},
};

use bevy::{input::ButtonState, prelude::*};
use bspwalk_session::{selection::Selected, view::View};
use serde_json::{Value, json};

use crate::app::harness::{Rig, THREE_ROOMS, room};
use bspwalk::app::host::state::{Action, Aim, ProgramState};

/// Number of rays to test.
const LINES: usize = 60;

/// Returns the answers of `query` for segments in a level.
fn answers(level: &std::path::Path, segments: &[[Vec3; 2]]) -> Vec<Value> {
    let mut process = Process::new(env!("CARGO_BIN_EXE_bspwalk"))
        .arg("query")
        .arg(level)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = process.stdin.take().expect("it is piped");
    for [from, to] in segments {
        let request = json!({"cast": {"from": from.to_array(), "to": to.to_array()}});
        writeln!(input, "{request}").expect("it reads");
    }
    drop(input);
    let output = process.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect()
}

#[test]
fn selection_agrees_with_query_casts() {
    let mut rig = Rig::selecting(THREE_ROOMS);
    let bounds = rig.current().tree.bounds();
    let reach = bounds.size().length() as f32;
    let mut random = fastrand::Rng::with_seed(12);
    let mut selected = Vec::new();
    let mut segments = Vec::new();
    for line in 0..LINES {
        let within = Vec3::from_array(std::array::from_fn(|_| random.f32()));
        let size = bounds.size().as_vec3();
        let from = bounds.min.as_vec3() + size * (within * 0.8 + 0.1);
        let (yaw, pitch) = (random.f32() * 6.0, random.f32() * 2.0 - 1.0);
        // Alternate between the crosshair in first person and the pointer over the model.
        let is_eye = line % 2 == 0;
        rig.player().teleport(from);
        (rig.player().yaw, rig.player().pitch) = (yaw, pitch);
        let direction = rig.player().forward();
        rig.resource_mut::<ProgramState>().view.view = if is_eye { View::Eye } else { View::Model };
        rig.app.insert_resource(Aim { from, direction });
        *rig.selected_mut() = Selected::default();
        rig.run(if is_eye {
            Action::SelectUnderCrosshair
        } else {
            Action::SelectUnderPointer
        });
        let from = if is_eye { rig.player().position } else { from };
        let selection = rig.selected();
        assert_eq!(selection.node.is_some(), selection.face.is_some());
        selected.push(selection.face);
        segments.push([from, from + direction * 2.0 * reach]);
    }
    let level = rig.folder.path().join("first.obj");
    let answers = answers(&level, &segments);
    assert_eq!(answers.len(), LINES);
    let mut hits = 0;
    for ((answer, selected), segment) in answers.iter().zip(selected).zip(segments) {
        let cast = &answer["cast"];
        let face = cast["face"].as_u64().map(|face| FaceId(face as u32));
        assert_eq!(selected, face, "{segment:?}: {cast}");
        hits += usize::from(selected.is_some());
    }
    assert!(hits > LINES / 2, "{hits} lines hit a face");
}

/// Clears the selection and points down. Returns the index of the floor face under the pointer.
fn point_at_the_floor(rig: &mut Rig) -> FaceId {
    let aim = Aim {
        from: Vec3::new(0.5, 1.5, 0.5),
        direction: Vec3::NEG_Y,
    };
    let (from, to) = (aim.from, aim.from + aim.direction * 10.0);
    let floor = rig.current().tree.cast(from, to).expect("the floor");
    rig.app.insert_resource(aim);
    *rig.selected_mut() = Selected::default();
    floor.face
}

#[test]
fn click_selects_and_a_drag_does_not() {
    for (view, button) in [
        (View::Model, MouseButton::Left),
        (View::Model, MouseButton::Right),
        (View::Plan, MouseButton::Right),
        (View::Eye, MouseButton::Right),
    ] {
        let mut rig = Rig::selecting(&room());
        rig.resource_mut::<ProgramState>().view.view = view;
        rig.frames(2);
        let floor = point_at_the_floor(&mut rig);
        rig.button(button, ButtonState::Pressed);
        rig.frames(3);
        let nothing = Selected::default();
        let selection = |rig: &Rig| rig.selected();
        assert_eq!(
            selection(&rig),
            nothing,
            "a press is no click yet: {view:?}, {button:?}"
        );
        rig.button(button, ButtonState::Released);
        rig.frames(3);
        assert_eq!(selection(&rig).face, Some(floor), "{view:?}, {button:?}");
        *rig.selected_mut() = Selected::default();
        rig.button(button, ButtonState::Pressed);
        rig.move_mouse(Vec2::new(40.0, 0.0));
        rig.button(button, ButtonState::Released);
        rig.frames(3);
        assert_eq!(selection(&rig), nothing, "a drag: {view:?}, {button:?}");
    }
}

#[test]
fn right_click_selects_while_the_view_turns() {
    let mut rig = Rig::selecting(&room());
    rig.resource_mut::<ProgramState>().ui.captured = true;
    rig.frames(2);
    let floor = point_at_the_floor(&mut rig);
    rig.button(MouseButton::Right, ButtonState::Pressed);
    rig.move_mouse(Vec2::new(40.0, 0.0));
    rig.button(MouseButton::Right, ButtonState::Released);
    rig.frames(3);
    assert_eq!(rig.selected().face, Some(floor));
}
