//! Tests for bodies in a level: walking, landing, climbing, and stop events.

use bevy::prelude::*;
use bevy_bspwalk::{
    Anchor, AtStart, BodyInput, BodyMode, BodyMover, BodyParams, BodyState, BspEnvironment, BspLevelRoot,
    BspwalkPlugin, HeadBlocked, Jumped, KinematicBody, Landed, PutBack, PutBackFrom, Squeezed, SteppedDown,
    SteppedUp, Stopped, SurfaceKind,
};
use bspwalk_geometry::{Aabb, FaceId};
use glam::DVec3;

use crate::support::{
    Block, FACES, FLOOR, app, app_in, app_with, block, collect, collected, load, messages, obj, spawn_level,
    wait,
};

/// Advances the app by `count` ticks.
fn tick(app: &mut App, count: usize) {
    for _ in 0..count {
        app.update();
    }
}

fn spawn(app: &mut App, feet: Vec3, desired: Vec3) -> Entity {
    let input = BodyInput { desired, ..default() };
    let place = Transform::from_translation(feet);
    app.world_mut()
        .spawn((KinematicBody::default(), input, place))
        .id()
}

fn set_input(app: &mut App, body: Entity, change: impl FnOnce(&mut BodyInput)) {
    change(&mut app.world_mut().get_mut::<BodyInput>(body).expect("it is a body"));
}

fn state(app: &App, body: Entity) -> &BodyState {
    app.world().get::<BodyState>(body).expect("it is a body")
}

#[test]
fn a_body_falls_and_lands() {
    let (mut app, _) = app_in(&[FLOOR]);
    collect::<Landed>(&mut app);
    let body = spawn(&mut app, Vec3::Y, Vec3::ZERO);
    let mut told = Vec::new();
    for _ in 0..60 {
        app.update();
        told.extend(
            messages::<Landed>(&mut app)
                .into_iter()
                .filter(|landed| landed.body == body),
        );
    }
    let events = collected::<Landed>(&app);
    let [landed] = events[..] else {
        panic!("it lands once: {events:?}")
    };
    // A fall from h = 1 m ends at a speed of sqrt(2 g h).
    assert!((landed.speed - 4.43).abs() < 0.1, "{landed:?}");
    assert!(told.contains(&landed), "{told:?}");
    let state = state(&app, body);
    assert!(
        state.grounded && state.clear && state.feet.y.abs() < 0.01,
        "{state:?}"
    );
    assert!(
        state.contacts.iter().all(|contact| contact.face < FaceId(FACES)),
        "{state:?}"
    );
}

#[test]
fn jump_triggers_an_event() {
    let (mut app, _) = app_in(&[FLOOR]);
    collect::<Jumped>(&mut app);
    let body = spawn(&mut app, 0.1 * Vec3::Y, Vec3::ZERO);
    tick(&mut app, 60);
    assert!(collected::<Jumped>(&app).is_empty());
    set_input(&mut app, body, |input| input.jump = true);
    app.update();
    assert_eq!(messages::<Jumped>(&mut app), [Jumped { body }]);
    tick(&mut app, 100);
    assert_eq!(collected::<Jumped>(&app), [Jumped { body }]);
}

#[test]
fn body_coasts_on_ice() {
    let ice = Block {
        material: "ice",
        ..FLOOR
    };
    for (grip, least) in [(1.0, 0.0), (0.0, 3.0)] {
        let (mut app, _) = app_in(&[ice]);
        let body = spawn(&mut app, Vec3::new(-8.0, 0.0, 0.0), Vec3::X);
        tick(&mut app, 60);
        app.world_mut()
            .resource_mut::<BspEnvironment>()
            .grips
            .insert("ice".to_owned(), grip);
        set_input(&mut app, body, |input| input.desired = Vec3::ZERO);
        tick(&mut app, 40);
        let speed = state(&app, body).velocity.x;
        assert!((least..least + 1.0).contains(&speed), "grip {grip}: {speed} m/s");
    }
}

