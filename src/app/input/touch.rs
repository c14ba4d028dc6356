//! Fingers on a touch screen, in the window: what they do is in [`bspwalk_session::touch`].

use bevy::{input::touch::Touches, prelude::*};
use bevy_egui::input::EguiWantsInput;
use bspwalk_session::{touch, view::View};

use super::MoveIntent;
use crate::app::{
    shown::ShownMut,
    state::{Act, Action, ModelView, Player, Ui},
};

/// The fingers that are down.
#[derive(Resource, Default)]
pub(in crate::app) struct Fingers(touch::Fingers);

/// Where the last tap was, in points; none once the mouse points again.
#[derive(Resource, Default)]
pub(in crate::app) struct Tapped(pub(in crate::app) Option<Vec2>);

/// Reads the fingers.
pub(super) fn read(
    (touches, time, ui): (Res<Touches>, Res<Time<Real>>, Res<Ui>),
    egui: Option<Res<EguiWantsInput>>,
    mut moves: MessageReader<CursorMoved>,
    (mut fingers, mut tapped): (ResMut<Fingers>, ResMut<Tapped>),
    (mut intent, mut view): (ResMut<MoveIntent>, ResMut<ModelView>),
    mut player: ShownMut<Player>,
    mut messages: MessageWriter<Act>,
) {
    if moves.read().count() > 0 {
        tapped.0 = None;
    }
    let (fingers, now) = (&mut fingers.0, time.elapsed());
    // In a slow frame a finger may have come down, moved and been lifted.
    for touch in touches.iter().chain(touches.iter_just_released()) {
        fingers.put_from(touch.id(), [touch.start_position(), touch.position()], now);
    }
    // A card has a finger if it was on it in the frame in which it came down, or in the next one, in which cards know of it.
    if egui.is_some_and(|egui| egui.wants_any_pointer_input()) || ui.pointer_on_panel {
        fingers.give_to_card(now);
    }
    let gesture = fingers.gesture();
    if view.is_eye() {
        if let Some([left, up]) = gesture.turn() {
            player.turn(left, up);
        }
        let way = gesture.walk();
        if way != Vec2::ZERO {
            intent.walk(way);
        }
    } else if let Some(mut orbit) = view.orbit
        && gesture.lead(&mut orbit, view.view == View::Plan)
    {
        (view.orbit, view.goal) = (Some(orbit), None);
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
