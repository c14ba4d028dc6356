//! Letter keys for the choices. While a question is open, these keys answer it and have no other effect.

use bevy::{
    input::keyboard::{Key, KeyboardInput},
    prelude::*,
};

use crate::app::input::{KeyOwners, Typed};
use crate::app::{host::prelude::*, level::quiz::AskQuiz};

/// Modifier keys. A letter pressed together with one of them is not an answer.
const MODIFIERS: [KeyCode; 6] = [
    KeyCode::ControlLeft,
    KeyCode::ControlRight,
    KeyCode::AltLeft,
    KeyCode::AltRight,
    KeyCode::SuperLeft,
    KeyCode::SuperRight,
];

/// Returns the letter of a key: the letter printed on it, or the letter at its position if the system reports none.
fn letter(change: &KeyboardInput) -> Option<char> {
    let typed = match &change.logical_key {
        Key::Character(typed) => typed.to_string(),
        _ => format!("{:?}", change.key_code).strip_prefix("Key")?.to_owned(),
    };
    let mut letters = typed.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// Reads letter keys before they can trigger commands.
pub(super) fn read(
    mut changes: MessageReader<KeyboardInput>,
    (program, others): (Res<ProgramState>, KeyOwners),
    input: Res<ButtonInput<KeyCode>>,
    typed: Option<ResMut<Typed>>,
    mut asks: MessageWriter<AskQuiz>,
) {
    let quiz = &program.quiz;
    let (Some(mut typed), true) = (typed, quiz.current_question().is_some()) else {
        changes.clear();
        return;
    };
    if others.have_keys() || input.any_pressed(MODIFIERS) {
        changes.clear();
        return;
    }
    for change in changes.read().filter(|change| change.state.is_pressed()) {
        let Some(given) = letter(change).and_then(|letter| quiz.choice_of_key(letter)) else {
            continue;
        };
        typed.mark_consumed(change.key_code);
        if quiz.current_answer().is_none() && !change.repeat {
            asks.write(AskQuiz::Answer(given));
        }
    }
}
