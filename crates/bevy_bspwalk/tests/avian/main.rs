//! Tests of the bridge to avian, in an app without a window: bodies push rigid bodies and are pushed by them, and none of
//! them ends inside a wall.

// Systems declare their parameters by type, without lifetimes, and take them by value.
#![allow(elided_lifetimes_in_paths, clippy::needless_pass_by_value)]
// The court's workspace runs these tests, too, and its package has no feature `render`.
#![allow(unexpected_cfgs)]

use avian3d::prelude::{Collider, ColliderDensity, LinearVelocity, Mass, PhysicsPlugins, RigidBody};
use bevy::prelude::*;
use bevy_bspwalk::{
    BodyInput, BodyState, BspAvianPlugin, BspCollider, BspTree, BspwalkPlugin, BspwalkSystems, KinematicBody,
    MovingThing, PushesBodies,
};

use self::support::{Block, FLOOR, app_with, block, obj, spawn_level, triangles};

#[allow(dead_code)]
#[path = "../plugin/support.rs"]
mod support;

/// Ticks per second of Bevy's default fixed time step.
const SECOND: usize = 64;

/// Largest penetration that avian's contacts allow, in metres.
const CONTACT_SLOP: f32 = 0.03;

/// Creates an app with avian in a level of boxes.
fn app_in(boxes: &[Block]) -> App {
    let plugins = (
        BspwalkPlugin::default(),
        PhysicsPlugins::default(),
        BspAvianPlugin,
    );
    let mut app = app_with(&[("room.obj", obj(boxes).as_bytes())], plugins);
    spawn_level(&mut app, "room.obj");
    app
}

fn spawn_body(app: &mut App, feet: Vec3, desired: Vec3) -> Entity {
    let input = BodyInput {
        desired,
        ..BodyInput::default()
    };
    let body = (KinematicBody::default(), input, Transform::from_translation(feet));
    app.world_mut().spawn(body).id()
}

/// Spawns a cube with sides of 1 m.
fn spawn_cube(app: &mut App, centre: Vec3, mass: f32) -> Entity {
    let cube = (
        RigidBody::Dynamic,
        Collider::cuboid(1.0, 1.0, 1.0),
        Mass(mass),
        PushesBodies,
        Transform::from_translation(centre),
    );
    app.world_mut().spawn(cube).id()
}

fn place(app: &App, entity: Entity) -> Vec3 {
    let transform = app.world().get::<Transform>(entity);
    transform.expect("it has a place").translation
}

fn state(app: &App, body: Entity) -> BodyState {
    app.world().get::<BodyState>(body).expect("it is a body").clone()
}

/// Runs ticks, and asserts after each that the body is clear.
fn run(app: &mut App, ticks: usize, body: Entity) {
    for tick in 0..ticks {
        app.update();
        let state = state(app, body);
        assert!(state.clear || state.ticks == 0, "tick {tick}: {state:?}");
    }
}

#[test]
fn walking_body_pushes_a_crate_to_the_wall() {
    let wall = block([6.0, 0.0, -10.0], [7.0, 3.0, 10.0], "wall");
    let mut app = app_in(&[FLOOR, wall]);
    let body = spawn_body(&mut app, Vec3::ZERO, Vec3::X);
    let cube = spawn_cube(&mut app, Vec3::new(2.0, 0.5, 0.0), 30.0);
    run(&mut app, SECOND, body);
    let pushed = place(&app, cube);
    assert!(pushed.x > 2.5 && (pushed.y - 0.5).abs() < 0.2, "{pushed}");
    run(&mut app, 4 * SECOND, body);
    let (pushed, feet) = (place(&app, cube), state(&app, body).feet);
    assert!(
        (4.8..5.5 + CONTACT_SLOP).contains(&pushed.x),
        "the cube is at the wall: {pushed}"
    );
    assert!(
        feet.x < 5.0 && feet.x > 3.5,
        "the body is behind the cube: {feet}"
    );
}

#[test]
fn ball_rolls_away() {
    let mut app = app_in(&[FLOOR]);
    let body = spawn_body(&mut app, Vec3::ZERO, Vec3::X * 0.5);
    let ball = (
        RigidBody::Dynamic,
        Collider::sphere(0.4),
        ColliderDensity(20.0),
        PushesBodies,
        Transform::from_xyz(1.5, 0.4, 0.0),
    );
    let ball = app.world_mut().spawn(ball).id();
    run(&mut app, SECOND, body);
    let transform = app.world().get::<Transform>(ball).expect("it has a place");
    let (x, turn) = (
        transform.translation.x,
        transform.rotation.angle_between(Quat::IDENTITY),
    );
    assert!(x > 2.0 && turn > 0.3, "{transform:?}");
}

