//! A windowless app with in-memory assets, and small test levels.

use std::{
    fmt::Write,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use bevy::{
    app::Plugins,
    asset::{
        AssetApp, AssetPlugin, LoadState,
        io::{
            AssetSourceBuilder, AssetSourceId,
            memory::{Dir, MemoryAssetReader},
        },
    },
    ecs::system::RunSystemOnce,
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_bspwalk::{BspLevel, BspLevelRoot, BspLevelSettings, BspwalkPlugin};

/// Maximum loading time of an asset.
const PATIENCE: Duration = Duration::from_secs(60);

/// Creates an app with the plugin and these asset files. Each update advances the time by one tick.
pub(crate) fn app(files: &[(&str, &[u8])]) -> App {
    app_with(files, BspwalkPlugin::default())
}

/// Like [`app`], with different plugins.
pub(crate) fn app_with<M>(files: &[(&str, &[u8])], plugins: impl Plugins<M>) -> App {
    let folder = Dir::default();
    for (path, content) in files {
        folder.insert_asset(Path::new(path), content.to_vec());
    }
    let mut app = App::new();
    app.register_asset_source(
        AssetSourceId::Default,
        AssetSourceBuilder::new(move || Box::new(MemoryAssetReader { root: folder.clone() })),
    );
    app.add_plugins((MinimalPlugins, AssetPlugin::default(), TransformPlugin));
    #[cfg(feature = "render")]
    app.init_asset::<Mesh>()
        .init_asset::<Image>()
        .init_asset::<StandardMaterial>();
    app.add_plugins(plugins);
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    app
}

/// Starts loading a level whose coordinates are in metres.
pub(crate) fn load(app: &App, path: &str) -> Handle<BspLevel> {
    load_with(app, path, |_| {})
}

/// Like [`load`], with different settings.
pub(crate) fn load_with(
    app: &App,
    path: &str,
    settings: impl Fn(&mut BspLevelSettings) + Send + Sync + 'static,
) -> Handle<BspLevel> {
    let server = app.world().resource::<AssetServer>();
    let settings = move |given: &mut BspLevelSettings| {
        given.scale = Some(1.0);
        settings(given);
    };
    server
        .load_builder()
        .with_settings(settings)
        .load(path.to_owned())
}

/// Updates the app until a condition holds.
#[track_caller]
pub(crate) fn until(app: &mut App, what: &str, mut holds: impl FnMut(&mut App) -> bool) {
    let begun = Instant::now();
    while !holds(app) {
        assert!(begun.elapsed() < PATIENCE, "{what} takes too long");
        thread::sleep(Duration::from_millis(2));
        app.update();
    }
}

/// Waits until an asset is loaded. Returns the error if loading fails.
#[track_caller]
pub(crate) fn wait<A: Asset>(app: &mut App, handle: &Handle<A>) -> Result<(), String> {
    let mut failed = None;
    until(app, "loading", |app| {
        let server = app.world().resource::<AssetServer>();
        match server.load_state(handle) {
            LoadState::Failed(error) => {
                failed = Some(error.to_string());
                true
            }
            _ => server.is_loaded_with_dependencies(handle),
        }
    });
    failed.map_or(Ok(()), Err)
}

/// Creates an app with a loaded and spawned level of boxes. Also returns the level's root entity.
#[track_caller]
pub(crate) fn app_in(boxes: &[Block]) -> (App, Entity) {
    let mut app = app(&[("room.obj", obj(boxes).as_bytes())]);
    let root = spawn_level(&mut app, "room.obj");
    (app, root)
}

/// Loads a level and spawns it.
#[track_caller]
pub(crate) fn spawn_level(app: &mut App, path: &str) -> Entity {
    let level = load(app, path);
    wait(app, &level).expect("the level is right");
    let root = app.world_mut().spawn(BspLevelRoot(level)).id();
    app.update();
    root
}

/// Returns the unexpired messages of a type. Messages expire after two updates.
pub(crate) fn messages<M: Message + Clone>(app: &mut App) -> Vec<M> {
    app.world_mut()
        .run_system_once(|mut reader: MessageReader<M>| reader.read().cloned().collect::<Vec<M>>())
        .expect("they are registered")
}

/// Starts collecting all events of a type, for any entity.
pub(crate) fn collect<E>(app: &mut App)
where
    for<'a> E: EntityEvent + Clone + Message + Event<Trigger<'a> = bevy::ecs::event::EntityTrigger>,
{
    app.insert_resource(Collected::<E>(Vec::new()));
    app.add_observer(|event: On<E>, mut all: ResMut<Collected<E>>| all.0.push(event.event().clone()));
}

/// Events collected since [`collect`].
#[derive(Resource)]
pub(crate) struct Collected<E: Send + Sync + 'static>(pub(crate) Vec<E>);

/// Returns the events collected since [`collect`].
pub(crate) fn collected<E: Clone + Send + Sync + 'static>(app: &App) -> Vec<E> {
    app.world().resource::<Collected<E>>().0.clone()
}

/// A box with one material.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    pub(crate) min: Vec3,
    pub(crate) max: Vec3,
    pub(crate) material: &'static str,
}

/// Creates a box with one material.
pub(crate) const fn block(min: [f32; 3], max: [f32; 3], material: &'static str) -> Block {
    Block {
        min: Vec3::from_array(min),
        max: Vec3::from_array(max),
        material,
    }
}

/// A 20 m × 20 m floor with its top at height 0.
pub(crate) const FLOOR: Block = block([-10.0, -1.0, -10.0], [10.0, 0.0, 10.0], "ground");

/// Number of corners of a box.
const CORNERS: usize = 8;

/// Sides of a box, counter-clockwise when viewed from outside. The bits of a corner number select the axes: 1 for x, 2
/// for y, 4 for z.
const SIDES: [[usize; 4]; 6] = [
    [2, 6, 7, 3],
    [0, 1, 5, 4],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [4, 5, 7, 6],
    [0, 2, 3, 1],
];

/// Number of triangles of a box. Triangles are numbered consecutively, box by box.
pub(crate) const FACES: u32 = 12;

fn corners(block: &Block) -> [Vec3; CORNERS] {
    std::array::from_fn(|number| {
        let pick = |bit: usize, low: f32, high: f32| if number & bit == 0 { low } else { high };
        Vec3::new(
            pick(1, block.min.x, block.max.x),
            pick(2, block.min.y, block.max.y),
            pick(4, block.min.z, block.max.z),
        )
    })
}

/// Returns the triangles of a box.
pub(crate) fn triangles(block: &Block) -> impl Iterator<Item = [Vec3; 3]> {
    let corners = corners(block);
    SIDES.into_iter().flat_map(move |[a, b, c, d]| {
        [[a, b, c], [a, c, d]].map(|triangle: [usize; 3]| triangle.map(|corner| corners[corner]))
    })
}

/// Formats boxes as an OBJ file.
pub(crate) fn obj(boxes: &[Block]) -> String {
    let mut text = String::new();
    for (number, block) in boxes.iter().enumerate() {
        let _ = writeln!(text, "o box_{number}\nusemtl {}", block.material);
        for corner in corners(block) {
            let _ = writeln!(text, "v {} {} {}", corner.x, corner.y, corner.z);
        }
        for [a, b, c, d] in SIDES.map(|side| side.map(|corner| corner + 1 + CORNERS * number)) {
            let _ = writeln!(text, "f {a} {b} {c}\nf {a} {c} {d}");
        }
    }
    text
}
