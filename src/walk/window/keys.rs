//! The keys of the window, by their places on the keyboard.

use bspwalk_session::actions::{Effect, Front, Source, effect as effect_of, source_at};
use winit::keyboard::{KeyCode, ModifiersState};

/// The row of the table that a key belongs to. The names of winit are those of W3C, as those of the table.
pub(super) fn source(key: KeyCode) -> Option<Source> {
    source_at(&format!("{key:?}"))
}

/// The effect of a key with what is held beside it: Ctrl makes another key of some.
pub(super) fn effect(key: KeyCode, modifiers: ModifiersState) -> Option<Effect> {
    let source = source(key)?;
    let with_ctrl = match source {
        Source::Char(c) if modifiers.control_key() => effect_of(Front::SoftwareWindow, Source::WithCtrl(c)),
        _ => None,
    };
    with_ctrl.or_else(|| effect_of(Front::SoftwareWindow, source))
}

#[cfg(test)]
mod tests {
    use bspwalk_session::actions::{Action, Motion, Turn};

    use super::*;

    #[test]
    fn keys_do_what_the_table_says_whatever_is_held_beside_them() {
        let (ctrl, shift) = (ModifiersState::CONTROL, ModifiersState::SHIFT);
        for held in [ModifiersState::empty(), ctrl, shift, ctrl | shift] {
            assert_eq!(effect(KeyCode::KeyW, held), Some(Effect::Move(Motion::Forward)));
            assert_eq!(
                effect(KeyCode::ControlLeft, held),
                Some(Effect::Move(Motion::Down))
            );
            assert_eq!(effect(KeyCode::ArrowUp, held), Some(Effect::Turn(Turn::Up)));
            assert_eq!(effect(KeyCode::Slash, held), Some(Effect::Send(Action::NextStep)));
            assert_eq!(
                effect(KeyCode::Numpad4, held),
                Some(Effect::Send(Action::Overlay('4')))
            );
            assert_eq!(effect(KeyCode::F12, held), Some(Effect::Send(Action::Screenshot)));
            // The engine's window and the terminal have these.
            assert_eq!(
                [KeyCode::Tab, KeyCode::KeyJ, KeyCode::Fn].map(|key| effect(key, held)),
                [None; 3]
            );
        }
        assert_eq!(effect(KeyCode::KeyQ, ctrl), Some(Effect::Send(Action::Leave)));
        assert_eq!(
            effect(KeyCode::KeyQ, shift),
            Some(Effect::Send(Action::ClearSelection))
        );
    }
}
