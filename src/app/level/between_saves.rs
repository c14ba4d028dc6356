//! Shows one notice for each save of the level, once the trees of the saved level are built.

use bevy::prelude::*;

use super::program::ProgramParams;
use crate::app::host::schedule::{AppState, AppSystems};

/// Whether the changes made by the last save are drawn in the level.
#[derive(Resource, Default)]
pub struct DrawnSave(pub bool);

/// Compares each saved state with the previous one.
pub(in crate::app) struct BetweenSavesPlugin;

impl Plugin for BetweenSavesPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            follow
                .after(AppSystems::LeafTree)
                .before(AppSystems::Overlays)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

fn follow(mut program: ProgramParams) {
    program.change(|program| {
        program.compare_saves();
    });
}
