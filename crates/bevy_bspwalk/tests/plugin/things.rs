//! Tests that moving things carry bodies, push them, and stop before they crush one.

use bevy::prelude::*;
use bevy_bspwalk::{
    BodyInput, BodyState, BspCollider, BspTree, BspwalkSystems, KinematicBody, MovingThing, Squeezed,
    ThingMotion,
};
use bspwalk_trees::FaceId;

use crate::support::{Block, FLOOR, app_in, block, collect, collected, triangles};

/// Moves a test thing at a constant velocity (in metres per second) for a number of seconds.
#[derive(Component)]
struct Goes {
    velocity: Vec3,
    seconds: f32,
}

fn go(time: Res<Time>, mut things: Query<(&mut Goes, &mut Transform)>) {
    for (mut goes, mut transform) in &mut things {
        let step = time.delta_secs().min(goes.seconds);
        goes.seconds -= step;
        transform.translation += goes.velocity * step;
    }
}

/// Spawns a box that moves for a number of seconds.
fn thing(app: &mut App, shape: Block, at: Vec3, velocity: Vec3, seconds: f32) -> Entity {
    let tree = BspTree::build(triangles(&shape)).expect("it builds");
    let tree = app.world_mut().resource_mut::<Assets<BspTree>>().add(tree);
    let goes = Goes { velocity, seconds };
    let place = Transform::from_translation(at);
    app.world_mut()
        .spawn((MovingThing::default(), BspCollider(tree), goes, place))
        .id()
}

fn scene(boxes: &[Block]) -> App {
    let (mut app, _) = app_in(boxes);
    app.add_systems(FixedUpdate, go.before(BspwalkSystems::Things));
    collect::<Squeezed>(&mut app);
    app
}

fn body(app: &mut App, feet: Vec3) -> Entity {
    app.world_mut()
        .spawn((KinematicBody::default(), Transform::from_translation(feet)))
        .id()
}

fn state(app: &App, body: Entity) -> BodyState {
    app.world().get::<BodyState>(body).expect("it is a body").clone()
}

fn at(app: &App, thing: Entity) -> Vec3 {
    app.world()
        .get::<ThingMotion>(thing)
        .and_then(ThingMotion::pose)
        .expect("it ticks")
        .translation
        .as_vec3()
}

fn tick(app: &mut App, count: usize) {
    for _ in 0..count {
        app.update();
    }
}

/// Upper bound of the gap between a body and a surface, in metres.
const SKIN: f32 = 0.01;

const PLATE: Block = block([-1.0, -0.2, -1.0], [1.0, 0.0, 1.0], "steel");

#[test]
fn a_lift_carries_a_body_up_and_down() {
    let mut app = scene(&[FLOOR]);
    let lift = thing(&mut app, PLATE, Vec3::Y * 0.3, Vec3::Y, 2.0);
    let rider = body(&mut app, Vec3::Y * 0.32);
    for _ in 0..200 {
        app.update();
        let (state, top) = (state(&app, rider), at(&app, lift).y);
        if state.ticks > 20 {
            assert!(
                (state.feet.y - top).abs() < SKIN && state.grounded && state.clear,
                "{top} {state:?}"
            );
        }
    }
    assert!((at(&app, lift).y - 2.3).abs() < 1.0e-3);
    *app.world_mut().get_mut::<Goes>(lift).expect("it goes") = Goes {
        velocity: Vec3::NEG_Y,
        seconds: 2.0,
    };
    for _ in 0..200 {
        app.update();
        let (state, top) = (state(&app, rider), at(&app, lift).y);
        assert!(
            (state.feet.y - top).abs() < SKIN && state.grounded,
            "{top} {state:?}"
        );
    }
    assert!((state(&app, rider).feet.y - 0.3).abs() < SKIN);
    assert!(collected::<Squeezed>(&app).is_empty());
}

