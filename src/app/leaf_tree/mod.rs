//! The solid-leaf tree of the current level, its PVS, and the culling by them.
//!
//! The tree is built in the background once the level is shown, and again when its parameters change. Until it is there,
//! and where it cannot be built, the level is drawn without culling.

mod build;
pub mod chunks;
pub mod culling;
mod draw_list;
mod leak;
mod owner;

use std::sync::Arc;

use bevy::{math::DVec3, prelude::*};
use bspwalk_compile::CompileParams;
use bspwalk_geometry::{Polygon, Polyhedron};
use bspwalk_trees::{
    BuildParams,
    collision::mover::Trees,
    node_storing::NodeId,
    solid_leaf::{LeafId, OUTSIDE},
};

use self::build::Latest;
use super::{
    schedule::AppSystems,
    state::{Act, Action, Aim, CurrentLevel, ModelView, Notice, Player, QueryPlayer},
    worker::{Failure, Worker},
};

pub use self::build::Built;
pub(super) use self::build::RECORDED_TRIANGLES;
pub use self::culling::{AlwaysCounted, CullingMode, CullingReport, Frozen, View};
pub use self::leak::LeakPlace;
pub use self::owner::{SideBySide, TreeOwner};

/// Builds the solid-leaf tree and handles the commands about it; draws nothing.
pub struct LeafTreePlugin;

impl Plugin for LeafTreePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<LeafTreeState>()
            .init_resource::<LeafTreeParams>()
            .init_resource::<LeafTreeNeeded>()
            .init_resource::<TreeOwner>()
            .init_resource::<ChosenLeaf>()
            .init_resource::<LeafIsLatest>()
            .init_resource::<SightFrom>()
            .init_resource::<Frozen>()
            .init_resource::<CullingMode>()
            .init_resource::<CullingReport>()
            .init_resource::<culling::VisibleSet>()
            .init_resource::<View>()
            .init_resource::<AlwaysCounted>()
            .init_resource::<LeakPlace>()
            .add_systems(
                Update,
                (
                    owner::handle,
                    start.run_if(|needed: Res<LeafTreeNeeded>| needed.0),
                    take,
                    select,
                    culling::handle,
                    leak::step,
                )
                    .chain()
                    .in_set(AppSystems::LeafTree),
            )
            .add_systems(
                PostUpdate,
                (
                    culling::update_view,
                    culling::find_visible.run_if(culling::clusters_are_drawn.or_else(culling::is_counted)),
                    culling::count.run_if(culling::is_counted),
                )
                    .chain()
                    .in_set(AppSystems::Cull),
            );
    }
}

/// Draws the level cluster by cluster, those that culling leaves.
pub struct CullingPlugin;

impl Plugin for CullingPlugin {
    fn build(&self, app: &mut App) {
        draw_list::build(app);
    }
}

/// How the solid-leaf tree is built. The parameters of the node-storing tree are the defaults.
#[derive(Resource, Deref, DerefMut, Clone, Debug, Default, PartialEq)]
pub struct LeafTreeParams(pub CompileParams);

impl From<&CompileParams> for LeafTreeParams {
    fn from(params: &CompileParams) -> Self {
        let nodes = BuildParams::default();
        Self(CompileParams {
            nodes,
            ..params.clone()
        })
    }
}

impl LeafTreeParams {
    /// Together with the parameters of the node-storing tree.
    #[must_use]
    pub fn with_nodes(&self, nodes: BuildParams) -> CompileParams {
        CompileParams {
            nodes,
            ..self.0.clone()
        }
    }
}

/// Whether the tree is built: a picture that shows nothing of it is drawn without.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct LeafTreeNeeded(pub(super) bool);

impl Default for LeafTreeNeeded {
    fn default() -> Self {
        Self(true)
    }
}

/// The selected leaf.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChosenLeaf(pub Option<LeafId>);

/// Whether the leaf was selected after the node, by itself: then it is what the user means by the selection.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeafIsLatest(pub bool);

impl LeafIsLatest {
    /// The leaf that is meant by the selection, where it is a leaf.
    #[must_use]
    pub fn leaf(self, node: Option<NodeId>, chosen: ChosenLeaf) -> Option<LeafId> {
        chosen.0.filter(|_| self.0 || node.is_none())
    }
}

/// The leaf from which the sightline starts; the eye's where there is none.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SightFrom(pub Option<LeafId>);

