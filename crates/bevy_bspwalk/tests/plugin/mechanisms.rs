//! Tests for the automatic doors and lifts of a level.

use bevy::prelude::*;
use bevy_bspwalk::{
    BodyInput, BodyMover, BodyState, BspLevelRoot, BspLevelSettings, Interpolation, KinematicBody,
    Mechanisms, OfMechanism, Squeezed, Stopped, ThingMotion,
};
use bspwalk_levels::mechanisms::{MechanismKind, Phase};

use crate::support::{app, collect, collected, wait};

/// Metres per map unit.
const UNIT: f32 = 0.0254;

/// Converts a position in map units, with Z up, to metres.
fn place(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, z, -y) * UNIT
}

/// Creates an app with the house and a body. Also returns the entities of the level root and the body.
fn house(feet: Vec3, moving: bool) -> (App, Entity, Entity) {
    let mut app = app(&[("house.map", include_bytes!("../../assets/house.map"))]);
    let server = app.world().resource::<AssetServer>();
    let settings = move |settings: &mut BspLevelSettings| {
        settings.moving = moving;
        settings.visibility = false;
    };
    let level = server.load_builder().with_settings(settings).load("house.map");
    wait(&mut app, &level).expect("it loads");
    let root = app.world_mut().spawn(BspLevelRoot(level)).id();
    let body = (KinematicBody::default(), Transform::from_translation(feet));
    let body = app.world_mut().spawn(body).id();
    collect::<Stopped>(&mut app);
    collect::<Squeezed>(&mut app);
    app.update();
    (app, root, body)
}

fn go(app: &mut App, body: Entity, input: BodyInput, ticks: usize) -> BodyState {
    *app.world_mut().get_mut::<BodyInput>(body).expect("it is a body") = input;
    for _ in 0..ticks {
        app.update();
    }
    app.world().get::<BodyState>(body).expect("it is a body").clone()
}

const NORTH: BodyInput = BodyInput {
    desired: Vec3::NEG_Z,
    yaw: Some(0.0),
    pitch: 0.0,
    jump: false,
    crouch: false,
    fast: false,
    use_: false,
};

const STANDS: BodyInput = BodyInput {
    desired: Vec3::ZERO,
    ..NORTH
};

/// Returns the index and the entity of the nth mechanism of a kind.
fn thing(app: &App, root: Entity, kind: MechanismKind, number: usize) -> (usize, Entity) {
    let mechanisms = app.world().get::<Mechanisms>(root).expect("it has some");
    let levels = app.world().resource::<Assets<bevy_bspwalk::BspLevel>>();
    let of_root = app.world().get::<BspLevelRoot>(root).expect("it is a root");
    let level = &levels.get(&of_root.0).expect("it is loaded").level;
    let mut all = level
        .mechanisms
        .iter()
        .enumerate()
        .filter(|(_, mechanism)| mechanism.kind == kind);
    let (found, _) = all.nth(number).expect("there is one");
    (found, mechanisms.things()[found])
}

fn phase(app: &App, root: Entity, mechanism: usize) -> Phase {
    let mechanisms = app.world().get::<Mechanisms>(root).expect("it has some");
    mechanisms.state(mechanism).expect("it is there").phase
}

/// The components that rollback saves, each with its entity.
struct Saved {
    root: (Entity, Mechanisms),
    body: (Entity, (Transform, Interpolation, BodyMover, BodyState)),
    things: Vec<(Entity, (Transform, Interpolation, ThingMotion))>,
}

impl Saved {
    fn of(app: &mut App, root: Entity, body: Entity) -> Self {
        let world = app.world_mut();
        let mechanisms = world.get::<Mechanisms>(root).expect("it has some").clone();
        let mut bodies = world.query::<(&Transform, &Interpolation, &BodyMover, &BodyState)>();
        let (&transform, &interpolation, mover, state) = bodies.get(world, body).expect("it is a body");
        let of_body = (transform, interpolation, mover.clone(), state.clone());
        let mut things = world.query::<(Entity, &Transform, &Interpolation, &ThingMotion)>();
        let things = things
            .iter(world)
            .map(|(thing, &transform, &interpolation, &motion)| (thing, (transform, interpolation, motion)))
            .collect();
        Self {
            root: (root, mechanisms),
            body: (body, of_body),
            things,
        }
    }

    fn restore(self, app: &mut App) {
        let world = app.world_mut();
        world.entity_mut(self.root.0).insert(self.root.1);
        world.entity_mut(self.body.0).insert(self.body.1);
        for (thing, components) in self.things {
            world.entity_mut(thing).insert(components);
        }
    }
}

