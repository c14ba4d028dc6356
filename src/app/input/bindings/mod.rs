//! The user's key bindings: saved with the settings, changed in the panel, and read wherever keys are handled or shown.

mod change;
mod key_codes;
mod listen;

use bevy::prelude::*;

use crate::app::host::schedule::AppSystems;
pub use change::{Bindings, KeyChange, Listening};
pub use key_codes::keys;
pub(in crate::app) use key_codes::{printed, source_of_button, source_of_key};

/// Handles changes to the key bindings.
pub struct BindingsPlugin;

impl Plugin for BindingsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<listen::Modifiers>()
            .add_systems(PreUpdate, listen::listen.in_set(KeysHeard))
            .add_systems(Update, change::follow.in_set(AppSystems::Command));
    }
}

/// System set that detects keys to bind. It runs before keys become commands.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) struct KeysHeard;
