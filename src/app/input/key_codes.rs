//! The engine's keys, by the names of the table of actions.

use bevy::{
    prelude::KeyCode,
    reflect::{
        FromReflect,
        enums::{DynamicEnum, DynamicVariant},
    },
};
use bspwalk_session::actions::Source;

/// The keys at a place of the table. What is no key by itself has none.
#[must_use]
pub fn keys(source: Source) -> Vec<KeyCode> {
    // The names of the engine's keys are those of W3C, as those of the table.
    let named = |code: &String| KeyCode::from_reflect(&DynamicEnum::new(code.clone(), DynamicVariant::Unit));
    source.codes().iter().filter_map(named).collect()
}
