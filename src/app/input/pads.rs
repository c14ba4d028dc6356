//! Gamepads in the window: what the reader tells becomes the engine's own messages of gamepads, and those the inputs of the
//! actions, by the keys of the user.

use std::{collections::HashMap, sync::Mutex};

use bevy::{
    input::{
        InputSystems,
        gamepad::{
            GamepadAxis, GamepadButton, GamepadConnection, GamepadConnectionEvent,
            RawGamepadAxisChangedEvent, RawGamepadButtonChangedEvent, RawGamepadEvent,
        },
        keyboard::KeyboardInput,
        mouse::{MouseButtonInput, MouseWheel},
    },
    prelude::*,
    window::{PrimaryWindow, WindowFocused},
};
use bevy_enhanced_input::prelude::{ActionValue, Binding, CustomInput, CustomInputs};
use bspwalk_pads::{Axis, Button, Change, Event, Message as Told, PadId, Stick};
use bspwalk_session::{
    actions::{Effect, Front, Source},
    pads::{Pads, Press},
};

use super::KeyLabels;
use crate::{
    app::{
        bindings::{Bindings, Listening},
        settings::Settings,
        state::Notice,
    },
    walk::pads::PadReader,
};

/// What reads the pads of this machine; tests have none.
#[derive(Resource)]
pub(super) struct Devices {
    reader: Mutex<PadReader>,
    pads: HashMap<PadId, Entity>,
}

/// Reads the pads of this machine.
pub(in crate::app) struct DevicesPlugin;

impl Plugin for DevicesPlugin {
    fn build(&self, app: &mut App) {
        // A frame is drawn anyway, so nobody has to be woken.
        let reader = Mutex::new(PadReader::start(|| ()));
        app.insert_resource(Devices {
            reader,
            pads: HashMap::new(),
        })
        .add_systems(PreUpdate, read.before(InputSystems));
    }
}

/// Tells the engine what pads tell. While another window has the focus, what is pressed is not meant for this one.
fn read(
    mut commands: Commands,
    devices: ResMut<Devices>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut events: MessageWriter<RawGamepadEvent>,
    (mut connections, mut notices): (MessageWriter<GamepadConnectionEvent>, MessageWriter<Notice>),
) {
    let devices = devices.into_inner();
    let is_focused = windows.iter().any(|window| window.focused);
    let messages = match devices.reader.get_mut() {
        Ok(reader) => reader.messages(),
        Err(_) => return,
    };
    for message in messages {
        match message {
            Told::Hint(hint) => _ = notices.write(Notice::info(hint)),
            Told::Pad(
                id,
                Event::Connected {
                    name,
                    vendor,
                    product,
                },
            ) => {
                let pad = *devices
                    .pads
                    .entry(id)
                    .or_insert_with(|| commands.spawn_empty().id());
                let connection = GamepadConnection::Connected {
                    name,
                    vendor_id: vendor,
                    product_id: product,
                };
                let event = GamepadConnectionEvent::new(pad, connection);
                events.write(event.clone().into());
                connections.write(event);
            }
            Told::Pad(id, Event::Disconnected) => {
                if let Some(pad) = devices.pads.remove(&id) {
                    let event = GamepadConnectionEvent::new(pad, GamepadConnection::Disconnected);
                    events.write(event.clone().into());
                    connections.write(event);
                }
            }
            Told::Pad(id, Event::Changed(change)) if is_focused => {
                if let Some(&pad) = devices.pads.get(&id) {
                    events.write(raw(pad, change));
                }
            }
            Told::Pad(_, Event::Changed(_)) => {}
        }
    }
}

/// A change as the engine has it.
fn raw(pad: Entity, change: Change) -> RawGamepadEvent {
    match change {
        Change::Button(button, value) => {
            RawGamepadButtonChangedEvent::new(pad, engine_button(button), value).into()
        }
        Change::Stick(stick, axis, value) => {
            RawGamepadAxisChangedEvent::new(pad, engine_axis(stick, axis), value).into()
        }
    }
}

