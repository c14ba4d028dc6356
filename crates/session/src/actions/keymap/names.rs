//! Key names for use in sentences.

use std::fmt;

use bspwalk_text::text;

use super::Keymap;
use crate::actions::{
    Action, Control, Device, Effect, FILM_KEYS, FrontEnd, Motion, PadNames, Source, table::all_controls,
};

/// Labels on the user's keyboard.
pub trait KeyPrints: fmt::Debug {
    /// Returns the label of an input source.
    fn label(&self, source: Source) -> String;
}

/// Formats the key names of a front end.
#[derive(Clone, Copy, Debug)]
pub struct KeyNames<'a> {
    /// Key bindings.
    pub keymap: &'a Keymap,
    /// Front end that receives the keys.
    pub front: FrontEnd,
    /// Whether names may contain characters outside ASCII.
    pub unicode: bool,
    /// Labels of the gamepad that was used last, or `None` if the keyboard or mouse was used last.
    pub pad: Option<PadNames>,
    /// Labels on the user's keyboard, if the front end knows them.
    pub prints: Option<&'a dyn KeyPrints>,
}

/// Returns the placeholder for a control without a key.
pub fn no_key() -> &'static str {
    text!("keys-none")
}

/// Describes how to run a command that has no key: open the command palette with its key, and search for the command's
/// title.
///
/// Returns an empty string if the front end lacks the command.
fn palette_instructions(action: Action, front: FrontEnd, palette: Option<String>) -> String {
    let mut rows = all_controls();
    let row = rows.find(|control| control.effect == Effect::Send(action) && control.is_in(front));
    match (row, palette) {
        (None, _) => String::new(),
        (Some(_), None) => no_key().to_owned(),
        (Some(row), Some(palette)) => text!("keys-in-palette", palette, title = row.title.text()),
    }
}

impl Keymap {
    /// Creates the key names of a front end.
    pub fn names_for(&self, front: FrontEnd, unicode: bool) -> KeyNames<'_> {
        KeyNames {
            keymap: self,
            front,
            unicode,
            pad: None,
            prints: None,
        }
    }
}

impl KeyNames<'_> {
    /// Prefers gamepad buttons with the given labels over keys.
    #[must_use]
    pub fn with_pad(self, pad: Option<PadNames>) -> Self {
        Self { pad, ..self }
    }

    /// Returns the devices in order of preference: the gamepad if it was used last, then the keyboard.
    fn devices(&self) -> impl Iterator<Item = Device> + use<> {
        self.pad.map(|_| Device::Pad).into_iter().chain([Device::Keys])
    }

    fn source(&self, source: Source) -> String {
        match (self.pad, self.prints) {
            (Some(names), _) if source.device() == Device::Pad => names.source(source, self.unicode),
            (_, Some(prints)) => prints.label(source),
            _ => self.keymap.name(source, self.unicode),
        }
    }

    /// Returns the name of the action's first key, or describes how to find the action in the command palette.
    ///
    /// Returns an empty string if the front end lacks the action.
    pub fn action_key(&self, action: Action) -> String {
        let own = self.of_effect(Effect::Send(action));
        own.unwrap_or_else(|| {
            palette_instructions(
                action,
                self.front,
                self.of_effect(Effect::Send(Action::TogglePalette)),
            )
        })
    }

    /// Returns the name of the film key for a playback command. If no such key exists, returns the same text as
    /// [`action_key`](Self::action_key).
    pub fn of_film(&self, action: Action) -> String {
        let mut rows = FILM_KEYS.controls.iter();
        let row = rows.find(|control| control.effect == Effect::Send(action));
        let key = row.and_then(|control| self.keymap.sources_in(control, self.front).next());
        key.map_or_else(|| self.action_key(action), |source| self.source(source))
    }

    /// Returns the name of a movement's first key, or [`no_key`] if the movement has no key.
    pub fn of_motion(&self, motion: Motion) -> String {
        self.of_effect(Effect::Move(motion))
            .unwrap_or_else(|| no_key().to_owned())
    }

    /// Returns the names of a control's keys, without duplicates, on the device that was used last. If it has no keys
    /// there, returns its keys on the keyboard.
    pub fn all_of(&self, control: &Control) -> Vec<String> {
        let sources: Vec<Source> = self.keymap.sources_in(control, self.front).collect();
        let of = |device| {
            let sources = sources.iter().filter(move |source| source.device() == device);
            sources.map(|&source| self.source(source)).collect::<Vec<_>>()
        };
        let mut names = self.devices().map(of);
        let mut names = names.find(|names| !names.is_empty()).unwrap_or_default();
        names.dedup();
        names
    }

    /// Returns the name of an effect's first key on the device that was used last, otherwise on the keyboard.
    pub fn of_effect(&self, effect: Effect) -> Option<String> {
        let of = |device| self.keymap.source_of_device(self.front, effect, device);
        self.devices().find_map(of).map(|source| self.source(source))
    }
}
