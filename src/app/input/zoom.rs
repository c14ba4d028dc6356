//! Combinations with Ctrl. Ctrl+Q closes the window; Ctrl with +, − or 0 changes the size of everything drawn over the
//! level; other combinations follow the table of controls.
//!
//! egui also handles some of these keys. Without Ctrl they move the player, hide the overlays and so on, and this
//! module prevents that. In a text field, keys belong to the field.

use std::collections::HashMap;

use bevy::{
    input::keyboard::{Key, KeyboardInput},
    prelude::*,
};
use bspwalk_session::actions::{Action, Effect, Front};

use super::Typing;
use crate::app::{
    bindings::{Bindings, Listening, printed, source_of_key},
    state::Act,
};

/// Minimum and maximum [`UiZoom`].
pub(in crate::app) const ZOOMS: [f32; 2] = [0.5, 3.0];

/// Change of the zoom per key press.
const STEP: f32 = 0.1;

/// Size of text and cards, relative to the size that fits the window.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct UiZoom(pub f32);

impl UiZoom {
    /// Returns the zoom from the settings, clamped to the valid range, or the default if there is none.
    pub(in crate::app) fn kept(zoom: Option<f32>) -> Self {
        let zoom = zoom.filter(|zoom| zoom.is_finite());
        zoom.map_or_else(Self::default, |zoom| Self(zoom.clamp(ZOOMS[0], ZOOMS[1])))
    }

    /// Returns the zoom one step larger.
    #[must_use]
    pub fn larger(self) -> Self {
        self.by(STEP)
    }

    /// Returns the zoom one step smaller.
    #[must_use]
    pub fn smaller(self) -> Self {
        self.by(-STEP)
    }

    fn by(self, step: f32) -> Self {
        // Round to a multiple of the step, so that rounding errors do not accumulate.
        Self((((self.0 + step) / STEP).round() * STEP).clamp(ZOOMS[0], ZOOMS[1]))
    }
}

impl Default for UiZoom {
    fn default() -> Self {
        Self(1.0)
    }
}

/// Keys that were pressed with Ctrl. They have no other effect until they and Ctrl are released.
#[derive(Resource, Debug, Default)]
pub(super) struct Zooming {
    /// Whether each key is still down.
    keys: HashMap<KeyCode, bool>,
    /// Whether Ctrl has been held since one of them was pressed.
    is_held: bool,
}

impl Zooming {
    /// Returns whether Ctrl is held for a combination instead of moving down.
    pub(super) fn is_on(&self) -> bool {
        self.is_held
    }
}

/// Returns the zoom after a key was pressed with Ctrl, or `None` if this key does not zoom.
fn zoomed(zoom: UiZoom, key: &Key) -> Option<UiZoom> {
    match printed(key)? {
        "+" | "=" => Some(zoom.larger()),
        "-" | "−" => Some(zoom.smaller()),
        "0" => Some(UiZoom::default()),
        _ => None,
    }
}

/// Returns the action of a key combined with Ctrl.
fn with_ctrl(bindings: &Bindings, change: &KeyboardInput, is_shifted: bool) -> Option<Action> {
    let key = source_of_key(change.key_code)?;
    let printed = printed(&change.logical_key);
    match bindings
        .0
        .effect_with_ctrl(Front::Window, key, printed, is_shifted)?
    {
        Effect::Send(action) => Some(action),
        _ => None,
    }
}

/// Modifier keys for zoom and quit.
const MODIFIERS: [KeyCode; 2] = if cfg!(target_os = "macos") {
    [KeyCode::SuperLeft, KeyCode::SuperRight]
} else {
    [KeyCode::ControlLeft, KeyCode::ControlRight]
};

/// Label of the keys that quit.
pub(in crate::app) const QUIT_KEYS: &str = if cfg!(target_os = "macos") {
    "⌘ Q"
} else {
    "Ctrl+Q"
};

/// Returns the key changes since the last frame, each with whether Ctrl was held at that moment. Ctrl may have been
/// pressed and released in between.
fn with_held<'a>(
    changes: &[&'a KeyboardInput],
    input: &ButtonInput<KeyCode>,
) -> Vec<(&'a KeyboardInput, bool)> {
    let mut held = MODIFIERS.map(|key| {
        let first = changes.iter().find(|change| change.key_code == key);
        // If the first change presses the key, it was up before, unless the key repeats.
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

/// Closes the window on the quit key. With Ctrl it works even while a text field has the focus.
pub(super) fn quit(
    mut changes: MessageReader<KeyboardInput>,
    input: Res<ButtonInput<KeyCode>>,
    (keys, listening): (Res<Bindings>, Res<Listening>),
    mut commands: MessageReader<Act>,
    mut exits: MessageWriter<AppExit>,
) {
    let is_shifted = input.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let leaves = |change: &KeyboardInput| {
        let action = with_ctrl(&keys, change, is_shifted);
        change.state.is_pressed() && action == Some(Action::Leave)
    };
    let changes: Vec<&KeyboardInput> = changes.read().collect();
    let mut changes = with_held(&changes, &input).into_iter();
    let by_ctrl = changes.any(|(change, is_held)| is_held && leaves(change)) && !listening.takes_keys();
    if by_ctrl | commands.read().any(|command| command.0 == Action::Leave) {
        exits.write(AppExit::Success);
    }
}

/// Reads the combinations before their keys become other commands.
pub(super) fn read(
    mut changes: MessageReader<KeyboardInput>,
    mut input: ResMut<ButtonInput<KeyCode>>,
    mut zooming: ResMut<Zooming>,
    mut zoom: ResMut<UiZoom>,
    (keys, listening): (Res<Bindings>, Res<Listening>),
    (typing, mut commands): (Res<Typing>, MessageWriter<Act>),
) {
    if listening.takes_keys() {
        changes.clear();
        return;
    }
    let is_shifted = input.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let still_held = input.any_pressed(MODIFIERS);
    zooming.is_held &= still_held;
    let changes: Vec<&KeyboardInput> = changes.read().collect();
    for (change, is_held) in with_held(&changes, &input) {
        if !change.state.is_pressed() {
            zooming
                .keys
                .entry(change.key_code)
                .and_modify(|is_down| *is_down = false);
        } else if is_held && let Some(new) = zoomed(*zoom, &change.logical_key) {
            zoom.set_if_neq(new);
            zooming.keys.insert(change.key_code, true);
            zooming.is_held = true;
        } else if is_held
            && !typing.0
            && let Some(action) = with_ctrl(&keys, change, is_shifted)
            && action != Action::Leave
        {
            if !change.repeat {
                commands.write(Act(action));
            }
            zooming.keys.insert(change.key_code, true);
            zooming.is_held = true;
        }
    }
    for &key in zooming.keys.keys() {
        input.reset(key);
    }
    if zooming.is_held && !still_held {
        // Ctrl was pressed and released since the last frame: this must not move the player down either.
        for key in MODIFIERS {
            input.reset(key);
        }
        zooming.is_held = false;
    }
    zooming.keys.retain(|_, is_down| still_held || *is_down);
}