#[test]
fn restored_components_repeat_bit_for_bit() {
    let (mut app, root, body) = house(place(128.0, 192.0, 0.0), true);
    go(&mut app, body, NORTH, 30);
    let saved = Saved::of(&mut app, root, body);
    let run = |app: &mut App| {
        let states = (0..150).map(|_| {
            let state = go(app, body, NORTH, 1);
            let mechanisms = app.world().get::<Mechanisms>(root).expect("it has some");
            (state, mechanisms.machinery().clone())
        });
        states.collect::<Vec<_>>()
    };
    let first = run(&mut app);
    let has_moved = first.windows(2).any(|pair| pair[0].1 != pair[1].1);
    assert!(has_moved, "no mechanism moves");
    saved.restore(&mut app);
    assert!(run(&mut app) == first, "the repeated ticks differ");
}

#[test]
fn door_is_a_wall_without_mechanisms() {
    let (mut app, root, body) = house(place(128.0, 192.0, 0.0), false);
    assert!(app.world().get::<Mechanisms>(root).is_none());
    let state = go(&mut app, body, NORTH, 200);
    assert!(state.feet.z > place(0.0, 388.0, 0.0).z, "{state:?}");
    let stops = collected::<Stopped>(&app);
    assert_eq!(
        stops.last().and_then(|stop| stop.material.as_deref()),
        Some("door"),
        "{stops:?}"
    );
}

#[test]
fn a_door_opens_to_a_body_and_closes_behind_it() {
    let (mut app, root, body) = house(place(128.0, 192.0, 0.0), true);
    let (door, entity) = thing(&app, root, MechanismKind::Door, 0);
    let of = app.world().get::<OfMechanism>(entity).copied();
    assert_eq!(
        of,
        Some(OfMechanism {
            root,
            mechanism: door
        })
    );
    assert_eq!(phase(&app, root, door), Phase::Closed);
    let state = go(&mut app, body, NORTH, 350);
    assert!(
        state.feet.z < place(0.0, 560.0, 0.0).z && state.clear,
        "{state:?}"
    );
    go(&mut app, body, STANDS, 400);
    assert_eq!(phase(&app, root, door), Phase::Closed);
    assert!(collected::<Squeezed>(&app).is_empty());
}

#[test]
fn gate_opens_on_use() {
    let (mut app, root, body) = house(place(480.0, 340.0, 0.0), true);
    let (gate, entity) = thing(&app, root, MechanismKind::Door, 1);
    let state = go(&mut app, body, NORTH, 60);
    assert_eq!(phase(&app, root, gate), Phase::Closed, "{state:?}");
    let stops = collected::<Stopped>(&app);
    let stop = stops.last().expect("the gate is in the way");
    assert_eq!((stop.by, stop.material.as_deref()), (entity, Some("gate")));
    // The body does not use a lift that it is not looking at.
    let away = BodyInput {
        yaw: Some(std::f32::consts::PI),
        use_: true,
        ..STANDS
    };
    go(&mut app, body, away, 5);
    go(&mut app, body, STANDS, 5);
    assert_eq!(phase(&app, root, gate), Phase::Closed);
    go(&mut app, body, BodyInput { use_: true, ..STANDS }, 3);
    assert_eq!(phase(&app, root, gate), Phase::Opening);
    let state = go(&mut app, body, NORTH, 200);
    assert!(
        state.feet.z < place(0.0, 420.0, 0.0).z && state.clear,
        "{state:?}"
    );
    assert_eq!(phase(&app, root, gate), Phase::Open);
}

#[test]
fn a_lift_takes_a_body_up() {
    let (mut app, root, body) = house(place(496.0, 500.0, 0.0), true);
    let (lift, entity) = thing(&app, root, MechanismKind::Lift, 0);
    let low = app
        .world()
        .get::<Transform>(entity)
        .expect("it has one")
        .translation
        .y;
    assert!((low + 96.0 * UNIT).abs() < 1.0e-3, "it waits below: {low}");
    // Walk onto the pressure plate and stop.
    go(&mut app, body, NORTH, 45);
    let (mut high, mut rode) = (0.0_f32, false);
    for _ in 0..200 {
        let state = go(&mut app, body, STANDS, 1);
        high = high.max(state.feet.y);
        rode |= state.riding == Some(entity);
        assert!(state.clear, "{state:?}");
    }
    assert!(
        rode && (high - 104.0 * UNIT).abs() < 0.02,
        "{high} in phase {:?}",
        phase(&app, root, lift)
    );
}

#[test]
fn a_door_that_meets_a_body_does_not_crush_it() {
    let (mut app, root, body) = house(place(128.0, 340.0, 0.0), true);
    // Walk into the doorway and stop. The door either waits or reopens when it meets the body.
    go(&mut app, body, NORTH, 25);
    let (door, entity) = thing(&app, root, MechanismKind::Door, 0);
    for _ in 0..64 * 12 {
        let state = go(&mut app, body, STANDS, 1);
        assert!(state.clear, "{state:?}");
        assert_ne!(phase(&app, root, door), Phase::Closed);
    }
    let squeezed = collected::<Squeezed>(&app);
    assert!(
        squeezed
            .iter()
            .all(|squeezed| (squeezed.thing, squeezed.body) == (entity, body))
    );
    assert!(
        app.world()
            .get::<ThingMotion>(entity)
            .is_some_and(|motion| motion.pose().is_some())
    );
}