#[test]
fn body_swims_in_given_liquid() {
    let (mut app, _) = app_in(&[FLOOR]);
    let liquid = Aabb {
        min: DVec3::splat(-9.0),
        max: DVec3::splat(9.0),
    };
    app.world_mut()
        .resource_mut::<BspEnvironment>()
        .volumes
        .liquids
        .push(liquid);
    let game_feel = KinematicBody {
        params: BodyParams::game_feel(),
        ..default()
    };
    let place = Transform::from_xyz(0.0, 4.0, 0.0);
    let swimmer = app.world_mut().spawn((game_feel, place)).id();
    let walker = spawn(&mut app, Vec3::new(2.0, 4.0, 0.0), Vec3::ZERO);
    tick(&mut app, 90);
    let sinks = state(&app, swimmer);
    assert!(sinks.swimming && !sinks.grounded, "{sinks:?}");
    assert!(
        (sinks.velocity.y + BodyParams::default().sink_speed).abs() < 0.01,
        "{sinks:?}"
    );
    // By default, liquids have no effect.
    let falls = state(&app, walker);
    assert!(!falls.swimming && falls.grounded, "{falls:?}");
}

#[test]
fn body_waits_for_level() {
    let mut app = app(&[("room.obj", obj(&[FLOOR]).as_bytes())]);
    let level = load(&app, "room.obj");
    app.world_mut().spawn(BspLevelRoot(level.clone()));
    let body = spawn(&mut app, Vec3::Y, Vec3::ZERO);
    for _ in 0..1000 {
        if app
            .world()
            .resource::<AssetServer>()
            .is_loaded_with_dependencies(&level)
        {
            break;
        }
        assert_eq!(state(&app, body).ticks, 0, "it ticks in nothing");
        app.update();
    }
    wait(&mut app, &level).expect("it loads");
    tick(&mut app, 60);
    let state = state(&app, body);
    assert!(state.grounded && state.feet.y.abs() < 0.01, "{state:?}");
}

/// Returns a stair with three steps of 25 cm, rising towards +X.
fn stair() -> Vec<Block> {
    let step = |number: u8| {
        let n = f32::from(number);
        block([2.0 + 0.3 * n, 0.0, -2.0], [6.0, 0.25 * (n + 1.0), 2.0], "stone")
    };
    vec![FLOOR, step(0), step(1), step(2)]
}

#[test]
fn a_stair_is_climbed() {
    let (mut app, _) = app_in(&stair());
    collect::<SteppedUp>(&mut app);
    let body = spawn(&mut app, Vec3::ZERO, Vec3::X);
    tick(&mut app, 80);
    let steps = collected::<SteppedUp>(&app);
    let climbed: f32 = steps.iter().map(|step| step.height).sum();
    let state = state(&app, body);
    // The body's rounded bottom rolls over the first 9 cm of each edge, which does not count as a step.
    assert!((0.4..0.76).contains(&climbed), "{climbed} of {steps:?}");
    assert!(
        state.feet.x > 3.0 && (state.feet.y - 0.75).abs() < 0.01,
        "{state:?}"
    );
}

#[test]
fn stop_event_names_wall_material() {
    let wall = block([3.0, 0.0, -5.0], [4.0, 3.0, 5.0], "brick");
    let (mut app, root) = app_in(&[FLOOR, wall]);
    collect::<Stopped>(&mut app);
    let body = spawn(&mut app, Vec3::ZERO, Vec3::X);
    tick(&mut app, 90);
    let events = collected::<Stopped>(&app);
    let [stopped] = &events[..] else {
        panic!("it is told once: {events:?}")
    };
    assert_eq!((stopped.body, stopped.by), (body, root));
    assert_eq!(stopped.material.as_deref(), Some("brick"));
    assert_eq!(
        (stopped.surface, stopped.surface.name()),
        (SurfaceKind::Wall, "a wall")
    );
    assert!(stopped.normal.distance(Vec3::NEG_X) < 1.0e-3, "{stopped:?}");
    // The wall's −X side is the third side of its box.
    assert!([FACES + 4, FACES + 5].contains(&stopped.face.0), "{stopped:?}");
    let state = state(&app, body);
    let gap = 3.0 - state.center.x - BodyParams::default().radius;
    assert!((0.0..0.02).contains(&gap), "{gap}");
}

