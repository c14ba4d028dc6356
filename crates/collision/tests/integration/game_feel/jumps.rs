//! Tests coyote time and jump buffering.

use bspwalk_collision::mover::{CollisionMethod, Event, Input, Mode, Mover, MoverParams, Tick};
use bspwalk_testing::{
    effort, meshes,
    random::seeded,
    worlds::{METHODS, World, events, floor, jumping, place_on_ground, towards},
};
use glam::{Vec3, vec3};

use super::count_jumps;

/// Height of the ledge (in metres).
const LEDGE: f32 = 3.0;

const RATES: [u32; 4] = [30, 60, 120, 240];

fn ledge() -> World {
    let mut triangles = meshes::solid([-8.0, 0.1, -4.0], [0.0, f64::from(LEDGE), 4.0]);
    triangles.extend(floor(40.0));
    World::new(triangles)
}

fn apex(events: &[Event]) -> Option<f32> {
    events.iter().find_map(|event| match event {
        Event::Apex { height } => Some(*height),
        _ => None,
    })
}

/// Walks a body off the ledge and returns it after the first tick that ends in the air.
fn walk_off(world: &World, method: CollisionMethod, params: &MoverParams, rate: u32) -> Mover {
    let mut mover = place_on_ground(world, method, vec3(-2.0, LEDGE, 0.0));
    mover.set_params(params);
    for _ in 0..20 * rate {
        mover.tick(world.trees(method), &towards(1.0, 0.0), 1.0 / rate as f32);
        if !mover.is_grounded() {
            return mover;
        }
    }
    panic!(
        "{method:?}, {rate} Hz: the body does not leave the ledge: {}",
        mover.feet()
    );
}

/// Waits for a number of ticks, then presses jump every other tick until the body lands. Returns all events.
fn press_after(world: &World, mut mover: Mover, ticks: u32, rate: u32) -> Vec<Event> {
    let mut steps: Vec<Tick> = Vec::new();
    for tick in 0..4 * rate {
        let input = Input {
            jump: tick >= ticks && (tick - ticks).is_multiple_of(2),
            ..towards(1.0, 0.0)
        };
        let step = mover.tick(world.trees(mover.method), &input, 1.0 / rate as f32);
        assert_eq!(world.find_violation(&mover, &step), None);
        let lands = step.grounded;
        steps.push(step);
        if lands {
            break;
        }
    }
    events(&steps)
}

#[test]
fn late_jump_succeeds_within_coyote_time_only() {
    let world = ledge();
    for seed in 0..effort::sampled_or_whole(12, 80) {
        let mut random = seeded(seed);
        let params = MoverParams {
            coyote_time: 0.1 + 0.2 * random.f32(),
            walk_speed: 1.0 + 8.0 * random.f32(),
            ..MoverParams::default()
        };
        let rate = RATES[random.usize(..4)];
        let ticks_within = f64::from(params.coyote_time) * f64::from(rate);
        for method in METHODS {
            let mover = walk_off(&world, method, &params, rate);
            let name = format!("seed {seed}, {method:?}, {rate} Hz, {params:?}");
            let within = random.u32(..ticks_within.floor() as u32);
            let early = press_after(&world, mover.clone(), within, rate);
            assert_eq!(count_jumps(&early), 1, "{name}, after {within} ticks: {early:?}");
            let height = apex(&early).expect("the body rises");
            assert!((height - params.jump_height).abs() < 5.0e-3, "{name}: {height} m");
            let late = press_after(&world, mover, ticks_within.floor() as u32 + 1, rate);
            assert_eq!(count_jumps(&late), 0, "{name}: {late:?}");
        }
    }
}

#[test]
fn jump_leaves_no_coyote_time() {
    let world = ledge();
    let params = MoverParams {
        coyote_time: 0.3,
        ..MoverParams::default()
    };
    for method in METHODS {
        for rate in RATES {
            let mut mover = place_on_ground(&world, method, vec3(-4.0, LEDGE, 0.0));
            mover.set_params(&params);
            let told = press_after(&world, mover, 0, rate);
            assert_eq!(count_jumps(&told), 1, "{method:?}, {rate} Hz: {told:?}");
        }
    }
}

