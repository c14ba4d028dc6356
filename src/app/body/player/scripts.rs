//! Movement scripts that are recorded, dropped on the window, or being read.

use bevy::prelude::*;
use bspwalk_session::scripts::Scripts;

use crate::app::level::program::{ProgramParams, advance};
use crate::app::{host::prelude::*, level::loading::is_script};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        dropped
            .run_if(in_state(AppState::InLevel))
            .before(advance)
            .in_set(AppSystems::Follow),
    )
    .add_systems(Last, leave.in_set(AppSystems::Save));
}

/// Plays a script that was dropped on the window.
fn dropped(mut drops: MessageReader<FileDragAndDrop>, mut program: ProgramParams) {
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop
            && is_script(path_buf)
        {
            program.change(|program| {
                program.walker.playing = None;
                program.change_scripts(Scripts::end_recording);
                program.state.scripts.read(path_buf.clone());
            });
        }
    }
}

/// Saves the current recording when the window closes.
fn leave(mut exits: MessageReader<AppExit>, mut program: ProgramParams) {
    if exits.read().count() > 0 {
        program.change(|program| program.change_scripts(Scripts::end_recording));
    }
}
