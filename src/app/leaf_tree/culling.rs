//! What is drawn from where the eye is: everything, what is in view, or what is in view and can be seen.

use bevy::{
    camera::primitives::{Aabb, Frustum},
    math::Affine3A,
    prelude::*,
};

use super::{LeafTreeState, build::Built, chunks::ClusterId};
use crate::{
    app::{
        input::KeyLabels,
        panel::widgets,
        state::{Command, Eye, FaceColoring, Notice, Overlays, Player, Ui},
    },
    bsp::solid_leaf::{LeafId, OUTSIDE},
};

/// What is left out of the picture.
#[derive(
    Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum CullingMode {
    /// Nothing.
    #[default]
    None,
    /// What is out of view.
    Frustum,
    /// What is out of view, and what the PVS says cannot be seen.
    Pvs,
}

impl CullingMode {
    /// All of them, in the order in which the key goes through them.
    pub const ALL: [Self; 3] = [Self::None, Self::Frustum, Self::Pvs];

    /// What a person calls it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::None => "no culling",
            Self::Frustum => "frustum",
            Self::Pvs => "frustum and PVS",
        }
    }

    /// The next one, round and round.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::None => Self::Frustum,
            Self::Frustum => Self::Pvs,
            Self::Pvs => Self::None,
        }
    }
}

/// From where, and towards what, this frame is drawn: the camera as it is placed for this frame, or the view that is kept.
/// The engine's own [`Frustum`] and [`GlobalTransform`] follow only after the systems that need it.
#[derive(Resource, Clone, Debug, Default)]
pub struct View {
    /// The eye, in metres.
    pub eye: Vec3,
    /// What is in view; everything where there is no camera.
    pub frustum: Option<Frustum>,
}

impl View {
    /// Of a camera with this pose and projection.
    #[must_use]
    pub fn of(camera: &Transform, projection: &Projection) -> Self {
        Self {
            eye: camera.translation,
            frustum: Some(projection.compute_frustum(&GlobalTransform::from(*camera))),
        }
    }

    /// The view that is kept, or the camera's; all there is where there is no camera.
    fn current(frozen: &Frozen, player: &Player, eyes: &Query<(&Transform, &Projection), With<Eye>>) -> Self {
        if let Some(frozen) = &frozen.0 {
            Self {
                eye: frozen.eye,
                frustum: Some(frozen.frustum),
            }
        } else if let Some((camera, projection)) = eyes.iter().next() {
            Self::of(camera, projection)
        } else {
            Self {
                eye: player.position,
                frustum: None,
            }
        }
    }

    /// Whether a box is at least partly in view.
    #[must_use]
    pub fn holds(&self, bounds: &Aabb) -> bool {
        self.frustum
            .is_none_or(|frustum| frustum.intersects_obb(bounds, &Affine3A::IDENTITY, true, false))
    }

    /// How many of these leaves are at least partly in view.
    #[must_use]
    pub fn count(&self, built: &Built, leaves: &[LeafId]) -> u32 {
        let bounds = leaves.iter().filter_map(|&leaf| built.leaf_bounds(leaf));
        bounds.filter(|bounds| self.holds(bounds)).count() as u32
    }
}

/// Whether what each way of culling draws is counted although nobody is shown it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AlwaysCounted(pub bool);

/// A view that is kept while the eye goes elsewhere.
#[derive(Resource, Clone, Debug, Default)]
pub struct Frozen(pub Option<FrozenView>);

/// From where, and towards what, the kept picture was drawn.
#[derive(Clone, Debug)]
pub struct FrozenView {
    /// The eye, in metres.
    pub eye: Vec3,
    /// What was in view.
    pub frustum: Frustum,
    /// The corners of the view, for drawing it: four near, four far.
    pub corners: [Vec3; 8],
}

/// What one way of culling draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Drawn {
    /// Empty leaves.
    pub leaves: u32,
    /// Triangles.
    pub triangles: u64,
    /// Draw calls, one a cluster and material.
    pub draws: u32,
}

