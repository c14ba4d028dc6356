//! The rooms of the level that is shown: its solid-leaf tree, what its leaves can see, and what is drawn because of it.
//!
//! All of it is made in the background once the level is shown, and again when its parameters change; until then, and
//! where it cannot be made, the level is drawn whole.

mod build;
pub mod chunks;
pub mod culling;
mod draw_list;
mod leak;

use std::sync::Arc;

use bevy::prelude::*;

use self::build::Stage;
use super::{
    input::KeyLabels,
    schedule::AppSystems,
    state::{Command, CurrentLevel, Notice, Player},
    worker::{Failure, Worker},
};
use crate::{
    bsp::{
        BuildParams,
        solid_leaf::{LeafId, LeafParams, OUTSIDE, PvsParams},
    },
    collision::mover::Trees,
    compile::{CompileParams, structure::StructureParams},
};

pub use self::build::Built;
pub use self::culling::{AlwaysCounted, CullingMode, CullingReport, Frozen, View};
pub use self::leak::LeakPlace;

/// Makes the rooms and heeds the keys that are about them; draws nothing.
pub struct LeafTreePlugin;

impl Plugin for LeafTreePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<LeafTreeState>()
            .init_resource::<KeyLabels>()
            .init_resource::<LeafTreeParams>()
            .init_resource::<ChosenLeaf>()
            .init_resource::<SightFrom>()
            .init_resource::<Frozen>()
            .init_resource::<CullingMode>()
            .init_resource::<CullingReport>()
            .init_resource::<culling::Sight>()
            .init_resource::<View>()
            .init_resource::<AlwaysCounted>()
            .init_resource::<LeakPlace>()
            .add_systems(
                Update,
                (make, take, choose, culling::handle, leak::step)
                    .chain()
                    .in_set(AppSystems::LeafTreeState),
            )
            .add_systems(
                PostUpdate,
                (
                    culling::look,
                    culling::see.run_if(culling::drawn_by_rooms.or_else(culling::counted)),
                    culling::count.run_if(culling::counted),
                )
                    .chain()
                    .in_set(AppSystems::Cull),
            );
    }
}

/// Draws the level by what can be seen.
pub struct CullingPlugin;

impl Plugin for CullingPlugin {
    fn build(&self, app: &mut App) {
        draw_list::build(app);
    }
}

/// How the rooms are made.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct LeafTreeParams {
    /// How the tree is built.
    pub leaf: LeafParams,
    /// Which faces are structural.
    pub structure: StructureParams,
    /// Whether space that cannot be reached from the spawn is made solid.
    pub fill: bool,
    /// How much work what is seen from where may be.
    pub pvs: PvsParams,
}

impl From<&CompileParams> for LeafTreeParams {
    fn from(params: &CompileParams) -> Self {
        Self {
            leaf: params.leaves,
            structure: params.structure.clone(),
            fill: params.fill,
            pvs: params.pvs,
        }
    }
}

impl LeafTreeParams {
    /// With what else decides what is made of a level.
    #[must_use]
    pub fn with_nodes(&self, nodes: BuildParams) -> CompileParams {
        CompileParams {
            nodes,
            structure: self.structure.clone(),
            leaves: self.leaf,
            fill: self.fill,
            pvs: self.pvs,
        }
    }
}

/// The leaf that a person chose to look at.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChosenLeaf(pub Option<LeafId>);

/// The leaf that sight is looked at from; the eye's where there is none.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SightFrom(pub Option<LeafId>);

/// The rooms, as far as they are made.
#[derive(Resource, Default)]
pub struct LeafTreeState {
    built: Option<Arc<Built>>,
    worker: Option<Worker<()>>,
    stage: Option<Arc<Stage>>,
    /// What was asked for last: the level's revision and the parameters.
    wanted: Option<(u64, LeafTreeParams)>,
    failure: Option<String>,
    revisions: u64,
}

impl LeafTreeState {
    /// The rooms of the level that is shown; `None` as long as there are none.
    #[must_use]
    pub fn built(&self) -> Option<&Arc<Built>> {
        self.built.as_ref()
    }

