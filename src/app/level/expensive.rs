//! The most expensive parts of a level. Their costs are counted in the background, and listed in the panel and in the
//! palette.

use bevy::prelude::*;

use super::{brushes::LevelBrushes, program::ProgramParams};
use crate::app::host::{
    schedule::{AppState, AppSystems},
    shown::Shown,
};

/// A request to count the costs of the level's parts, for the panel.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountCosts;

/// Counts the costs of parts, and lists them.
pub(in crate::app) struct ExpensivePlugin;

impl Plugin for ExpensivePlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<CountCosts>().add_systems(
            Update,
            (count.run_if(on_message::<CountCosts>), finish)
                .chain()
                .in_set(AppSystems::Follow)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// Opens the palette with the most expensive parts. If their costs are not known, starts to count them.
pub(in crate::app) fn list(mut program: ProgramParams, brushes: Shown<LevelBrushes>) {
    let brushes = brushes.found(&program.current).map(AsRef::as_ref);
    program.change(|program| program.list_expensive(false, brushes));
}

/// Starts to count costs for the panel.
fn count(mut requests: MessageReader<CountCosts>, mut program: ProgramParams) {
    requests.clear();
    program.change(|program| {
        program.count_costs();
    });
}

/// Stores counted costs, and opens the palette if it was requested.
fn finish(mut program: ProgramParams, brushes: Shown<LevelBrushes>) {
    let brushes = brushes.found(&program.current).map(AsRef::as_ref);
    program.change(|program| program.follow_expensive(brushes));
}
