//! Sums a measure over every subtree of the current tree, in the background.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_progress::Progress;
use bspwalk_trees::node_storing::{Costly, Measure, SubtreeSums};

use crate::app::{
    host::{
        shown::Shown,
        state::{OpenedLevel, TreeId, Ui},
        worker::Job,
    },
    input::settings::Settings,
};

/// Number of costliest parts that are listed.
pub(super) const COSTLIEST: usize = 10;

/// Sums of the measure over the subtrees of the current tree.
#[derive(Resource, Default)]
pub(in crate::app) struct TreeWeights {
    /// The sums and the tree they belong to.
    current: Option<(TreeId, Arc<SubtreeSums>)>,
    /// Costliest parts by this measure.
    costliest: Vec<Costly>,
    job: Job<(TreeId, Measure), (SubtreeSums, Vec<Costly>)>,
}

impl TreeWeights {
    /// Returns the sums over a tree once they are computed. Until then, returns the sums of the previous measure.
    pub(in crate::app) fn of(&self, tree_id: &TreeId) -> Option<&Arc<SubtreeSums>> {
        let (of, weights) = self.current.as_ref()?;
        (of == tree_id).then_some(weights)
    }

    /// Returns the costliest parts by this measure.
    pub(in crate::app) fn costliest(&self) -> &[Costly] {
        &self.costliest
    }
}

/// Sums the measure while the dock is open.
pub(super) fn sum(
    (ui, settings, current): (Res<Ui>, Res<Settings>, Shown<OpenedLevel>),
    mut weights: ResMut<TreeWeights>,
) {
    let weights = weights.bypass_change_detection();
    if ui.dock {
        let (tree, measure) = (current.tree.clone(), settings.dock_measure);
        weights.job.request((current.tree_id(), measure), move || {
            let progress = Progress::default();
            // This job is never cancelled, so the default is unused.
            let weights = SubtreeSums::new(&tree, measure, &progress).unwrap_or_default();
            let costliest = weights.costliest(&tree, COSTLIEST);
            (weights, costliest)
        });
    }
    if let Some((new, costliest)) = weights.job.take() {
        let tree_id = weights.job.wanted().map(|(tree_id, _)| tree_id.clone());
        weights.current = tree_id.map(|tree_id| (tree_id, Arc::new(new)));
        weights.costliest = costliest;
    }
}