#[test]
fn coyote_time_ends_with_teleport_and_mode_change() {
    let world = ledge();
    let params = MoverParams {
        coyote_time: 1.0,
        ..MoverParams::default()
    };
    for method in METHODS {
        let mover = walk_off(&world, method, &params, 60);
        let mut teleported = mover.clone();
        teleported.teleport(mover.eye());
        let mut switched = mover.clone();
        switched.set_mode(&world.tree, Mode::Fly);
        switched.set_mode(&world.tree, Mode::Walk);
        let mut off = mover;
        off.set_params(&MoverParams::default());
        for mover in [teleported, switched, off] {
            assert_eq!(count_jumps(&press_after(&world, mover, 1, 60)), 0, "{method:?}");
        }
    }
}

/// Drops a body and presses jump in the given tick. Returns all ticks until the body lands for the last time.
fn drop_with_press(world: &World, start: &Mover, pressed: u32, rate: u32) -> Vec<Tick> {
    let mut mover = start.clone();
    (0..3 * rate)
        .map(|tick| {
            let input = if tick == pressed {
                jumping()
            } else {
                Input::default()
            };
            let step = mover.tick(world.trees(mover.method), &input, 1.0 / rate as f32);
            assert_eq!(world.find_violation(&mover, &step), None);
            step
        })
        .collect()
}

#[test]
fn buffered_jump_has_the_same_height_at_all_rates() {
    let world = World::new(floor(10.0));
    for seed in 0..effort::sampled_or_whole(8, 40) {
        let mut random = seeded(seed);
        let params = MoverParams {
            jump_buffer: 0.1 + 0.2 * random.f32(),
            ..MoverParams::default()
        };
        let height = 2.5 + 2.0 * random.f32();
        for method in METHODS {
            for rate in RATES {
                let start = Mover::new(&params, Mode::Walk, method, Vec3::Y * height);
                let name = format!("seed {seed}, {method:?}, {rate} Hz, {} s", params.jump_buffer);
                let fall = drop_with_press(&world, &start, u32::MAX, rate);
                let lands = fall.iter().position(|step| step.grounded).expect("it lands") as u32;
                let ticks_within = (f64::from(params.jump_buffer) * f64::from(rate)).floor() as u32;
                let before = random.u32(..ticks_within);
                let steps = drop_with_press(&world, &start, lands - before, rate);
                let told = events(&steps);
                assert_eq!(
                    count_jumps(&told),
                    1,
                    "{name}, {before} ticks before landing: {told:?}"
                );
                let rise = apex(&told).expect("the body rises");
                assert!((rise - params.jump_height).abs() < 1.0e-3, "{name}: {rise} m");
                let landings = told.iter().filter(|event| matches!(event, Event::Landed { .. }));
                assert_eq!(landings.count(), 2, "{name}: {told:?}");
                let early = drop_with_press(&world, &start, lands - ticks_within - 1, rate);
                assert_eq!(count_jumps(&events(&early)), 0, "{name}: too early");
            }
        }
    }
}

#[test]
fn press_in_the_air_does_nothing_by_default() {
    let world = World::new(floor(10.0));
    let params = MoverParams::default();
    for method in METHODS {
        let start = Mover::new(&params, Mode::Walk, method, Vec3::Y * 3.0);
        let fall = drop_with_press(&world, &start, u32::MAX, 60);
        let lands = fall.iter().position(|step| step.grounded).expect("it lands") as u32;
        for before in 0..4 {
            let steps = drop_with_press(&world, &start, lands - before, 60);
            assert_eq!(
                count_jumps(&events(&steps)),
                0,
                "{method:?}: {before} ticks before landing"
            );
        }
    }
}
