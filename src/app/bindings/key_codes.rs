//! The engine's keys and mouse buttons as sources of the table of controls.

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

/// The keys of a source, the one that is printed first. Empty if the source is not a single key.
#[must_use]
pub fn keys(source: Source) -> Vec<KeyCode> {
    // The engine and the table both use the names of W3C.
    let named = |code: &String| KeyCode::from_reflect(&DynamicEnum::new(code.clone(), DynamicVariant::Unit));
    source.codes().iter().filter_map(named).collect()
}

/// The source of a key.
pub(in crate::app) fn source_of_key(key: KeyCode) -> Option<Source> {
    SOURCES.get(&key).copied()
}

/// The source of a mouse button.
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

/// The text that a key prints.
pub(in crate::app) fn printed(key: &Key) -> Option<&str> {
    match key {
        Key::Character(text) => Some(text),
        _ => None,
    }
}
