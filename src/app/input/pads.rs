//! Gamepad input in the window: reads the devices and tracks pressed, held and moved buttons and sticks.

use std::sync::Mutex;

use bevy::{
    input::{
        InputSystems,
        keyboard::KeyboardInput,
        mouse::{MouseButtonInput, MouseWheel},
    },
    prelude::*,
    window::{PrimaryWindow, WindowFocused},
};
use bspwalk_pads::{Button, Event, Message as ReaderMessage, PadId, Stick};
use bspwalk_session::{
    actions::{FrontEnd, Source},
    pads::{Pads, Press, StickMotion},
};
use bspwalk_text::text;

use super::KeyLabels;
use crate::{
    app::{
        host::state::Notice,
        input::{
            bindings::{Bindings, Listening},
            settings::Settings,
        },
    },
    walk::pads::PadReader,
};

/// An event from a gamepad.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct PadEvent(pub PadId, pub Event);

/// Reader for the gamepads connected to this computer. Tests have no reader.
#[derive(Resource)]
struct Devices(Mutex<PadReader>);

/// Reads the gamepads connected to this computer.
pub(in crate::app) fn devices_plugin(app: &mut App) {
    // Frames are drawn continuously, so the reader need not wake the event loop.
    let reader = Mutex::new(PadReader::start(|| ()));
    app.insert_resource(Devices(reader))
        .add_systems(PreUpdate, read.before(InputSystems));
}

/// Sends gamepad events. Ignores presses while another window has the focus.
fn read(
    mut devices: ResMut<Devices>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut events: MessageWriter<PadEvent>,
    mut notices: MessageWriter<Notice>,
) {
    let is_focused = windows.iter().any(|window| window.focused);
    let Ok(reader) = devices.0.get_mut() else { return };
    for message in reader.messages() {
        match message {
            ReaderMessage::NoPermission(file) => {
                let hint = text!("pads-not-readable", file = file.display());
                notices.write(Notice::info(hint));
            }
            ReaderMessage::Pad(_, Event::Changed(_)) if !is_focused => {}
            ReaderMessage::Pad(pad, event) => _ = events.write(PadEvent(pad, event)),
        }
    }
}

/// Gamepad state, and the presses in this frame.
#[derive(Resource, Default)]
pub(in crate::app) struct PadInputs {
    pads: Pads,
    pressed: Vec<Press>,
    heard: Heard,
    /// Whether the next press will be bound to a control, so that presses are withheld from commands.
    listens: bool,
}

impl PadInputs {
    /// Returns the upward deflection of the right stick, for scrolling.
    pub(in crate::app) fn scroll_deflection(&self, settings: &Settings) -> f32 {
        self.pads.stick(Stick::Right, settings.pad.stick_response()).y
    }

    /// Returns the sources pressed in this frame, in the order of the presses.
    pub(super) fn pressed(&self) -> impl Iterator<Item = Source> {
        let pressed = self.pressed.iter().filter(|press| press.is_down);
        pressed.map(|press| press.source)
    }

    /// Returns the sources that are currently held.
    pub(super) fn held_sources(&self) -> impl Iterator<Item = Source> {
        let is_command = |source: &Source| !self.listens && self.heard.down != Some(*source);
        self.pads.held_sources().filter(is_command)
    }

    /// Returns the movement and the view rotation requested by the sticks.
    pub(super) fn stick_motion(&self, settings: &Settings, bindings: &Bindings) -> StickMotion {
        if self.listens || self.pads.count() == 0 {
            return StickMotion::default();
        }
        let is_heard = |source| self.heard.down == Some(source);
        let effect = |source| bindings.effect(source).filter(|_| !is_heard(source));
        let mut pushed = self.pads.stick_motion(settings.pad.stick_response(), effect);
        pushed.turn *= settings.pad.pad_sensitivity;
        pushed
    }
}

