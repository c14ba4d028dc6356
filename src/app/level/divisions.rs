//! Determines how the selected node was divided by replaying the build in the background.

use bevy::prelude::*;
use bspwalk_text::{Localize, text};
use bspwalk_trees::node_storing::{NodeId, ReplayError};

use crate::app::host::prelude::*;

/// Determines how the selected node was divided.
pub(in crate::app) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        find.after(AppSystems::Select)
            .before(AppSystems::Overlays)
            .run_if(in_state(AppState::InLevel)),
    );
}

pub(in crate::app) fn find(current: Shown<OpenedLevel>, mut program: ResMut<ProgramState>) {
    // The build film requests the divisions of its steps.
    if program.build.open {
        return;
    }
    let exists = |node: &NodeId| node.0 < current.tree.node_count();
    let node = program.level.selected.node.filter(exists);
    program
        .divisions
        .request_division(&current.tree, &current.level, node);
}

/// Converts the result of a replay job. If the build cannot be replayed, logs an error and returns `Ok(None)`.
pub(in crate::app) fn ok_or_log_replay_error<T>(
    answer: Result<T, ReplayError>,
) -> Result<Option<T>, Failure> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(ReplayError::Cancelled(_)) => Err(Failure::Cancelled),
        Err(error) => {
            error!("{}", text!("window-no-replay", error = error.localized()));
            Ok(None)
        }
    }
}
