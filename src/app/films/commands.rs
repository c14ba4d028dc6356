//! Advances the films, and switches between the two traversals of query films.

use bevy::prelude::*;

use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        state::ProgramState,
    },
    input::settings::Settings,
    level::program::ProgramParams,
};

/// Plays films.
pub(in crate::app) struct FilmsPlugin;

impl Plugin for FilmsPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            play.in_set(AppSystems::Follow)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// Switches the query film to the other traversal.
pub(in crate::app) fn next_query_mode(mut settings: ResMut<Settings>, mut program: ResMut<ProgramState>) {
    settings.query_mode = settings.query_mode.next();
    program.query.asked.mode = settings.query_mode;
}

/// Advances the films that are playing.
pub(in crate::app) fn play(time: Res<Time<Real>>, mut program: ProgramParams) {
    program.change(|program| program.play_films(time.delta_secs()));
}
