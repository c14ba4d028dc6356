//! The map, which is the floor plan at eye height. The planar tree of the map's walls locates the eye and determines
//! what the eye sees.

pub(in crate::app) mod card;
mod picture;
mod view;

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_overlays::{Scene, floor_plan::FloorPlan, layer::Layers};
use bspwalk_session::{
    map::{LevelMap, in_level},
    undo::Jump,
};
use bspwalk_text::text;
use bspwalk_trees::solid_leaf::{Inside, OUTSIDE};
use glam::DVec2;

use crate::app::body::player::places::{fly_to, stand_on};
use crate::app::{host::prelude::*, level::leaf_tree::LeafTreeState, paint::overlays::CurrentTreeStats};

/// Change in eye height after which the section is recomputed (in metres). It is larger than a stair step, so that the
/// map does not change while you climb stairs.
const STEP: f32 = 0.4;

/// Distance from the player to the edge of the minimap (in metres).
const REACH: f64 = 12.0;

/// Keeps the map of the current level up to date, and moves the player to positions on the map.
pub(in crate::app) fn plugin(app: &mut App) {
    let cut = cut
        .in_set(AppSystems::Overlays)
        .run_if(|program: Res<ProgramState>| program.ui.map);
    app.init_resource::<MapState>()
        .add_message::<GoToPlace>()
        .add_systems(Update, (go.in_set(AppSystems::Follow), cut));
}

/// Level of a map, and its height in multiples of [`STEP`].
type Key = (LevelId, i64);

/// Map of the current level.
#[derive(Resource)]
pub struct MapState {
    shown: Option<(Key, Arc<LevelMap>)>,
    job: Job<Key, LevelMap>,
    plan: FloorPlan,
    /// Layers of the section, and layers drawn above it; `None` until they have been computed.
    layers: Option<[Layers; 2]>,
    /// Zoom of the minimap; 1 is the default.
    zoom: f32,
}

impl Default for MapState {
    fn default() -> Self {
        Self {
            shown: None,
            job: Job::default(),
            plan: FloorPlan::default(),
            layers: None,
            zoom: 1.0,
        }
    }
}

impl MapState {
    /// Returns the latest map of the current level, or `None` until a map is ready.
    #[must_use]
    pub fn map(&self) -> Option<&Arc<LevelMap>> {
        self.shown.as_ref().map(|(_, map)| map)
    }
}

/// Computes the section of the level at eye height in the background.
fn cut(
    (current, player): (Shown<OpenedLevel>, Shown<Player>),
    leaf_tree: Shown<LeafTreeState>,
    (program, tree_stats): (Res<ProgramState>, Res<CurrentTreeStats>),
    mut state: ResMut<MapState>,
) {
    let ui = program.ui;
    let state = state.bypass_change_detection();
    let level_id = current.level_id();
    state.shown.take_if(|((shown, _), _)| *shown != level_id);
    // Hysteresis prevents the map from flickering midway between two heights.
    let steps = player.position.y / STEP;
    let is_near = |(wanted, height): &&Key| *wanted == level_id && (steps - *height as f32).abs() < 0.75;
    let kept = state.job.wanted().filter(is_near);
    let key = kept.cloned().unwrap_or((level_id, steps.round() as i64));
    let (level, steps) = (Arc::clone(&current.level), key.1);
    state.job.request_cancellable(key.clone(), move |progress| {
        let height = steps as f64 * f64::from(STEP);
        LevelMap::cut(&level, height, progress).map_err(|_| Failure::Cancelled)
    });
    if let Some(map) = state.job.take() {
        state.shown = Some((key, Arc::new(map)));
    }
    state.layers = None;
    if let Some((_, map)) = &state.shown
        && tree_stats.tree_id == Some(current.tree_id())
    {
        let scene = Scene {
            eye: player.position.as_dvec3().with_y(map.height),
            leaves: leaf_tree.built().map(|built| &built.tree),
            selected: program.level.selected.node,
            radius: player.radius,
            ..Scene::new(
                (&current.level, &current.tree, &tree_stats.figures),
                &program.overlays,
            )
        };
        let seen = if ui.page == Some(Page::Map) {
            (map.bounds[1] - map.bounds[0]).max_element()
        } else {
            2.0 * REACH / f64::from(state.zoom)
        };
        state.plan.follow(&scene);
        state.layers = state.plan.layers(&scene, player.yaw, seen as f32);
    }
}

/// Moves the player to the clicked position if the player fits there.
fn go(
    mut messages: MessageReader<GoToPlace>,
    (current, leaf_tree, state): (Option<Shown<OpenedLevel>>, Shown<LeafTreeState>, Res<MapState>),
    (mut player, mut program): (ShownMut<Player>, ResMut<ProgramState>),
    mut notices: MessageWriter<Notice>,
) {
    let Some(&GoToPlace(place)) = messages.read().last() else {
        return;
    };
    program.undo.requests.jump = Some(Jump::Map);
    let (Some(current), Some(map)) = (current, state.map()) else {
        return;
    };
    if let Err(reason) = arrive(place, map, &current, &leaf_tree, &mut player) {
        notices.write(Notice::info(reason));
    }
}

/// Places a walking player on the floor below the position. A flying player keeps its height.
fn arrive(
    place: DVec2,
    map: &LevelMap,
    current: &OpenedLevel,
    leaf_tree: &LeafTreeState,
    player: &mut Player,
) -> Result<(), &'static str> {
    let is_solid = |point: Vec3| {
        let built = leaf_tree.built();
        let built = built.filter(|built| built.level == current.level_id());
        built.is_some_and(|built| {
            let leaf = built.tree.locate(point.as_dvec3());
            // In a level with rooms, treat the outside as solid. In any other level, the outside is open space.
            let is_beside_rooms = leaf == OUTSIDE && built.tree.inside() == Inside::Rooms;
            is_beside_rooms || leaf != OUTSIDE && built.tree.is_solid(leaf)
        })
    };
    if !player.walking {
        let eye = in_level(place, f64::from(player.position.y)).as_vec3();
        if is_solid(eye) {
            return Err(text!("map-in-wall"));
        }
        let fits = fly_to(player, &current.tree, eye);
        return fits.then_some(()).ok_or(text!("map-no-room"));
    }
    let from = in_level(place, map.height).as_vec3();
    if is_solid(from) {
        return Err(text!("map-in-wall"));
    }
    // The eye may be far above the floor of an open level.
    let depth = (map.height - current.level.bounds.min.y).max(0.0) as f32 + 1.0;
    let Some(floor) = current.tree.cast(from, from - Vec3::Y * depth) else {
        return Err(text!("map-no-floor"));
    };
    let fits = stand_on(player, &current.tree, floor.point, Vec3::Y);
    fits.then_some(()).ok_or(text!("map-no-room"))
}
