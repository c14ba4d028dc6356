//! Fingers on a touch screen: one looks around, two walk, and a tap selects. In the model one finger turns it, and two move it and
//! bring it nearer.

use bevy::{
    input::touch::{Touch, Touches},
    platform::collections::HashMap,
    prelude::*,
};
use bevy_egui::input::EguiWantsInput;
use bspwalk_session::view::View;

use super::intent::MoveIntent;
use crate::app::{
    shown::ShownMut,
    state::{Act, Action, ModelView, Player, Ui},
};

/// Radians that the view turns by for a point of the screen.
const LOOK: f32 = 0.0045;

/// Radians that the model turns by for a point of the screen.
const TURN: f32 = 0.006;

/// Points from where two fingers came down to where they walk at full speed.
const FULL: f32 = 60.0;

/// A finger that moves by less than this, in points, taps.
const TAP: f32 = 12.0;

/// Seconds within which a finger that taps is lifted again.
const TAP_LASTS: f32 = 0.4;

/// Seconds after which cards know whether a finger is on them.
const CARDS_KNOW: f32 = 0.1;

/// Metres that the model moves by for a point of the screen and a metre to the camera.
const PAN: f32 = 0.0012;

/// Fingers that came down in the world.
#[derive(Resource, Default)]
pub(in crate::app) struct Fingers {
    /// When each came down, and whether a panel or a card has it.
    down: HashMap<u64, (f32, bool)>,
    /// Whether more than one finger was down since the last time that none was.
    several: bool,
}

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
    let now = time.elapsed_secs();
    // A card has a finger if it was on it in the frame in which it came down, or in the next one, in which cards know of it.
    let of_card = egui.is_some_and(|egui| egui.wants_any_pointer_input()) || ui.pointer_on_panel;
    for touch in touches.iter() {
        let (since, of) = fingers.down.entry(touch.id()).or_insert((now, of_card));
        *of |= of_card && now - *since < CARDS_KNOW;
    }
    let in_world: Vec<&Touch> = touches
        .iter()
        .filter(|touch| fingers.down.get(&touch.id()).is_some_and(|(_, of_card)| !of_card))
        .collect();
    match in_world[..] {
        [finger] if !fingers.several => turn(finger.delta(), &mut player, &mut view),
        [first, second, ..] => {
            fingers.several = true;
            if view.is_eye() {
                walk(first, second, &mut intent);
            } else {
                move_model(first, second, &mut view);
            }
        }
        _ => {}
    }
    for touch in touches.iter_just_released() {
        let Some((since, of_card)) = fingers.down.remove(&touch.id()) else {
            continue;
        };
        let is_tap = now - since < TAP_LASTS && touch.distance().length() < TAP;
        if is_tap && !of_card && !fingers.several {
            tapped.0 = Some(touch.position());
            messages.write(Act(Action::SelectUnderPointer));
        }
    }
    for touch in touches.iter_just_canceled() {
        fingers.down.remove(&touch.id());
    }
    if fingers.down.is_empty() {
        fingers.several = false;
    }
}

/// Turns the view, or the model.
fn turn(by: Vec2, player: &mut Mut<'_, Player>, view: &mut ResMut<ModelView>) {
    if by == Vec2::ZERO {
        return;
    }
    if view.is_eye() {
        player.turn(-by.x * LOOK, -by.y * LOOK);
        return;
    }
    let is_plan = view.view == View::Plan;
    let Some(mut orbit) = view.orbit else { return };
    if is_plan {
        orbit.pan(Vec2::new(-by.x, by.y) * PAN * orbit.distance);
    } else {
        orbit.turn(by * TURN);
    }
    (view.orbit, view.goal) = (Some(orbit), None);
}

/// Walks to where two fingers have moved from where they came down: away from the user is forward.
fn walk(first: &Touch, second: &Touch, intent: &mut ResMut<MoveIntent>) {
    let way = (first.distance() + second.distance()) * 0.5 / FULL;
    let way = way.clamp_length_max(1.0);
    let mut held = intent.held;
    (held.direction.x, held.direction.z) = (way.x, way.y);
    intent.held = held;
}

/// Moves the model with two fingers, and brings it nearer where they part.
fn move_model(first: &Touch, second: &Touch, view: &mut ResMut<ModelView>) {
    let Some(mut orbit) = view.orbit else { return };
    let by = (first.delta() + second.delta()) * 0.5;
    orbit.pan(Vec2::new(-by.x, by.y) * PAN * orbit.distance);
    let apart = |of: fn(&Touch) -> Vec2| of(first).distance(of(second));
    let (before, now) = (apart(Touch::previous_position), apart(Touch::position));
    if before > 1.0 && now > 1.0 {
        orbit.distance = (orbit.distance * before / now).clamp(0.5, 1.0e5);
    }
    (view.orbit, view.goal) = (Some(orbit), None);
}
