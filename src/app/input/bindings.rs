//! The user's key bindings. They are saved with the settings, changed in the panel, and used wherever keys are handled
//! or shown.

use std::{collections::HashMap, sync::LazyLock};

use bevy::{
    input::keyboard::Key,
    prelude::*,
    reflect::{
        FromReflect,
        enums::{DynamicEnum, DynamicVariant},
    },
};
use bspwalk_session::actions::{
    Axis, Control, Effect, FrontEnd, Keymap, Preset, Refusal, Source, control_named,
};
use bspwalk_text::text;

use crate::app::host::prelude::*;

/// Handles changes to the key bindings.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, follow.in_set(AppSystems::Follow));
}

/// System set that detects the key to bind. It runs before keys become commands.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) struct KeysHeard;

/// Key bindings of all controls.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Bindings(pub Keymap);

impl Bindings {
    /// Returns the effect of an input source in this window.
    #[must_use]
    pub fn effect(&self, source: Source) -> Option<Effect> {
        self.0.effect(FrontEnd::Window, source)
    }
}

/// A change to the key bindings. Controls use their names from the settings file.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum KeyChange {
    /// Wait for a key press and bind that key to the control, either replacing the given source or as an additional
    /// key.
    Listen(String, Option<Source>),
    /// Stop waiting, or leave the pressed key assigned to the controls that already use it.
    Keep,
    /// Bind the pressed key to the control and unbind it from all other controls.
    Take,
    /// Unbind a key from a control.
    Remove(String, Source),
    /// Reset a control's keys to the keys of the preset.
    Reset(String),
    /// Load a preset for all controls.
    Choose(Preset),
    /// Invert an axis if the flag is set, and otherwise restore its normal direction.
    Invert(Axis, bool),
}

/// Control that is waiting for a key press, and the outcome of the last change.
#[derive(Resource, Clone, Debug, Default)]
pub struct Listening {
    control: Option<&'static Control>,
    /// Whether the newly bound key is still held down.
    pub(super) is_heard: bool,
    /// Source that the new key replaces, if any.
    instead: Option<Source>,
    /// Pressed key that is already in use, and the controls that use it.
    taken: Option<(Source, Vec<&'static Control>)>,
    /// Control whose latest change failed fully or partly, and the reason.
    told: Option<(String, String)>,
}

impl Listening {
    /// Returns whether the next key press will be bound to a control.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.control.is_some() && self.taken.is_none()
    }

    /// Returns whether key presses are withheld from commands. This is the case while a control waits for a key, or
    /// while the newly bound key is still down.
    #[must_use]
    pub fn takes_keys(&self) -> bool {
        self.is_waiting() || self.is_heard
    }

    /// Returns the control that is waiting for a key press.
    #[must_use]
    pub fn control(&self) -> Option<&'static Control> {
        self.control
    }

    /// Returns the pressed key and the controls that already use it.
    #[must_use]
    pub fn conflict(&self) -> Option<(Source, &[&'static Control])> {
        self.taken
            .as_ref()
            .map(|(source, others)| (*source, others.as_slice()))
    }

    /// Returns the message to show next to a control.
    #[must_use]
    pub fn message_for(&self, id: &str) -> Option<&str> {
        let told = self.told.as_ref().filter(|(of, _)| of == id);
        told.map(|(_, words)| words.as_str())
    }

    /// Binds a pressed key to the waiting control.
    pub(super) fn press(&mut self, source: Source, bindings: &mut ResMut<'_, Bindings>) {
        let Some(control) = self.control else { return };
        let mut keymap = bindings.0.clone();
        self.told = None;
        match keymap.bind(control, source) {
            Ok(()) => {
                self.replace(source, &mut keymap);
                self.stop();
            }
            Err(Refusal::Taken(others)) => self.taken = Some((source, others)),
            Err(refusal) => self.told = Some((control.id(), refusal.to_string())),
        }
        bindings.set_if_neq(Bindings(keymap));
    }

    /// Unbinds the key that `source` replaces.
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

    /// Applies a change.
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
                    match keymap.reassign(control, source) {
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

/// Applies all requested changes.
fn follow(
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

static SOURCES: LazyLock<HashMap<KeyCode, Source>> = LazyLock::new(|| {
    let codes = |source| keys(source).into_iter().map(move |key| (key, source));
    Source::of_keys().flat_map(codes).collect()
});

/// Returns the keys of an input source, starting with the one shown to the user. The result is empty if the source is
/// not a single key.
#[must_use]
pub fn keys(source: Source) -> Vec<KeyCode> {
    // Bevy and the controls table both use W3C key names.
    let named = |code: &String| KeyCode::from_reflect(&DynamicEnum::new(code.clone(), DynamicVariant::Unit));
    source.codes().iter().filter_map(named).collect()
}

/// Returns the source of a key.
pub(in crate::app) fn source_of_key(key: KeyCode) -> Option<Source> {
    SOURCES.get(&key).copied()
}

/// Returns the source of a mouse button.
pub(in crate::app) const fn source_of_button(button: MouseButton) -> Option<Source> {
    Some(match button {
        MouseButton::Left => Source::Click,
        MouseButton::Right => Source::RightClick,
        MouseButton::Middle => Source::MiddleClick,
        MouseButton::Back => Source::BackClick,
        MouseButton::Forward => Source::ForwardClick,
        MouseButton::Other(_) => return None,
    })
}

/// Returns the text that a key produces.
pub(in crate::app) fn printed(key: &Key) -> Option<&str> {
    match key {
        Key::Character(text) => Some(text),
        _ => None,
    }
}