#[test]
fn platform_carries_body_and_door_pushes_it() {
    let mut app = scene(&[FLOOR]);
    let platform = thing(&mut app, PLATE, Vec3::new(0.0, 0.3, -4.0), Vec3::X, 2.0);
    let rider = body(&mut app, Vec3::new(0.0, 0.32, -4.0));
    let door = block([-0.1, 0.0, -1.0], [0.1, 2.2, 1.0], "wood");
    let door = thing(&mut app, door, Vec3::new(-2.0, 0.05, 3.0), Vec3::X, 2.0);
    let pushed = body(&mut app, Vec3::new(-1.0, 0.0, 3.0));
    tick(&mut app, 200);
    let ridden = state(&app, rider).feet.x - at(&app, platform).x;
    assert!(
        ridden.abs() < 0.1 && (at(&app, platform).x - 2.0).abs() < 1.0e-3,
        "{ridden}"
    );
    let gap = state(&app, pushed).center.x - at(&app, door).x;
    assert!(gap > 0.39 && state(&app, pushed).clear, "{gap}");
    assert!((at(&app, door).x).abs() < 1.0e-3);
}

#[test]
fn blocked_door_stays_open_and_reports_squeezed() {
    // A wall behind the body, and a door that closes towards it.
    let wall = block([1.0, 0.0, -5.0], [2.0, 3.0, 5.0], "brick");
    let mut app = scene(&[FLOOR, wall]);
    let door = block([-0.1, 0.0, -1.0], [0.1, 2.2, 1.0], "wood");
    let door = thing(&mut app, door, Vec3::new(-2.0, 0.05, 0.0), Vec3::X, 3.5);
    let caught = body(&mut app, Vec3::new(0.5, 0.0, 0.0));
    tick(&mut app, 300);
    let told = collected::<Squeezed>(&app);
    assert!(!told.is_empty(), "it is told");
    assert!(
        told.iter()
            .all(|squeezed| (squeezed.thing, squeezed.body) == (door, caught)),
        "{told:?}"
    );
    assert!(
        told.iter()
            .all(|squeezed| (0.0..=1.0).contains(&squeezed.part) && squeezed.face < FaceId(12))
    );
    let (state, place) = (state(&app, caught), at(&app, door).x);
    assert!(state.clear, "it is not crushed: {state:?}");
    let width = state.center.x - (place + 0.1);
    assert!((0.3..0.4).contains(&width), "the door stands before it: {width}");
    // The `Transform` holds the door's actual position, so that code that drives the door can read it.
    let written = app
        .world()
        .get::<Transform>(door)
        .expect("it has one")
        .translation
        .x;
    assert!((written - place).abs() < 0.05, "{written} {place}");
}

#[test]
fn a_body_can_walk_off_a_thing() {
    let mut app = scene(&[FLOOR]);
    thing(&mut app, PLATE, Vec3::Y * 0.3, Vec3::X * 0.5, 5.0);
    let rider = body(&mut app, Vec3::Y * 0.32);
    tick(&mut app, 30);
    app.world_mut()
        .get_mut::<BodyInput>(rider)
        .expect("it has one")
        .desired = Vec3::NEG_X;
    tick(&mut app, 60);
    let state = state(&app, rider);
    assert!(
        state.feet.x < -1.0 && state.feet.y.abs() < SKIN && state.grounded,
        "{state:?}"
    );
}

#[test]
fn things_and_bodies_are_deterministic() {
    let run = || {
        let mut app = scene(&[FLOOR]);
        let lift = thing(&mut app, PLATE, Vec3::Y * 0.3, Vec3::new(0.3, 0.7, 0.2), 2.0);
        let bodies = [0.0, 0.7, 2.0].map(|x| body(&mut app, Vec3::new(x, 0.5, 0.0)));
        for body in bodies {
            app.world_mut()
                .get_mut::<BodyInput>(body)
                .expect("it has one")
                .desired = Vec3::new(0.1, 0.0, 0.2);
        }
        tick(&mut app, 150);
        (bodies.map(|body| state(&app, body)), at(&app, lift))
    };
    assert_eq!(run(), run());
}