#[test]
fn a_body_that_falls_out_is_put_back() {
    let (mut app, _) = app_in(&[FLOOR]);
    collect::<PutBack>(&mut app);
    let body = spawn(&mut app, Vec3::X * 9.0, Vec3::X);
    for _ in 0..400 {
        app.update();
        if !collected::<PutBack>(&app).is_empty() {
            break;
        }
    }
    let events = collected::<PutBack>(&app);
    let reason = PutBackFrom::FellOut;
    assert_eq!(events, [PutBack { body, reason }]);
    assert!(state(&app, body).feet.y > -0.1);
}

#[test]
fn external_changes_take_effect() {
    let (mut app, _) = app_in(&[FLOOR]);
    let body = spawn(&mut app, Vec3::ZERO, Vec3::X);
    tick(&mut app, 30);
    let at = state(&app, body).feet;
    assert!(at.x > 0.5);
    // Teleport the body.
    app.world_mut()
        .get_mut::<Transform>(body)
        .expect("it has one")
        .translation = Vec3::new(-5.0, 0.0, 3.0);
    app.world_mut()
        .get_mut::<BodyInput>(body)
        .expect("it has one")
        .desired = Vec3::ZERO;
    tick(&mut app, 30);
    let there = state(&app, body).feet;
    assert!(there.distance(Vec3::new(-5.0, 0.0, 3.0)) < 0.02, "{there}");
    // Make the body slower.
    let mut changed = app
        .world_mut()
        .get_mut::<KinematicBody>(body)
        .expect("it is a body");
    changed.params.walk_speed = 1.0;
    app.world_mut()
        .get_mut::<BodyInput>(body)
        .expect("it has one")
        .desired = Vec3::X;
    tick(&mut app, 64);
    let speed = state(&app, body).velocity.length();
    assert!((speed - 1.0).abs() < 0.01, "{speed}");
    // Make the body fly.
    app.world_mut()
        .get_mut::<KinematicBody>(body)
        .expect("it is a body")
        .mode = BodyMode::Fly;
    app.world_mut()
        .get_mut::<BodyInput>(body)
        .expect("it has one")
        .desired = Vec3::Y;
    let before = state(&app, body).center.y;
    tick(&mut app, 30);
    let state = state(&app, body);
    assert!(state.center.y > before + 0.5 && !state.grounded, "{state:?}");
    // NaN inputs and positions are ignored.
    app.world_mut()
        .get_mut::<BodyInput>(body)
        .expect("it has one")
        .desired = Vec3::splat(f32::NAN);
    app.world_mut()
        .get_mut::<Transform>(body)
        .expect("it has one")
        .translation = Vec3::splat(f32::NAN);
    tick(&mut app, 10);
    assert!(
        app.world()
            .get::<BodyState>(body)
            .expect("it is a body")
            .feet
            .is_finite()
    );
}

#[test]
fn transform_follows_the_anchor() {
    let (mut app, _) = app_in(&[FLOOR]);
    let params = BodyParams::default();
    for (anchor, above) in [
        (Anchor::Feet, 0.0),
        (Anchor::Center, 0.5 * params.height),
        (Anchor::Eye, params.eye_height),
    ] {
        // All bodies have the same position.
        let body = KinematicBody {
            anchor,
            blocks_bodies: false,
            ..default()
        };
        let place = Transform::from_xyz(0.0, above, 0.0);
        let body = app.world_mut().spawn((body, place)).id();
        tick(&mut app, 5);
        let at = app
            .world()
            .get::<Transform>(body)
            .expect("it has one")
            .translation;
        assert!((at.y - above).abs() < 0.01, "{anchor:?}: {at}");
        assert!(state(&app, body).feet.y.abs() < 0.01);
    }
}

#[test]
fn yaw_rotates_desired_direction() {
    let (mut app, _) = app_in(&[FLOOR]);
    let body = spawn(&mut app, Vec3::ZERO, Vec3::NEG_Z);
    app.world_mut()
        .get_mut::<BodyInput>(body)
        .expect("it has one")
        .yaw = Some(std::f32::consts::FRAC_PI_2);
    tick(&mut app, 30);
    let at = state(&app, body).feet;
    assert!(
        at.x < -0.5 && at.z.abs() < 0.01,
        "a quarter to the left of −Z is −X: {at}"
    );
}

