//! The names of keys in sentences.

use bspwalk_text::text;

use super::Keymap;
use crate::actions::{Action, Control, Device, Effect, Front, Motion, Source, controls};

/// Names the keys of a front.
#[derive(Clone, Copy, Debug)]
pub struct KeyNames<'a> {
    /// The keys.
    pub keymap: &'a Keymap,
    /// Where they are pressed.
    pub front: Front,
    /// Whether names may have characters beyond ASCII.
    pub unicode: bool,
}

/// What stands for the name of a key where the user has taken all keys away.
#[must_use]
pub fn no_key() -> &'static str {
    text!("keys-none")
}

impl Keymap {
    /// Names the keys of a front in sentences.
    #[must_use]
    pub fn names_for(&self, front: Front, unicode: bool) -> KeyNames<'_> {
        KeyNames {
            keymap: self,
            front,
            unicode,
        }
    }
}

impl KeyNames<'_> {
    /// The first key of an action. [`no_key`] where the user has taken all of them away, and empty where the front has none.
    #[must_use]
    pub fn of(&self, action: Action) -> String {
        self.of_effect(Effect::Send(action))
    }

    /// The first key of a movement; as [`of`](Self::of).
    #[must_use]
    pub fn of_motion(&self, motion: Motion) -> String {
        self.of_effect(Effect::Move(motion))
    }

    /// All keys of a control, or the buttons of a gamepad where it has no key.
    #[must_use]
    pub fn all_of(&self, control: &Control) -> Vec<String> {
        let sources: Vec<Source> = self.keymap.sources_in(control, self.front).collect();
        let of = |device| {
            let sources = sources.iter().filter(move |source| source.device() == device);
            sources
                .map(|&source| self.keymap.name(source, self.unicode))
                .collect::<Vec<_>>()
        };
        let by_keys = of(Device::Keys);
        if by_keys.is_empty() {
            of(Device::Pad)
        } else {
            by_keys
        }
    }

    /// The first key of an effect; as [`of`](Self::of).
    #[must_use]
    pub fn of_effect(&self, effect: Effect) -> String {
        let is_there = || controls().any(|control| control.effect == effect && control.is_in(self.front));
        match self.keymap.source_of(self.front, effect) {
            Some(source) => self.keymap.name(source, self.unicode),
            None if is_there() => no_key().to_owned(),
            None => String::new(),
        }
    }
}
