//! Figures of the current tree for the overlays and the panel.

use std::sync::Arc;

use crate::app::{
    shown::Shown,
    state::TreeId,
    {state::OpenedLevel, worker::Job},
};
use bevy::prelude::*;
use bspwalk_overlays::tree_stats::TreeStats;
use bspwalk_trees::Statistics;

/// The figures of the current tree.
#[derive(Resource, Default)]
pub struct CurrentTreeStats {
    /// Figures of its subtrees and depths.
    pub stats: Arc<TreeStats>,
    /// Figures of the whole tree.
    pub statistics: Statistics,
    /// The tree that they are of.
    pub tree_id: Option<TreeId>,
    job: Job<TreeId, (TreeStats, Statistics)>,
}

/// Counts a new tree in the background.
pub(super) fn count(current: Shown<OpenedLevel>, mut tree_stats: ResMut<CurrentTreeStats>) {
    let tree_stats = tree_stats.bypass_change_detection();
    let tree = current.tree.clone();
    tree_stats.job.request(current.tree_id(), move || {
        (TreeStats::new(&tree), tree.statistics())
    });
    if let Some((stats, statistics)) = tree_stats.job.take() {
        tree_stats.statistics = statistics;
        tree_stats.stats = Arc::new(stats);
        tree_stats.tree_id = tree_stats.job.wanted().cloned();
    }
}
