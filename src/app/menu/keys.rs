//! Keyboard input of an open menu, which receives all keys. Keys that were pressed meanwhile have no other effect until
//! they are released.

use std::collections::HashMap;

use bevy::{
    input::keyboard::{KeyboardFocusLost, KeyboardInput},
    prelude::*,
};
use bspwalk_session::actions::{Action, Effect};

use super::{bar::MenuBar, place::Step, row::Chosen};
use crate::app::bindings::{Bindings, source_of_key};

/// Keys that were pressed while a menu was open, and whether each is still down.
#[derive(Resource, Default)]
pub(super) struct Held(HashMap<KeyCode, bool>);

/// Returns whether a key opens the menus. The same key closes them.
fn opens(key: KeyCode, bindings: &Bindings) -> bool {
    let effect = source_of_key(key).and_then(|source| bindings.effect(source));
    effect == Some(Effect::Send(Action::ToggleMenu))
}

/// Returns how a key moves through the menus.
fn step(key: KeyCode, bindings: &Bindings) -> Option<Step> {
    Some(match key {
        key if opens(key, bindings) => Step::CloseAll,
        KeyCode::ArrowUp => Step::Up,
        KeyCode::ArrowDown => Step::Down,
        KeyCode::ArrowLeft => Step::Left,
        KeyCode::ArrowRight => Step::Right,
        KeyCode::Home => Step::First,
        KeyCode::End => Step::Last,
        KeyCode::Enter | KeyCode::NumpadEnter | KeyCode::Space => Step::Enter,
        KeyCode::Escape => Step::Close,
        _ => return None,
    })
}

/// Reads the keys before they become other commands.
pub(super) fn read(
    mut changes: MessageReader<KeyboardInput>,
    mut input: ResMut<ButtonInput<KeyCode>>,
    (mut bar, mut held): (ResMut<MenuBar>, ResMut<Held>),
    mut chosen: Chosen,
    (mut lost, bindings): (MessageReader<KeyboardFocusLost>, Res<Bindings>),
) {
    if lost.read().count() > 0 {
        // The window gets no event for keys that are released elsewhere.
        held.0.clear();
    }
    for change in changes.read() {
        if !change.state.is_pressed() {
            held.0
                .entry(change.key_code)
                .and_modify(|is_down| *is_down = false);
            continue;
        }
        if bar.open.is_none() {
            continue;
        }
        let is_modifier = matches!(
            change.key_code,
            KeyCode::ControlLeft | KeyCode::ControlRight | KeyCode::SuperLeft | KeyCode::SuperRight
        );
        if !is_modifier {
            held.0.insert(change.key_code, true);
        }
        if let Some(done) = step(change.key_code, &bindings).and_then(|step| bar.step(step)) {
            chosen.run(done);
        }
    }
    for &key in held.0.keys() {
        input.reset(key);
    }
    held.0.retain(|_, is_down| *is_down);
}