/// Applies the gamepad events of this frame. While a control is waiting for a key, binds the first press to it.
pub(super) fn stage(
    mut events: MessageReader<PadEvent>,
    mut inputs: ResMut<PadInputs>,
    (mut bindings, mut listening): (ResMut<Bindings>, ResMut<Listening>),
    mut labels: ResMut<KeyLabels>,
) {
    let PadInputs {
        pads,
        pressed,
        heard,
        listens,
    } = &mut *inputs;
    for PadEvent(pad, event) in events.read() {
        pads.queue_event(pad.0.into(), event.clone());
    }
    *listens = listening.is_waiting();
    *pressed = pads.take_presses(|held, button| match held {
        // Combinations that have no effect yet can be bound, too.
        Some(hold) if *listens && !is_shoulder(button) => Source::PadWith(hold, button),
        _ if *listens => Source::Pad(button),
        _ => bindings.0.pad_source(FrontEnd::Window, held, button),
    });
    if let Some(names) = pads.used_pad_names().filter(|&names| labels.pad != Some(names)) {
        labels.pad = Some(names);
    }
    if heard.down.is_some_and(|source| !pads.is_down(source)) {
        heard.down = None;
    }
    if *listens {
        if let Some(source) = pressed.iter().find_map(|&press| heard.named(press)) {
            heard.down = Some(source);
            listening.press(source, &mut bindings);
        }
        pressed.clear();
    } else {
        heard.alone = None;
    }
}

/// State for detecting the button to bind.
#[derive(Clone, Copy, Debug, Default)]
struct Heard {
    /// Shoulder button that was pressed last, cleared when another button is pressed.
    alone: Option<Source>,
    /// Source that has just been bound and may still be held. Until its release, it triggers no command.
    down: Option<Source>,
}

impl Heard {
    /// Returns the source that a press or release selects, if any. A shoulder button is selected only on release, and
    /// only if no other button was pressed while it was held.
    fn named(&mut self, press: Press) -> Option<Source> {
        match press.source {
            Source::Pad(button) if is_shoulder(button) => {
                if press.is_down {
                    self.alone = Some(press.source);
                    return None;
                }
                self.alone.take().filter(|alone| *alone == press.source)
            }
            source if press.is_down => {
                self.alone = None;
                Some(source)
            }
            _ => None,
        }
    }
}

const fn is_shoulder(button: Button) -> bool {
    matches!(button, Button::LeftShoulder | Button::RightShoulder)
}

/// Releases all held gamepad inputs when the window loses focus.
pub(super) fn leave(mut windows: MessageReader<WindowFocused>, mut inputs: ResMut<PadInputs>) {
    if windows.read().any(|message| !message.focused) {
        let _ = inputs.pads.release_all();
    }
}

/// Switches labels back to keyboard and mouse as soon as a key, a mouse button or the wheel is used.
pub(super) fn switch_to_key_labels(
    mut keys: MessageReader<KeyboardInput>,
    mut buttons: MessageReader<MouseButtonInput>,
    mut wheel: MessageReader<MouseWheel>,
    mut labels: ResMut<KeyLabels>,
) {
    let count = keys.read().count() + buttons.read().count() + wheel.read().count();
    if count > 0 && labels.pad.is_some() {
        labels.pad = None;
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_session::actions::PadHold;

    use super::*;

    #[test]
    fn shoulder_button_counts_on_release_if_alone() {
        let press = |source, is_down| Press { source, is_down };
        let shoulder = Source::Pad(Button::LeftShoulder);
        let with = Source::PadWith(PadHold::Left, Button::South);
        let mut heard = Heard::default();
        for (press, expected) in [
            (press(shoulder, true), None),
            (press(shoulder, false), Some(shoulder)),
            (press(shoulder, true), None),
            (press(with, true), Some(with)),
            (press(with, false), None),
            (press(shoulder, false), None),
        ] {
            assert_eq!(heard.named(press), expected, "{press:?}");
        }
    }
}
