//! The measure of every subtree of the current tree, summed beside the main thread.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_progress::Progress;
use bspwalk_trees::node_storing::{Costly, Measure, SubtreeSums};

use crate::app::{
    settings::Settings,
    shown::Shown,
    state::{OpenedLevel, TreeId, Ui},
    worker::Job,
};

/// How many of the costliest parts are listed.
pub(super) const COSTLIEST: usize = 10;

/// The measure of every subtree of the current tree.
#[derive(Resource, Default)]
pub(in crate::app) struct TreeWeights {
    /// The sums, and the tree that they are of.
    current: Option<(TreeId, Arc<SubtreeSums>)>,
    /// The parts with most of it.
    costliest: Vec<Costly>,
    job: Job<(TreeId, Measure), (SubtreeSums, Vec<Costly>)>,
}

impl TreeWeights {
    /// The sums over a tree, as soon as they are there; until then those of the measure before.
    pub(in crate::app) fn of(&self, tree_id: &TreeId) -> Option<&Arc<SubtreeSums>> {
        let (of, weights) = self.current.as_ref()?;
        (of == tree_id).then_some(weights)
    }

    /// The parts with most of the measure.
    pub(in crate::app) fn costliest(&self) -> &[Costly] {
        &self.costliest
    }
}

/// Sums the measure where it is shown.
pub(super) fn sum(
    (ui, settings, current): (Res<Ui>, Res<Settings>, Shown<OpenedLevel>),
    mut weights: ResMut<TreeWeights>,
) {
    let weights = weights.bypass_change_detection();
    if ui.dock {
        let (tree, measure) = (current.tree.clone(), settings.dock_measure);
        weights.job.request((current.tree_id(), measure), move || {
            let progress = Progress::default();
            // Nobody cancels it.
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
