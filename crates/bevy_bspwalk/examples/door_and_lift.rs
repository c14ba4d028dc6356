//! A door and a lift in the built-in level `hall`. Both are plain Bevy boxes. They carry the body and stop before they
//! crush it.
//!
//! `cargo run --release -p bevy_bspwalk --example door_and_lift`

// Systems declare their parameters by type, without lifetimes, and take them by value.
#![allow(elided_lifetimes_in_paths, clippy::needless_pass_by_value)]

use bevy::prelude::*;
use bevy_bspwalk::{
    AtStart, BodyInput, BodyState, BspCollider, BspLevel, BspLevelMeshes, BspLevelRoot, BspTree,
    BspwalkPlugin, BspwalkSystems, KinematicBody, MovingThing, Squeezed,
};

pub(crate) mod common;

fn main() {
    common::run("Door and lift: W walks", build);
}

/// Moves an entity back and forth between two positions.
#[derive(Component, Clone, Copy)]
pub(crate) struct ToAndFro {
    from: Vec3,
    to: Vec3,
    /// Travel time in one direction, in seconds.
    seconds: f32,
    /// Progress from `from` (0) to `to` (1), and whether the object is moving back.
    at: f32,
    back: bool,
}

/// Adds the plugin, the level, a body and the moving objects.
pub(crate) fn build(app: &mut App) {
    app.add_plugins(BspwalkPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(Update, (spawn_things, watch))
        .add_systems(FixedUpdate, go.before(BspwalkSystems::Things))
        .add_observer(turn_back);
}

fn spawn(
    mut commands: Commands,
    assets: Res<AssetServer>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let level = BspLevelRoot(assets.load("levels/assets/hall.obj"));
    commands.spawn((level, BspLevelMeshes { unlit: true }));
    commands.spawn((
        KinematicBody::default(),
        AtStart,
        Mesh3d(meshes.add(common::capsule())),
        MeshMaterial3d(materials.add(Color::srgb(0.9, 0.8, 0.3))),
    ));
    commands.spawn(common::camera());
}

/// Spawns a lift under the body's feet, and a door that closes from the ceiling in front of it.
fn spawn_things(
    mut commands: Commands,
    levels: Res<Assets<BspLevel>>,
    mut trees: ResMut<Assets<BspTree>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    things: Query<(), With<ToAndFro>>,
) {
    let Some((_, level)) = levels.iter().next().filter(|_| things.is_empty()) else {
        return;
    };
    let start = level.start(&default(), default());
    let ahead = *start.forward();
    let mut add = |size: Vec3, from: Vec3, to: Vec3, seconds, color: Color| {
        let mesh = Mesh::from(Cuboid::from_size(size)).rotated_by(start.rotation);
        let Ok(tree) = BspTree::from_mesh(&mesh) else {
            return;
        };
        commands.spawn((
            MovingThing::default(),
            BspCollider(trees.add(tree)),
            ToAndFro {
                from,
                to,
                seconds,
                at: 0.0,
                back: false,
            },
            Mesh3d(meshes.add(mesh)),
            MeshMaterial3d(materials.add(color)),
            Transform::from_translation(from),
        ));
    };
    let floor = start.translation - Vec3::Y * 0.15;
    add(
        Vec3::new(1.6, 0.2, 1.6),
        floor,
        floor + Vec3::Y * 1.5,
        3.0,
        Color::srgb(0.3, 0.5, 0.8),
    );
    let door = start.translation + ahead * 2.0;
    add(
        Vec3::new(1.4, 2.2, 0.15),
        door + Vec3::Y * 3.4,
        door + Vec3::Y * 1.12,
        2.0,
        Color::srgb(0.7, 0.4, 0.2),
    );
}

/// Sets the target positions for this tick. Runs in `FixedUpdate`, before the plugin moves the door and the lift.
fn go(time: Res<Time>, mut things: Query<(&mut ToAndFro, &mut Transform)>) {
    for (mut thing, mut transform) in &mut things {
        let step = time.delta_secs() / thing.seconds;
        thing.at = (thing.at + if thing.back { -step } else { step }).clamp(0.0, 1.0);
        thing.back = if thing.back {
            thing.at > 0.0
        } else {
            thing.at >= 1.0
        };
        transform.translation = thing.from.lerp(thing.to, thing.at);
    }
}

/// Reverses a door when it meets a body.
fn turn_back(squeezed: On<Squeezed>, mut things: Query<&mut ToAndFro>) {
    if let Ok(mut thing) = things.get_mut(squeezed.thing) {
        thing.back = !thing.back;
        println!("the thing meets a body and turns back");
    }
}

/// Makes the camera follow the body from behind at a constant height. W walks forward.
fn watch(
    keys: Option<Res<ButtonInput<KeyCode>>>,
    mut ground: Local<Option<f32>>,
    mut body: Single<(&Transform, &BodyState, &mut BodyInput), Without<Camera3d>>,
    mut camera: Single<&mut Transform, With<Camera3d>>,
) {
    let (transform, state, input) = &mut *body;
    let (yaw, ..) = transform.rotation.to_euler(EulerRot::YXZ);
    let goes = keys.is_some_and(|keys| keys.pressed(KeyCode::KeyW));
    **input = BodyInput {
        desired: if goes { Vec3::NEG_Z } else { Vec3::ZERO },
        yaw: Some(yaw),
        ..default()
    };
    if state.ticks > 0 {
        let ground = *ground.get_or_insert(state.feet.y);
        let body = state.feet.with_y(ground + 1.4);
        let behind = transform.back() * 4.5 + transform.right() * 1.2 + Vec3::Y;
        **camera =
            Transform::from_translation(body + behind).looking_at(body + *transform.forward(), Vec3::Y);
    }
}
