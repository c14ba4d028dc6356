//! Mouse input of the model view. Dragging turns and pans the model, the wheel zooms and moves the cut, and clicks
//! select objects or move the player. In first person, a right click selects.

use bevy::{
    input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll},
    prelude::*,
    window::PrimaryWindow,
};
use bevy_egui::input::EguiWantsInput;
use bspwalk_session::{
    actions::{Effect, FrontEnd, Source},
    view::View,
};
use bspwalk_text::text;

use crate::app::input::bindings::{Bindings, Listening};
use crate::app::{
    body::player::places::stand_on, host::prelude::*, input::notches, level::what_if::PlaneHandles,
};

/// Rotation of the model per point of pointer movement (in radians).
const TURN: f32 = 0.006;

/// Distance that the cut moves per wheel notch (in metres).
const CUT: f32 = 0.1;

/// Maximum pointer movement during a click, in points.
const CLICK: f32 = 5.0;

/// Maximum time between the two clicks of a double click (in seconds).
const DOUBLE: f32 = 0.35;

/// A button press that started over the level.
#[derive(Resource, Default)]
pub(super) struct Drag {
    button: Option<MouseButton>,
    moved: f32,
    clicked: Option<f32>,
}

/// Turns, pans and zooms the model, and moves the cut.
pub(super) fn drag(
    (buttons, keys): (Res<ButtonInput<MouseButton>>, Res<ButtonInput<KeyCode>>),
    (motion, scroll): (Res<AccumulatedMouseMotion>, Res<AccumulatedMouseScroll>),
    egui: Option<Res<EguiWantsInput>>,
    (aim, player, current): (Res<Aim>, Shown<Player>, Shown<OpenedLevel>),
    (handles, listening): (Res<PlaneHandles>, Res<Listening>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut program: ResMut<ProgramState>,
    mut drag: ResMut<Drag>,
) {
    let ui = program.ui;
    let view = &mut program.view;
    let wanted = egui.is_some_and(|egui| egui.wants_any_pointer_input());
    let over_card = (!ui.captured && (wanted || ui.pointer_on_panel)) || listening.takes_keys();
    let is_plan = view.view == View::Plan;
    let in_world: &[MouseButton] = if view.is_eye() {
        &[MouseButton::Right]
    } else {
        &[MouseButton::Left, MouseButton::Right, MouseButton::Middle]
    };
    let begun = in_world.iter().find(|&&button| buttons.just_pressed(button));
    // Plane handles take precedence.
    if let Some(&button) = begun.filter(|_| !over_card && handles.held.is_none()) {
        (drag.button, drag.moved) = (Some(button), 0.0);
    }
    if let Some(button) = drag.button {
        // A captured mouse also turns the view while a button is pressed. In the frame of the press, most of the
        // movement happened before the press.
        if !ui.captured && !buttons.just_pressed(button) {
            drag.moved += motion.delta.length();
        }
        let is_over = !buttons.pressed(button) && !buttons.just_released(button);
        if is_over || !in_world.contains(&button) {
            drag.button = None;
        }
    }
    if view.is_eye() {
        return;
    }
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let dragged = drag
        .button
        .filter(|_| drag.moved >= CLICK && motion.delta != Vec2::ZERO);
    if let Some(button) = dragged {
        let turns = match button {
            MouseButton::Left => !shift && !is_plan,
            MouseButton::Right => is_plan,
            _ => false,
        };
        if turns {
            view.turn(motion.delta * TURN);
        } else {
            let rows = windows.iter().next().map_or(720.0, Window::height);
            view.pan(motion.delta, rows);
        }
    }
    let notches = notches(&scroll);
    if notches != 0.0 && !over_card && ui.help.is_none() && view.orbit.is_some() {
        let bounds = current.level.bounds;
        if shift {
            let (low, high) = (bounds.min.y as f32, bounds.max.y as f32 + CUT);
            let height = view.cut_height(player.position.y);
            view.cut = Some((height + notches * CUT).clamp(low, high));
        } else {
            view.zoom(notches, Some(aim.from), bounds.size().length() as f32);
        }
    }
}

/// Handles clicks. A left or right click selects the node and leaf under the pointer, but in first person only a right
/// click does. A double click with the left button moves the player to the clicked position.
pub(super) fn click(
    (buttons, time): (Res<ButtonInput<MouseButton>>, Res<Time<Real>>),
    (aim, current, keys): (Res<Aim>, Shown<OpenedLevel>, Res<Bindings>),
    mut drag: ResMut<Drag>,
    mut player: ShownMut<Player>,
    mut commands: MessageWriter<Act>,
    mut notices: MessageWriter<Notice>,
) {
    let is_click = |button: &MouseButton| matches!(button, MouseButton::Left | MouseButton::Right);
    let Some(button) = drag.button.filter(is_click) else {
        return;
    };
    if !buttons.just_released(button) {
        return;
    }
    drag.button = None;
    if drag.moved >= CLICK {
        return;
    }
    if button == MouseButton::Right {
        if let Some(Effect::Send(action)) = keys.0.effect(FrontEnd::Window, Source::RightClick) {
            commands.write(Act(action));
        }
        return;
    }
    let now = time.elapsed_secs();
    let is_double = drag.clicked.is_some_and(|before| now - before < DOUBLE);
    drag.clicked = (!is_double).then_some(now);
    if !is_double {
        commands.write(Act(Action::SelectUnderPointer));
        return;
    }
    let reach = current.tree.bounds().size().length() as f32 + 1.0;
    let Some(hit) = current.tree.cast(aim.from, aim.from + aim.direction * reach) else {
        return;
    };
    let up = if hit.normal.dot(aim.direction) > 0.0 {
        -hit.normal
    } else {
        hit.normal
    };
    if !stand_on(&mut player, &current.tree, hit.point, up) {
        notices.write(Notice::info(text!("map-no-room")));
    }
}
