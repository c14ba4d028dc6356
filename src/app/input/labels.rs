//! What is printed on the keys.
//!
//! One rule for all keys: a key is bound by its place on the keyboard, and named by what is printed there. Bindings by
//! letter would collide with the places of the keys that move (on a French keyboard the letter Z lies where forward is).

use std::collections::HashMap;

use bevy::{
    input::keyboard::{Key, KeyboardInput},
    prelude::*,
};

use super::controls::{CONTROLS, Effect, Source};
use crate::app::state::Command;

/// The places of the letters, row by row.
const PLACES: [KeyCode; 33] = [
    KeyCode::KeyQ,
    KeyCode::KeyW,
    KeyCode::KeyE,
    KeyCode::KeyR,
    KeyCode::KeyT,
    KeyCode::KeyY,
    KeyCode::KeyU,
    KeyCode::KeyI,
    KeyCode::KeyO,
    KeyCode::KeyP,
    KeyCode::BracketLeft,
    KeyCode::BracketRight,
    KeyCode::KeyA,
    KeyCode::KeyS,
    KeyCode::KeyD,
    KeyCode::KeyF,
    KeyCode::KeyG,
    KeyCode::KeyH,
    KeyCode::KeyJ,
    KeyCode::KeyK,
    KeyCode::KeyL,
    KeyCode::Semicolon,
    KeyCode::Quote,
    KeyCode::KeyZ,
    KeyCode::KeyX,
    KeyCode::KeyC,
    KeyCode::KeyV,
    KeyCode::KeyB,
    KeyCode::KeyN,
    KeyCode::KeyM,
    KeyCode::Comma,
    KeyCode::Period,
    KeyCode::Slash,
];

/// What common layouts print on [`PLACES`]. The first is assumed until a key says otherwise.
const LAYOUTS: [&str; 5] = [
    "QWERTYUIOP[]ASDFGHJKL;'ZXCVBNM,./",
    "AZERTYUIOP^$QSDFGHJKLMÙWXCVBN,;:!",
    "QWERTZUIOPÜ+ASDFGHJKLÖÄYXCVBNM,.-",
    "',.PYFGCRL/=AOEUIDHTNS-;QJKXBMWVZ",
    "QWFPGJLUY;[]ARSTDHNEIO'ZXCVBKM,./",
];

/// The names of the keys on the user's keyboard.
///
/// No platform can be asked for its layout, so it is learned: a key that was pressed has told what is printed on it, and
/// the common layout that agrees with most of those keys names the others.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct KeyLabels {
    seen: HashMap<KeyCode, char>,
    layout: usize,
}

impl KeyLabels {
    /// Takes in what a key produced.
    pub fn learn(&mut self, place: KeyCode, key: &Key, is_shifted: bool) {
        let character = match key {
            Key::Character(text) => {
                let mut characters = text.chars();
                match (characters.next(), characters.next()) {
                    (Some(character), None) => character,
                    _ => return,
                }
            }
            Key::Dead(Some(accent)) => *accent,
            _ => return,
        };
        let mut upper = character.to_uppercase();
        let printed = match (upper.next(), upper.next()) {
            (Some(upper), None) => upper,
            _ => character,
        };
        // Digits keep their names: they are printed on their keys wherever other signs need no Shift.
        let is_digit_key = format!("{place:?}").starts_with("Digit");
        let says_nothing =
            (is_shifted && !printed.is_alphabetic()) || (is_digit_key && !printed.is_ascii_digit());
        // The fonts at hand have Latin, Greek and Cyrillic letters.
        let can_be_drawn = !printed.is_whitespace() && !printed.is_control() && printed < '\u{530}';
        if says_nothing || !can_be_drawn || self.seen.insert(place, printed) == Some(printed) {
            return;
        }
        let agreement = |layout: &&str| {
            PLACES
                .iter()
                .zip(layout.chars())
                .filter(|(place, printed)| self.seen.get(place) == Some(printed))
                .count()
        };
        // The first of those that agree best.
        let best = LAYOUTS.iter().map(agreement).max().unwrap_or(0);
        self.layout = LAYOUTS
            .iter()
            .position(|layout| agreement(layout) == best)
            .unwrap_or(0);
    }

