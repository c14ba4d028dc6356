//! Keys consumed by focused controls and open films. They have no effect in the level until they are released. For
//! example, Space presses a focused button without a subsequent jump, and Esc leaves a text field without closing
//! anything else.

use std::collections::HashSet;

use bevy::{
    ecs::system::SystemParam,
    input::keyboard::{KeyboardFocusLost, KeyboardInput},
    prelude::*,
};
use bevy_egui::input::EguiWantsInput;
use bspwalk_session::actions::FrontEnd;

use super::input_queue::InputQueue;
use crate::app::host::prelude::*;
use crate::app::input::bindings::{Bindings, Listening, source_of_key};

/// UI elements that receive keys before films and the quiz do.
#[derive(SystemParam)]
pub(in crate::app) struct KeyOwners<'w> {
    pub(in crate::app) program: Res<'w, ProgramState>,
    egui: Option<Res<'w, EguiWantsInput>>,
    listening: Option<Res<'w, Listening>>,
}

impl KeyOwners<'_> {
    /// Returns whether one of these elements receives the keys.
    pub(in crate::app) fn have_keys(&self) -> bool {
        let Self {
            program,
            egui,
            listening,
        } = self;
        let ui = program.ui;
        ui.help.is_some()
            || ui.menu.is_some()
            || ui.page.is_some()
            || egui.as_ref().is_some_and(|egui| egui.wants_any_keyboard_input())
            || listening.as_ref().is_some_and(|listening| listening.is_waiting())
    }
}

/// Whether a text field has the focus. Other controls leave Ctrl combinations to the actions.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Typing(pub bool);

/// Keys that a control or film has consumed and that are still down.
#[derive(Resource, Debug, Default)]
pub(in crate::app) struct Typed(HashSet<KeyCode>);

impl Typed {
    /// Marks a key as consumed. It has no other effect until it is released.
    pub(in crate::app) fn mark_consumed(&mut self, key: KeyCode) {
        self.0.insert(key);
    }
}

/// Modifier keys. egui does not consume them, and a film key has its usual effect even if a modifier key is held.
const MODIFIERS: [KeyCode; 8] = [
    KeyCode::ControlLeft,
    KeyCode::ControlRight,
    KeyCode::SuperLeft,
    KeyCode::SuperRight,
    KeyCode::ShiftLeft,
    KeyCode::ShiftRight,
    KeyCode::AltLeft,
    KeyCode::AltRight,
];

/// Withholds the keys in [`Typed`] from the actions.
pub(super) fn withhold_typed_keys(
    mut changes: MessageReader<KeyboardInput>,
    mut lost: MessageReader<KeyboardFocusLost>,
    egui: Option<Res<EguiWantsInput>>,
    mut input: ResMut<ButtonInput<KeyCode>>,
    mut queue: ResMut<InputQueue<KeyboardInput>>,
    mut typed: ResMut<Typed>,
) {
    if lost.read().count() > 0 {
        typed.0.clear();
    }
    let is_taken = egui.is_some_and(|egui| egui.wants_any_keyboard_input());
    let mut released = Vec::new();
    for change in changes.read() {
        let key = change.key_code;
        if !change.state.is_pressed() {
            released.push(key);
        } else if is_taken && !change.repeat && !MODIFIERS.contains(&key) {
            typed.0.insert(key);
        }
    }
    for &key in &typed.0 {
        input.reset(key);
        queue.forget(key);
    }
    typed.0.retain(|key| !released.contains(key));
}

/// State that determines whether a film receives the keys.
#[derive(SystemParam)]
pub(super) struct Films<'w> {
    program: Res<'w, ProgramState>,
    state: Res<'w, State<AppState>>,
    others: KeyOwners<'w>,
}

impl Films<'_> {
    /// Returns whether a film is shown and receives the keys.
    fn have_keys(&self) -> bool {
        let Self { others, .. } = self;
        let is_shown = self.program.active_film().is_some();
        let is_in_level = *self.state.get() == AppState::InLevel;
        is_shown && is_in_level && !others.program.ui.captured && !others.have_keys()
    }
}

/// Reads the keys for an open film before they become other commands. A key pressed together with a modifier has its
/// usual effect.
pub(super) fn read_film_keys(
    mut changes: MessageReader<KeyboardInput>,
    films: Films,
    bindings: Res<Bindings>,
    input: Res<ButtonInput<KeyCode>>,
    mut typed: ResMut<Typed>,
    mut commands: MessageWriter<Act>,
) {
    if !films.have_keys() || input.any_pressed(MODIFIERS) {
        changes.clear();
        return;
    }
    for change in changes.read().filter(|change| change.state.is_pressed()) {
        let source = source_of_key(change.key_code);
        let action = source.and_then(|source| bindings.0.film_action(FrontEnd::Window, source));
        let Some(action) = action else {
            continue;
        };
        if !change.repeat || action.repeats() {
            commands.write(Act(action));
        }
        typed.mark_consumed(change.key_code);
    }
}
