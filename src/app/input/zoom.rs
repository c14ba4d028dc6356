//! Ctrl with Q closes the window; Ctrl with +, − or 0 changes the size of everything that is drawn over the level. egui has these keys too, but Ctrl and 0
//! also move the body and hide the overlays: here they are kept from doing so.

use std::collections::HashMap;

use bevy::{
    input::keyboard::{Key, KeyboardInput},
    prelude::*,
};

/// Least and greatest zoom.
const ZOOMS: [f32; 2] = [0.5, 3.0];

/// How much one press changes it.
const STEP: f32 = 0.1;

/// The size of text and cards, as a factor of the size that fits the window.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct UiZoom(pub f32);

impl UiZoom {
    /// The zoom that the settings have kept, brought into range; the usual size where they have none.
    pub(in crate::app) fn kept(zoom: Option<f32>) -> Self {
        let zoom = zoom.filter(|zoom| zoom.is_finite());
        zoom.map_or_else(Self::default, |zoom| Self(zoom.clamp(ZOOMS[0], ZOOMS[1])))
    }
}

impl Default for UiZoom {
    fn default() -> Self {
        Self(1.0)
    }
}

/// The keys that were pressed to zoom; they do nothing else until they and Ctrl are released.
#[derive(Resource, Debug, Default)]
pub(super) struct Zooming {
    /// Whether each is still down.
    keys: HashMap<KeyCode, bool>,
    /// Whether Ctrl has been held since one of them was pressed.
    is_held: bool,
}

impl Zooming {
    /// Whether Ctrl is held to zoom, and not to move down.
    pub(super) fn is_on(&self) -> bool {
        self.is_held
    }
}

/// The zoom after a key was pressed together with Ctrl; `None` where the key is not one of those that zoom.
fn zoomed(zoom: f32, key: &Key) -> Option<f32> {
    let Key::Character(text) = key else { return None };
    let step = match text.as_str() {
        "+" | "=" => STEP,
        "-" | "−" => -STEP,
        "0" => return Some(1.0),
        _ => return None,
    };
    Some((((zoom + step) / STEP).round() * STEP).clamp(ZOOMS[0], ZOOMS[1]))
}

/// The keys held to zoom and to quit.
const MODIFIERS: [KeyCode; 2] = if cfg!(target_os = "macos") {
    [KeyCode::SuperLeft, KeyCode::SuperRight]
} else {
    [KeyCode::ControlLeft, KeyCode::ControlRight]
};

/// The keys that quit, as they are printed.
pub(in crate::app) const QUIT_KEYS: &str = if cfg!(target_os = "macos") {
    "⌘ Q"
} else {
    "Ctrl Q"
};

/// Ctrl with Q closes the window.
pub(super) fn quit(
    mut changes: MessageReader<KeyboardInput>,
    input: Res<ButtonInput<KeyCode>>,
    mut exits: MessageWriter<AppExit>,
) {
    let is_q = |key: &Key| matches!(key, Key::Character(text) if text.eq_ignore_ascii_case("q"));
    let is_pressed = |change: &KeyboardInput| change.state.is_pressed() && is_q(&change.logical_key);
    if changes.read().filter(|change| is_pressed(change)).count() > 0 && input.any_pressed(MODIFIERS) {
        exits.write(AppExit::Success);
    }
}

/// Reads the keys, before they become commands.
pub(super) fn read(
    mut changes: MessageReader<KeyboardInput>,
    mut input: ResMut<ButtonInput<KeyCode>>,
    mut zooming: ResMut<Zooming>,
    mut zoom: ResMut<UiZoom>,
) {
    let is_held = input.any_pressed(MODIFIERS);
    zooming.is_held &= is_held;
    for change in changes.read() {
        if !change.state.is_pressed() {
            zooming
                .keys
                .entry(change.key_code)
                .and_modify(|is_down| *is_down = false);
        } else if is_held && let Some(new) = zoomed(zoom.0, &change.logical_key) {
            zoom.set_if_neq(UiZoom(new));
            zooming.keys.insert(change.key_code, true);
            zooming.is_held = true;
        }
    }
    for &key in zooming.keys.keys() {
        input.reset(key);
    }
    zooming.keys.retain(|_, is_down| is_held || *is_down);
}
