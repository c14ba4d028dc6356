//! Key names for use in sentences.

use bspwalk_text::text;

use super::Keymap;
use crate::actions::{Action, Control, Device, Effect, FILM_KEYS, Front, Motion, PadNames, Source, controls};

/// Formats the key names of a front end.
#[derive(Clone, Copy, Debug)]
pub struct KeyNames<'a> {
    /// Key bindings.
    pub keymap: &'a Keymap,
    /// Front end that receives the keys.
    pub front: Front,
    /// Whether names may contain characters outside ASCII.
    pub unicode: bool,
    /// Labels of the gamepad that was used last, or `None` if the keyboard or mouse was used last.
    pub pad: Option<PadNames>,
}

/// Returns the placeholder for a control that has no key because the user removed them all.
#[must_use]
pub fn no_key() -> &'static str {
    text!("keys-none")
}

impl Keymap {
    /// Creates the key names of a front end.
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
    /// Prefers gamepad buttons with these labels over keys.
    #[must_use]
    pub fn with_pad(self, pad: Option<PadNames>) -> Self {
        Self { pad, ..self }
    }

    /// Returns the device that was used last, followed by the other one.
    fn devices(&self) -> [Device; 2] {
        match self.pad {
            Some(_) => [Device::Pad, Device::Keys],
            None => [Device::Keys, Device::Pad],
        }
    }

    /// Returns the name of a source.
    fn source(&self, source: Source) -> String {
        match self.pad {
            Some(names) if source.device() == Device::Pad => names.source(source, self.unicode),
            _ => self.keymap.name(source, self.unicode),
        }
    }

    /// Returns the first key of an action.
    ///
    /// Returns [`no_key`] if the user removed all its keys. Returns an empty string if the front end lacks
    /// the action.
    #[must_use]
    pub fn of(&self, action: Action) -> String {
        self.of_effect(Effect::Send(action))
    }

    /// Returns the film key of a playback command. Without one, returns the first key of the action as in
    /// [`of`](Self::of).
    #[must_use]
    pub fn of_film(&self, action: Action) -> String {
        let mut rows = FILM_KEYS.controls.iter();
        let row = rows.find(|control| control.effect == Effect::Send(action));
        let key = row.and_then(|control| self.keymap.sources_in(control, self.front).next());
        key.map_or_else(|| self.of(action), |source| self.source(source))
    }

    /// Returns the first key of a movement, as in [`of`](Self::of).
    #[must_use]
    pub fn of_motion(&self, motion: Motion) -> String {
        self.of_effect(Effect::Move(motion))
    }

    /// Returns all keys of a control on the device that was used last. If there are none, returns those of
    /// the other device.
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

    /// Returns the first key of an effect, as in [`of`](Self::of).
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
