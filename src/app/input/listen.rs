//! Detects the input to bind to a control.

use bevy::{
    input::{
        keyboard::KeyboardInput,
        mouse::{AccumulatedMouseMotion, MouseButtonInput, MouseWheel},
    },
    prelude::*,
};
use bspwalk_session::actions::{Effect, Source};

use super::bindings::{Bindings, Listening, printed, source_of_button, source_of_key};
use crate::app::host::prelude::*;

/// Mouse movement (in counts) after which mouse motion becomes the source to bind.
const MOVED: f32 = 40.0;

/// State of Ctrl and Shift while waiting for a key. A modifier is itself bound if it is released before any other key
/// is pressed.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Modifiers {
    ctrl: bool,
    shift: bool,
    /// Modifier that was pressed last, or `None` once another key has been pressed.
    alone: Option<Source>,
    /// Distance that the mouse has moved, in counts.
    moved: f32,
}

impl Modifiers {
    /// Returns the source that a key event selects, if any.
    fn key(&mut self, change: &KeyboardInput) -> Option<Source> {
        let place = source_of_key(change.key_code)?;
        let is_down = change.state.is_pressed();
        if let Source::Ctrl | Source::Shift = place {
            let held = match place {
                Source::Ctrl => &mut self.ctrl,
                _ => &mut self.shift,
            };
            *held = is_down;
            if is_down {
                self.alone = Some(place);
                return None;
            }
            return self.alone.take().filter(|alone| *alone == place);
        }
        if !is_down || change.repeat {
            return None;
        }
        self.alone = None;
        let with_ctrl = || place.with_ctrl(printed(&change.logical_key), self.shift);
        self.ctrl.then(with_ctrl).flatten().or(Some(place))
    }
}

/// Binds the next key, button, wheel turn or mouse motion while a control is waiting for one. Escape cancels.
pub(super) fn listen(
    (mut keys, mut buttons, mut wheel): (
        MessageReader<KeyboardInput>,
        MessageReader<MouseButtonInput>,
        MessageReader<MouseWheel>,
    ),
    (held, pushed): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    (motion, program): (Option<Res<AccumulatedMouseMotion>>, Res<ProgramState>),
    mut modifiers: ResMut<Modifiers>,
    mut listening: ResMut<Listening>,
    mut bindings: ResMut<Bindings>,
) {
    let ui = program.ui;
    let is_up = held.get_pressed().next().is_none() && pushed.get_pressed().next().is_none();
    if listening.is_heard && is_up {
        listening.is_heard = false;
    }
    if !listening.is_waiting() {
        keys.clear();
        buttons.clear();
        wheel.clear();
        *modifiers = Modifiers::default();
        return;
    }
    let mut heard: Vec<Source> = keys.read().filter_map(|change| modifiers.key(change)).collect();
    let clicks = buttons.read().filter(|change| change.state.is_pressed());
    // A click on the panel does not count as a source, because it cancels.
    let counts = |source: &Source| *source != Source::Click || !ui.pointer_on_panel;
    heard.extend(
        clicks
            .filter_map(|change| source_of_button(change.button))
            .filter(counts),
    );
    let takes = |effect| {
        listening
            .control()
            .is_some_and(|control| control.effect == effect)
    };
    if wheel.read().any(|turned| turned.y != 0.0) && takes(Effect::Speed) {
        heard.push(Source::Wheel);
    }
    modifiers.moved += motion.map_or(0.0, |motion| motion.delta.length());
    if modifiers.moved > MOVED && takes(Effect::Look) {
        heard.push(Source::Mouse);
    }
    let Some(source) = heard.first().copied() else {
        return;
    };
    listening.is_heard = true;
    if source == Source::Escape {
        listening.stop();
        return;
    }
    listening.press(source, &mut bindings);
}

#[cfg(test)]
mod tests {
    use bevy::input::{ButtonState, keyboard::Key};

    use super::*;

    fn change(key_code: KeyCode, text: &str, state: ButtonState) -> KeyboardInput {
        KeyboardInput {
            key_code,
            logical_key: match text {
                "" => Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified),
                text => Key::Character(text.into()),
            },
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        }
    }

    #[test]
    fn modifier_counts_on_release_if_alone() {
        use ButtonState::{Pressed, Released};
        use KeyCode::{ControlLeft, F5, KeyA, KeyK, ShiftLeft};
        for (changes, expected) in [
            (&[(KeyK, "k", Pressed)][..], Some(Source::Char('k'))),
            (
                &[(ShiftLeft, "", Pressed), (KeyK, "K", Pressed)],
                Some(Source::Char('k')),
            ),
            (
                &[(ControlLeft, "", Pressed), (KeyK, "k", Pressed)],
                Some(Source::WithCtrl('k')),
            ),
            // A French keyboard has Q where a US keyboard has A.
            (
                &[(ControlLeft, "", Pressed), (KeyA, "q", Pressed)],
                Some(Source::WithCtrl('q')),
            ),
            (
                &[
                    (ControlLeft, "", Pressed),
                    (ShiftLeft, "", Pressed),
                    (KeyK, "K", Pressed),
                ],
                Some(Source::WithCtrlShift('k')),
            ),
            (
                &[(ControlLeft, "", Pressed), (F5, "", Pressed)],
                Some(Source::F(5)),
            ),
            (
                &[(ControlLeft, "", Pressed), (ControlLeft, "", Released)],
                Some(Source::Ctrl),
            ),
            (
                &[(ShiftLeft, "", Pressed), (ShiftLeft, "", Released)],
                Some(Source::Shift),
            ),
            (&[(ControlLeft, "", Released)], None),
            (&[(KeyK, "k", Released)], None),
        ] {
            let mut modifiers = Modifiers::default();
            let heard = changes
                .iter()
                .filter_map(|&(key, text, state)| modifiers.key(&change(key, text, state)));
            assert_eq!(heard.last(), expected, "{changes:?}");
        }
    }
}
