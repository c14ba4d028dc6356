//! Applies the language that the user chooses in the panel. `cli::language` determines the language at startup.

use bevy::prelude::*;
use bspwalk_text::{from_environment, language, set_language};

use super::settings::Settings;
use crate::app::host::schedule::AppSystems;

/// Switches the language when the setting changes.
pub(in crate::app) struct LanguagePlugin;

impl Plugin for LanguagePlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            follow
                .run_if(resource_exists_and_changed::<Settings>)
                .in_set(AppSystems::Command),
        );
    }
}

/// Switches the language if the setting changed.
fn follow(settings: Res<Settings>, mut known: Local<Option<String>>) {
    let before = known.replace(settings.language.clone());
    if before.is_none_or(|before| before == settings.language) {
        return;
    }
    let system = from_environment();
    let wanted = match settings.language.as_str() {
        "" => system.tag(),
        tag => tag,
    };
    if language().tag() != wanted {
        set_language(wanted);
    }
}
