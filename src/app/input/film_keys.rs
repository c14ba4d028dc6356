//! Keys of an open film while the mouse is free and no control has the focus. With Shift, these keys have their usual
//! effect.

use bevy::{ecs::system::SystemParam, input::keyboard::KeyboardInput, prelude::*};
use bspwalk_session::{actions::Front, films::ActiveFilm};

use super::typed::{KeyOwners, Typed};
use crate::app::{
    host::{
        schedule::AppState,
        state::{Act, BuildFilm, ModelView, Overlays, QueryPlayer},
    },
    input::bindings::{Bindings, source_of_key},
};

/// Everything that determines whether a film gets the keys.
#[derive(SystemParam)]
pub(super) struct Films<'w> {
    build: Res<'w, BuildFilm>,
    query: Res<'w, QueryPlayer>,
    view: Res<'w, ModelView>,
    overlays: Res<'w, Overlays>,
    state: Res<'w, State<AppState>>,
    others: KeyOwners<'w>,
}

impl Films<'_> {
    /// Returns whether a film is shown and receives keys.
    fn have_keys(&self) -> bool {
        let Self {
            build,
            query,
            view,
            overlays,
            others,
            ..
        } = self;
        let is_shown = ActiveFilm::of(build, query, view, overlays).is_some();
        let is_in_level = *self.state.get() == AppState::InLevel;
        is_shown && is_in_level && !others.ui.captured && !others.have_keys()
    }
}

/// Modifier keys, which give the film keys their usual effect.
const OTHERS: [KeyCode; 6] = [
    KeyCode::ShiftLeft,
    KeyCode::ShiftRight,
    KeyCode::ControlLeft,
    KeyCode::ControlRight,
    KeyCode::AltLeft,
    KeyCode::AltRight,
];

/// Reads the film keys before they become other commands.
pub(super) fn read(
    mut changes: MessageReader<KeyboardInput>,
    films: Films,
    bindings: Res<Bindings>,
    input: Res<ButtonInput<KeyCode>>,
    mut typed: ResMut<Typed>,
    mut commands: MessageWriter<Act>,
) {
    if !films.have_keys() || input.any_pressed(OTHERS) {
        changes.clear();
        return;
    }
    for change in changes.read().filter(|change| change.state.is_pressed()) {
        let source = source_of_key(change.key_code);
        let action = source.and_then(|source| bindings.0.film_action(Front::Window, source));
        let Some(action) = action else {
            continue;
        };
        if !change.repeat || action.repeats() {
            commands.write(Act(action));
        }
        typed.take(change.key_code);
    }
}