/// What each way of culling draws from here.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct CullingReport {
    /// In the order of [`CullingMode::ALL`].
    pub drawn: [Drawn; 3],
    /// The leaf that the eye is in.
    pub leaf: Option<LeafId>,
    /// Whether the PVS says something about that leaf: nothing is known in solid, or outside of the level.
    pub known: bool,
}

/// What is visible from one leaf, cluster by cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// The leaf.
    pub from: LeafId,
    /// Whether the PVS says something about it.
    pub known: bool,
    /// Whether a cluster has a leaf that can be seen, by its number.
    pub clusters: Vec<bool>,
    /// Leaves that can be seen.
    pub leaves: Vec<LeafId>,
}

impl Seen {
    /// What can be seen from a leaf. From a solid one, and from the outside, everything.
    #[must_use]
    pub fn from(built: &Built, leaf: LeafId) -> Self {
        let known = leaf != OUTSIDE && !built.tree.is_solid(leaf);
        let leaves: Vec<LeafId> = if known {
            built.visible_from(leaf)
        } else {
            (0..built.tree.leaf_count())
                .filter(|&id| !built.tree.is_solid(id))
                .collect()
        };
        let mut clusters = vec![!known; built.cluster_count() as usize];
        for &leaf in &leaves {
            clusters[built.cluster_of(leaf) as usize] = true;
        }
        Self {
            from: leaf,
            known,
            clusters,
            leaves,
        }
    }

    /// Whether a cluster can be seen.
    #[must_use]
    pub fn sees(&self, cluster: ClusterId) -> bool {
        self.clusters.get(cluster as usize).copied().unwrap_or(true)
    }
}

/// Looks through the camera, once it is placed.
pub(super) fn look(
    frozen: Res<Frozen>,
    player: Res<Player>,
    eyes: Query<(&Transform, &Projection), With<Eye>>,
    mut view: ResMut<View>,
) {
    *view = View::current(&frozen, &player, &eyes);
}

/// What can be seen by the PVS from where the eye is.
#[derive(Resource, Default)]
pub struct Sight {
    of: Option<(u64, bool)>,
    /// What.
    pub seen: Seen,
}

/// Whether the rooms draw the level.
pub(super) fn wanted(mode: CullingMode, overlays: &Overlays) -> bool {
    mode != CullingMode::None || overlays.faces == FaceColoring::Visible
}

/// The same, as a condition.
pub(super) fn drawn_by_rooms(mode: Res<CullingMode>, overlays: Res<Overlays>) -> bool {
    wanted(*mode, &overlays)
}

/// Whether somebody is shown what is drawn, in numbers.
pub(super) fn counted(always: Res<AlwaysCounted>, ui: Res<Ui>, overlays: Res<Overlays>) -> bool {
    always.0 || ui.panel || overlays.faces == FaceColoring::Visible
}

/// Finds out what can be seen when the eye comes into another leaf, where that is drawn or counted.
pub(super) fn see(leaf_tree: Res<LeafTreeState>, view: Res<View>, mut sight: ResMut<Sight>) {
    let Some(built) = leaf_tree.built() else { return };
    let leaf = built.tree.locate(view.eye.as_dvec3());
    let of = Some((built.revision, built.is_refined()));
    if sight.of != of || sight.seen.from != leaf {
        sight.seen = Seen::from(built, leaf);
        sight.of = of;
    }
}

/// Counts the leaves that each way of culling draws: by their own boxes, which are finer than those of the meshes.
pub(super) fn count(
    leaf_tree: Res<LeafTreeState>,
    (view, sight): (Res<View>, Res<Sight>),
    mut report: ResMut<CullingReport>,
) {
    let Some(built) = leaf_tree.built() else {
        report.set_if_neq(CullingReport::default());
        return;
    };
    let seen = &sight.seen;
    let mut new = report.clone();
    (new.leaf, new.known) = (Some(seen.from), seen.known);
    let leaves = [
        built.empty_leaves().len() as u32,
        view.count(built, built.empty_leaves()),
        view.count(built, &seen.leaves),
    ];
    for (drawn, leaves) in new.drawn.iter_mut().zip(leaves) {
        drawn.leaves = leaves;
    }
    report.set_if_neq(new);
}

