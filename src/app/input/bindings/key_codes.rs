//! Conversion of Bevy's keys and mouse buttons to sources of the key bindings.

use std::{collections::HashMap, sync::LazyLock};

use bevy::{
    input::keyboard::Key,
    prelude::{KeyCode, MouseButton},
    reflect::{
        FromReflect,
        enums::{DynamicEnum, DynamicVariant},
    },
};
use bspwalk_session::actions::Source;

static SOURCES: LazyLock<HashMap<KeyCode, Source>> = LazyLock::new(|| {
    let codes = |source| keys(source).into_iter().map(move |key| (key, source));
    Source::of_keys().flat_map(codes).collect()
});

/// Returns the keys of a source, with the one shown to the user first. Empty if the source is not a single key.
#[must_use]
pub fn keys(source: Source) -> Vec<KeyCode> {
    // Bevy and the table of controls both use the W3C names.
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
