//! The keys of the window, by their places on the keyboard.

use bspwalk_session::controls::{self, Effect, Front, Source, Turn};
use winit::keyboard::{KeyCode, ModifiersState};

/// The effect of a key with what is held beside it: Ctrl makes another key of some, and Shift of others.
pub(super) fn effect(key: KeyCode, modifiers: ModifiersState) -> Option<Effect> {
    let source = source(key)?;
    let with_modifier = match source {
        Source::Char(c) if modifiers.control_key() => Some(Source::WithCtrl(c)),
        Source::Char(c) if modifiers.shift_key() => shifted(c).map(Source::Char),
        _ => None,
    };
    let effect = |source| controls::effect(Front::Window, source);
    with_modifier.and_then(effect).or_else(|| effect(source))
}

/// The key as the table of controls names it: the character that stands there on a QWERTY keyboard.
fn source(key: KeyCode) -> Option<Source> {
    Some(match key {
        KeyCode::KeyA => Source::Char('a'),
        KeyCode::KeyB => Source::Char('b'),
        KeyCode::KeyC => Source::Char('c'),
        KeyCode::KeyD => Source::Char('d'),
        KeyCode::KeyE => Source::Char('e'),
        KeyCode::KeyF => Source::Char('f'),
        KeyCode::KeyG => Source::Char('g'),
        KeyCode::KeyH => Source::Char('h'),
        KeyCode::KeyI => Source::Char('i'),
        KeyCode::KeyJ => Source::Char('j'),
        KeyCode::KeyK => Source::Char('k'),
        KeyCode::KeyL => Source::Char('l'),
        KeyCode::KeyM => Source::Char('m'),
        KeyCode::KeyN => Source::Char('n'),
        KeyCode::KeyO => Source::Char('o'),
        KeyCode::KeyP => Source::Char('p'),
        KeyCode::KeyQ => Source::Char('q'),
        KeyCode::KeyR => Source::Char('r'),
        KeyCode::KeyS => Source::Char('s'),
        KeyCode::KeyT => Source::Char('t'),
        KeyCode::KeyU => Source::Char('u'),
        KeyCode::KeyV => Source::Char('v'),
        KeyCode::KeyW => Source::Char('w'),
        KeyCode::KeyX => Source::Char('x'),
        KeyCode::KeyY => Source::Char('y'),
        KeyCode::KeyZ => Source::Char('z'),
        KeyCode::Digit0 | KeyCode::Numpad0 => Source::Char('0'),
        KeyCode::Digit1 | KeyCode::Numpad1 => Source::Char('1'),
        KeyCode::Digit2 | KeyCode::Numpad2 => Source::Char('2'),
        KeyCode::Digit3 | KeyCode::Numpad3 => Source::Char('3'),
        KeyCode::Digit4 | KeyCode::Numpad4 => Source::Char('4'),
        KeyCode::Digit5 | KeyCode::Numpad5 => Source::Char('5'),
        KeyCode::Digit6 | KeyCode::Numpad6 => Source::Char('6'),
        KeyCode::Digit7 | KeyCode::Numpad7 => Source::Char('7'),
        KeyCode::Digit8 | KeyCode::Numpad8 => Source::Char('8'),
        KeyCode::Digit9 | KeyCode::Numpad9 => Source::Char('9'),
        KeyCode::Comma => Source::Char(','),
        KeyCode::Period => Source::Char('.'),
        KeyCode::Slash => Source::Char('/'),
        KeyCode::Backslash | KeyCode::IntlBackslash => Source::Char('\\'),
        KeyCode::BracketLeft => Source::Char('['),
        KeyCode::BracketRight => Source::Char(']'),
        KeyCode::Semicolon => Source::Char(';'),
        KeyCode::Quote => Source::Char('\''),
        KeyCode::Space => Source::Space,
        KeyCode::ControlLeft | KeyCode::ControlRight => Source::Ctrl,
        KeyCode::ShiftLeft | KeyCode::ShiftRight => Source::Shift,
        KeyCode::Escape => Source::Escape,
        KeyCode::Enter | KeyCode::NumpadEnter => Source::Enter,
        KeyCode::ArrowLeft => Source::Arrow(Turn::Left),
        KeyCode::ArrowRight => Source::Arrow(Turn::Right),
        KeyCode::ArrowUp => Source::Arrow(Turn::Up),
        KeyCode::ArrowDown => Source::Arrow(Turn::Down),
        KeyCode::PageUp => Source::PageUp,
        KeyCode::PageDown => Source::PageDown,
        KeyCode::Home => Source::Home,
        KeyCode::End => Source::End,
        KeyCode::F1 => Source::F(1),
        KeyCode::F9 => Source::F(9),
        KeyCode::F11 => Source::F(11),
        KeyCode::F12 => Source::F(12),
        _ => return None,
    })
}

