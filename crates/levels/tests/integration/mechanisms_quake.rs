//! Tests of doors, platforms, trains, buttons and triggers in Quake maps over time. The numbers are derived from
//! `doors.qc`, `plats.qc`, `buttons.qc` and `triggers.qc`. One unit is 0.0254 m, and y in the map is −z in the level.

use bspwalk_levels::{
    Level, LoadOptions,
    mechanisms::{Body, Machinery, MechanismKind, Opens, Phase, StepEvents, Use},
};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    loading::{assert_conversion_reported, assert_warned, from_memory, warning},
    quake_maps::{self, Corners, brush},
};
use bspwalk_trees::FaceId;
use glam::{DVec3, dvec3};

const UNIT: f64 = 0.0254;

/// Returns a map entity of the given class. Keys are separated by commas, as in `angle 90, wait 2`.
fn entity(class: &str, keys: &str, brushes: &[Corners]) -> String {
    let pairs = keys
        .split_terminator(", ")
        .filter_map(|pair| pair.split_once(' '));
    let pairs = [("classname", class)].into_iter().chain(pairs);
    let keys: String = pairs
        .map(|(key, value)| format!("\"{key}\" \"{value}\"\n"))
        .collect();
    let brushes: String = brushes.iter().map(|&corners| brush(corners)).collect();
    format!("{{\n{keys}{brushes}}}\n")
}

