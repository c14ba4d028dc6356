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
    state::{Command, Notice, Player, Shown},
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

pub use self::build::Made;
pub use self::culling::{AlwaysCounted, CullingMode, CullingReport, Frozen, View};
pub use self::leak::LeakPlace;

/// Makes the rooms and heeds the keys that are about them; draws nothing.
pub struct RoomsPlugin;

impl Plugin for RoomsPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Rooms>()
            .init_resource::<KeyLabels>()
            .init_resource::<RoomParams>()
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
                (make, take, choose, culling::heed, leak::step)
                    .chain()
                    .in_set(AppSystems::Rooms),
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
pub struct RoomParams {
    /// How the tree is built.
    pub leaf: LeafParams,
    /// Which faces are structural.
    pub structure: StructureParams,
    /// Whether space that cannot be reached from the spawn is made solid.
    pub fill: bool,
    /// How much work what is seen from where may be.
    pub pvs: PvsParams,
}

impl From<&CompileParams> for RoomParams {
    fn from(params: &CompileParams) -> Self {
        Self {
            leaf: params.leaves,
            structure: params.structure.clone(),
            fill: params.fill,
            pvs: params.pvs,
        }
    }
}

impl RoomParams {
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
pub struct Rooms {
    made: Option<Arc<Made>>,
    worker: Option<Worker<()>>,
    stage: Option<Arc<Stage>>,
    /// What was asked for last: the level's revision and the parameters.
    wanted: Option<(u64, RoomParams)>,
    failure: Option<String>,
    revisions: u64,
}

impl Rooms {
    /// The rooms of the level that is shown; `None` as long as there are none.
    #[must_use]
    pub fn made(&self) -> Option<&Arc<Made>> {
        self.made.as_ref()
    }

    /// The trees of the level that is shown, as a body moves in them: with planes as soon as they are made.
    #[must_use]
    pub fn trees<'a>(&'a self, shown: &'a Shown) -> Trees<'a> {
        let made = self.made.as_ref();
        let made = made.filter(|made| made.level_revision == shown.level_revision);
        Trees {
            nodes: &shown.tree,
            planes: made.map(|made| made.planes.as_ref()),
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
    shown: Res<Shown>,
    params: Res<RoomParams>,
    mut rooms: ResMut<Rooms>,
    (mut chosen, mut start): (ResMut<ChosenLeaf>, ResMut<SightFrom>),
    mut frozen: ResMut<Frozen>,
) {
    let wanted = Some((shown.level_revision, params.clone()));
    if rooms.wanted == wanted {
        return;
    }
    if rooms.wanted.as_ref().map(|(level, _)| *level) != Some(shown.level_revision) {
        rooms.made = None;
    }
    rooms.wanted = wanted;
    rooms.failure = None;
    rooms.revisions += 1;
    chosen.0 = None;
    start.0 = None;
    frozen.0 = None;
    let stage = Arc::new(Stage::default());
    rooms.stage = Some(stage.clone());
    let (shown, params, revision) = (shown.clone(), params.clone(), rooms.revisions);
    // What was being made is cancelled when its worker is dropped.
    let worker = Worker::start("the solid-leaf tree".into(), move |progress| {
        build::work(&shown, &params, revision, progress, &stage)
    });
    match worker {
        Ok(worker) => rooms.worker = Some(worker),
        Err(problem) => rooms.failure = Some(problem),
    }
}

/// Takes over what the worker has made so far.
fn take(mut rooms: ResMut<Rooms>, mut notices: MessageWriter<Notice>) {
    if let Some(made) = rooms.stage.as_ref().and_then(|stage| stage.take()) {
        rooms.made = Some(made);
    }
    let Some(worker) = rooms
        .bypass_change_detection()
        .worker
        .take_if(|worker| worker.is_finished())
    else {
        return;
    };
    if let Err(Failure::Failed(reason)) = worker.finish() {
        notices.write(Notice::error(format!("{reason} The level is drawn whole.")));
        rooms.failure = Some(reason);
    }
}

/// Chooses the leaf in front of the face under the crosshair.
fn choose(
    mut commands: MessageReader<Command>,
    rooms: Res<Rooms>,
    shown: Res<Shown>,
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
                let Some(made) = rooms.made() else {
                    continue;
                };
                let (eye, forward) = (player.position, player.forward());
                let reach = shown.tree.bounds().size().length() as f32;
                shown.tree.cast(eye, eye + forward * reach.max(1.0)).map(|hit| {
                    // A little before the face is the leaf that it is seen in.
                    let back = made.tree.tolerances().on_plane.max(1.0e-4) * 8.0;
                    let before = hit.point.as_dvec3() - forward.as_dvec3() * back;
                    made.tree.locate(before)
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
