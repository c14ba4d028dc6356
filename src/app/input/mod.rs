//! Keyboard, mouse, gamepad and touch input. The user's [`Keymap`](bspwalk_session::actions::Keymap) maps it to
//! [`MoveIntent`], [`Action`]s and view changes.
//!
//! In each frame, `KeysHeard` first consumes the key that is being bound. The systems in `KeysQueued` then consume keys
//! for text fields, films and Ctrl combinations. The remaining keys take effect in [`AppSystems::Input`].
//!
//! - Keys: `input_queue` (one change per key and frame), `bindings` (the user's bindings), `listen` (binding a key),
//!   `typed` (keys of focused controls and films), `zoom` (combinations with Ctrl), `labels`.
//! - Devices: `capture` (mouse), `pads`, `touch`. They write to `move_intent`.
//! - [`settings`]: persistent settings.

pub mod bindings;
pub(in crate::app) mod capture;
mod input_queue;
mod labels;
mod listen;
mod move_intent;
pub(super) mod pads;
pub mod settings;
pub(super) mod touch;
mod typed;
pub(super) mod zoom;

use bevy::{
    input::{
        InputSystems,
        keyboard::{KeyboardFocusLost, KeyboardInput},
        mouse::{
            AccumulatedMouseMotion, AccumulatedMouseScroll, MouseButtonInput, MouseScrollUnit, MouseWheel,
        },
        touch::Touches,
    },
    prelude::*,
    window::WindowFocused,
};
use bevy_egui::input::EguiWantsInput;
use bspwalk_session::{
    actions::{Axis, Effect, Motion, Source},
    pads::Pads,
};

use self::{
    bindings::{Bindings, KeysHeard, Listening, source_of_button, source_of_key},
    input_queue::InputQueue,
    pads::PadInputs,
    settings::Settings,
    zoom::CtrlTaken,
};
use crate::app::host::prelude::*;
pub use labels::KeyLabels;
pub use move_intent::MoveIntent;
pub use pads::PadEvent;
pub use typed::Typing;
pub(super) use typed::{KeyOwners, Typed};

/// Turns input into [`MoveIntent`], [`Action`]s and changes of the view.
pub fn plugin(app: &mut App) {
    app.init_resource::<MoveIntent>()
        .init_resource::<Reach>()
        .init_resource::<touch::Fingers>()
        .init_resource::<touch::Tapped>()
        .init_resource::<Touches>()
        .init_resource::<CtrlTaken>()
        .init_resource::<Typing>()
        .init_resource::<listen::Modifiers>()
        .init_resource::<Typed>()
        .init_resource::<PadInputs>()
        .init_resource::<InputQueue<KeyboardInput>>()
        .init_resource::<InputQueue<MouseButtonInput>>()
        .add_message::<PadEvent>()
        .add_message::<WindowFocused>()
        .add_message::<MouseWheel>()
        .add_message::<CursorMoved>()
        .configure_sets(
            PreUpdate,
            (KeysHeard, KeysQueued, AppSystems::Input)
                .chain()
                .after(InputSystems),
        )
        .add_systems(
            PreUpdate,
            (
                listen::listen.in_set(KeysHeard),
                labels::follow.run_if(resource_changed::<Bindings>),
                (
                    input_queue::record_held_keys::<KeyboardInput>,
                    input_queue::record_held_keys::<MouseButtonInput>,
                )
                    .before(InputSystems),
                ((pads::switch_to_key_labels, pads::stage).chain(), pads::leave)
                    .after(InputSystems)
                    .before(KeysHeard),
                (
                    input_queue::pop::<KeyboardInput>,
                    labels::learn,
                    zoom::read,
                    typed::read_film_keys,
                    typed::withhold_typed_keys,
                )
                    .chain()
                    .in_set(KeysQueued),
                input_queue::pop::<MouseButtonInput>.in_set(KeysQueued),
                (reach, movement, press, look, touch::read)
                    .chain()
                    .in_set(AppSystems::Input),
            ),
        )
        .add_systems(
            Update,
            (capture::release_on_focus_loss, capture::apply)
                .chain()
                .in_set(AppSystems::Follow),
        );
}

/// Systems that consume keys before they take effect in the level.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct KeysQueued;

/// Maximum frame time used for turning the view (in seconds). Longer frames turn it no further.
const LONGEST_FRAME: f32 = 0.25;

/// Touchpad scroll distance, in points, that counts as one wheel notch.
const NOTCH: f32 = 40.0;

/// Devices whose input reaches the level in this frame. Input from other devices goes to the panel, to a menu, or to
/// the control that is being bound.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Reach {
    keyboard: bool,
    buttons: bool,
    wheel: bool,
    motion: bool,
}

/// Determines which devices reach the level.
fn reach(
    egui: Option<Res<EguiWantsInput>>,
    (program, listening): (Res<ProgramState>, Res<Listening>),
    mut reach: ResMut<Reach>,
) {
    let ui = program.ui;
    // The palette's text field receives the focus only one frame after the palette opens.
    let is_palette_open = program.palette.is_some();
    let listens = listening.takes_keys() || ui.menu.is_some() || is_palette_open;
    let keyboard = egui.as_ref().is_some_and(|egui| egui.wants_any_keyboard_input());
    let wanted = egui.as_ref().is_some_and(|egui| egui.wants_any_pointer_input());
    let pointer = !ui.captured && (ui.pointer_on_panel || wanted);
    *reach = Reach {
        keyboard: !keyboard && !listens,
        // In the model view, the mouse turns and pans the model. With a menu open, a click outside it only closes the
        // menu.
        buttons: !pointer && program.view.is_eye() && !listens,
        // While the help is open, the wheel scrolls it.
        wheel: !pointer && ui.help.is_none() && program.view.is_eye() && !listens,
        motion: ui.captured && !listens,
    };
}

