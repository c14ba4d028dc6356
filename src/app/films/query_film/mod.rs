//! Query film: shows step by step how a query, such as a cast or a push, traverses the node-storing tree.
//!
//! A background thread runs the query and records its steps. Each step is highlighted in the level, in the model and in
//! the tree dock, and the card describes it in a sentence.

mod lit;
mod presets;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bspwalk_session::films;

use crate::app::host::{
    schedule::{AppState, AppSystems},
    shown::Shown,
    state::{OpenedLevel, QueryPlayer},
};

pub(in crate::app) use lit::{LitNodes, NodeLight};
pub use presets::ShowPreset;

/// Records and shows the query film.
pub(in crate::app) struct QueryFilmPlugin;

impl Plugin for QueryFilmPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Recording>()
            .init_resource::<LitNodes>()
            .init_resource::<presets::Examples>()
            .add_message::<ShowPreset>()
            .add_systems(
                Update,
                (
                    presets::change_level.in_set(AppSystems::Load),
                    leave.in_set(AppSystems::Enter),
                    (presets::put_back, presets::show, record, lit::light)
                        .chain()
                        .after(AppSystems::LeafTree)
                        .before(AppSystems::Overlays),
                )
                    .run_if(in_state(AppState::InLevel)),
            )
            .add_systems(Last, presets::end_with_program.in_set(AppSystems::Leave));
    }
}

/// The recording in progress.
#[derive(Resource, Default)]
struct Recording(films::Recording);

/// Resets the film when another level is opened, but keeps the playback speed and the traversal.
fn leave(mut player: ResMut<QueryPlayer>) {
    let (speed, mode) = (player.speed, player.asked.mode);
    *player = QueryPlayer::default();
    (player.speed, player.asked.mode) = (speed, mode);
}

/// Records the query again if the query, the traversal or the tree has changed. The new film starts at its first step.
fn record(current: Shown<OpenedLevel>, mut recording: ResMut<Recording>, mut player: ResMut<QueryPlayer>) {
    let recording = &mut recording.bypass_change_detection().0;
    if player.open {
        recording.record(&mut player, &current.tree);
    } else {
        recording.record(player.bypass_change_detection(), &current.tree);
    }
}