/// How many empty leaves one way of culling draws, and how many there are. Without a frustum nothing is out of view.
fn leaves_drawn(built: &Built, mode: CullingMode, view: &View) -> [usize; 2] {
    let empty = built.empty_leaves();
    let drawn = match mode {
        CullingMode::None => empty.len(),
        CullingMode::Frustum => view.count(built, empty) as usize,
        CullingMode::Pvs => {
            let seen = Seen::from(built, built.tree.locate(view.eye.as_dvec3()));
            view.count(built, &seen.leaves) as usize
        }
    };
    [drawn, empty.len()]
}

/// What is culled from here, for the user.
fn told(leaf_tree: &LeafTreeState, mode: CullingMode, view: &View) -> String {
    let mode_title = match mode {
        CullingMode::None => "none",
        CullingMode::Frustum | CullingMode::Pvs => mode.title(),
    };
    let Some(built) = leaf_tree.built() else {
        return match (mode, leaf_tree.failure()) {
            (CullingMode::None, _) => format!("Culling: {mode_title}"),
            (_, Some(failure)) => format!("Culling: {mode_title} — but the level is drawn whole. {failure}"),
            (_, None) => format!("Culling: {mode_title} — as soon as the solid-leaf tree is built"),
        };
    };
    let counts = leaves_drawn(built, mode, view);
    let own = built.tree.locate(view.eye.as_dvec3());
    let blind = mode == CullingMode::Pvs && (own == OUTSIDE || built.tree.is_solid(own));
    let why = if blind {
        "; the eye is in solid or outside, where the PVS hides nothing"
    } else {
        ""
    };
    let leaves = widgets::of_all(counts, "leaf", "leaves").to_lowercase();
    format!("Culling: {mode_title} — {leaves} drawn{why}")
}

/// Heeds the keys.
pub(super) fn handle(
    mut commands: MessageReader<Command>,
    mut mode: ResMut<CullingMode>,
    mut frozen: ResMut<Frozen>,
    leaf_tree: Res<LeafTreeState>,
    (player, keys): (Res<Player>, Res<KeyLabels>),
    eyes: Query<(&Transform, &Projection), With<Eye>>,
    mut notices: MessageWriter<Notice>,
) {
    for command in commands.read() {
        let view = View::current(&frozen, &player, &eyes);
        let text = match command {
            Command::NextCulling => {
                *mode = mode.next();
                told(&leaf_tree, *mode, &view)
            }
            Command::ToggleFrozenCulling if frozen.0.is_some() => {
                frozen.0 = None;
                "Culling follows the eye again".to_owned()
            }
            Command::ToggleFrozenCulling if leaf_tree.built().is_none() => {
                let why = leaf_tree
                    .failure()
                    .unwrap_or("The solid-leaf tree is not built yet.");
                format!("Culling cannot be frozen. {why}")
            }
            Command::ToggleFrozenCulling => {
                let Some((camera, projection)) = eyes.iter().next() else {
                    continue;
                };
                let Some(frustum) = view.frustum else { continue };
                if *mode == CullingMode::None {
                    // Without culling there would be nothing to look back at.
                    *mode = CullingMode::Pvs;
                }
                frozen.0 = Some(FrozenView {
                    eye: view.eye,
                    frustum,
                    corners: corners(camera, projection),
                });
                format!(
                    "{}. Frozen: this stays drawn wherever you go; {} lets you out through the walls, {} follows the eye again",
                    told(&leaf_tree, *mode, &view),
                    keys.of(Command::ToggleNoclip),
                    keys.of(Command::ToggleFrozenCulling)
                )
            }
            _ => continue,
        };
        notices.write(Notice::info(text));
    }
}

/// Distance at which a kept view is drawn as ending, in metres.
const DRAWN_TO: f32 = 12.0;

/// The corners of a view, four near, four far.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_goes_through_all_modes() {
        let mut mode = CullingMode::None;
        for expected in CullingMode::ALL.into_iter().cycle().skip(1).take(3) {
            mode = mode.next();
            assert_eq!(mode, expected);
        }
    }
}
