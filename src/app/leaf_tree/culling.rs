//! Culling: selects the leaves to draw. Depending on the mode, these are all leaves, those in the view frustum, or
//! those in the frustum that are also potentially visible (PVS).

use bevy::prelude::*;
use bspwalk_progress::words;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::text;
use bspwalk_trees::solid_leaf::{LeafId, OUTSIDE};

use super::{
    build::{Built, LeafTreeId},
    chunks::ClusterId,
    state::LeafTreeState,
    view::{Frozen, FrozenView, View},
};
use crate::app::{
    input::KeyLabels,
    shown::{Shown, ShownMut},
    state::{Act, Action, Eye, ModelView, Notice, Overlays, Player, Ui},
};

/// Leaves that are not drawn.
#[derive(
    Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum CullingMode {
    /// No leaves.
    #[default]
    None,
    /// Leaves outside the view frustum.
    Frustum,
    /// Leaves outside the view frustum, and leaves that are not in the PVS.
    Pvs,
}

impl CullingMode {
    /// All modes, in the order of the key that cycles through them.
    pub const ALL: [Self; 3] = [Self::None, Self::Frustum, Self::Pvs];

    /// Returns the name shown on screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::None => text!("culling-none"),
            Self::Frustum => text!("culling-frustum"),
            Self::Pvs => text!("culling-pvs"),
        }
    }

    /// Returns the next mode. After the last comes the first.
    #[must_use]
    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

/// Whether the draws of each culling mode are counted even if the screen does not show them.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlwaysCounted(pub bool);

/// Amount drawn with one culling mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Drawn {
    /// Empty leaves.
    pub leaves: u32,
    /// Triangles.
    pub triangles: u64,
    /// Draw calls, one per cluster and material.
    pub draws: u32,
}

/// Amount drawn with each culling mode from the eye's position.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct CullingReport {
    /// Counts in the order of [`CullingMode::ALL`].
    pub drawn: [Drawn; 3],
    /// Leaf that contains the eye.
    pub leaf: Option<LeafId>,
    /// Number of empty leaves that are potentially visible from there, inside the view or not.
    pub seen: usize,
    /// Whether the PVS has a row for this leaf. Solid leaves and the outside have none.
    pub known: bool,
}

/// Potentially visible set of the leaf that contains the eye.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub(super) struct VisibleSet {
    /// Tree, whether its PVS was refined, and leaf; `None` before the first query.
    of: Option<(LeafTreeId, bool, LeafId)>,
    /// Whether the PVS has a row for the leaf.
    known: bool,
    /// Whether a cluster contains a potentially visible leaf, by cluster.
    clusters: Vec<bool>,
    leaves: Vec<LeafId>,
}

impl VisibleSet {
    /// Returns the set of a leaf. From a solid leaf and from the outside, everything is potentially visible.
    fn of(built: &Built, leaf: LeafId) -> Self {
        let tree = &built.tree;
        let known = leaf != OUTSIDE && !tree.is_solid(leaf);
        let leaves: Vec<LeafId> = if known {
            built.visible_from(leaf)
        } else {
            (0..tree.leaf_count()).filter(|&id| !tree.is_solid(id)).collect()
        };
        let mut clusters = vec![!known; built.cluster_count() as usize];
        for &leaf in &leaves {
            clusters[built.cluster_of(leaf) as usize] = true;
        }
        Self {
            of: Some((built.id(), built.is_refined(), leaf)),
            known,
            clusters,
            leaves,
        }
    }

    pub(super) fn has(&self, cluster: ClusterId) -> bool {
        self.clusters.get(cluster as usize).copied().unwrap_or(true)
    }
}

/// Updates the view after the camera has moved.
pub(super) fn update_view(
    frozen: Shown<Frozen>,
    (player, model): (Shown<Player>, Res<ModelView>),
    eyes: Query<(&Transform, &Projection), With<Eye>>,
    mut view: ResMut<View>,
) {
    *view = View::current(&frozen, (&player, &model), &eyes);
}

/// Returns whether the level is drawn cluster by cluster.
pub(super) fn draws_clusters(mode: CullingMode, overlays: &Overlays) -> bool {
    mode != CullingMode::None || overlays.is_on(OverlayKind::Visible)
}

/// Run condition: the level is drawn cluster by cluster.
pub(super) fn clusters_are_drawn(mode: Res<CullingMode>, overlays: Res<Overlays>) -> bool {
    draws_clusters(*mode, &overlays)
}

