//! Culling of leaf clusters, and statistics of what each culling mode draws.

use bevy::prelude::*;
use bspwalk_session::{
    background::{LeafTreeData, LeafTreeId},
    culling::{CullingMode, CullingView},
    overlays::OverlayKind,
};
use bspwalk_trees::solid_leaf::LeafId;

use super::{
    clusters::{ClusterId, cluster_count, cluster_of},
    state::LeafTreeState,
    view::View,
};
use crate::app::host::prelude::*;

/// Whether to count the draw calls of each culling mode even while the counts are not shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlwaysCounted(pub bool);

/// Statistics of what one culling mode draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct DrawCounts {
    /// Number of empty leaves.
    pub leaves: u32,
    /// Number of triangles.
    pub triangles: u64,
    /// Number of draw calls, one per cluster and material.
    pub draws: u32,
}

/// Statistics of what each culling mode draws from the eye position.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct CullingReport {
    /// Counts in the order of [`CullingMode::ALL`].
    pub drawn: [DrawCounts; 3],
    /// Leaf that contains the eye.
    pub leaf: Option<LeafId>,
    /// Number of empty leaves that are potentially visible from this leaf, whether inside the view or not.
    pub seen: usize,
    /// Whether the PVS has a row for this leaf. Solid leaves and the outside leaf have no row.
    pub known: bool,
}

/// Potentially visible set of the leaf that contains the eye.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(in crate::app) struct VisibleSet {
    /// Tree, flag for whether its PVS has been refined, and leaf; `None` before the first query.
    of: Option<(LeafTreeId, bool, LeafId)>,
    /// Whether the PVS has a row for the leaf.
    known: bool,
    /// For each cluster, whether it contains a potentially visible leaf.
    clusters: Vec<bool>,
    leaves: Vec<LeafId>,
}

impl VisibleSet {
    /// Returns the potentially visible set of a leaf. From a solid leaf or the outside, everything is potentially
    /// visible.
    fn of(built: &LeafTreeData, leaf: LeafId) -> Self {
        let seen = built.seen_from(leaf);
        let known = seen.is_some();
        let leaves = seen.unwrap_or_else(|| built.empty_leaves().to_vec());
        let mut clusters = vec![!known; cluster_count(&built.tree) as usize];
        for &leaf in &leaves {
            clusters[cluster_of(&built.tree, leaf) as usize] = true;
        }
        Self {
            of: Some((built.id(), built.is_refined(), leaf)),
            known,
            clusters,
            leaves,
        }
    }

    pub(in crate::app) fn has(&self, cluster: ClusterId) -> bool {
        self.clusters.get(cluster as usize).copied().unwrap_or(true)
    }
}

/// Updates the culling view after the camera has moved.
pub(in crate::app) fn update_view(
    (player, program): (Shown<Player>, Res<ProgramState>),
    eyes: Query<(&Transform, &Projection), With<Eye>>,
    mut view: ResMut<View>,
) {
    *view = match &program.level.frozen {
        Some(frozen) => View(frozen.clone()),
        None => View::current((&player, &program.view), &eyes),
    };
}

/// Returns whether the level is drawn cluster by cluster.
pub(in crate::app) fn draws_clusters(program: &ProgramState) -> bool {
    program.culling != CullingMode::None || program.overlays.is_on(OverlayKind::Visible)
}

/// Run condition that is true if the level is drawn cluster by cluster.
pub(in crate::app) fn clusters_are_drawn(program: Res<ProgramState>) -> bool {
    draws_clusters(&program)
}

/// Run condition that is true if statistics of the culling modes are shown.
pub(in crate::app) fn shows_culling_statistics(
    always: Res<AlwaysCounted>,
    program: Res<ProgramState>,
) -> bool {
    let ui = program.ui;
    always.0 || ui.panel || program.overlays.is_on(OverlayKind::Visible)
}

/// Updates the visible set when the eye enters another leaf.
pub(in crate::app) fn find_visible(
    leaf_tree: Shown<LeafTreeState>,
    view: Res<View>,
    mut visible: ResMut<VisibleSet>,
) {
    let Some(built) = leaf_tree.built() else { return };
    let leaf = built.tree.locate(view.eye.as_dvec3());
    if visible.of != Some((built.id(), built.is_refined(), leaf)) {
        *visible = VisibleSet::of(built, leaf);
    }
}

/// Counts what each culling mode draws. Uses the bounds of the leaves, because the bounds of the meshes are larger.
pub(in crate::app) fn count(
    leaf_tree: Shown<LeafTreeState>,
    (view, visible): (Res<View>, Res<VisibleSet>),
    mut report: ResMut<CullingReport>,
) {
    let Some(built) = leaf_tree.built() else {
        report.set_if_neq(CullingReport::default());
        return;
    };
    let mut new = report.clone();
    (new.leaf, new.known) = (visible.of.as_ref().map(|(.., leaf)| *leaf), visible.known);
    new.seen = visible.leaves.len();
    let in_view = |leaves: &[LeafId]| {
        let leaves = leaves.iter();
        leaves.filter(|&&leaf| view.holds_leaf(&built.tree, leaf)).count() as u32
    };
    let all = built.empty_leaves();
    let leaves = [all.len() as u32, in_view(all), in_view(&visible.leaves)];
    for (drawn, leaves) in new.drawn.iter_mut().zip(leaves) {
        drawn.leaves = leaves;
    }
    report.set_if_neq(new);
}

/// Returns the view that freezing stores.
pub(in crate::app) fn current_view(
    (player, program): (Shown<Player>, Res<ProgramState>),
    eyes: Query<(&Transform, &Projection), With<Eye>>,
) -> CullingView {
    View::current((&player, &program.view), &eyes).0
}
