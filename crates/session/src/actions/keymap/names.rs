//! The names of keys in sentences.

use bspwalk_text::text;

use super::Keymap;
use crate::actions::{Action, Control, Device, Effect, FILM_KEYS, Front, Motion, PadNames, Source, controls};

/// Names the keys of a front.
#[derive(Clone, Copy, Debug)]
pub struct KeyNames<'a> {
    /// The keys.
    pub keymap: &'a Keymap,
    /// Where they are pressed.
    pub front: Front,
    /// Whether names may have characters beyond ASCII.
    pub unicode: bool,
    /// The signs on the gamepad that was used last; `None` where the keyboard or the mouse was.
    pub pad: Option<PadNames>,
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
            pad: None,
        }
    }
}

impl KeyNames<'_> {
    /// Names the buttons of a gamepad with these signs before keys.
    #[must_use]
    pub fn with_pad(self, pad: Option<PadNames>) -> Self {
        Self { pad, ..self }
    }

    /// The device that was used last, and the other one.
    fn devices(&self) -> [Device; 2] {
        match self.pad {
            Some(_) => [Device::Pad, Device::Keys],
            None => [Device::Keys, Device::Pad],
        }
    }

    /// The name of a source.
    fn source(&self, source: Source) -> String {
        match self.pad {
            Some(names) if source.device() == Device::Pad => names.source(source, self.unicode),
            _ => self.keymap.name(source, self.unicode),
        }
    }

    /// The first key of an action. [`no_key`] where the user has taken all of them away, and empty where the front has none.
    #[must_use]
    pub fn of(&self, action: Action) -> String {
        self.of_effect(Effect::Send(action))
    }

    /// The key that asks this of a film that is shown, or else the first key of the action; as [`of`](Self::of).
    #[must_use]
    pub fn of_film(&self, action: Action) -> String {
        let mut rows = FILM_KEYS.controls.iter();
        let row = rows.find(|control| control.effect == Effect::Send(action));
        let key = row.and_then(|control| self.keymap.sources_in(control, self.front).next());
        key.map_or_else(|| self.of(action), |source| self.source(source))
    }

    /// The first key of a movement; as [`of`](Self::of).
    #[must_use]
    pub fn of_motion(&self, motion: Motion) -> String {
        self.of_effect(Effect::Move(motion))
    }

    /// All keys of a control, of the device that was used last; those of the other where it has none.
    #[must_use]
    pub fn all_of(&self, control: &Control) -> Vec<String> {
        let sources: Vec<Source> = self.keymap.sources_in(control, self.front).collect();
        let of = |device| {
            let sources = sources.iter().filter(move |source| source.device() == device);
            sources.map(|&source| self.source(source)).collect::<Vec<_>>()
        };
        let [used, other] = self.devices();
        let names = of(used);
        if names.is_empty() { of(other) } else { names }
    }

    /// The first key of an effect; as [`of`](Self::of).
    #[must_use]
    pub fn of_effect(&self, effect: Effect) -> String {
        let is_there = || controls().any(|control| control.effect == effect && control.is_in(self.front));
        let [used, other] = self.devices();
        let of = |device| self.keymap.source_of_device(self.front, effect, device);
        match of(used).or_else(|| of(other)) {
            Some(source) => self.source(source),
            None if is_there() => no_key().to_owned(),
            None => String::new(),
        }
    }
}
