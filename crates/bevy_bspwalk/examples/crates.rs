//! A body pushes crates and balls of the physics engine avian through the built-in level `hall`.
//!
//! `cargo run --release -p bevy_bspwalk --features avian --example crates`
//!
//! W, A, S and D walk, Space jumps, and the arrow keys turn.

// Systems declare their parameters by type, without lifetimes, and take them by value.
#![allow(elided_lifetimes_in_paths, clippy::needless_pass_by_value)]

use avian3d::prelude::{Collider, ColliderDensity, PhysicsPlugins, RigidBody};
use bevy::prelude::*;
use bevy_bspwalk::{
    Anchor, AtStart, BodyInput, BspAvianPlugin, BspLevel, BspLevelMeshes, BspLevelRoot, BspwalkPlugin,
    KinematicBody, PushesBodies,
};

pub(crate) mod common;

/// Density of crates and balls, in kg/m³.
const DENSITY: f32 = 60.0;

fn main() {
    common::run("Crates: W A S D walk, Space jumps, arrow keys turn", build);
}

/// Adds the plugins, the level, the body and the rigid bodies.
pub(crate) fn build(app: &mut App) {
    app.add_plugins((
        BspwalkPlugin::default(),
        PhysicsPlugins::default(),
        BspAvianPlugin,
    ))
    .add_systems(Startup, spawn)
    .add_systems(Update, (spawn_crates, walk));
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    let level = BspLevelRoot(assets.load("levels/assets/hall.obj"));
    commands.spawn((level, BspLevelMeshes { unlit: true }));
    let body = KinematicBody {
        anchor: Anchor::Eye,
        ..default()
    };
    commands.spawn((common::camera(), AtStart, body));
}

/// Spawns crates and balls in front of the player start once the level is loaded.
fn spawn_crates(
    mut commands: Commands,
    levels: Res<Assets<BspLevel>>,
    crates: Query<(), With<PushesBodies>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let Some((_, level)) = levels.iter().next().filter(|_| crates.is_empty()) else {
        return;
    };
    let start = level.start(&default(), default());
    let cube = meshes.add(Cuboid::from_length(0.6));
    let ball = meshes.add(Sphere::new(0.3));
    for number in 0..8 {
        let (row, column) = ((number / 4) as f32, (number % 4) as f32 - 1.5);
        let at = start.translation + start.forward() * (2.0 + row) + start.right() * column + Vec3::Y * 0.5;
        let (mesh, collider) = if number % 2 == 0 {
            (cube.clone(), Collider::cuboid(0.6, 0.6, 0.6))
        } else {
            (ball.clone(), Collider::sphere(0.3))
        };
        commands.spawn((
            RigidBody::Dynamic,
            collider,
            ColliderDensity(DENSITY),
            PushesBodies,
            Transform::from_translation(at),
            Mesh3d(mesh),
            MeshMaterial3d(materials.add(Color::hsl(45.0 * number as f32, 0.6, 0.6))),
        ));
    }
}

fn walk(
    time: Res<Time>,
    keys: Res<ButtonInput<KeyCode>>,
    mut body: Single<(&mut BodyInput, &mut Transform), With<KinematicBody>>,
) {
    let (input, transform) = &mut *body;
    let held = |key| f32::from(u8::from(keys.pressed(key)));
    let turn = held(KeyCode::ArrowLeft) - held(KeyCode::ArrowRight);
    transform.rotate_y(2.0 * turn * time.delta_secs());
    let (yaw, ..) = transform.rotation.to_euler(EulerRot::YXZ);
    input.yaw = Some(yaw);
    input.desired = Vec3::new(
        held(KeyCode::KeyD) - held(KeyCode::KeyA),
        0.0,
        held(KeyCode::KeyS) - held(KeyCode::KeyW),
    );
    input.jump = keys.pressed(KeyCode::Space);
}