/// The engine's name of a button.
const fn engine_button(button: Button) -> GamepadButton {
    match button {
        Button::South => GamepadButton::South,
        Button::East => GamepadButton::East,
        Button::West => GamepadButton::West,
        Button::North => GamepadButton::North,
        Button::LeftShoulder => GamepadButton::LeftTrigger,
        Button::RightShoulder => GamepadButton::RightTrigger,
        Button::LeftTrigger => GamepadButton::LeftTrigger2,
        Button::RightTrigger => GamepadButton::RightTrigger2,
        Button::Select => GamepadButton::Select,
        Button::Start => GamepadButton::Start,
        Button::LeftThumb => GamepadButton::LeftThumb,
        Button::RightThumb => GamepadButton::RightThumb,
        Button::Up => GamepadButton::DPadUp,
        Button::Down => GamepadButton::DPadDown,
        Button::Left => GamepadButton::DPadLeft,
        Button::Right => GamepadButton::DPadRight,
    }
}

/// The engine's name of an axis.
const fn engine_axis(stick: Stick, axis: Axis) -> GamepadAxis {
    match (stick, axis) {
        (Stick::Left, Axis::X) => GamepadAxis::LeftStickX,
        (Stick::Left, Axis::Y) => GamepadAxis::LeftStickY,
        (Stick::Right, Axis::X) => GamepadAxis::RightStickX,
        (Stick::Right, Axis::Y) => GamepadAxis::RightStickY,
    }
}

/// What the engine tells of a pad; `None` for what the standard gamepad has not.
fn told(event: &RawGamepadEvent) -> Option<(Entity, Event)> {
    Some(match event {
        RawGamepadEvent::Connection(event) => {
            let told = match &event.connection {
                GamepadConnection::Connected {
                    name,
                    vendor_id,
                    product_id,
                } => Event::Connected {
                    name: name.clone(),
                    vendor: *vendor_id,
                    product: *product_id,
                },
                GamepadConnection::Disconnected => Event::Disconnected,
            };
            (event.gamepad, told)
        }
        RawGamepadEvent::Button(event) => {
            let button = Button::ALL
                .into_iter()
                .find(|&button| engine_button(button) == event.button)?;
            (event.gamepad, Event::Changed(Change::Button(button, event.value)))
        }
        RawGamepadEvent::Axis(event) => {
            let axes = Stick::ALL
                .into_iter()
                .flat_map(|stick| [Axis::X, Axis::Y].map(|axis| (stick, axis)));
            let (stick, axis) = axes
                .into_iter()
                .find(|&(stick, axis)| engine_axis(stick, axis) == event.axis)?;
            let change = Change::Stick(stick, axis, event.value);
            (event.gamepad, Event::Changed(change))
        }
    })
}

/// The pads, and the inputs of the actions that stand for their buttons and sticks.
#[derive(Resource)]
pub(in crate::app) struct PadInputs {
    pads: Pads,
    inputs: HashMap<Source, CustomInput>,
    heard: Heard,
}

impl FromWorld for PadInputs {
    fn from_world(world: &mut World) -> Self {
        let mut custom = world.resource_mut::<CustomInputs>();
        let inputs = Source::of_pads().map(|source| (source, custom.register_input()));
        Self {
            inputs: inputs.collect(),
            pads: Pads::default(),
            heard: Heard::default(),
        }
    }
}

impl PadInputs {
    /// How far the right stick is pushed upwards, for what scrolls.
    pub(in crate::app) fn up(&self, settings: &Settings) -> f32 {
        self.pads.stick(Stick::Right, settings.pad.shape()).y
    }

    /// What the engine binds for a button or a stick.
    pub(super) fn binding(&self, source: Source) -> Option<Binding> {
        self.inputs.get(&source).copied().map(Binding::Custom)
    }
}