#[test]
fn body_starts_at_level_spawn() {
    let map = include_bytes!("../../assets/house.map");
    let mut app = app(&[("house.map", map)]);
    let level = app.world().resource::<AssetServer>().load("house.map");
    let body = (KinematicBody::default(), AtStart);
    let body = app.world_mut().spawn(body).id();
    app.world_mut().spawn(BspLevelRoot(level.clone()));
    wait(&mut app, &level).expect("it loads");
    tick(&mut app, 60);
    assert!(app.world().get::<AtStart>(body).is_none());
    let state = state(&app, body);
    assert!(
        state.grounded && state.feet.distance(Vec3::new(3.2512, 0.0, -4.8768)) < 0.05,
        "{state:?}"
    );
}

#[test]
fn interpolation_does_not_change_ticks() {
    let files: &[(&str, &[u8])] = &[("room.obj", &obj(&stair()).into_bytes())];
    let run = |interpolate, parts: u32| {
        let mut app = app_with(files, BspwalkPlugin { interpolate });
        spawn_level(&mut app, "room.obj");
        let body = spawn(&mut app, Vec3::ZERO, Vec3::X);
        let step = app.world().resource::<Time<Fixed>>().timestep();
        app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(step / parts));
        let mut drawn = Vec::new();
        while state(&app, body).ticks < 60 {
            app.update();
            drawn.push(
                app.world()
                    .get::<Transform>(body)
                    .expect("it has one")
                    .translation
                    .x,
            );
        }
        let at_end = state(&app, body).clone();
        // Teleport the body between two ticks.
        let place = Vec3::new(-5.0, 0.0, 5.0);
        app.world_mut()
            .get_mut::<Transform>(body)
            .expect("it has one")
            .translation = place;
        for _ in 0..2 * parts {
            app.update();
        }
        assert!(
            state(&app, body).feet.distance(place) < 0.2,
            "{:?}",
            state(&app, body)
        );
        (at_end, drawn)
    };
    let (plain, _) = run(false, 1);
    let (between, drawn) = run(true, 3);
    assert_eq!(plain, between);
    // The drawn body moves in every frame, although there are three frames per tick.
    let moves = drawn.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(moves > 120, "{moves} of {}", drawn.len());
}

/// Returns the final states of a crowd that walks in all directions among steps and walls.
fn crowd(count: i32) -> Vec<BodyState> {
    let mut level = stair();
    level.push(block([-6.0, 0.0, -9.0], [-5.0, 3.0, 9.0], "brick"));
    level.push(block([-9.0, 0.0, 6.0], [9.0, 0.4, 6.5], "curb"));
    let (mut app, _) = app_in(&level);
    let bodies: Vec<Entity> = (0..count)
        .map(|order| {
            let angle = order as f32 * 2.4;
            let input = BodyInput {
                desired: Vec3::NEG_Z,
                yaw: Some(angle),
                jump: order % 3 == 0,
                crouch: order % 5 == 0,
                ..default()
            };
            // The bodies overlap at the start, so they do not block each other.
            let feet = Vec3::new(
                (order % 10) as f32 * 0.5 - 4.0,
                0.1,
                (order / 10) as f32 * 0.5 - 3.0,
            );
            let body = KinematicBody {
                order,
                blocks_bodies: false,
                ..default()
            };
            app.world_mut()
                .spawn((body, input, Transform::from_translation(feet)))
                .id()
        })
        .collect();
    tick(&mut app, 150);
    bodies.iter().map(|&body| state(&app, body).clone()).collect()
}

#[test]
fn hundred_bodies_move_deterministically() {
    let first = crowd(100);
    assert!(
        first.iter().all(|state| state.clear && state.ticks == 150),
        "all are clear"
    );
    let gone = first.iter().filter(|state| state.velocity.length() > 1.0).count();
    assert!(gone > 30, "{gone} move");
    assert_eq!(first, crowd(100), "bit for bit");
}

#[test]
fn mover_can_be_inspected() {
    let (mut app, _) = app_in(&[FLOOR]);
    let body = spawn(&mut app, Vec3::ZERO, Vec3::X);
    assert!(
        app.world()
            .get::<BodyMover>(body)
            .is_some_and(|mover| mover.mover().is_none())
    );
    tick(&mut app, 2);
    let mover = app
        .world()
        .get::<BodyMover>(body)
        .and_then(BodyMover::mover)
        .expect("it ticks");
    assert_eq!(mover.feet(), state(&app, body).feet);
}

