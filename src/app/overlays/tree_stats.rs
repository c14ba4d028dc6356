//! Figures of the current tree for the overlays and the panel.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_overlays::tree_stats::TreeStats;
use bspwalk_trees::Statistics;

use crate::app::{state::CurrentLevel, worker::Job};

/// The figures of the current tree.
#[derive(Resource, Default)]
pub struct CurrentTreeStats {
    /// Figures of its subtrees and depths.
    pub stats: Arc<TreeStats>,
    /// Figures of the whole tree.
    pub statistics: Statistics,
    /// The tree that they are of: [`CurrentLevel::revision`].
    pub revision: Option<u64>,
    job: Job<u64, (TreeStats, Statistics)>,
}

/// Counts a new tree in the background.
pub(super) fn count(current: Res<CurrentLevel>, mut tree_stats: ResMut<CurrentTreeStats>) {
    let tree_stats = tree_stats.bypass_change_detection();
    let tree = current.tree.clone();
    tree_stats.job.request(current.revision, move || {
        (TreeStats::new(&tree), tree.statistics())
    });
    if let Some((stats, statistics)) = tree_stats.job.take() {
        tree_stats.statistics = statistics;
        tree_stats.stats = Arc::new(stats);
        tree_stats.revision = tree_stats.job.wanted().copied();
    }
}