#[test]
fn heavy_crate_stops_a_body() {
    let mut app = app_in(&[FLOOR]);
    let body = spawn_body(&mut app, Vec3::ZERO, Vec3::X);
    let cube = spawn_cube(&mut app, Vec3::new(2.0, 0.5, 0.0), 20_000.0);
    run(&mut app, 2 * SECOND, body);
    let (cube, feet) = (place(&app, cube), state(&app, body).feet);
    assert!((cube.x - 2.0).abs() < 0.05, "{cube}");
    assert!((1.1..1.25).contains(&feet.x), "{feet}");
}

#[test]
fn sliding_crate_pushes_a_body() {
    let mut app = app_in(&[FLOOR]);
    let body = spawn_body(&mut app, Vec3::ZERO, Vec3::ZERO);
    let cube = spawn_cube(&mut app, Vec3::new(3.0, 0.5, 0.0), 2000.0);
    app.world_mut()
        .entity_mut(cube)
        .insert(LinearVelocity(Vec3::X * -6.0));
    run(&mut app, 2 * SECOND, body);
    let (cube, feet) = (place(&app, cube), state(&app, body).feet);
    assert!(feet.x < -0.3, "{feet}");
    assert!(feet.y.abs() < 0.01 && cube.x > feet.x + 0.75, "{feet} {cube}");
}

#[test]
fn falling_crate_stops_on_a_body() {
    let mut app = app_in(&[FLOOR]);
    let body = spawn_body(&mut app, Vec3::ZERO, Vec3::ZERO);
    let cube = spawn_cube(&mut app, Vec3::new(0.1, 6.0, 0.05), 100.0);
    run(&mut app, 3 * SECOND, body);
    let (cube, state) = (place(&app, cube), state(&app, body));
    assert!(state.grounded && state.feet.y.abs() < 0.01, "{state:?}");
    assert!(
        cube.y < 4.0 && cube.y > 0.4,
        "it has fallen, but not into the floor: {cube}"
    );
}

#[test]
fn no_crate_crushes_a_body_against_a_wall() {
    let wall = block([-3.0, 0.0, -10.0], [-2.0, 3.0, 10.0], "wall");
    let mut app = app_in(&[FLOOR, wall]);
    let body = spawn_body(&mut app, Vec3::new(-1.5, 0.0, 0.0), Vec3::ZERO);
    let cube = spawn_cube(&mut app, Vec3::new(2.0, 0.5, 0.0), 5000.0);
    app.world_mut()
        .entity_mut(cube)
        .insert(LinearVelocity(Vec3::X * -20.0));
    run(&mut app, 2 * SECOND, body);
    let (cube, center) = (place(&app, cube), state(&app, body).center);
    assert!(center.x > -2.0 + 0.29, "the body is not in the wall: {center}");
    assert!(
        cube.x > -2.0 + 0.5 - CONTACT_SLOP,
        "the cube is not in the wall: {cube}"
    );
    assert!(
        cube.x - 0.5 > center.x || (cube.z - center.z).abs() > 0.5,
        "the cube is not in the body: {cube} {center}"
    );
}

#[test]
fn lift_carries_crate_and_body() {
    let mut app = app_in(&[FLOOR]);
    let platform = block([-2.0, -0.2, -2.0], [2.0, 0.0, 2.0], "lift");
    let tree = BspTree::build(triangles(&platform)).expect("a box has a tree");
    let tree = app.world_mut().resource_mut::<Assets<BspTree>>().add(tree);
    let lift = (
        BspCollider(tree),
        MovingThing::default(),
        Transform::from_xyz(0.0, 0.3, 0.0),
    );
    app.world_mut().spawn(lift);
    app.add_systems(
        FixedUpdate,
        (|time: Res<Time>, mut lift: Query<&mut Transform, (With<MovingThing>, Without<PushesBodies>)>| {
            for mut transform in &mut lift {
                transform.translation.y = (transform.translation.y + time.delta_secs()).min(3.0);
            }
        })
        .before(BspwalkSystems::Things),
    );
    let body = spawn_body(&mut app, Vec3::new(-1.0, 0.35, 0.0), Vec3::ZERO);
    let cube = spawn_cube(&mut app, Vec3::new(1.0, 0.85, 0.0), 50.0);
    run(&mut app, 5 * SECOND, body);
    let (cube, feet) = (place(&app, cube), state(&app, body).feet);
    assert!((cube.y - 3.5).abs() < 0.1, "{cube}");
    assert!((feet.y - 3.0).abs() < 0.02, "{feet}");
}

#[test]
fn body_stands_on_a_crate() {
    let mut app = app_in(&[FLOOR]);
    let body = spawn_body(&mut app, Vec3::new(0.0, 1.5, 0.0), Vec3::ZERO);
    let cube = spawn_cube(&mut app, Vec3::new(0.0, 0.5, 0.0), 50.0);
    run(&mut app, 2 * SECOND, body);
    let (cube, state) = (place(&app, cube), state(&app, body));
    assert!(state.grounded && (state.feet.y - 1.0).abs() < 0.03, "{state:?}");
    assert!((cube.y - 0.5).abs() < 0.03, "{cube}");
}
