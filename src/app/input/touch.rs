//! Touch input in the window. [`bspwalk_session::touch`] interprets the gestures.

use bevy::{input::touch::Touches, prelude::*};
use bevy_egui::input::EguiWantsInput;
use bspwalk_session::touch;

use super::move_intent::MoveIntent;
use crate::app::host::prelude::*;

/// Fingers touching the screen.
#[derive(Resource, Default)]
pub(in crate::app) struct Fingers(touch::Fingers);

/// Position of the last tap in points, or `None` once the mouse has moved.
#[derive(Resource, Default)]
pub(in crate::app) struct Tapped(pub(in crate::app) Option<Vec2>);

/// Reads touch input.
pub(super) fn read(
    (touches, time): (Res<Touches>, Res<Time<Real>>),
    egui: Option<Res<EguiWantsInput>>,
    mut moves: MessageReader<CursorMoved>,
    (mut fingers, mut tapped): (ResMut<Fingers>, ResMut<Tapped>),
    (mut intent, mut program): (ResMut<MoveIntent>, ResMut<ProgramState>),
    mut player: ShownMut<Player>,
    mut messages: MessageWriter<Act>,
) {
    let ui = program.ui;
    if moves.read().count() > 0 {
        tapped.0 = None;
    }
    let (fingers, now) = (&mut fingers.0, time.elapsed());
    // During a slow frame, a finger may have touched the screen, moved and been lifted.
    for touch in touches.iter().chain(touches.iter_just_released()) {
        fingers.put_from(touch.id(), [touch.start_position(), touch.position()], now);
    }
    // A card captures the finger that touches it. egui may report this only in the frame after the touch.
    if egui.is_some_and(|egui| egui.wants_any_pointer_input()) || ui.pointer_on_panel {
        fingers.assign_latest_to_card(now);
    }
    let gesture = fingers.gesture();
    if program.view.is_eye() {
        if let Some([left, up]) = gesture.turn() {
            player.turn(left, up);
        }
        let way = gesture.walk();
        if way != Vec2::ZERO {
            intent.set_walk_speed(way);
        }
    } else if gesture != touch::Gesture::None {
        program.view.follow_fingers(gesture);
    }
    for touch in touches.iter_just_released() {
        if fingers.lift(touch.id(), touch.position(), now) {
            tapped.0 = Some(touch.position());
            messages.write(Act(Action::SelectUnderPointer));
        }
    }
    for touch in touches.iter_just_canceled() {
        fingers.cancel(touch.id());
    }
}