fn load(text: &str) -> Level {
    let level = from_memory("map", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    level.check(&Progress::default()).expect("what loads is whole");
    level
}

/// Returns a room that contains the given entities.
fn room(entities: &[String]) -> Level {
    load(&(quake_maps::room(&[]) + &entities.concat()))
}

/// Converts a point from map space to level space.
fn place([x, y, z]: [f64; 3]) -> DVec3 {
    dvec3(x, z, -y) * UNIT
}

/// Returns a player standing at a position in the map.
fn player(at: [f64; 3]) -> Body {
    Body {
        before: place(at),
        feet: place(at),
        height: 56.0 * UNIT,
        radius: 16.0 * UNIT,
    }
}

/// A position far from all mechanisms.
const AWAY: [f64; 3] = [-220.0, -220.0, 0.0];

fn happenings<'a>(bodies: &'a [Body], uses: &'a [Use]) -> StepEvents<'a> {
    StepEvents { bodies, uses }
}

/// A box that contains [`AWAY`].
const CORNER: Corners = [[-250.0, -250.0, 0.0], [-200.0, -200.0, 64.0]];

/// A level whose mechanisms are running.
struct Run {
    machinery: Machinery,
}

impl Run {
    fn new(level: &Level) -> Self {
        Self {
            machinery: Machinery::new(level),
        }
    }

    fn step(&mut self, seconds: f64, at: [f64; 3]) -> &mut Self {
        self.machinery.step(seconds, &happenings(&[player(at)], &[]));
        self
    }

    fn used(&mut self, mechanism: usize) -> &mut Self {
        let uses = [Use {
            from: DVec3::ZERO,
            to: DVec3::X,
            mechanism: Some(mechanism),
        }];
        self.machinery.step(0.0, &happenings(&[], &uses));
        self
    }

    /// Returns the offset of a mechanism from its position in the map, in map units and axes.
    fn at(&self, mechanism: usize) -> DVec3 {
        let moved = self
            .machinery
            .state(mechanism)
            .expect("it is there")
            .after
            .translation
            / UNIT;
        dvec3(moved.x, -moved.z, moved.y)
    }

    fn phase(&self, mechanism: usize) -> Phase {
        self.machinery.state(mechanism).expect("it is there").phase
    }

    #[track_caller]
    fn is_at(&mut self, mechanism: usize, expected: [f64; 3], phase: Phase) -> &mut Self {
        let at = self.at(mechanism);
        assert!(
            at.distance(DVec3::from(expected)) < 1.0e-6,
            "{at} and not {expected:?}"
        );
        assert_eq!(self.phase(mechanism), phase);
        self
    }
}

const DOOR: Corners = [[0.0, 64.0, 0.0], [16.0, 128.0, 96.0]];
/// A position next to the door, within its range of 60 units.
const BESIDE: [f64; 3] = [60.0, 96.0, 0.0];

#[test]
fn door_opens_near_body_and_closes_after_delay() {
    let level = room(&[entity("func_door", "angle 90", &[DOOR])]);
    let [door] = &level.mechanisms[..] else {
        panic!("{:?}", level.mechanisms)
    };
    assert_eq!(
        (door.kind, door.opens, door.name.to_string().as_str()),
        (MechanismKind::Door, Opens::Near, "func_door")
    );
    assert_eq!(door.trigger_description().to_string(), "opens when you come near");
    assert!(door.line.is_some());
    let mut run = Run::new(&level);
    run.step(1.0, AWAY).is_at(0, [0.0; 3], Phase::Closed);
    // A body with a radius of 16 units at 91.9 reaches the zone, which ends at 76, but a body at 92.1 does not.
    run.step(0.1, [92.1, 96.0, 0.0]).is_at(0, [0.0; 3], Phase::Closed);
    // The door is 64 units wide and has a lip of 8 units, so it moves by 56 units at 100 units per second.
    run.step(0.28, BESIDE).is_at(0, [0.0, 28.0, 0.0], Phase::Opening);
    run.step(0.28, AWAY).is_at(0, [0.0, 56.0, 0.0], Phase::Open);
    run.step(2.9, AWAY).is_at(0, [0.0, 56.0, 0.0], Phase::Open);
    run.step(0.1 + 0.28, AWAY)
        .is_at(0, [0.0, 28.0, 0.0], Phase::Closing);
    // When a body returns, the door opens again from its current position.
    run.step(0.14, BESIDE).is_at(0, [0.0, 42.0, 0.0], Phase::Opening);
    // The door stays open while a body touches its trigger.
    for _ in 0..100 {
        run.step(0.1, BESIDE);
    }
    run.is_at(0, [0.0, 56.0, 0.0], Phase::Open);
    run.step(3.0 + 0.56, AWAY).is_at(0, [0.0; 3], Phase::Closed);
}

#[test]
fn blocked_door_reopens() {
    let level = room(&[entity("func_door", "angle 90", &[DOOR])]);
    let mut run = Run::new(&level);
    run.step(0.56, BESIDE).step(3.0, AWAY).step(0.2, AWAY);
    run.is_at(0, [0.0, 36.0, 0.0], Phase::Closing);
    run.machinery.report_blocked(0, 0.5);
    run.is_at(0, [0.0, 46.0, 0.0], Phase::Opening);
    run.step(0.1, AWAY).is_at(0, [0.0, 56.0, 0.0], Phase::Open);
    run.step(3.56, AWAY).is_at(0, [0.0; 3], Phase::Closed);
    // A door that is blocked while opening closes again.
    run.step(0.2, BESIDE).machinery.report_blocked(0, 0.0);
    run.is_at(0, [0.0; 3], Phase::Closing);
    run.step(1.0, AWAY).is_at(0, [0.0; 3], Phase::Closed);
    // A door that never closes keeps opening when it is blocked.
    let stays = entity("func_door", "angle 90, wait -1", &[DOOR]);
    let mut run = Run::new(&room(&[stays]));
    run.step(0.2, BESIDE).machinery.report_blocked(0, 0.5);
    run.is_at(0, [0.0, 10.0, 0.0], Phase::Opening);
    run.step(0.46, AWAY)
        .step(1000.0, AWAY)
        .is_at(0, [0.0, 56.0, 0.0], Phase::Open);
}

#[test]
fn touching_doors_open_together() {
    let other: Corners = [[0.0, 128.0, 0.0], [16.0, 192.0, 96.0]];
    let doors = |flags: &str| {
        room(&[
            entity("func_door", &format!("angle 270, spawnflags {flags}"), &[DOOR]),
            entity("func_door", &format!("angle 90, spawnflags {flags}"), &[other]),
        ])
    };
    // The body is close only to the first door.
    let near = [8.0, -1.0, 0.0];
    let mut run = Run::new(&doors("0"));
    run.step(0.28, near)
        .is_at(0, [0.0, -28.0, 0.0], Phase::Opening)
        .is_at(1, [0.0, 28.0, 0.0], Phase::Opening);
    let mut run = Run::new(&doors("4"));
    run.step(0.28, near)
        .is_at(0, [0.0, -28.0, 0.0], Phase::Opening)
        .is_at(1, [0.0; 3], Phase::Closed);
}

#[test]
fn door_flags_follow_quake() {
    // The door is initially open. When it is triggered, it moves to its position in the map.
    let open = entity("func_door", "angle 90, spawnflags 1", &[DOOR]);
    let mut run = Run::new(&room(&[open]));
    run.is_at(0, [0.0, 56.0, 0.0], Phase::Closed);
    run.step(0.56, BESIDE).is_at(0, [0.0; 3], Phase::Open);
    run.step(3.56, AWAY).is_at(0, [0.0, 56.0, 0.0], Phase::Closed);
    // Each call reverses this door.
    let turned = [
        entity("func_door", "angle 90, spawnflags 32, targetname d", &[DOOR]),
        entity("trigger_multiple", "target d", &[CORNER]),
    ];
    let level = room(&turned);
    assert_eq!(level.mechanisms[0].opens, Opens::Elsewhere);
    let mut run = Run::new(&level);
    // A door with a name does not open for an approaching body.
    run.step(1.0, BESIDE).is_at(0, [0.0; 3], Phase::Closed);
    run.step(0.1, AWAY)
        .step(60.0, BESIDE)
        .is_at(0, [0.0, 56.0, 0.0], Phase::Open);
    run.step(0.1, AWAY).is_at(0, [0.0, 46.0, 0.0], Phase::Closing);
    // This door needs a key in the game, but here it opens when touched.
    let locked = entity("func_door", "angle 90, spawnflags 16, speed 200", &[DOOR]);
    let level = room(&[locked]);
    assert_conversion_reported(&level, &["1 door needs a key"]);
    let mut run = Run::new(&level);
    run.step(0.1, BESIDE).is_at(0, [0.0; 3], Phase::Closed);
    run.step(0.14, [32.5, 96.0, 0.0])
        .is_at(0, [0.0, 28.0, 0.0], Phase::Opening);
}

#[test]
fn platform_waits_below_and_carries_body() {
    let plat: Corners = [[-64.0, -64.0, 0.0], [64.0, 64.0, 128.0]];
    let level = room(&[entity("func_plat", "", &[plat])]);
    assert_eq!(
        (level.mechanisms[0].kind, level.mechanisms[0].opens),
        (MechanismKind::Lift, Opens::Stand)
    );
    let on = [0.0, 0.0, 10.0];
    let mut run = Run::new(&level);
    // The platform is lowered by 128 minus 8 units, at 150 units per second.
    run.is_at(0, [0.0, 0.0, -120.0], Phase::Closed);
    run.step(10.0, AWAY).is_at(0, [0.0, 0.0, -120.0], Phase::Closed);
    run.step(0.4, on).is_at(0, [0.0, 0.0, -60.0], Phase::Opening);
    run.step(0.4, on).is_at(0, [0.0; 3], Phase::Open);
    // The platform moves down one second after the last body has left it.
    run.step(0.0, [0.0, 0.0, 130.0]);
    run.step(0.9, AWAY).is_at(0, [0.0; 3], Phase::Open);
    run.step(0.1 + 0.4, AWAY)
        .is_at(0, [0.0, 0.0, -60.0], Phase::Closing);
    // If there is a body below it, the platform moves up and tries again.
    run.machinery.report_blocked(0, 0.5);
    assert_eq!(run.phase(0), Phase::Opening);
    run.step(30.0, AWAY).is_at(0, [0.0, 0.0, -120.0], Phase::Closed);
    // A platform with a name waits at the top until it is called.
    let named = [
        entity("func_plat", "targetname p, height 50, speed 100", &[plat]),
        entity("trigger_once", "target p", &[CORNER]),
    ];
    let mut run = Run::new(&room(&named));
    run.step(5.0, [0.0, 0.0, 130.0]).is_at(0, [0.0; 3], Phase::Closed);
    run.step(0.25, AWAY).is_at(0, [0.0, 0.0, -25.0], Phase::Opening);
    run.step(1.0, AWAY).is_at(0, [0.0, 0.0, -50.0], Phase::Open);
    run.step(0.5, [0.0, 0.0, 40.0]).is_at(0, [0.0; 3], Phase::Closed);
}

#[test]
fn a_button_calls_through_relays_and_counters() {
    let button: Corners = [[100.0, -20.0, 40.0], [108.0, 20.0, 60.0]];
    let entities = [
        entity("func_button", "angle 0, target relay, delay 0.5", &[button]),
        entity("trigger_relay", "targetname relay, target count, delay 1", &[]),
        entity("trigger_counter", "targetname count, target far, count 2", &[]),
        entity("func_door", "targetname far, angle -1, wait -1", &[DOOR]),
    ];
    let level = room(&entities);
    assert_eq!(
        [0, 1].map(|number| (level.mechanisms[number].kind, level.mechanisms[number].opens)),
        [
            (MechanismKind::Door, Opens::Elsewhere),
            (MechanismKind::Button, Opens::Touch)
        ]
    );
    let mut run = Run::new(&level);
    // The button is 8 units thick and has a lip of 4 units. It moves at 40 units per second.
    run.step(0.05, [83.5, 0.0, 0.0])
        .is_at(1, [2.0, 0.0, 0.0], Phase::Opening);
    run.step(0.05, AWAY).is_at(1, [4.0, 0.0, 0.0], Phase::Open);
    // The button returns after one second. Its first call is counted after two delays: half a second and one second.
    run.step(1.1, AWAY)
        .is_at(1, [0.0; 3], Phase::Closed)
        .step(10.0, AWAY)
        .is_at(0, [0.0; 3], Phase::Closed);
    // The second call opens the door, which moves up by 96 minus 8 units.
    run.used(1)
        .step(0.1 + 1.5 + 0.44, AWAY)
        .is_at(0, [0.0, 0.0, 44.0], Phase::Opening);
    run.step(60.0, AWAY).is_at(0, [0.0, 0.0, 88.0], Phase::Open);
}

#[test]
fn a_door_turns_about_its_origin() {
    let text = entity("func_door_rotating", "origin 0 64 48, speed 45, wait 2", &[DOOR]);
    let level = room(&[text]);
    assert_eq!(level.mechanisms[0].kind, MechanismKind::TurningDoor);
    let mut run = Run::new(&level);
    run.step(2.0, BESIDE);
    let state = run.machinery.state(0).expect("it is there");
    assert_eq!(state.phase, Phase::Open);
    // The door makes a quarter turn to the left about its corner at (0, 64), so its far end moves west.
    let end = state.after.transform_point(place([0.0, 128.0, 0.0]));
    assert!(end.distance(place([-64.0, 64.0, 0.0])) < 1.0e-9, "{end}");
    let hinge = state.after.transform_point(place([0.0, 64.0, 20.0]));
    assert!(hinge.distance(place([0.0, 64.0, 20.0])) < 1.0e-9);
    run.step(2.0 + 2.0, AWAY);
    assert_eq!(run.phase(0), Phase::Closed);
    let nowhere = room(&[entity("func_door_rotating", "", &[DOOR])]);
    assert!(nowhere.mechanisms.is_empty());
    let told = warning(&nowhere, "`origin`").expect("it is told");
    assert!(told.line.is_some());
}

#[test]
fn train_circles_and_waits_at_corners() {
    let train: Corners = [[-16.0, -16.0, 0.0], [16.0, 16.0, 32.0]];
    let corner = |name: &str, next: &str, origin: &str, wait: &str| {
        entity(
            "path_corner",
            &format!("targetname {name}, target {next}, origin {origin}, wait {wait}"),
            &[],
        )
    };
    let entities = [
        entity("func_train", "target a", &[train]),
        corner("a", "b", "-16 -16 0", "0"),
        corner("b", "c", "84 -16 0", "1"),
        corner("c", "b", "84 34 0", "0"),
    ];
    let level = room(&entities);
    assert_eq!(
        (level.mechanisms[0].kind, level.mechanisms[0].opens),
        (MechanismKind::Train, Opens::Always)
    );
    let mut run = Run::new(&level);
    run.step(0.5, AWAY).is_at(0, [50.0, 0.0, 0.0], Phase::Opening);
    run.step(0.5, AWAY).is_at(0, [100.0, 0.0, 0.0], Phase::Open);
    run.step(1.0 + 0.25, AWAY)
        .is_at(0, [100.0, 25.0, 0.0], Phase::Opening);
    // The train is stopped halfway and then continues.
    run.step(0.2, AWAY).machinery.report_blocked(0, 0.5);
    run.is_at(0, [100.0, 35.0, 0.0], Phase::Opening);
    // The train moves 15 units up, then 25 units back to the previous corner.
    run.step(0.15 + 0.25, AWAY)
        .is_at(0, [100.0, 25.0, 0.0], Phase::Opening);
    run.step(0.25, AWAY).is_at(0, [100.0, 0.0, 0.0], Phase::Open);
    for (lost, text) in [
        (
            "not a path_corner",
            entity("func_train", "target nobody", &[train]),
        ),
        (
            "its path has no length",
            corner("z", "z", "-16 -16 0", "0") + &entity("func_train", "target z", &[train]),
        ),
    ] {
        let level = room(&[text]);
        assert!(level.mechanisms.is_empty());
        assert_warned(&level, &[lost]);
    }
}

#[test]
fn secret_door_slides_away_and_returns() {
    let text = entity("func_door_secret", "angle 0, t_width 20, t_length 40", &[DOOR]);
    let level = room(&[text]);
    assert_eq!(level.mechanisms[0].opens, Opens::Use);
    let mut run = Run::new(&level);
    run.step(9.0, BESIDE).is_at(0, [0.0; 3], Phase::Closed);
    // The door moves right at 50 units per second, waits for one second, moves forward, waits for 5 seconds, and
    // returns the same way.
    run.used(0)
        .step(0.2, AWAY)
        .is_at(0, [0.0, -10.0, 0.0], Phase::Opening);
    run.step(0.2 + 1.0 + 0.4, AWAY)
        .is_at(0, [20.0, -20.0, 0.0], Phase::Opening);
    run.step(0.4 + 5.0 + 0.8 + 1.0 + 0.2, AWAY);
    assert!(
        run.at(0).distance(dvec3(0.0, -10.0, 0.0)) < 1.0e-6,
        "{}",
        run.at(0)
    );
    run.step(10.0, AWAY).is_at(0, [0.0; 3], Phase::Closed);
}

#[test]
fn circle_of_relays_opens_its_door() {
    let relay = |name: &str, target: &str, delay: &str| {
        entity(
            "trigger_relay",
            &format!("targetname {name}, target {target}, delay {delay}"),
            &[],
        )
    };
    // At each instant, each relay fires at most once, so the door opens and closes once per touch of the trigger. With
    // a delay, the cycle continues forever and keeps the door open.
    for (delay, at, phase) in [
        ("0", [0.0; 3], Phase::Closed),
        ("1e-9", [0.0; 3], Phase::Closed),
        ("0.001", [8.0, 0.0, 0.0], Phase::Open),
    ] {
        let entities = [
            relay("a", "b", delay),
            relay("b", "a", delay),
            relay("b", "door", delay),
            entity("func_door", "targetname door, wait 0.00001, speed 1e9", &[DOOR]),
            entity("trigger_multiple", "target a", &[CORNER]),
        ];
        let mut run = Run::new(&room(&entities));
        for _ in 0..10 {
            run.step(60.0, AWAY).is_at(0, at, phase);
        }
        run.step(f64::INFINITY, AWAY).is_at(0, at, phase);
        // If no time passes, nothing moves.
        for no_time in [f64::NAN, -1.0] {
            run.step(no_time, AWAY);
            assert!(run.at(0).distance(DVec3::from(at)) < 1.0e-6, "{}", run.at(0));
        }
    }
}

#[test]
fn bad_entities_produce_warnings() {
    let level = room(&[
        entity("func_door", "speed -5, angle 90", &[DOOR]),
        entity(
            "func_door",
            "speed NaN, angle 90",
            &[[[64.0, 64.0, 0.0], [80.0, 128.0, 96.0]]],
        ),
        entity("func_door", "targetname bare", &[]),
        entity(
            "func_door",
            "lip 64, angle 90",
            &[[[164.0, 64.0, 0.0], [180.0, 128.0, 96.0]]],
        ),
    ]);
    assert_eq!(level.mechanisms.len(), 2);
    let said = |words: &str| {
        level
            .warnings
            .iter()
            .filter(|warning| warning.message.to_string().contains(words) && warning.line.is_some())
            .count()
    };
    assert_eq!(
        (
            said("is not a valid speed"),
            said("func_door \"bare\" does not move"),
            said("no length")
        ),
        (2, 1, 1)
    );
    let mut run = Run::new(&level);
    run.step(0.28, BESIDE).is_at(0, [0.0, 28.0, 0.0], Phase::Opening);
}

#[test]
fn faces_belong_to_the_level_or_to_one_mechanism() {
    let text = quake_maps::room(&[]) + &entity("func_door", "angle 90", &[DOOR]);
    let mut level = load(&text);
    let [all, fixed, moving] = [
        level.solid_triangles(),
        level.fixed_triangles(),
        level.moving_triangles(0),
    ]
    .map(|triangles| {
        triangles
            .into_iter()
            .map(|triangle| triangle.face)
            .collect::<Vec<FaceId>>()
    });
    assert_eq!(moving.len(), 12);
    assert_eq!(all.len(), fixed.len() + moving.len());
    assert!(
        fixed
            .iter()
            .all(|face| level.mechanism_of_face(*face).is_none() && !moving.contains(face))
    );
    assert!(
        moving
            .iter()
            .all(|face| level.mechanism_of_face(*face) == Some(0))
    );
    assert!(level.moving_triangles(1).is_empty());
    assert_eq!(
        level.drawn_static_triangles().count() + level.drawn_moving_triangles(0).count(),
        level.triangles.len()
    );
    // After taking the level apart, its solid triangles must be static.
    let triangles = level.triangles.clone();
    level.separate_moving_parts();
    assert_eq!(level.triangles, triangles);
    let solid: Vec<FaceId> = level
        .solid_triangles()
        .into_iter()
        .map(|triangle| triangle.face)
        .collect();
    assert_eq!(solid, fixed);
}

#[test]
fn short_steps_add_up_to_a_long_step() {
    let plat: Corners = [[-64.0, -64.0, 0.0], [64.0, 64.0, 128.0]];
    let entities = [
        entity("func_door", "angle 90", &[DOOR]),
        entity("func_plat", "", &[plat]),
        entity(
            "func_train",
            "target a",
            &[[[-200.0, -200.0, 0.0], [-180.0, -180.0, 20.0]]],
        ),
        entity(
            "path_corner",
            "targetname a, target b, origin -200 -200 0, wait 0.3",
            &[],
        ),
        entity("path_corner", "targetname b, target a, origin -100 -200 0", &[]),
    ];
    let level = room(&entities);
    let run = |steps: usize| {
        let mut run = Run::new(&level);
        // The body comes close to both doors once.
        run.step(0.0, [40.0, 40.0, 0.0]);
        let mut places = Vec::new();
        for _ in 0..90 {
            for _ in 0..steps {
                run.step(0.1 / steps as f64, [220.0, -220.0, 0.0]);
            }
            places.push([0, 1, 2].map(|mechanism| (run.at(mechanism), run.phase(mechanism))));
        }
        places
    };
    let long = run(1);
    assert!(long.iter().any(|places| places[0].1 == Phase::Open) && long[89][0].1 == Phase::Closed);
    assert_eq!(run(1), long, "equal inputs give equal outputs");
    for steps in [2, 10, 17] {
        for (number, (many, one)) in run(steps).iter().zip(&long).enumerate() {
            for (many, one) in many.iter().zip(one) {
                assert!(many.0.distance(one.0) < 1.0e-5, "{number}: {many:?} {one:?}");
            }
        }
    }
}

#[test]
fn builtin_lift_level_has_working_mechanisms() {
    let level = bspwalk_levels::builtin::load("lift", &LoadOptions::default(), &Progress::default())
        .unwrap_or_else(|error| panic!("{error}"));
    level.check(&Progress::default()).expect("it is whole");
    assert_eq!(level.warnings, []);
    let found: Vec<_> = level
        .mechanisms
        .iter()
        .map(|mechanism| (mechanism.kind, mechanism.opens))
        .collect();
    let kinds =
        |kind: MechanismKind, opens: Opens| found.iter().filter(|found| **found == (kind, opens)).count();
    assert_eq!(kinds(MechanismKind::Door, Opens::Near), 2);
    assert_eq!(kinds(MechanismKind::Door, Opens::Elsewhere), 1);
    assert_eq!(kinds(MechanismKind::TurningDoor, Opens::Near), 1);
    assert_eq!(kinds(MechanismKind::Lift, Opens::Stand), 1);
    assert_eq!(kinds(MechanismKind::Button, Opens::Touch), 1);
    let number = |name: &str| {
        level
            .mechanisms
            .iter()
            .position(|mechanism| mechanism.name.to_string().starts_with(name))
    };
    let [lift, button, far] =
        ["func_plat", "func_button", "func_door \"far\""].map(|name| number(name).expect("it is there"));
    let mut run = Run::new(&level);
    // No mechanism moves near the player's start.
    let start = Body {
        before: level.spawn.eye,
        feet: level.spawn.eye,
        height: 0.1,
        radius: 0.3,
    };
    run.machinery.step(1.0, &happenings(&[start], &[]));
    assert!(run.machinery.states().all(|state| state.phase == Phase::Closed));
    run.step(2.0, [224.0, -64.0, 8.0]);
    assert!(run.at(lift).length() < 1.0e-9, "it is at the gallery");
    assert_eq!(run.phase(far), Phase::Closed);
    run.used(button).step(2.0, [0.0, 0.0, 0.0]);
    assert_eq!(run.phase(far), Phase::Open);
    // The two halves of the door move apart.
    run.step(1.0, [0.0, 220.0, 0.0]);
    assert!(run.at(0).distance(dvec3(-40.0, 0.0, 0.0)) < 1.0e-6);
    assert!(run.at(1).distance(dvec3(40.0, 0.0, 0.0)) < 1.0e-6);
}
