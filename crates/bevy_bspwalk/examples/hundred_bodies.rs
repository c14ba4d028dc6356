//! A hundred bodies that wander through the built-in level `hall`. Prints the time per tick.
//!
//! `cargo run --release -p bevy_bspwalk --example hundred_bodies -- --headless --frames 600`

// Systems declare their parameters by type, without lifetimes, and take them by value.
#![allow(elided_lifetimes_in_paths, clippy::needless_pass_by_value)]

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_bspwalk::{
    BodyInput, BspLevel, BspLevelMeshes, BspLevelRoot, BspwalkPlugin, BspwalkSystems, KinematicBody,
};

pub(crate) mod common;

/// Number of bodies.
pub(crate) const BODIES: i32 = 100;

fn main() {
    common::run("A hundred bodies", build);
}

/// Total time spent on ticks.
#[derive(Resource, Default)]
pub(crate) struct Cost {
    begun: Option<Instant>,
    spent: Duration,
    /// Number of ticks.
    pub(crate) ticks: u32,
}

/// Adds the plugin, the level, the bodies and the timer.
pub(crate) fn build(app: &mut App) {
    app.add_plugins(BspwalkPlugin::default())
        .init_resource::<Cost>()
        .add_systems(Startup, spawn)
        .add_systems(Update, spawn_bodies)
        .add_systems(
            FixedUpdate,
            (
                (wander, begin).chain().before(BspwalkSystems::Bodies),
                end.after(BspwalkSystems::Bodies),
            ),
        );
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    let level = BspLevelRoot(assets.load("levels/assets/hall.obj"));
    commands.spawn((level, BspLevelMeshes { unlit: true }));
    commands.spawn(common::camera());
}

/// Spawns a 10×10 grid of bodies around the player start once the level is loaded. Bodies inside a wall are pushed out
/// of it.
fn spawn_bodies(
    mut commands: Commands,
    levels: Res<Assets<BspLevel>>,
    bodies: Query<(), With<KinematicBody>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut camera: Single<&mut Transform, With<Camera3d>>,
) {
    let Some((_, level)) = levels.iter().next().filter(|_| bodies.is_empty()) else {
        return;
    };
    let start = level.start(&default(), default());
    let (ahead, above) = (*start.forward(), Vec3::Y);
    **camera = Transform::from_translation(start.translation - ahead * 4.0 + above * 4.0)
        .looking_at(start.translation + ahead * 6.0, above);
    let capsule = meshes.add(common::capsule());
    for order in 0..BODIES {
        let (row, column) = ((order / 10) as f32, (order % 10) as f32 - 4.5);
        let at = start.translation + start.forward() * row * 0.8 + start.right() * column * 0.8;
        commands.spawn((
            KinematicBody { order, ..default() },
            Transform::from_translation(at),
            Mesh3d(capsule.clone()),
            MeshMaterial3d(materials.add(Color::hsl(3.6 * order as f32, 0.6, 0.6))),
        ));
    }
}

/// Makes each body walk in a slowly turning direction.
fn wander(time: Res<Time>, mut bodies: Query<(&KinematicBody, &mut BodyInput)>) {
    for (body, mut input) in &mut bodies {
        let yaw = body.order as f32 * 2.4 + 0.3 * time.elapsed_secs();
        *input = BodyInput {
            desired: Vec3::NEG_Z,
            yaw: Some(yaw),
            jump: body.order % 7 == 0,
            ..default()
        };
    }
}

fn begin(mut cost: ResMut<Cost>) {
    cost.begun = Some(Instant::now());
}

fn end(mut cost: ResMut<Cost>, bodies: Query<(), With<KinematicBody>>) {
    let Some(begun) = cost.begun.take().filter(|_| !bodies.is_empty()) else {
        return;
    };
    cost.spent += begun.elapsed();
    cost.ticks += 1;
    if cost.ticks.is_multiple_of(60) {
        let each = cost.spent / cost.ticks;
        println!(
            "{BODIES} bodies: {each:?} a tick, {:?} each",
            each / BODIES as u32
        );
    }
}
