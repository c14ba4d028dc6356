//! Keys of an open film while the mouse is free and no control has the focus. With Shift, these keys have their usual
//! effect.

use bevy::{ecs::system::SystemParam, input::keyboard::KeyboardInput, prelude::*};
use bevy_egui::input::EguiWantsInput;
use bspwalk_session::{actions::Front, films::ActiveFilm};

use super::typed::Typed;
use crate::app::{
    bindings::{Bindings, Listening, source_of_key},
    menu::MenuBar,
    schedule::AppState,
    state::{Act, BuildFilm, ModelView, Overlays, QueryPlayer, Ui},
};

/// Everything that determines whether a film gets the keys.
#[derive(SystemParam)]
pub(super) struct Films<'w> {
    build: Res<'w, BuildFilm>,
    query: Res<'w, QueryPlayer>,
    view: Res<'w, ModelView>,
    overlays: Res<'w, Overlays>,
    ui: Res<'w, Ui>,
    state: Res<'w, State<AppState>>,
    /// A key that is pressed to be bound has no other effect.
    listening: Res<'w, Listening>,
    /// An open menu uses the arrow keys.
    menu: Option<Res<'w, MenuBar>>,
}

impl Films<'_> {
    /// Returns whether a film is shown and receives keys.
    fn have_keys(&self) -> bool {
        let Self {
            build,
            query,
            view,
            overlays,
            ui,
            ..
        } = self;
        let is_shown = ActiveFilm::of(build, query, view, overlays).is_some_and(ActiveFilm::has_keys);
        let has_menu = self.menu.as_ref().is_some_and(|menu| menu.open().is_some());
        let is_covered = ui.help || ui.page.is_some() || has_menu || self.listening.is_waiting();
        let is_in_level = *self.state.get() == AppState::InLevel;
        is_shown && is_in_level && !ui.captured && !is_covered
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
    (films, egui): (Films, Option<Res<EguiWantsInput>>),
    bindings: Res<Bindings>,
    input: Res<ButtonInput<KeyCode>>,
    mut typed: ResMut<Typed>,
    mut commands: MessageWriter<Act>,
) {
    let is_taken = egui.is_some_and(|egui| egui.wants_any_keyboard_input());
    if is_taken || !films.have_keys() || input.any_pressed(OTHERS) {
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