/// The solid-leaf tree, as far as it is built.
#[derive(Resource, Default)]
pub struct LeafTreeState {
    built: Option<Arc<Built>>,
    worker: Option<Worker<()>>,
    latest: Option<Arc<Latest>>,
    /// The tree that was asked for last: the level's revision, the parameters, and whose tree.
    wanted: Option<(u64, LeafTreeParams, TreeOwner)>,
    /// The tree that was built here with all that belongs to it, for the time when that of the file is shown.
    kept: Option<(LeafTreeParams, Arc<Built>)>,
    failure: Option<String>,
    revisions: u64,
    /// The opening of the level that the tree was asked for.
    opened: u64,
    /// A point in the leaf that was chosen before the level was read again, in metres.
    chosen_place: Option<DVec3>,
}

impl LeafTreeState {
    /// The tree of the current level; `None` until it is built.
    #[must_use]
    pub fn built(&self) -> Option<&Arc<Built>> {
        self.built.as_ref()
    }

    /// Takes over what is known of another level, and returns what is known of this one. Trees that are built later have numbers
    /// of their own.
    pub(super) fn exchange(&mut self, other: Self) -> Self {
        let revisions = self.revisions.max(other.revisions);
        let before = std::mem::replace(self, other);
        self.revisions = revisions;
        before
    }

    /// The trees of the current level in which a body moves: with expanded planes as soon as they are built.
    #[must_use]
    pub fn trees<'a>(&'a self, current: &'a CurrentLevel) -> Trees<'a> {
        let built = self.built.as_ref();
        let built = built.filter(|built| built.level_revision == current.level_revision);
        Trees {
            nodes: &current.tree,
            planes: built.map(|built| built.planes.as_ref()),
            hulls: current.level.hulls(),
        }
    }

    /// The stage of the build, and how much of that is done where it is known; `None` where nothing is being built.
    #[must_use]
    pub fn progress(&self) -> Option<(String, Option<f32>)> {
        self.worker
            .as_ref()
            .map(|worker| (worker.progress.stage(), worker.progress.fraction()))
    }

    /// Whether the tree that was asked for is built, or cannot be.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.wanted.is_some() && self.worker.is_none()
    }

    /// Why there is no tree, for a notice.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

/// Starts to build the tree of a new level, or of the same with other parameters.
fn start(
    current: Res<CurrentLevel>,
    (params, owner): (Res<LeafTreeParams>, Res<TreeOwner>),
    mut leaf_tree: ResMut<LeafTreeState>,
    (mut chosen, mut sight_from): (ResMut<ChosenLeaf>, ResMut<SightFrom>),
    mut frozen: ResMut<Frozen>,
) {
    // A level without a tree of its own has that which is built here.
    let owner = if current.level.own_tree.is_some() {
        *owner
    } else {
        TreeOwner::Here
    };
    let wanted = Some((current.level_revision, params.clone(), owner));
    if leaf_tree.wanted == wanted {
        return;
    }
    let before = leaf_tree.built.as_ref().map(|built| built.tree.clone());
    if leaf_tree.wanted.as_ref().map(|(level, ..)| *level) != Some(current.level_revision) {
        leaf_tree.built = None;
        leaf_tree.kept = None;
    }
    // Leaves of another tree have other numbers; of a level that was read again, the one at the same place is chosen. The
    // command line selects a leaf of the first tree by its number.
    if leaf_tree.wanted.is_some() {
        let is_same = leaf_tree.opened == current.opened_revision;
        let place = chosen.0.filter(|_| is_same).zip(before);
        let place = place.and_then(|(leaf, tree)| middle(&tree.leaf_cell(leaf)));
        leaf_tree.chosen_place = place;
        chosen.0 = None;
    }
    leaf_tree.opened = current.opened_revision;
    leaf_tree.wanted = wanted;
    leaf_tree.failure = None;
    leaf_tree.revisions += 1;
    sight_from.0 = None;
    frozen.0 = None;
    let kept = leaf_tree.kept.as_ref().filter(|(of, _)| *of == *params);
    let kept = kept.map(|(_, built)| Arc::clone(built));
    if let Some(kept) = kept.as_ref().filter(|_| owner == TreeOwner::Here) {
        let revision = leaf_tree.revisions;
        let leaf = leaf_tree.chosen_place.take().map(|place| kept.tree.locate(place));
        chosen.0 = leaf.filter(|&leaf| leaf != OUTSIDE);
        let mut built = Built::clone(kept);
        built.revision = revision;
        leaf_tree.built = Some(Arc::new(built));
        (leaf_tree.worker, leaf_tree.latest) = (None, None);
        return;
    }
    let both = kept.and_then(|kept| kept.side_by_side.clone());
    let latest = Arc::new(Latest::default());
    leaf_tree.latest = Some(latest.clone());
    let (current, params, revision) = (current.clone(), params.clone(), leaf_tree.revisions);
    // A build that is under way is cancelled when its worker is dropped.
    leaf_tree.worker = Some(Worker::start(
        "the solid-leaf tree".into(),
        move |progress| match owner {
            TreeOwner::Here => build::work(&current, &params, revision, progress, &latest),
            TreeOwner::File => build::import(&current, both, revision, progress, &latest),
        },
    ));
}

