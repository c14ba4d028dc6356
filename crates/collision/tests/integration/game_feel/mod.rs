//! Tests game feel: late and early jumps, grip, slides, swimming and climbing. All of these are off by default.

mod guarantees;
mod jumps;
mod surfaces;
mod volumes;

use bspwalk_collision::mover::{CollisionMethod, Environment, Event, Input, Mover, MoverParams, Tick, Trees};
use bspwalk_testing::worlds::World;

/// Returns a world's trees combined with an environment.
fn trees<'a>(world: &'a World, method: CollisionMethod, environment: &'a dyn Environment) -> Trees<'a> {
    Trees {
        environment: Some(environment),
        ..world.trees(method)
    }
}

/// Runs a number of ticks in an environment and checks each one.
#[track_caller]
fn run(
    world: &World,
    environment: &dyn Environment,
    mover: &mut Mover,
    input: &Input,
    rate: u32,
    seconds: f64,
) -> Vec<Tick> {
    let count = (seconds * f64::from(rate)).round() as u32;
    (0..count)
        .map(|tick| {
            let trees = trees(world, mover.method, environment);
            let step = mover.tick(trees, input, 1.0 / rate as f32);
            let wrong = world.find_violation(mover, &step);
            assert_eq!(wrong, None, "{:?}, {rate} Hz, tick {tick}", mover.method);
            step
        })
        .collect()
}

fn count_jumps(events: &[Event]) -> usize {
    events.iter().filter(|event| **event == Event::Jumped).count()
}

#[test]
fn older_settings_still_load() {
    let old: MoverParams = serde_json::from_str(r#"{"gravity":1.5}"#).expect("the fields are known");
    let expected = MoverParams {
        gravity: 1.5,
        ..MoverParams::default()
    };
    assert_eq!(old, expected);
    let off = [
        old.coyote_time,
        old.jump_buffer,
        old.slide_speed,
        old.swim_factor,
        old.climb_speed,
    ];
    assert_eq!(off, [0.0; 5]);
}
