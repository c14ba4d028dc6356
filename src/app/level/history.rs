//! The selection history, and the undo history of plane changes, overlays, selections and camera jumps.
//!
//! The planar tree page has a separate undo history for its drawing.

use bevy::prelude::*;

use super::program::ProgramParams;
use crate::app::host::{
    schedule::{AppState, AppSystems},
    state::{ProgramState, Ui},
};

/// Maintains both histories.
pub(in crate::app) struct HistoryPlugin;

impl Plugin for HistoryPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            (visit, record)
                .chain()
                .after(AppSystems::LeafTree)
                .before(AppSystems::Overlays)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// Records the current selection.
pub(in crate::app) fn visit(mut program: ResMut<ProgramState>) {
    // While a film step is being computed, the node of the previous step stays selected. The user did not choose that
    // node.
    if program.build.next.is_none() {
        let level = &mut program.level;
        level.selections.visit(level.selected.items());
    }
}

/// Records changes made by the user.
fn record(buttons: Res<ButtonInput<MouseButton>>, ui: Res<Ui>, mut program: ProgramParams) {
    program.state.undo.drags = !ui.captured && buttons.pressed(MouseButton::Left);
    program.change(|program| program.record_changes(ui.tour));
}
