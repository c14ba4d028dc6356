//! A first-person walk through a `.map` level: W A S D to move, the mouse to look, Space to jump, E for doors and lifts.
//!
//! `cargo run --release -p bevy_bspwalk --example first_person`

// Systems declare their parameters by type, without lifetimes, and take them by value.
#![allow(elided_lifetimes_in_paths, clippy::needless_pass_by_value)]

use bevy::{core_pipeline::tonemapping::Tonemapping, input::mouse::AccumulatedMouseMotion, prelude::*};
use bevy_bspwalk::{
    Anchor, AtStart, BodyInput, BspLevelMeshes, BspLevelRoot, BspwalkPlugin, KinematicBody, PvsCulling,
    Stopped,
};

pub(crate) mod common;

fn main() {
    common::run(
        "First person: W A S D walk, mouse looks, Space jumps, E uses doors",
        build,
    );
}

/// Sets up the complete first-person game.
pub(crate) fn build(app: &mut App) {
    app.add_plugins(BspwalkPlugin::default())
        .add_systems(Startup, spawn)
        .add_systems(PreUpdate, walk)
        .add_observer(|stop: On<Stopped>| {
            println!("stopped by {} of {:?}", stop.surface.name(), stop.material);
        });
}

fn spawn(mut commands: Commands, assets: Res<AssetServer>) {
    let level = BspLevelRoot(assets.load("bevy_bspwalk/assets/house.map"));
    commands.spawn((level, BspLevelMeshes { unlit: true }));
    // The camera entity is also the body, anchored at its eye.
    let anchor = Anchor::Eye;
    commands.spawn((
        Camera3d::default(),
        Tonemapping::None,
        PvsCulling,
        AtStart,
        KinematicBody { anchor, ..default() },
    ));
}

fn walk(
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Res<AccumulatedMouseMotion>,
    mut body: Single<(&mut Transform, &mut BodyInput)>,
) {
    let (transform, input) = &mut *body;
    let (yaw, pitch, _) = transform.rotation.to_euler(EulerRot::YXZ);
    let (yaw, pitch) = (
        yaw - 0.002 * mouse.delta.x,
        (pitch - 0.002 * mouse.delta.y).clamp(-1.5, 1.5),
    );
    transform.rotation = Quat::from_euler(EulerRot::YXZ, yaw, pitch, 0.0);
    let axis = |more, less| f32::from(u8::from(keys.pressed(more))) - f32::from(u8::from(keys.pressed(less)));
    **input = BodyInput {
        desired: Vec3::new(
            axis(KeyCode::KeyD, KeyCode::KeyA),
            0.0,
            axis(KeyCode::KeyS, KeyCode::KeyW),
        ),
        yaw: Some(yaw),
        pitch,
        jump: keys.pressed(KeyCode::Space),
        crouch: keys.pressed(KeyCode::ControlLeft),
        fast: keys.pressed(KeyCode::ShiftLeft),
        use_: keys.pressed(KeyCode::KeyE),
    };
}
