//! Keys of an open menu. While a menu is open, egui receives all keys, and they trigger no other action until they are
//! released.

use bevy::{input::keyboard::KeyboardInput, prelude::*};
use bspwalk_session::actions::{Action, Effect};

use crate::app::input::bindings::{Bindings, source_of_key};
use crate::app::{host::prelude::*, input::Typed};

/// Reads key presses before they are converted to commands. Esc and the key that opens the menus close the open menu.
pub(super) fn read(
    mut changes: MessageReader<KeyboardInput>,
    bindings: Res<Bindings>,
    (mut program, mut typed): (ResMut<ProgramState>, ResMut<Typed>),
) {
    for change in changes.read().filter(|change| change.state.is_pressed()) {
        let key = change.key_code;
        let is_modifier = matches!(
            key,
            KeyCode::ControlLeft | KeyCode::ControlRight | KeyCode::SuperLeft | KeyCode::SuperRight
        );
        if program.ui.menu.is_none() || is_modifier {
            continue;
        }
        typed.mark_consumed(key);
        let effect = source_of_key(key).and_then(|source| bindings.effect(source));
        let closes = key == KeyCode::Escape || effect == Some(Effect::Send(Action::ToggleMenu));
        if closes && !change.repeat {
            program.ui.menu = None;
        }
    }
}
