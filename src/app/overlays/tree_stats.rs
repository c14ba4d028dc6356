//! Figures of the current tree for the overlays and the panel.

use std::sync::Arc;

use crate::app::{
    shown::Shown,
    state::TreeId,
    {state::OpenedLevel, worker::Job},
};
use bevy::prelude::*;
use bspwalk_overlays::tree_stats::TreeFigures;

/// The figures of the current tree.
#[derive(Resource, Default, Deref)]
pub struct CurrentTreeStats {
    /// Figures of its subtrees and depths, and of the whole tree.
    #[deref]
    pub figures: Arc<TreeFigures>,
    /// Tree that the figures describe.
    pub tree_id: Option<TreeId>,
    job: Job<TreeId, TreeFigures>,
}

/// Counts a new tree in the background.
pub(super) fn count(current: Shown<OpenedLevel>, mut tree_stats: ResMut<CurrentTreeStats>) {
    let tree_stats = tree_stats.bypass_change_detection();
    let tree = current.tree.clone();
    tree_stats
        .job
        .request(current.tree_id(), move || TreeFigures::new(&tree));
    if let Some(figures) = tree_stats.job.take() {
        tree_stats.figures = Arc::new(figures);
        tree_stats.tree_id = tree_stats.job.wanted().cloned();
    }
}
