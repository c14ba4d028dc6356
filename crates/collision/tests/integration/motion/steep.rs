//! Tests steep stairs, and slopes that are too steep to climb.

use bspwalk_collision::mover::{Event, Input, MoverParams, Tick};
use bspwalk_testing::{
    meshes,
    random::seeded,
    worlds::{METHODS, World, events, place_on_ground, run, stairs, towards},
};
use glam::{DVec3, Vec3, dvec3, vec3};

/// Runs up the stairs, starting 4 m in front of them, for long enough to reach a point 2 m beyond them. Returns the
/// ticks.
fn climb(
    world: &World,
    method: bspwalk_collision::mover::CollisionMethod,
    length: f64,
    speed: f32,
    rate: u32,
) -> Vec<Tick> {
    let mut mover = place_on_ground(world, method, vec3(2.0, 0.0, -4.0));
    mover.set_params(&MoverParams {
        walk_speed: speed,
        ..MoverParams::default()
    });
    let seconds = 1.0 + (6.0 + length) / f64::from(speed);
    run(world, &mut mover, &towards(0.0, 1.0), rate, seconds)
}

fn count_blocked(steps: &[Tick]) -> usize {
    let is_blocked = |event: &&Event| matches!(event, Event::Blocked { .. });
    events(steps).iter().filter(is_blocked).count()
}

/// While running, the body may touch each stair with its rounded end. It is then lower than the stair by a fraction of
/// its radius.
#[test]
fn steepest_stairs_are_climbed_without_stopping() {
    for (rise, tread) in [(0.3, 0.45), (0.45, 0.3), (0.45, 0.25), (0.2, 0.2)] {
        let world = World::new(stairs(12, rise, tread));
        for method in METHODS {
            for speed in [4.0, 10.0] {
                for rate in [30, 60, 120, 480] {
                    let steps = climb(&world, method, 12.0 * tread, speed, rate);
                    let name = format!("{method:?}, {rise} m on {tread} m, {speed} m/s, {rate} Hz");
                    let end = steps.last().expect("it made some").feet;
                    assert!(
                        (f64::from(end.y) - 12.0 * rise).abs() < 0.01,
                        "{name}: ends at {end}"
                    );
                    assert_eq!(count_blocked(&steps), 0, "{name}");
                    assert!(steps.iter().all(|step| step.grounded), "{name}: loses the ground");
                }
            }
        }
    }
}

/// Faces stop bodies on either side, so winding must not matter.
#[test]
fn stairs_are_climbed_with_any_winding() {
    let is_riser = |corners: &[DVec3; 3]| {
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        normal.y.abs() < 1.0e-9
    };
    let mut random = seeded(4);
    for (rise, tread) in [(0.45, 0.3), (0.3, 0.45), (0.2, 0.25)] {
        for kind in ["risers", "treads", "all", "some"] {
            let mut triangles = stairs(10, rise, tread);
            for corners in &mut triangles {
                let flips = match kind {
                    "risers" => is_riser(corners),
                    "treads" => !is_riser(corners),
                    "all" => true,
                    _ => random.bool(),
                };
                if flips {
                    corners.swap(1, 2);
                }
            }
            let world = World::new(triangles);
            for method in METHODS {
                for speed in [4.0, 10.0] {
                    let steps = climb(&world, method, 10.0 * tread, speed, 120);
                    let end = steps.last().expect("it made some").feet;
                    let name = format!("{method:?}, {kind} of {rise} m on {tread} m, {speed} m/s");
                    assert!(
                        (f64::from(end.y) - 10.0 * rise).abs() < 0.01,
                        "{name}: ends at {end}"
                    );
                }
            }
        }
    }
}

/// Returns a floor, a slope that starts at z = 0 and rises towards −Z at the given angle (in degrees), and an upright
/// wall through the origin, at an angle to the foot of the slope.
fn crease(degrees: f64, angle: f64) -> Vec<[DVec3; 3]> {
    let (rise, run) = degrees.to_radians().sin_cos();
    let (left, right) = (DVec3::X * -20.0, DVec3::X * 20.0);
    let up = dvec3(0.0, 12.0 * rise, -12.0 * run);
    let (sin, cos) = angle.to_radians().sin_cos();
    let (along, high, low) = (dvec3(cos, 0.0, -sin) * 20.0, DVec3::Y * 20.0, DVec3::NEG_Y);
    let quads = [
        [left, left + DVec3::Z * 20.0, right + DVec3::Z * 20.0, right],
        [left, right, right + up, left + up],
        [low - along, low + along, high + along, high - along],
    ];
    quads.into_iter().flat_map(meshes::quad).collect()
}

#[test]
fn steep_slopes_and_creases_are_not_climbed() {
    for degrees in [47.0, 50.0, 60.0, 75.0] {
        for angle in [60.0, 90.0, 120.0, 135.0] {
            let world = World::new(crease(degrees, angle));
            for method in METHODS {
                for (rate, fast) in [(30, true), (60, false), (120, true), (480, true)] {
                    for direction in 0..5 {
                        let turn = (f64::from(direction) * 22.5).to_radians();
                        let input = Input {
                            desired: Vec3::new(-turn.cos() as f32, 0.0, -turn.sin() as f32),
                            fast,
                            ..Input::default()
                        };
                        let mut mover = place_on_ground(&world, method, vec3(3.0, 0.0, 2.0));
                        let steps = run(&world, &mut mover, &input, rate, 2.0);
                        let top = steps.iter().map(|step| step.feet.y).fold(0.0, f32::max);
                        assert!(
                            top < 0.05,
                            "{method:?}, {degrees}°, wall at {angle}°, {rate} Hz, fast {fast}, {input:?}: {top} m"
                        );
                    }
                }
            }
        }
    }
}