/// The character of a key with Shift.
fn shifted(c: char) -> Option<char> {
    (c == '/').then_some('?')
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_session::controls::{Command, Motion};

    #[test]
    fn every_control_of_the_window_has_a_key_on_the_keyboard() {
        let modifiers = [
            ModifiersState::empty(),
            ModifiersState::CONTROL,
            ModifiersState::SHIFT,
        ];
        for control in controls::controls() {
            let by_key = control
                .sources(Front::Window)
                .iter()
                .filter(|source| !matches!(source, Source::Button | Source::Mouse | Source::Wheel));
            for &wanted in by_key {
                let found = KEYS.iter().any(|&key| {
                    modifiers.iter().any(|&held| {
                        let is_key = match wanted {
                            Source::WithCtrl(c) => held.control_key() && source(key) == Some(Source::Char(c)),
                            Source::Char('?') => held.shift_key() && source(key) == Some(Source::Char('/')),
                            wanted => source(key) == Some(wanted),
                        };
                        is_key && effect(key, held) == Some(control.effect)
                    })
                });
                assert!(found, "{wanted:?}: {}", control.help);
            }
        }
    }

    #[test]
    fn what_is_held_beside_a_key_does_not_keep_it_from_working() {
        let (ctrl, shift) = (ModifiersState::CONTROL, ModifiersState::SHIFT);
        for held in [ModifiersState::empty(), ctrl, shift, ctrl | shift] {
            assert_eq!(effect(KeyCode::KeyW, held), Some(Effect::Move(Motion::Forward)));
        }
        assert_eq!(effect(KeyCode::KeyQ, ctrl), Some(Effect::Send(Command::Leave)));
        assert_eq!(
            effect(KeyCode::KeyQ, shift),
            Some(Effect::Send(Command::ClearSelection))
        );
        assert_eq!(
            effect(KeyCode::Slash, shift),
            Some(Effect::Send(Command::ToggleHelp))
        );
        assert_eq!(
            effect(KeyCode::Slash, ctrl),
            Some(Effect::Send(Command::FilmNext))
        );
        assert_eq!(effect(KeyCode::Fn, ctrl), None);
    }

    const KEYS: &[KeyCode] = &[
        KeyCode::KeyA,
        KeyCode::KeyB,
        KeyCode::KeyC,
        KeyCode::KeyD,
        KeyCode::KeyE,
        KeyCode::KeyF,
        KeyCode::KeyG,
        KeyCode::KeyH,
        KeyCode::KeyI,
        KeyCode::KeyJ,
        KeyCode::KeyK,
        KeyCode::KeyL,
        KeyCode::KeyM,
        KeyCode::KeyN,
        KeyCode::KeyO,
        KeyCode::KeyP,
        KeyCode::KeyQ,
        KeyCode::KeyR,
        KeyCode::KeyS,
        KeyCode::KeyT,
        KeyCode::KeyU,
        KeyCode::KeyV,
        KeyCode::KeyW,
        KeyCode::KeyX,
        KeyCode::KeyY,
        KeyCode::KeyZ,
        KeyCode::Digit0,
        KeyCode::Digit1,
        KeyCode::Digit2,
        KeyCode::Digit3,
        KeyCode::Digit4,
        KeyCode::Digit5,
        KeyCode::Digit6,
        KeyCode::Digit7,
        KeyCode::Digit8,
        KeyCode::Digit9,
        KeyCode::Comma,
        KeyCode::Period,
        KeyCode::Slash,
        KeyCode::Backslash,
        KeyCode::BracketLeft,
        KeyCode::BracketRight,
        KeyCode::Semicolon,
        KeyCode::Quote,
        KeyCode::Space,
        KeyCode::ControlLeft,
        KeyCode::ShiftLeft,
        KeyCode::Escape,
        KeyCode::Enter,
        KeyCode::ArrowLeft,
        KeyCode::ArrowRight,
        KeyCode::ArrowUp,
        KeyCode::ArrowDown,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::F1,
        KeyCode::F9,
        KeyCode::F11,
        KeyCode::F12,
    ];
}