    /// What is printed on a key.
    #[must_use]
    pub fn key(&self, place: KeyCode) -> String {
        if let Some(printed) = self.seen.get(&place) {
            return printed.to_string();
        }
        let guess = PLACES
            .iter()
            .position(|&known| known == place)
            .and_then(|position| LAYOUTS[self.layout].chars().nth(position));
        match (guess, place) {
            (Some(printed), _) => printed.to_string(),
            (None, KeyCode::Escape) => "Esc".into(),
            (None, KeyCode::ControlLeft | KeyCode::ControlRight) => "Ctrl".into(),
            (None, KeyCode::ShiftLeft | KeyCode::ShiftRight) => "Shift".into(),
            (None, KeyCode::ArrowUp) => "↑".into(),
            (None, KeyCode::ArrowDown) => "↓".into(),
            (None, KeyCode::ArrowLeft) => "←".into(),
            (None, KeyCode::ArrowRight) => "→".into(),
            (None, KeyCode::NumpadEnter) => "Enter".into(),
            (None, KeyCode::PageUp) => "PgUp".into(),
            (None, KeyCode::PageDown) => "PgDn".into(),
            (None, other) => {
                let name = format!("{other:?}");
                name.strip_prefix("Digit").unwrap_or(&name).to_owned()
            }
        }
    }

    /// What is printed on a source of input.
    #[must_use]
    pub fn source(&self, source: Source) -> String {
        match source {
            Source::Key(place) => self.key(place),
            Source::Button(MouseButton::Left) => "Click".into(),
            Source::Button(MouseButton::Right) => "Right click".into(),
            Source::Button(other) => format!("{other:?} click"),
            Source::Motion => "Mouse".into(),
            Source::Wheel => "Wheel".into(),
            Source::Zoom => if cfg!(target_os = "macos") {
                "⌘ + −"
            } else {
                "Ctrl + −"
            }
            .into(),
        }
    }

    /// The key of a command: the first, where there are several; empty where there is none.
    #[must_use]
    pub fn of(&self, command: Command) -> String {
        CONTROLS
            .iter()
            .find(|control| control.effect == Effect::Press(command))
            .and_then(|control| control.sources.first())
            .map(|&source| self.source(source))
            .unwrap_or_default()
    }
}

/// Learns from every key that goes down.
pub(super) fn learn(
    mut changes: MessageReader<KeyboardInput>,
    held: Res<ButtonInput<KeyCode>>,
    mut labels: ResMut<KeyLabels>,
) {
    for change in changes.read().filter(|change| change.state.is_pressed()) {
        // AltGr chooses another sign of the key.
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
    use super::*;

    fn typed(labels: &mut KeyLabels, place: KeyCode, text: &str) {
        labels.learn(place, &Key::Character(text.into()), false);
    }

    #[test]
    fn every_layout_names_every_place_once() {
        for layout in LAYOUTS {
            assert_eq!(layout.chars().count(), PLACES.len(), "{layout}");
            let mut names: Vec<char> = layout.chars().collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), PLACES.len(), "{layout}");
        }
    }

    #[test]
    fn one_french_key_names_the_others() {
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
    fn a_key_that_was_seen_is_named_as_it_was_seen() {
        let mut labels = KeyLabels::default();
        typed(&mut labels, KeyCode::KeyW, "ц");
        assert_eq!(labels.key(KeyCode::KeyW), "Ц");
        assert_eq!(labels.key(KeyCode::KeyA), "A", "no known layout agrees");
        labels.learn(KeyCode::BracketLeft, &Key::Dead(Some('^')), false);
        assert_eq!(labels.key(KeyCode::BracketLeft), "^");
    }

    #[test]
    fn signs_that_are_not_the_name_of_a_key_are_not_learned() {
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
