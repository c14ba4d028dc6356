//! Tests that run the examples without a window.

use bevy::prelude::*;
use bevy_bspwalk::{AtStart, BodyState, BspLevelRoot, KinematicBody, MovingThing, OfLevel};

use crate::support::until;

#[path = "../../examples/first_person.rs"]
#[allow(dead_code)]
mod first_person;

#[path = "../../examples/door_and_lift.rs"]
#[allow(dead_code)]
mod door_and_lift;

#[path = "../../examples/hundred_bodies.rs"]
#[allow(dead_code)]
mod hundred_bodies;

fn start(build: impl FnOnce(&mut App)) -> App {
    let mut app = first_person::common::app(true);
    build(&mut app);
    app.finish();
    app.cleanup();
    until(&mut app, "the level", |app| {
        let mut ticked = app.world_mut().query_filtered::<&BodyState, Without<AtStart>>();
        ticked.iter(app.world()).any(|state| state.ticks > 0)
    });
    app
}

fn states(app: &mut App) -> Vec<BodyState> {
    let mut bodies = app
        .world_mut()
        .query_filtered::<&BodyState, With<KinematicBody>>();
    bodies.iter(app.world()).cloned().collect()
}

#[test]
fn the_first_person_walks_through_a_map() {
    let mut app = start(first_person::build);
    for _ in 0..30 {
        app.update();
    }
    let before = states(&mut app)[0].clone();
    assert!(before.grounded, "{before:?}");
    app.world_mut()
        .resource_mut::<ButtonInput<KeyCode>>()
        .press(KeyCode::KeyW);
    for _ in 0..30 {
        app.update();
    }
    let after = states(&mut app)[0].clone();
    assert!(after.feet.distance(before.feet) > 1.0, "{before:?} {after:?}");
    let mut meshes = app
        .world_mut()
        .query_filtered::<(), (With<Mesh3d>, With<OfLevel>)>();
    assert!(meshes.iter(app.world()).count() > 3);
    let mut roots = app.world_mut().query::<&BspLevelRoot>();
    assert_eq!(roots.iter(app.world()).count(), 1);
}

#[test]
fn the_lift_carries_and_the_door_comes_down() {
    let mut app = start(door_and_lift::build);
    let low = states(&mut app)[0].feet.y;
    let mut high = low;
    for _ in 0..64 * 7 {
        app.update();
        high = high.max(states(&mut app)[0].feet.y);
    }
    assert!(
        high - low > 1.0,
        "the lift has carried the body from {low} to {high}"
    );
    let mut things = app.world_mut().query_filtered::<(), With<MovingThing>>();
    assert_eq!(things.iter(app.world()).count(), 2);
    assert!(states(&mut app)[0].clear);
}

#[test]
fn a_hundred_bodies_tick() {
    let mut app = start(hundred_bodies::build);
    for _ in 0..60 {
        app.update();
    }
    let states = states(&mut app);
    assert_eq!(
        states.len(),
        usize::try_from(hundred_bodies::BODIES).expect("it is small")
    );
    assert!(states.iter().all(|state| state.clear && state.feet.is_finite()));
    assert!(app.world().resource::<hundred_bodies::Cost>().ticks >= 60);
}