/// The mean of a cell's corners, which lies in it.
fn middle(cell: &Polyhedron) -> Option<DVec3> {
    let corners: Vec<DVec3> = cell.faces.iter().flat_map(Polygon::positions).collect();
    (!corners.is_empty()).then(|| corners.iter().sum::<DVec3>() / corners.len() as f64)
}

/// Takes what the worker has built so far.
fn take(
    mut leaf_tree: ResMut<LeafTreeState>,
    mut chosen: ResMut<ChosenLeaf>,
    mut notices: MessageWriter<Notice>,
) {
    let latest = leaf_tree.latest.as_ref();
    if let Some(built) = latest.and_then(|latest| latest.lock().ok()?.take()) {
        if let Some(place) = leaf_tree.chosen_place.take() {
            let leaf = built.tree.locate(place);
            chosen.0 = chosen.0.or(Some(leaf).filter(|&leaf| leaf != OUTSIDE));
        }
        leaf_tree.built = Some(built);
    }
    let Some(worker) = leaf_tree
        .bypass_change_detection()
        .worker
        .take_if(|worker| worker.is_finished())
    else {
        return;
    };
    let done = worker.finish();
    if let (Ok(()), Some(built), Some((_, params, TreeOwner::Here))) =
        (&done, &leaf_tree.built, &leaf_tree.wanted)
    {
        leaf_tree.bypass_change_detection().kept = Some((params.clone(), Arc::clone(built)));
    }
    if let Err(Failure::Failed(reason)) = done {
        notices.write(Notice::error(format!(
            "{reason} The level is drawn without culling."
        )));
        leaf_tree.failure = Some(reason);
    }
}

/// Handles the commands that select a leaf: by its number, or in front of the face under the crosshair.
fn select(
    mut commands: MessageReader<Act>,
    leaf_tree: Res<LeafTreeState>,
    current: Res<CurrentLevel>,
    (view, pointed, player): (Res<ModelView>, Res<Aim>, Res<Player>),
    (mut chosen, mut latest): (ResMut<ChosenLeaf>, ResMut<LeafIsLatest>),
    (mut sight_from, query): (ResMut<SightFrom>, Res<QueryPlayer>),
) {
    for &Act(command) in commands.read() {
        if query.takes(command) {
            continue;
        }
        if command.selects() {
            latest.set_if_neq(LeafIsLatest(matches!(command, Action::SelectLeaf(_))));
        }
        let leaf = match command {
            Action::SightFrom(leaf) => {
                sight_from.set_if_neq(SightFrom(leaf));
                continue;
            }
            Action::SelectLeaf(leaf) => Some(leaf),
            Action::SelectUnderCrosshair | Action::SelectUnderPointer => {
                let Some(built) = leaf_tree.built() else {
                    continue;
                };
                let aim = view.aim_of(command, *pointed, &player);
                let Aim { from, direction } = aim.unwrap_or_default();
                let reach = current.tree.bounds().size().length() as f32;
                current
                    .tree
                    .cast(from, from + direction * reach.max(1.0))
                    .map(|hit| {
                        // A point a little nearer than the face lies in the leaf through which it is seen.
                        let back = built.tree.tolerances().on_plane.max(1.0e-4) * 8.0;
                        let nearer = hit.point.as_dvec3() - direction.as_dvec3() * back;
                        built.tree.locate(nearer)
                    })
            }
            Action::ClearSelection => None,
            _ => continue,
        };
        if !matches!(command, Action::SelectLeaf(_)) {
            sight_from.set_if_neq(SightFrom(None));
        }
        chosen.set_if_neq(ChosenLeaf(leaf.filter(|&leaf| leaf != OUTSIDE)));
    }
}
