//! The build film: replays the node-storing tree division by division in the model view.
//!
//! The film and the selection are linked. A step selects its node, and selecting a node elsewhere jumps to its step. So
//! the card explains each step, the faces in front and behind are tinted, and the tree dock shows the node.
//!
//! Divisions are found on a background thread, in any order. The film stays at the previous step until the division of
//! the next one is found and drawn.

mod costs;
mod steps;
#[cfg(test)]
mod tests;

use bevy::prelude::*;

use crate::app::{
    host::schedule::{AppState, AppSystems},
    paint::overlays::{CurrentTreeStats, NewStep},
    view::selection_history,
};

pub(in crate::app) use costs::BuildCosts;
pub(in crate::app) use steps::Steps;

/// Shows the build film.
pub(in crate::app) struct BuildFilmPlugin;

impl Plugin for BuildFilmPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<CurrentTreeStats>()
            .init_resource::<NewStep>()
            .init_resource::<Steps>()
            .init_resource::<BuildCosts>()
            .add_systems(
                Update,
                (steps::follow, steps::find, steps::show, costs::count)
                    .chain()
                    .after(AppSystems::LeafTree)
                    .after(selection_history::step)
                    .before(AppSystems::Overlays)
                    .run_if(in_state(AppState::InLevel)),
            );
    }
}