/// Puts what is pressed and pushed before the actions. A control that a button is pressed for has it instead.
pub(super) fn stage(
    mut events: MessageReader<RawGamepadEvent>,
    (mut inputs, mut custom): (ResMut<PadInputs>, ResMut<CustomInputs>),
    (mut bindings, mut listening): (ResMut<Bindings>, ResMut<Listening>),
    settings: Res<Settings>,
    mut labels: ResMut<KeyLabels>,
) {
    let PadInputs { pads, inputs, heard } = &mut *inputs;
    for (pad, event) in events.read().filter_map(told) {
        pads.take(pad.to_bits(), event);
    }
    let listens = listening.is_waiting();
    let pressed = pads.frame(|held, button| match held {
        // Also what nothing is bound to can be bound.
        Some(hold) if listens && !is_shoulder(button) => Source::PadWith(hold, button),
        _ if listens => Source::Pad(button),
        _ => bindings.0.pad_source(Front::Window, held, button),
    });
    if let Some(names) = pads.used().filter(|&names| labels.pad() != Some(names)) {
        labels.use_pad(names);
    }
    if heard.down.is_some_and(|source| !pads.is_down(source)) {
        heard.down = None;
    }
    if listens {
        hear(&pressed, heard, &mut bindings, &mut listening);
    } else {
        heard.alone = None;
    }
    let shape = settings.pad.shape();
    for (&source, &input) in inputs.iter() {
        // What a button does is found where it is bound; a stick may be a share or a press.
        let effect = match source {
            Source::Stick(..) => bindings.0.effect(Front::Window, source),
            _ => None,
        };
        let effect = effect.filter(|&effect| Pads::is_share(source, effect));
        let value = match effect {
            _ if listens || heard.down == Some(source) => ActionValue::Bool(false),
            Some(effect) => {
                let rate = match effect {
                    Effect::Turn(_) => settings.pad.pad_sensitivity,
                    _ => 1.0,
                };
                ActionValue::Axis1D(pads.share(source, shape) * rate)
            }
            None => ActionValue::Bool(pads.is_down(source)),
        };
        custom.insert(input, value);
    }
}

/// What pads tell while a button is waited for.
#[derive(Clone, Copy, Debug, Default)]
struct Heard {
    /// The shoulder button that was pressed last, until another button is.
    alone: Option<Source>,
    /// What was heard and may still be down: it is no command.
    down: Option<Source>,
}

impl Heard {
    /// What a press or a release names, if it does. A shoulder button is one by itself only where it is let go and nothing was
    /// pressed with it.
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

/// The button or stick that is pressed is the one for the control that waits for it.
fn hear(
    pressed: &[Press],
    heard: &mut Heard,
    bindings: &mut ResMut<'_, Bindings>,
    listening: &mut ResMut<'_, Listening>,
) {
    let Some(source) = pressed.iter().find_map(|&press| heard.named(press)) else {
        return;
    };
    heard.down = Some(source);
    let mut keymap = bindings.0.clone();
    listening.press(source, &mut keymap);
    bindings.set_if_neq(Bindings(keymap));
}

const fn is_shoulder(button: Button) -> bool {
    matches!(button, Button::LeftShoulder | Button::RightShoulder)
}

/// A window that loses the focus releases what pads hold.
pub(super) fn leave(mut windows: MessageReader<WindowFocused>, mut inputs: ResMut<PadInputs>) {
    if windows.read().any(|message| !message.focused) {
        let _ = inputs.pads.release_all();
    }
}

/// What was used last is named: whoever presses a key or a button of the mouse, turns the wheel or looks around has no pad in the
/// hand.
pub(super) fn use_keys(
    mut keys: MessageReader<KeyboardInput>,
    mut buttons: MessageReader<MouseButtonInput>,
    mut wheel: MessageReader<MouseWheel>,
    mut labels: ResMut<KeyLabels>,
) {
    let count = keys.read().count() + buttons.read().count() + wheel.read().count();
    if count > 0 && labels.pad().is_some() {
        labels.use_keys();
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_session::actions::PadHold;

    use super::*;

    #[test]
    fn a_shoulder_button_is_named_where_it_is_let_go_and_nothing_was_pressed_with_it() {
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

    #[test]
    fn what_the_reader_tells_comes_through_the_engine_unchanged() {
        let pad = Entity::PLACEHOLDER;
        let buttons = Button::ALL.map(|button| Change::Button(button, 0.75));
        let sticks = Stick::ALL
            .into_iter()
            .flat_map(|stick| [Axis::X, Axis::Y].map(|axis| Change::Stick(stick, axis, -0.5)));
        for change in buttons.into_iter().chain(sticks) {
            let event = told(&raw(pad, change));
            assert_eq!(event, Some((pad, Event::Changed(change))));
        }
        let other = RawGamepadButtonChangedEvent::new(pad, GamepadButton::Mode, 1.0);
        assert_eq!(told(&other.into()), None);
    }
}
