//! Tests for movers that a program owns and lends for a tick, and for bodies that do not take part in the simulation.

use bevy::prelude::*;
use bevy_bspwalk::{
    BodyInput, BodyMover, BodyState, BspColliders, KinematicBody, Squeezed, TickLength, tick_body,
};
use bspwalk_trees::{
    Obstacles,
    collision::mover::{CollisionMethod, Input, Mode, Mover, MoverParams},
};

use crate::support::{FLOOR, app_in, block, collect, collected};

/// A wall on the floor.
const WALL: crate::support::Block = block([-10.0, 0.0, -4.0], [10.0, 3.0, -3.5], "wall");

#[test]
fn a_mover_that_is_lent_ticks_as_it_does_alone() {
    let (mut app, _) = app_in(&[FLOOR, WALL]);
    let seconds = 1.0 / 120.0;
    app.insert_resource(TickLength(seconds));
    let entity = app.world_mut().spawn(KinematicBody::default()).id();
    let params = MoverParams {
        walk_speed: 3.25,
        ..MoverParams::default()
    };
    let mut kept = Mover::new(&params, Mode::Walk, CollisionMethod::Sweep, vec3(0.1, 2.0, 0.2));
    let mut alone = kept.clone();
    let input = Input {
        desired: vec3(0.3, 0.0, -1.0),
        ..Input::default()
    };
    for tick in 0..200 {
        {
            let mut body = app.world_mut().entity_mut(entity);
            let (mut lent, mut kinematic, mut transform, mut given) = body
                .get_components_mut::<(&mut BodyMover, &mut KinematicBody, &mut Transform, &mut BodyInput)>()
                .expect("it is a body");
            given.desired = input.desired;
            lent.observe(tick % 2 == 0);
            lent.lend(kept, 0, &mut kinematic, &mut transform);
        }
        app.update();
        let mut body = app.world_mut().entity_mut(entity);
        let mut lent = body.get_mut::<BodyMover>().expect("it is a body");
        let (back, ticked) = lent.give_back().expect("it was lent");
        kept = back;
        assert!(lent.mover().is_none(), "it is gone");
        let colliders = app.world_mut().run_system_cached_with(
            |ticking: In<(Mover, Input, f32)>, colliders: BspColliders| {
                let In((mut mover, input, seconds)) = ticking;
                let ticked = colliders.ask(|trees| tick_body(&mut mover, trees, &input, seconds));
                (mover, ticked.expect("there is a level"))
            },
            (alone, input, seconds),
        );
        let (moved, expected) = colliders.expect("it runs");
        alone = moved;
        assert_eq!(kept, alone, "tick {tick}");
        assert_eq!(ticked.tick, expected.tick, "tick {tick}");
        assert_eq!(ticked.visited.is_empty(), tick % 2 == 1, "tick {tick}");
    }
    assert!(alone.feet().z < -2.9, "it has come to the wall: {}", alone.feet());
}

#[test]
fn a_body_that_is_not_active_stays_where_it_is() {
    let (mut app, _) = app_in(&[FLOOR]);
    collect::<Squeezed>(&mut app);
    let body = KinematicBody {
        active: false,
        ..default()
    };
    let entity = app
        .world_mut()
        .spawn((body, Transform::from_xyz(0.0, 2.0, 0.0)))
        .id();
    for _ in 0..30 {
        app.update();
    }
    let world = app.world_mut();
    assert_eq!(world.get::<BodyState>(entity).map(|state| state.ticks), Some(0));
    assert_eq!(
        world.get::<Transform>(entity).map(|place| place.translation.y),
        Some(2.0)
    );
    world
        .get_mut::<KinematicBody>(entity)
        .expect("it is a body")
        .active = true;
    for _ in 0..120 {
        app.update();
    }
    let state = app.world().get::<BodyState>(entity).expect("it is a body");
    assert!(state.grounded && state.feet.y.abs() < 0.01, "{state:?}");
    assert!(collected::<Squeezed>(&app).is_empty());
}

#[test]
fn colliders_answer_questions_of_obstacles() {
    let (mut app, _) = app_in(&[FLOOR, WALL]);
    let blocked = |from: Vec3, to: Vec3| {
        move |colliders: BspColliders| colliders.ask(|trees| trees.nodes.is_blocked(from, to))
    };
    let mut ask = |from, to| {
        let system = app.world_mut().register_system(blocked(from, to));
        app.world_mut().run_system(system).expect("it runs")
    };
    assert_eq!(ask(vec3(0.0, 1.0, 0.0), vec3(0.0, 1.0, -8.0)), Some(true));
    assert_eq!(ask(vec3(0.0, 1.0, 0.0), vec3(0.0, 1.0, -3.0)), Some(false));
}
