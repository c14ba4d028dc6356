//! Bindings of the window: keys, identified by their position on the keyboard, and mouse buttons.

use bspwalk_session::{
    actions::{Effect, FrontEnd, Keymap, Source},
    palette::PaletteKey,
};
use winit::{
    event::MouseButton,
    keyboard::{Key, KeyCode, ModifiersState, NamedKey},
};

/// Returns the effect of a key, given the held modifiers. With Ctrl, a key that prints an ASCII letter is identified by
/// that letter, not by its position.
pub(super) fn effect(
    keymap: &Keymap,
    key: KeyCode,
    printed: &Key,
    modifiers: ModifiersState,
) -> Option<Effect> {
    // winit and the key table both use W3C key names.
    let source = Source::from_code(&format!("{key:?}"))?;
    let printed = match printed {
        Key::Character(text) => Some(text.as_str()),
        _ => None,
    };
    let with_ctrl = modifiers
        .control_key()
        .then(|| keymap.effect_with_ctrl(FrontEnd::SoftwareWindow, source, printed, modifiers.shift_key()));
    with_ctrl
        .flatten()
        .or_else(|| keymap.effect(FrontEnd::SoftwareWindow, source))
}

/// Returns the actions for a key press in the open palette. A character with Ctrl closes the palette.
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

pub(super) fn click_effect(keymap: &Keymap, button: MouseButton) -> Option<Effect> {
    let source = match button {
        MouseButton::Left => Source::Click,
        MouseButton::Right => Source::RightClick,
        MouseButton::Middle => Source::MiddleClick,
        MouseButton::Back => Source::BackClick,
        MouseButton::Forward => Source::ForwardClick,
        MouseButton::Other(_) => return None,
    };
    keymap.effect(FrontEnd::SoftwareWindow, source)
}

#[cfg(test)]
mod tests {
    use bspwalk_session::actions::{Action, KeptKeys, Motion, Turn};

    use super::*;

    #[test]
    fn modifiers_do_not_change_plain_keys() {
        let keymap = Keymap::default();
        let (ctrl, shift) = (ModifiersState::CONTROL, ModifiersState::SHIFT);
        let of = |key, held| effect(&keymap, key, &Key::Named(NamedKey::Hyper), held);
        for held in [ModifiersState::empty(), ctrl, shift, ctrl | shift] {
            for (key, effect) in [
                (KeyCode::KeyW, Effect::Move(Motion::Forward)),
                (KeyCode::ControlLeft, Effect::Move(Motion::Down)),
                (KeyCode::ArrowUp, Effect::Turn(Turn::Up)),
                (KeyCode::KeyU, Effect::Send(Action::ToggleModel)),
                (KeyCode::Numpad5, Effect::Send(Action::Overlay('5'))),
                (KeyCode::F11, Effect::Send(Action::ToggleFullScreen)),
            ] {
                assert_eq!(of(key, held), Some(effect));
            }
            // Only the engine's window and the terminal bind these keys.
            let keys = [KeyCode::Tab, KeyCode::KeyJ, KeyCode::Fn];
            assert_eq!(keys.map(|key| of(key, held)), [None; 3]);
        }
        let selects = Some(Effect::Send(Action::SelectUnderCrosshair));
        assert_eq!(of(KeyCode::KeyQ, ctrl), Some(Effect::Send(Action::Leave)));
        assert_eq!(of(KeyCode::KeyE, shift), selects);
    }

    #[test]
    fn user_bindings_apply() {
        let text = "toggle-walking = ['Delete', 'Ctrl+Shift+H', 'Back click']\nmove-forward = ['I']";
        let (keymap, problem) = toml::from_str::<KeptKeys>(text).expect("a table").keymap();
        assert_eq!(problem, None);
        let walk = Some(Effect::Send(Action::ToggleWalking));
        let none = ModifiersState::empty();
        let ctrl_shift = ModifiersState::CONTROL | ModifiersState::SHIFT;
        for (key, text, held, expected) in [
            (KeyCode::Delete, "", none, walk),
            (KeyCode::KeyG, "g", none, None),
            (KeyCode::KeyI, "i", none, Some(Effect::Move(Motion::Forward))),
            // Some keyboard layouts print H on another key, and a Greek layout prints no ASCII letters at all.
            (KeyCode::KeyJ, "H", ctrl_shift, walk),
            (KeyCode::KeyH, "\u{397}", ctrl_shift, walk),
        ] {
            let found = effect(&keymap, key, &Key::Character(text.into()), held);
            assert_eq!(found, expected, "{key:?}");
        }
        assert_eq!(click_effect(&keymap, MouseButton::Back), walk);
        assert_eq!(click_effect(&keymap, MouseButton::Left), Some(Effect::Capture));
    }
}
