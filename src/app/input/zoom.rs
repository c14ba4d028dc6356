//! Ctrl combinations.
//!
//! egui also handles some of these combinations. Without Ctrl, the same keys move the player, hide the overlays and so
//! on. This module keeps the two uses apart. In a text field, keys belong to the field, except for the keys that quit,
//! open the palette or change the text size.

use bevy::{input::keyboard::KeyboardInput, prelude::*};
use bspwalk_session::actions::{Action, Effect, FrontEnd, Source};

use super::{Typed, Typing};
use crate::app::host::prelude::*;
use crate::app::input::bindings::{Bindings, Listening, printed, source_of_key};

/// Whether Ctrl is still held after being used for a combination. In that case, it does not move the player down.
#[derive(Resource, Debug, Default)]
pub(super) struct CtrlTaken(pub(super) bool);

/// Returns the action of a key that is pressed together with Ctrl.
fn with_ctrl(bindings: &Bindings, change: &KeyboardInput, is_shifted: bool) -> Option<Action> {
    let printed = printed(&change.logical_key);
    // Some keys on the numeric keypad can be identified only by their character.
    let key = source_of_key(change.key_code).or_else(|| Some(Source::Char(printed?.chars().next()?)))?;
    match bindings
        .0
        .effect_with_ctrl(FrontEnd::Window, key, printed, is_shifted)?
    {
        Effect::Send(action) => Some(action),
        _ => None,
    }
}

/// Modifier keys that count as Ctrl.
const MODIFIERS: [KeyCode; 2] = if cfg!(target_os = "macos") {
    [KeyCode::SuperLeft, KeyCode::SuperRight]
} else {
    [KeyCode::ControlLeft, KeyCode::ControlRight]
};

/// Label for the quit shortcut.
pub(in crate::app) const QUIT_KEYS: &str = if cfg!(target_os = "macos") {
    "⌘ Q"
} else {
    "Ctrl+Q"
};

/// Returns the key changes since the last frame, each with a flag for whether Ctrl was held at that moment. Ctrl may
/// have been pressed and released within the frame.
fn with_held<'a>(
    changes: &[&'a KeyboardInput],
    input: &ButtonInput<KeyCode>,
) -> Vec<(&'a KeyboardInput, bool)> {
    let mut held = MODIFIERS.map(|key| {
        let first = changes.iter().find(|change| change.key_code == key);
        // If the first change is a press but not an auto-repeat, the key was up before.
        first.map_or(input.pressed(key), |first| {
            first.repeat || !first.state.is_pressed()
        })
    });
    let follow = |change: &&'a KeyboardInput| {
        if let Some(place) = MODIFIERS.iter().position(|&key| key == change.key_code) {
            held[place] = change.state.is_pressed();
        }
        (*change, held.contains(&true))
    };
    changes.iter().map(follow).collect()
}

/// Reads Ctrl combinations before their keys become other commands.
pub(super) fn read(
    mut changes: MessageReader<KeyboardInput>,
    mut input: ResMut<ButtonInput<KeyCode>>,
    (mut ctrl_taken, mut typed): (ResMut<CtrlTaken>, ResMut<Typed>),
    (keys, listening): (Res<Bindings>, Res<Listening>),
    (typing, mut commands): (Res<Typing>, MessageWriter<Act>),
) {
    if listening.takes_keys() {
        changes.clear();
        return;
    }
    let is_shifted = input.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let still_held = input.any_pressed(MODIFIERS);
    ctrl_taken.0 &= still_held;
    let changes: Vec<&KeyboardInput> = changes.read().collect();
    for (change, is_held) in with_held(&changes, &input) {
        if change.state.is_pressed()
            && is_held
            && let Some(action) = with_ctrl(&keys, change, is_shifted)
            && (!typing.0 || action.resizes_text() || matches!(action, Action::Leave | Action::TogglePalette))
        {
            if !change.repeat || action.repeats() {
                commands.write(Act(action));
            }
            typed.mark_consumed(change.key_code);
            ctrl_taken.0 = true;
        }
    }
    if ctrl_taken.0 && !still_held {
        // Ctrl was pressed and released since the last frame. This must not move the player down either.
        for key in MODIFIERS {
            input.reset(key);
        }
        ctrl_taken.0 = false;
    }
}
