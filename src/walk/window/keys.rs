//! The keys of the window, by their places on the keyboard, and the buttons of the mouse.

use bspwalk_session::{
    actions::{Effect, Front, Keymap, Source},
    palette::PaletteKey,
};
use winit::{
    event::MouseButton,
    keyboard::{Key, KeyCode, ModifiersState, NamedKey},
};

/// The effect of a key with what is held beside it: Ctrl makes another key of some. With Ctrl a key is what is printed on it, where
/// that is a letter of ASCII.
pub(super) fn effect(
    keymap: &Keymap,
    key: KeyCode,
    printed: &Key,
    modifiers: ModifiersState,
) -> Option<Effect> {
    // The names of winit are those of W3C, as those of the table.
    let source = Source::at(&format!("{key:?}"))?;
    let printed = match printed {
        Key::Character(text) => Some(text.as_str()),
        _ => None,
    };
    let with_ctrl = modifiers
        .control_key()
        .then(|| keymap.effect_with_ctrl(Front::SoftwareWindow, source, printed, modifiers.shift_key()));
    with_ctrl
        .flatten()
        .or_else(|| keymap.effect(Front::SoftwareWindow, source))
}

/// The meaning of a key in the open palette. With Ctrl it closes the palette.
pub(super) fn in_palette(printed: &Key, modifiers: ModifiersState) -> Vec<PaletteKey> {
    match printed {
        Key::Character(_) if modifiers.control_key() => vec![PaletteKey::Close],
        Key::Character(text) => text.chars().map(PaletteKey::Type).collect(),
        Key::Named(NamedKey::Space) => vec![PaletteKey::Type(' ')],
        Key::Named(NamedKey::Backspace) => vec![PaletteKey::Erase],
        Key::Named(NamedKey::ArrowUp) => vec![PaletteKey::Up],
        Key::Named(NamedKey::ArrowDown) => vec![PaletteKey::Down],
        Key::Named(NamedKey::Enter) => vec![PaletteKey::Run],
        Key::Named(NamedKey::Escape) => vec![PaletteKey::Close],
        _ => Vec::new(),
    }
}

/// The effect of a button of the mouse.
pub(super) fn click(keymap: &Keymap, button: MouseButton) -> Option<Effect> {
    let source = match button {
        MouseButton::Left => Source::Click,
        MouseButton::Right => Source::RightClick,
        MouseButton::Middle => Source::MiddleClick,
        MouseButton::Back => Source::BackClick,
        MouseButton::Forward => Source::ForwardClick,
        MouseButton::Other(_) => return None,
    };
    keymap.effect(Front::SoftwareWindow, source)
}

#[cfg(test)]
mod tests {
    use bspwalk_session::actions::{Action, Motion, Turn};

    use super::*;

    #[test]
    fn keys_do_what_the_table_says_whatever_is_held_beside_them() {
        let keymap = Keymap::default();
        let (ctrl, shift) = (ModifiersState::CONTROL, ModifiersState::SHIFT);
        let of = |key, held| effect(&keymap, key, &Key::Named(NamedKey::Hyper), held);
        for held in [ModifiersState::empty(), ctrl, shift, ctrl | shift] {
            assert_eq!(of(KeyCode::KeyW, held), Some(Effect::Move(Motion::Forward)));
            assert_eq!(of(KeyCode::ControlLeft, held), Some(Effect::Move(Motion::Down)));
            assert_eq!(of(KeyCode::ArrowUp, held), Some(Effect::Turn(Turn::Up)));
            assert_eq!(of(KeyCode::Slash, held), Some(Effect::Send(Action::NextStep)));
            assert_eq!(
                of(KeyCode::Numpad4, held),
                Some(Effect::Send(Action::Overlay('4')))
            );
            assert_eq!(of(KeyCode::F12, held), Some(Effect::Send(Action::Screenshot)));
            // The engine's window and the terminal have these.
            assert_eq!(
                [KeyCode::Tab, KeyCode::KeyJ, KeyCode::Fn].map(|key| of(key, held)),
                [None; 3]
            );
        }
        assert_eq!(of(KeyCode::KeyQ, ctrl), Some(Effect::Send(Action::Leave)));
        assert_eq!(
            of(KeyCode::KeyQ, shift),
            Some(Effect::Send(Action::ClearSelection))
        );
    }

    #[test]
    fn the_keys_of_the_user_count() {
        let text = "toggle-walking = ['Delete', 'Ctrl+Shift+H', 'Back click']\nmove-forward = ['I']";
        let (keymap, problem) = Keymap::from_table(&text.parse().expect("a table"));
        assert_eq!(problem, None);
        let walk = Some(Effect::Send(Action::ToggleWalking));
        let (none, ctrl, shift) = (
            ModifiersState::empty(),
            ModifiersState::CONTROL,
            ModifiersState::SHIFT,
        );
        let of = |key, text: &str, held| effect(&keymap, key, &Key::Character(text.into()), held);
        assert_eq!(of(KeyCode::Delete, "", none), walk);
        assert_eq!(click(&keymap, MouseButton::Back), walk);
        assert_eq!(click(&keymap, MouseButton::Left), Some(Effect::Capture));
        assert_eq!(of(KeyCode::KeyG, "g", none), None);
        assert_eq!(of(KeyCode::KeyI, "i", none), Some(Effect::Move(Motion::Forward)));
        // On another keyboard H is printed elsewhere; on a Greek one no letter of ASCII is.
        assert_eq!(of(KeyCode::KeyJ, "H", ctrl | shift), walk);
        assert_eq!(of(KeyCode::KeyH, "\u{397}", ctrl | shift), walk);
    }
}
