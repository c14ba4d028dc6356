//! Query film: shows step by step how a query, such as a cast or a push, traverses the node-storing tree.
//!
//! A background thread runs the query and records its steps. Each step is highlighted in the level, in the model and in
//! the tree dock, and the card describes it in a sentence.

mod lit;
mod presets;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bspwalk_session::films::QueryPlayer;

use crate::app::host::prelude::*;

pub(in crate::app) use lit::{LitNodes, NodeLight};
pub use presets::ShowPreset;

/// Records and shows the query film.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<LitNodes>()
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

/// Resets the film when another level is opened, but keeps the playback speed and the traversal.
fn leave(mut program: ResMut<ProgramState>) {
    let query = &mut program.query;
    let (speed, mode) = (query.speed, query.asked.mode);
    *query = QueryPlayer::default();
    (query.speed, query.asked.mode) = (speed, mode);
}

/// Records the query again if the query, the traversal or the tree has changed. The new film starts at its first step.
fn record(current: Shown<OpenedLevel>, mut program: ResMut<ProgramState>) {
    let state = &mut program.0;
    state.recording.record(&mut state.query, &current.tree);
}
