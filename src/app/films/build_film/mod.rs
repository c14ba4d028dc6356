//! The build film: replays the construction of the node-storing tree in the model view, one division at a time.
//!
//! The film and the selection are linked: a step selects its node, and selecting a node elsewhere jumps to its step.
//! The card therefore explains each step, the faces in front and behind are tinted, and the tree dock shows the node.
//!
//! A background thread computes divisions in any order. The film stays at the previous step until the next division has
//! been computed.

mod costs;
mod steps;
#[cfg(test)]
mod tests;

use bevy::prelude::*;

use crate::app::{host::prelude::*, level::program, paint::overlays::CurrentTreeStats};

pub(in crate::app) use costs::BuildCosts;

/// Runs and shows the build film.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<CurrentTreeStats>()
        .init_resource::<BuildCosts>()
        .add_systems(
            Update,
            (steps::follow, costs::compute_costs)
                .chain()
                .after(AppSystems::LeafTree)
                .after(program::visit)
                .before(AppSystems::Overlays)
                .run_if(in_state(AppState::InLevel)),
        );
}