/// Run condition: the screen shows how much each culling mode draws.
pub(super) fn is_counted(always: Res<AlwaysCounted>, ui: Res<Ui>, overlays: Res<Overlays>) -> bool {
    always.0 || ui.panel || overlays.is_on(OverlayKind::Visible)
}

/// Updates the visible set when the eye enters another leaf.
pub(super) fn find_visible(
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

/// Counts the leaves that each culling mode draws. Uses the bounds of the leaves, because the bounds of the meshes are
/// larger.
pub(super) fn count(
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
    let leaves = [
        built.empty_leaves().len() as u32,
        view.count(built, built.empty_leaves()),
        view.count(built, &visible.leaves),
    ];
    for (drawn, leaves) in new.drawn.iter_mut().zip(leaves) {
        drawn.leaves = leaves;
    }
    report.set_if_neq(new);
}

/// Returns the notice of a culling mode, with the number of empty leaves it draws.
fn notice(leaf_tree: &LeafTreeState, mode: CullingMode, view: &View) -> String {
    let title = match mode {
        CullingMode::None => text!("culling-off"),
        CullingMode::Frustum | CullingMode::Pvs => mode.title(),
    };
    let Some(built) = leaf_tree.built() else {
        return match (mode, leaf_tree.failure()) {
            (CullingMode::None, _) => text!("culling-is", title),
            (_, Some(failure)) => {
                text!("culling-but", title, failure)
            }
            (_, None) => text!("culling-soon", title),
        };
    };
    let empty = built.empty_leaves();
    let (drawn, known) = match mode {
        CullingMode::None => (empty.len(), true),
        CullingMode::Frustum => (view.count(built, empty) as usize, true),
        CullingMode::Pvs => {
            let visible = VisibleSet::of(built, built.tree.locate(view.eye.as_dvec3()));
            (view.count(built, &visible.leaves) as usize, visible.known)
        }
    };
    let leaves = words::of_all([drawn, empty.len()], "leaf").to_lowercase();
    let exception = if known { "" } else { text!("culling-in-solid") };
    text!("culling-drawn", title, leaves, exception)
}

pub(super) fn handle(
    mut commands: MessageReader<Act>,
    mut mode: ResMut<CullingMode>,
    mut frozen: ShownMut<Frozen>,
    leaf_tree: Shown<LeafTreeState>,
    (player, model, keys): (Shown<Player>, Res<ModelView>, Res<KeyLabels>),
    eyes: Query<(&Transform, &Projection), With<Eye>>,
    mut notices: MessageWriter<Notice>,
) {
    for &Act(command) in commands.read() {
        let view = View::current(&frozen, (&player, &model), &eyes);
        let text = match command {
            Action::NextCulling => {
                *mode = mode.next();
                notice(&leaf_tree, *mode, &view)
            }
            Action::ToggleFrozenCulling if frozen.0.is_some() => {
                frozen.0 = None;
                text!("culling-follows").to_owned()
            }
            Action::ToggleFrozenCulling if leaf_tree.built().is_none() => {
                let reason = leaf_tree.failure().unwrap_or(text!("leaftree-not-yet"));
                text!("culling-not-frozen", reason)
            }
            Action::ToggleFrozenCulling => {
                let Some((camera, projection)) = eyes.iter().next() else {
                    continue;
                };
                if *mode == CullingMode::None {
                    // Freezing without culling would show no effect.
                    *mode = CullingMode::Pvs;
                }
                let drawn = notice(&leaf_tree, *mode, &view);
                let corners = corners(camera, projection);
                frozen.0 = Some(FrozenView { view, corners });
                text!(
                    "culling-frozen",
                    drawn,
                    noclip = keys.of(Action::ToggleNoclip),
                    freeze = keys.of(Action::ToggleFrozenCulling)
                )
            }
            _ => continue,
        };
        notices.write(Notice::info(text));
    }
}

/// Length of a frozen view frustum as drawn, in metres.
const DRAWN_TO: f32 = 12.0;

/// Returns the corners of a view: four near, then four far.
fn corners(camera: &Transform, projection: &Projection) -> [Vec3; 8] {
    let (height, aspect) = match projection {
        Projection::Perspective(perspective) => ((perspective.fov / 2.0).tan(), perspective.aspect_ratio),
        _ => (1.0, 1.0),
    };
    let corner = |x: f32, y: f32, distance: f32| {
        camera.transform_point(Vec3::new(x * height * aspect, y * height, -1.0) * distance)
    };
    let ring = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    std::array::from_fn(|i| {
        let (x, y) = ring[i % 4];
        corner(x, y, if i < 4 { 0.3 } else { DRAWN_TO })
    })
}
