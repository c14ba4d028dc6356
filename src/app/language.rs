//! The language of all texts: that of the command line, else that of the settings, else the system's.

use bevy::prelude::*;
use bspwalk_text::{from_environment, language, set_language};

use super::{schedule::AppSystems, settings::Settings};

/// Whether the command line has chosen the language: then that of the settings is for later runs.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct LanguageAsked(pub bool);

/// Speaks the language of the settings.
pub struct LanguagePlugin;

impl Plugin for LanguagePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<LanguageAsked>().add_systems(
            Update,
            choose
                .run_if(resource_exists_and_changed::<Settings>)
                .in_set(AppSystems::Command),
        );
    }
}

/// Chooses the language where the settings name another than before.
fn choose(settings: Res<Settings>, mut asked: ResMut<LanguageAsked>, mut known: Local<Option<String>>) {
    let before = known.replace(settings.language.clone());
    if before.as_ref() == Some(&settings.language) {
        return;
    }
    // What the settings say at the start is not asked anew.
    if before.is_none() && std::mem::take(&mut asked.0) {
        return;
    }
    let system = from_environment();
    let wanted = if settings.language.is_empty() {
        system.tag()
    } else {
        &settings.language
    };
    if language().tag() != wanted && set_language(wanted).is_none() {
        set_language(system.tag());
    }
}
