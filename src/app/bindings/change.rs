//! The keys of the user, and what is changed of them.

use bevy::prelude::*;
use bspwalk_session::actions::{
    Axis, Control, Effect, Front, Keymap, Preset, Refusal, Source, control_named,
};
use bspwalk_text::text;

/// The keys of all controls.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Bindings(pub Keymap);

impl Bindings {
    /// The effect of a source in this window.
    #[must_use]
    pub fn effect(&self, source: Source) -> Option<Effect> {
        self.0.effect(Front::Window, source)
    }
}

/// What is changed of the keys. Controls have the names that files have for them.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum KeyChange {
    /// Waits for a key to be pressed, which the control has then, too, or instead of this one.
    Listen(String, Option<Source>),
    /// Waits no longer, or leaves a key that was pressed to those that have it.
    Keep,
    /// Gives the key that was pressed to the control that it was pressed for, and takes it from those that have it.
    Take,
    /// Takes a key from a control.
    Remove(String, Source),
    /// Gives a control the keys of the preset again.
    Reset(String),
    /// Gives all controls the keys of a preset.
    Choose(Preset),
    /// Turns a way round, or back.
    Invert(Axis, bool),
}

/// The control that a key is pressed for, and what came of it.
#[derive(Resource, Clone, Debug, Default)]
pub struct Listening {
    control: Option<&'static Control>,
    /// Whether a key was heard that is still down.
    pub(super) is_heard: bool,
    /// The key that the pressed one takes the place of.
    instead: Option<Source>,
    /// A key that others have, and these.
    taken: Option<(Source, Vec<&'static Control>)>,
    /// The control of the latest change that was refused or not wholly made, and why.
    told: Option<(String, String)>,
}

impl Listening {
    /// Whether the next key that is pressed is taken for the name of a key.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.control.is_some() && self.taken.is_none()
    }

    /// Whether what is pressed now is no command: it is waited for, or was heard and is still down.
    #[must_use]
    pub fn takes_keys(&self) -> bool {
        self.is_waiting() || self.is_heard
    }

    /// The control that a key is pressed for.
    #[must_use]
    pub fn control(&self) -> Option<&'static Control> {
        self.control
    }

    /// The key that was pressed, and the controls that have it.
    #[must_use]
    pub fn taken(&self) -> Option<(Source, &[&'static Control])> {
        self.taken
            .as_ref()
            .map(|(source, others)| (*source, others.as_slice()))
    }

    /// What is to be said at a control.
    #[must_use]
    pub fn told(&self, id: &str) -> Option<&str> {
        let told = self.told.as_ref().filter(|(of, _)| of == id);
        told.map(|(_, words)| words.as_str())
    }

    /// A key was pressed for the control.
    pub(in crate::app) fn press(&mut self, source: Source, keymap: &mut Keymap) {
        let Some(control) = self.control else { return };
        self.told = None;
        match keymap.bind(control, source) {
            Ok(()) => {
                self.replace(source, keymap);
                self.stop();
            }
            Err(Refusal::Taken(others)) => self.taken = Some((source, others)),
            Err(refusal) => self.told = Some((control.id(), refusal.to_string())),
        }
    }

    /// Takes away the key that this one takes the place of.
    fn replace(&self, source: Source, keymap: &mut Keymap) {
        if let (Some(control), Some(old)) = (self.control, self.instead)
            && old != source
            && let Err(refusal) = keymap.unbind(control, old)
        {
            bevy::log::warn!("{refusal}");
        }
    }

    pub(super) fn stop(&mut self) {
        (self.control, self.instead, self.taken) = (None, None, None);
    }

    /// Makes a change.
    fn follow(&mut self, change: &KeyChange, keymap: &mut Keymap) {
        self.told = None;
        let named = |id: &str| control_named(id);
        match change {
            KeyChange::Listen(id, instead) => {
                self.stop();
                (self.control, self.instead) = (named(id), *instead);
            }
            KeyChange::Keep => self.stop(),
            KeyChange::Take => {
                if let (Some(control), Some((source, _))) = (self.control, self.taken.take()) {
                    match keymap.take(control, source) {
                        Ok(()) => self.replace(source, keymap),
                        Err(refusal) => self.told = Some((control.id(), refusal.to_string())),
                    }
                }
                self.stop();
            }
            KeyChange::Remove(id, source) => {
                let refused = named(id).and_then(|control| keymap.unbind(control, *source).err());
                self.told = refused.map(|refusal| (id.clone(), refusal.to_string()));
            }
            KeyChange::Reset(id) => {
                let others = named(id).map(|control| keymap.reset(control)).unwrap_or_default();
                let names: Vec<&str> = others.iter().map(|other| other.title.text()).collect();
                let words = text!("keys-not-wholly", others = names.join("; "));
                self.told = (!names.is_empty()).then(|| (id.clone(), words));
            }
            KeyChange::Choose(preset) => {
                self.stop();
                keymap.choose(*preset);
            }
            KeyChange::Invert(axis, inverted) => keymap.invert(*axis, *inverted),
        }
    }
}

/// Makes the changes that were asked for.
pub(super) fn follow(
    mut changes: MessageReader<KeyChange>,
    mut listening: ResMut<Listening>,
    mut bindings: ResMut<Bindings>,
) {
    for change in changes.read() {
        let mut keymap = bindings.0.clone();
        listening.follow(change, &mut keymap);
        bindings.set_if_neq(Bindings(keymap));
    }
}