/// Reads the held keys, buttons and sticks.
fn movement(
    (keys, buttons, pads): (
        Res<ButtonInput<KeyCode>>,
        Res<ButtonInput<MouseButton>>,
        Res<PadInputs>,
    ),
    (reach, bindings, settings, ctrl_taken): (Res<Reach>, Res<Bindings>, Res<Settings>, Res<CtrlTaken>),
    mut lost: MessageReader<KeyboardFocusLost>,
    mut intent: ResMut<MoveIntent>,
) {
    let mut held = intent.0;
    if lost.read().count() > 0 {
        held.release_all();
    }
    let keys = keys.get_pressed().filter(|_| reach.keyboard);
    let buttons = buttons.get_pressed().filter(|_| reach.buttons);
    let sources = keys
        .filter_map(|&key| source_of_key(key))
        .chain(buttons.filter_map(|&button| source_of_button(button)))
        .chain(pads.held_sources());
    // Ctrl may be held for a key combination rather than to move down.
    let is_kept = |effect: Effect| ctrl_taken.0 && effect == Effect::Move(Motion::Down);
    let effect = |source| {
        let effect = bindings.effect(source)?;
        (!Pads::is_analogue_binding(source, effect) && !is_kept(effect)).then_some(effect)
    };
    held.set(&sources.filter_map(effect).collect::<Vec<_>>());
    let pushed = pads.stick_motion(&settings, &bindings);
    held.set_walk_speed(pushed.way);
    held.look(pushed.turn);
    intent.set_if_neq(MoveIntent(held));
}

/// Sends the action of each press, in the order of the presses, and captures the mouse.
fn press(
    (keys, buttons, pads): (
        Res<ButtonInput<KeyCode>>,
        Res<ButtonInput<MouseButton>>,
        Res<PadInputs>,
    ),
    (key_queue, button_queue): (Res<InputQueue<KeyboardInput>>, Res<InputQueue<MouseButtonInput>>),
    (reach, bindings): (Res<Reach>, Res<Bindings>),
    mut changes: MessageReader<KeyboardInput>,
    mut program: ResMut<ProgramState>,
    mut acts: MessageWriter<Act>,
) {
    let pressed = key_queue.pressed().filter(|&key| keys.just_pressed(key));
    let changes = changes.read().filter(|change| change.repeat);
    let repeated = changes
        .map(|change| change.key_code)
        .filter(|&key| keys.pressed(key) && !keys.just_pressed(key));
    let of_keys = pressed
        .map(|key| (key, false))
        .chain(repeated.map(|key| (key, true)))
        .filter(|_| reach.keyboard)
        .filter_map(|(key, repeats)| Some((source_of_key(key)?, repeats)));
    let clicked = button_queue
        .pressed()
        .filter(|&button| reach.buttons && buttons.just_pressed(button))
        .filter_map(source_of_button);
    for (source, repeats) in of_keys.chain(clicked.chain(pads.pressed()).map(|source| (source, false))) {
        match bindings.effect(source) {
            Some(Effect::Capture) if !repeats => program.ui.captured = true,
            // `model_view` handles right clicks, because it distinguishes them from drags.
            Some(Effect::Send(_)) if source == Source::RightClick => {}
            Some(Effect::Send(action)) if !repeats || action.repeats() => {
                // While the help is open, these keys scroll it.
                let scrolls = matches!(action, Action::SelectParent | Action::ClearSelection);
                if !(program.ui.help.is_some() && scrolls) {
                    acts.write(Act(action));
                }
            }
            _ => {}
        }
    }
}

/// Turns the view and changes the movement speed.
fn look(
    (motion, scroll): (Res<AccumulatedMouseMotion>, Res<AccumulatedMouseScroll>),
    (reach, settings, bindings, intent): (Res<Reach>, Res<Settings>, Res<Bindings>, Res<MoveIntent>),
    time: Res<Time<Real>>,
    mut program: ResMut<ProgramState>,
    mut player: ShownMut<Player>,
) {
    let ui = program.ui;
    if reach.motion && motion.delta != Vec2::ZERO && bindings.effect(Source::Mouse) == Some(Effect::Look) {
        let turn = motion.delta * settings.sensitivity.to_radians();
        let right = bindings.0.apply_inversion(Axis::LookSideways, turn.x);
        let down = bindings.0.apply_inversion(Axis::LookUpAndDown, turn.y);
        player.turn(-right, -down);
    }
    // While the help is open, the arrow keys scroll it.
    let [left, up] = intent
        .rotation_during(time.delta_secs().min(LONGEST_FRAME))
        .map(f32::to_radians);
    let turns = [left, up] != [0.0; 2] && ui.help.is_none();
    if turns && (program.view.is_eye() || !program.view.turn(-Vec2::new(left, up))) {
        player.turn(left, up);
    }
    let notches = notches(&scroll);
    if reach.wheel && notches != 0.0 && bindings.effect(Source::Wheel) == Some(Effect::Speed) {
        player.change_speed(bindings.0.apply_inversion(Axis::Speed, notches));
    }
}

/// Returns the number of wheel notches in this frame.
pub(super) fn notches(scroll: &AccumulatedMouseScroll) -> f32 {
    match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / NOTCH,
    }
}