    /// The trees of the level that is shown, as a body moves in them: with planes as soon as they are made.
    #[must_use]
    pub fn trees<'a>(&'a self, current: &'a CurrentLevel) -> Trees<'a> {
        let built = self.built.as_ref();
        let built = built.filter(|built| built.level_revision == current.level_revision);
        Trees {
            nodes: &current.tree,
            planes: built.map(|built| built.planes.as_ref()),
        }
    }

    /// What is being done, and how much of it is done where that is known; `None` where nothing is.
    #[must_use]
    pub fn progress(&self) -> Option<(String, Option<f32>)> {
        self.worker
            .as_ref()
            .map(|worker| (worker.progress.stage(), worker.progress.fraction()))
    }

    /// Whether all that was asked for is made, or cannot be.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.wanted.is_some() && self.worker.is_none()
    }

    /// Why there are none, for a person.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

/// Starts making the rooms of a new level, or of the same with other parameters.
fn make(
    current: Res<CurrentLevel>,
    params: Res<LeafTreeParams>,
    mut leaf_tree: ResMut<LeafTreeState>,
    (mut chosen, mut start): (ResMut<ChosenLeaf>, ResMut<SightFrom>),
    mut frozen: ResMut<Frozen>,
) {
    let wanted = Some((current.level_revision, params.clone()));
    if leaf_tree.wanted == wanted {
        return;
    }
    if leaf_tree.wanted.as_ref().map(|(level, _)| *level) != Some(current.level_revision) {
        leaf_tree.built = None;
    }
    leaf_tree.wanted = wanted;
    leaf_tree.failure = None;
    leaf_tree.revisions += 1;
    chosen.0 = None;
    start.0 = None;
    frozen.0 = None;
    let stage = Arc::new(Stage::default());
    leaf_tree.stage = Some(stage.clone());
    let (current, params, revision) = (current.clone(), params.clone(), leaf_tree.revisions);
    // What was being made is cancelled when its worker is dropped.
    let worker = Worker::start("the solid-leaf tree".into(), move |progress| {
        build::work(&current, &params, revision, progress, &stage)
    });
    match worker {
        Ok(worker) => leaf_tree.worker = Some(worker),
        Err(problem) => leaf_tree.failure = Some(problem),
    }
}

/// Takes over what the worker has made so far.
fn take(mut leaf_tree: ResMut<LeafTreeState>, mut notices: MessageWriter<Notice>) {
    if let Some(built) = leaf_tree.stage.as_ref().and_then(|stage| stage.take()) {
        leaf_tree.built = Some(built);
    }
    let Some(worker) = leaf_tree
        .bypass_change_detection()
        .worker
        .take_if(|worker| worker.is_finished())
    else {
        return;
    };
    if let Err(Failure::Failed(reason)) = worker.finish() {
        notices.write(Notice::error(format!("{reason} The level is drawn whole.")));
        leaf_tree.failure = Some(reason);
    }
}

/// Chooses the leaf in front of the face under the crosshair.
fn choose(
    mut commands: MessageReader<Command>,
    leaf_tree: Res<LeafTreeState>,
    current: Res<CurrentLevel>,
    player: Res<Player>,
    mut chosen: ResMut<ChosenLeaf>,
    mut start: ResMut<SightFrom>,
) {
    for command in commands.read() {
        let leaf = match command {
            Command::SightFrom(leaf) => {
                start.set_if_neq(SightFrom(*leaf));
                continue;
            }
            Command::SelectLeaf(leaf) => Some(*leaf),
            Command::SelectUnderCrosshair => {
                let Some(built) = leaf_tree.built() else {
                    continue;
                };
                let (eye, forward) = (player.position, player.forward());
                let reach = current.tree.bounds().size().length() as f32;
                current.tree.cast(eye, eye + forward * reach.max(1.0)).map(|hit| {
                    // A little before the face is the leaf that it is seen in.
                    let back = built.tree.tolerances().on_plane.max(1.0e-4) * 8.0;
                    let before = hit.point.as_dvec3() - forward.as_dvec3() * back;
                    built.tree.locate(before)
                })
            }
            Command::ClearSelection => None,
            _ => continue,
        };
        if !matches!(command, Command::SelectLeaf(_)) {
            start.set_if_neq(SightFrom(None));
        }
        chosen.set_if_neq(ChosenLeaf(leaf.filter(|&leaf| leaf != OUTSIDE)));
    }
}
