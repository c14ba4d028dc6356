//! Key labels.
//!
//! Every key is bound by its position on the keyboard and shown with the character printed on it. Bindings by letter
//! would conflict with the movement keys: a French keyboard has the letter Z at the position of the forward key.

use std::collections::HashMap;

use bevy::{
    input::keyboard::{Key, KeyboardInput},
    prelude::*,
};

use bspwalk_session::actions::{
    Action, Device, Effect, FrontEnd, KeyNames, KeyPrints, Keymap, Layout, PadNames, Source,
};

use super::zoom::QUIT_KEYS;
use crate::app::input::bindings::{Bindings, keys, source_of_key};

/// Characters printed on the letter keys and their neighbours in common layouts, row by row. The first layout, QWERTY,
/// also names the key positions. It is assumed until a key press indicates a different layout.
const LAYOUTS: [&str; 5] = [
    "QWERTYUIOP[]ASDFGHJKL;'ZXCVBNM,./",
    "AZERTYUIOP^$QSDFGHJKLMÙWXCVBN,;:!",
    "QWERTZUIOPÜ+ASDFGHJKLÖÄYXCVBNM,.-",
    "',.PYFGCRL/=AOEUIDHTNS-;QJKXBMWVZ",
    "QWFPGJLUY;[]ARSTDHNEIO'ZXCVBKM,./",
];

/// Index of the French layout.
const FRENCH: usize = 1;

/// Returns the position of a key in the layout strings, or `None` if they do not contain the key.
fn place(key: KeyCode) -> Option<usize> {
    let Source::Char(printed) = source_of_key(key)? else {
        return None;
    };
    LAYOUTS[0]
        .chars()
        .position(|known| known == printed.to_ascii_uppercase())
}

/// Labels of the keys on the user's keyboard.
///
/// No platform reports the keyboard layout, so it is learned from key presses. A key that has been pressed is labelled
/// with the character that it produced. All other labels come from the common layout that matches the most of these
/// characters.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct KeyLabels {
    seen: HashMap<KeyCode, char>,
    /// Layout that best matches the characters seen so far.
    layout: Option<usize>,
    keymap: Keymap,
    /// Button names of the gamepad if it was the last device used, or `None` if keyboard or mouse was.
    pub(super) pad: Option<PadNames>,
}

impl KeyLabels {
    /// Returns the detected layout, or the preset's layout if no key press has revealed one.
    fn layout(&self) -> usize {
        let of_preset = match self.keymap.layout() {
            Layout::Qwerty => 0,
            Layout::Azerty => FRENCH,
        };
        self.layout.unwrap_or(of_preset)
    }

    /// Learns the label of a key from the character that it produced.
    pub fn learn(&mut self, code: KeyCode, key: &Key, is_shifted: bool) {
        let character = match key {
            Key::Character(text) => only(text.chars()),
            Key::Dead(accent) => *accent,
            _ => None,
        };
        let Some(character) = character else { return };
        let printed = only(character.to_uppercase()).unwrap_or(character);
        // A digit key is labelled with its digit even in layouts where typing digits requires Shift.
        let is_digit_key = matches!(source_of_key(code), Some(Source::Char('0'..='9')));
        let says_nothing =
            (is_shifted && !printed.is_alphabetic()) || (is_digit_key && !printed.is_ascii_digit());
        // The available fonts cover Latin, Greek and Cyrillic letters.
        let can_be_drawn = !printed.is_whitespace() && !printed.is_control() && printed < '\u{530}';
        if says_nothing || !can_be_drawn || self.seen.insert(code, printed) == Some(printed) {
            return;
        }
        let agreement = |layout: &str| {
            let agrees = |(key, printed): &(&KeyCode, &char)| {
                place(**key).is_some_and(|place| layout.chars().nth(place) == Some(**printed))
            };
            self.seen.iter().filter(agrees).count()
        };
        // Among equally good matches, prefer the preset's layout, then the first one.
        let before = self.layout();
        let order = |&layout: &usize| {
            (
                agreement(LAYOUTS[layout]),
                layout == before,
                std::cmp::Reverse(layout),
            )
        };
        let best = (0..LAYOUTS.len()).max_by_key(order);
        self.layout = best.filter(|&best| agreement(LAYOUTS[best]) > 0);
    }

    /// Returns the label of a key.
    #[must_use]
    pub fn key(&self, key: KeyCode) -> String {
        let guess = || LAYOUTS[self.layout()].chars().nth(place(key)?);
        if let Some(printed) = self.seen.get(&key).copied().or_else(guess) {
            return printed.to_string();
        }
        match source_of_key(key) {
            Some(source) if self.layout() == FRENCH => Layout::Azerty.printed(source).name(true),
            Some(source) => source.name(true),
            None => format!("{key:?}"),
        }
    }

    /// Returns the key names of the window, for the device used last.
    #[must_use]
    pub fn names(&self) -> KeyNames<'_> {
        let names = self.keymap.names_for(FrontEnd::Window, true).with_pad(self.pad);
        KeyNames {
            prints: Some(self),
            ..names
        }
    }

    /// Returns the label of an input source.
    #[must_use]
    pub fn source(&self, source: Source) -> String {
        if source.device() == Device::Pad {
            return self.pad.unwrap_or_default().source(source, true);
        }
        match (keys(source).first(), source) {
            (Some(&place), _) => self.key(place),
            (None, Source::WithCtrl('q')) => QUIT_KEYS.into(),
            (None, _) => source.name(true),
        }
    }

    /// Returns the label of a command's first key, or else how to find it in the palette. See [`KeyNames::action_key`].
    #[must_use]
    pub fn key_or_palette_hint(&self, action: Action) -> String {
        self.names().action_key(action)
    }

    /// Returns [`KeyLabels::key_or_palette_hint`] of several commands.
    #[must_use]
    pub fn hints<const N: usize>(&self, actions: [Action; N]) -> [String; N] {
        actions.map(|action| self.key_or_palette_hint(action))
    }

    /// Returns the label of a command's first key, or an empty string if no key is bound to the command.
    #[must_use]
    pub fn key_of(&self, action: Action) -> String {
        self.names().of_effect(Effect::Send(action)).unwrap_or_default()
    }
}