#[test]
fn inactive_body_stays() {
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
    tick(&mut app, 30);
    assert_eq!(state(&app, entity).ticks, 0);
    let place = app.world().get::<Transform>(entity);
    assert_eq!(place.map(|place| place.translation.y), Some(2.0));
    app.world_mut()
        .get_mut::<KinematicBody>(entity)
        .expect("it is a body")
        .active = true;
    tick(&mut app, 120);
    let state = state(&app, entity);
    assert!(state.grounded && state.feet.y.abs() < 0.01, "{state:?}");
    assert!(collected::<Squeezed>(&app).is_empty());
}

#[test]
fn bodies_block_each_other() {
    for blocks_bodies in [true, false] {
        let (mut app, _) = app_in(&[FLOOR]);
        collect::<Stopped>(&mut app);
        let standing = spawn(&mut app, Vec3::new(0.0, 0.0, 0.0), Vec3::ZERO);
        let walking = spawn(&mut app, Vec3::new(-4.0, 0.0, 0.0), Vec3::X);
        app.world_mut()
            .get_mut::<KinematicBody>(walking)
            .expect("it is a body")
            .blocks_bodies = blocks_bodies;
        tick(&mut app, 90);
        let distance = state(&app, standing).feet.x - state(&app, walking).feet.x;
        let stops = collected::<Stopped>(&app);
        if blocks_bodies {
            let diameter = 2.0 * BodyParams::default().radius;
            assert!((diameter..diameter + 0.01).contains(&distance), "{distance}");
            let [stop] = &stops[..] else {
                panic!("it is stopped once: {stops:?}")
            };
            assert_eq!((stop.body, stop.by), (walking, standing));
            assert!(stop.material.is_none() && stop.normal.x < -0.99, "{stop:?}");
            let contacts = &state(&app, walking).contacts;
            assert!(
                contacts.iter().any(|contact| contact.collider == standing),
                "{contacts:?}"
            );
        } else {
            assert!(distance < -0.5 && stops.is_empty(), "{distance} {stops:?}");
        }
        assert!(state(&app, standing).feet.x.abs() < 0.01);
    }
}

/// Two walkers that meet end at the same positions, whichever was spawned first.
#[test]
fn meeting_bodies_do_not_depend_on_order() {
    let ends = [false, true].map(|swapped| {
        let (mut app, _) = app_in(&[FLOOR]);
        let walks = [(-3.0, 0.05, Vec3::X), (3.0, -0.05, Vec3::NEG_X)];
        let mut bodies: Vec<Entity> = Vec::new();
        for number in if swapped { [1, 0] } else { [0, 1] } {
            let (x, z, desired) = walks[number];
            bodies.push(spawn(&mut app, Vec3::new(x, 0.0, z), desired));
        }
        if swapped {
            bodies.reverse();
        }
        tick(&mut app, 80);
        bodies
            .iter()
            .map(|&body| state(&app, body).center)
            .collect::<Vec<_>>()
    });
    assert_eq!(ends[0], ends[1]);
}

#[test]
fn stairs_down_and_low_ceilings_trigger_events() {
    let step = block([-10.0, 0.0, -2.0], [0.0, 0.2, 2.0], "step");
    let ceiling = block([2.0, 1.5, -2.0], [8.0, 3.0, 2.0], "ceiling");
    let (mut app, _) = app_in(&[FLOOR, step, ceiling]);
    collect::<SteppedDown>(&mut app);
    collect::<HeadBlocked>(&mut app);
    let body = spawn(&mut app, Vec3::new(-2.0, 0.2, 0.0), Vec3::X);
    set_input(&mut app, body, |input| input.crouch = true);
    tick(&mut app, 250);
    let heights: f32 = collected::<SteppedDown>(&app)
        .iter()
        .map(|down| down.height)
        .sum();
    // The body first slides down around the edge of the step.
    assert!((0.1..0.21).contains(&heights), "{heights}");
    assert!(state(&app, body).feet.x > 3.0 && collected::<HeadBlocked>(&app).is_empty());
    set_input(&mut app, body, |input| {
        (input.crouch, input.desired) = (false, Vec3::ZERO);
    });
    tick(&mut app, 30);
    assert_eq!(collected::<HeadBlocked>(&app), [HeadBlocked { body }]);
    assert!(state(&app, body).crouched);
}
