//! Expected query cost after each division of the build, computed in the background.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_explain::build_cost;
use bspwalk_session::job::{Failure, Job};

use crate::app::host::prelude::*;

/// Expected costs of the current tree in node visits: before the first division, and after each division.
#[derive(Resource, Default)]
pub(in crate::app) struct BuildCosts {
    counting: Job<TreeId, Vec<f64>>,
    counted: Option<(TreeId, Arc<[f64]>)>,
}

impl BuildCosts {
    /// Returns the costs of a tree once they have been computed.
    #[must_use]
    pub(in crate::app) fn of(&self, tree: &TreeId) -> Option<&Arc<[f64]>> {
        let (of, costs) = self.counted.as_ref()?;
        (of == tree).then_some(costs)
    }
}

/// Computes the costs while the film is open.
pub(super) fn compute_costs(
    program: Res<ProgramState>,
    current: Shown<OpenedLevel>,
    mut costs: ResMut<BuildCosts>,
) {
    let id = current.tree_id();
    if !program.build.open || costs.of(&id).is_some() {
        return;
    }
    let tree = Arc::clone(&current.tree);
    let costs = costs.bypass_change_detection();
    costs.counting.request_cancellable(id, move |progress| {
        build_cost::expected_costs(&tree, progress).map_err(|_| Failure::Cancelled)
    });
    if let Some(counted) = costs.counting.take()
        && let Some(id) = costs.counting.wanted().cloned()
    {
        costs.counted = Some((id, counted.into()));
    }
}