impl KeyPrints for KeyLabels {
    fn label(&self, source: Source) -> String {
        self.source(source)
    }
}

/// Returns the character if the iterator yields exactly one, and `None` otherwise.
fn only(mut characters: impl Iterator<Item = char>) -> Option<char> {
    characters.next().filter(|_| characters.next().is_none())
}

/// Updates the key bindings whose keys are labelled.
pub(super) fn follow(bindings: Res<Bindings>, mut labels: ResMut<KeyLabels>) {
    labels.keymap.clone_from(&bindings.0);
}

/// Learns labels from all key presses.
pub(super) fn learn(
    mut changes: MessageReader<KeyboardInput>,
    held: Res<ButtonInput<KeyCode>>,
    mut labels: ResMut<KeyLabels>,
) {
    for change in changes.read().filter(|change| change.state.is_pressed()) {
        // With AltGr, a key produces a character other than its label.
        if held.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]) {
            continue;
        }
        let is_shifted = held.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        labels
            .bypass_change_detection()
            .learn(change.key_code, &change.logical_key, is_shifted);
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_session::actions::{Motion, controls};
    use bspwalk_trees::NodeId;

    use super::*;

    fn typed(labels: &mut KeyLabels, place: KeyCode, text: &str) {
        labels.learn(place, &Key::Character(text.into()), false);
    }

    #[test]
    fn every_layout_has_every_key_once() {
        for layout in LAYOUTS {
            let mut names: Vec<char> = layout.chars().collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), LAYOUTS[0].len(), "{layout}");
            assert_eq!(layout.chars().count(), names.len(), "{layout}");
        }
        assert_eq!((place(KeyCode::KeyQ), place(KeyCode::Slash)), (Some(0), Some(32)));
        assert_eq!(place(KeyCode::Digit1), None);
    }

    #[test]
    fn one_french_key_reveals_the_layout() {
        let mut labels = KeyLabels::default();
        assert_eq!(labels.key(KeyCode::KeyW), "W");
        typed(&mut labels, KeyCode::KeyS, "s");
        assert_eq!(labels.key(KeyCode::KeyW), "W", "S lies there on many keyboards");
        typed(&mut labels, KeyCode::KeyW, "z");
        for (place, name) in [
            (KeyCode::KeyW, "Z"),
            (KeyCode::KeyA, "Q"),
            (KeyCode::KeyZ, "W"),
            (KeyCode::KeyM, ","),
            (KeyCode::Comma, ";"),
            (KeyCode::KeyS, "S"),
            (KeyCode::Space, "Space"),
            (KeyCode::F1, "F1"),
        ] {
            assert_eq!(labels.key(place), name);
        }
    }

    #[test]
    fn key_is_labelled_as_it_was_seen() {
        let mut labels = KeyLabels::default();
        typed(&mut labels, KeyCode::KeyW, "ц");
        assert_eq!(labels.key(KeyCode::KeyW), "Ц");
        assert_eq!(labels.key(KeyCode::KeyA), "A", "no known layout agrees");
        labels.learn(KeyCode::BracketLeft, &Key::Dead(Some('^')), false);
        assert_eq!(labels.key(KeyCode::BracketLeft), "^");
    }

    #[test]
    fn labels_follow_the_device_used_last() {
        let mut labels = KeyLabels::default();
        let select = Action::SelectUnderCrosshair;
        let forward = Motion::Forward;
        assert_eq!(
            (
                labels.key_or_palette_hint(select),
                labels.names().of_motion(forward)
            ),
            ("E".into(), "W".into())
        );
        for (names, expected) in [
            (PadNames::Xbox, "X"),
            (PadNames::PlayStation, "□"),
            (PadNames::Nintendo, "Y"),
        ] {
            labels.pad = Some(names);
            assert_eq!(labels.key_or_palette_hint(select), expected);
        }
        assert_eq!(labels.names().of_motion(forward), "LS ↑");
        // All gamepad buttons are used by other actions, so the label is a key.
        assert_eq!(labels.key_or_palette_hint(Action::ToggleFullScreen), "F11");
        let row = controls()
            .find(|control| control.effect == Effect::Send(select))
            .expect("a row");
        assert_eq!(labels.names().all_of(row), ["Y"]);
        labels.pad = None;
        assert_eq!(labels.key_or_palette_hint(select), "E");
        assert_eq!(
            labels.key_or_palette_hint(Action::SpeedUp),
            "Ctrl+P > Move faster",
            "only pads have it"
        );
        assert_eq!(labels.key_or_palette_hint(Action::SelectNode(NodeId::ROOT)), "");
    }

    #[test]
    fn characters_that_label_no_key_are_ignored() {
        let mut labels = KeyLabels::default();
        typed(&mut labels, KeyCode::Digit1, "&");
        labels.learn(KeyCode::Comma, &Key::Character("?".into()), true);
        typed(&mut labels, KeyCode::KeyE, "\u{5d0}");
        typed(&mut labels, KeyCode::Space, " ");
        labels.learn(KeyCode::KeyB, &Key::Enter, false);
        assert_eq!(labels, KeyLabels::default());
        labels.learn(KeyCode::KeyY, &Key::Character("Z".into()), true);
        assert_eq!(labels.key(KeyCode::KeyZ), "Y", "German, by a capital letter");
    }
}
