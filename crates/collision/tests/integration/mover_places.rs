//! Tests the mover in places that are difficult to walk in.

use bspwalk_collision::mover::{CollisionMethod, Event, Input, Mode, MoverParams, Tick};
use bspwalk_testing::{
    meshes,
    worlds::{
        METHODS, World, body, events, floor, horizontal_length, jumping, place_on_ground, run, stairs,
        towards,
    },
};
use glam::{DVec3, Vec3, dvec3, vec3};

/// Returns a floor and, from z = 0, a 12 m long slope that rises towards −Z at the given angle (in degrees).
fn slope(degrees: f64) -> Vec<[DVec3; 3]> {
    let (rise, run) = degrees.to_radians().sin_cos();
    let mut triangles = meshes::sheet(dvec3(-20.0, 0.0, 0.0), 20.0 * DVec3::Z, 40.0 * DVec3::X).to_vec();
    let up = dvec3(0.0, 12.0 * rise, -12.0 * run);
    triangles.extend(meshes::sheet(dvec3(-20.0, 0.0, 0.0), 40.0 * DVec3::X, up));
    triangles
}

#[test]
fn mover_climbs_slopes_up_to_the_limit() {
    let limit = f64::from(MoverParams::default().max_slope);
    for method in METHODS {
        for degrees in [10.0, 30.0, limit - 1.0] {
            let world = World::new(slope(degrees));
            let mut mover = place_on_ground(&world, method, vec3(0.0, 0.0, 3.0));
            let steps = run(&world, &mut mover, &towards(0.0, -1.0), 120, 2.0);
            assert!(steps.iter().all(|step| step.grounded), "{method:?} {degrees}°");
            // Neither the slope nor its foot may reduce the horizontal speed.
            for step in &steps[60..] {
                assert!(
                    (horizontal_length(step.velocity) - 4.0).abs() < 4.0e-3,
                    "{method:?} {degrees}°: {}",
                    step.velocity
                );
            }
            let z: f64 = 3.0 - 4.0 * (2.0 - 1.0 / 14.0);
            if method == CollisionMethod::Sweep {
                assert!(
                    (f64::from(mover.feet().z) - z).abs() < 0.02,
                    "{degrees}°: {} is not {z}",
                    mover.feet().z
                );
            }
            assert!(f64::from(mover.feet().y) > -0.5 * z * degrees.to_radians().tan());
            run(&world, &mut mover, &Input::default(), 120, 1.0);
            let at = mover.feet();
            let steps = run(&world, &mut mover, &Input::default(), 120, 5.0);
            assert!(steps.iter().all(|step| step.grounded));
            assert!(
                mover.feet().distance(at) < 1.0e-3,
                "{method:?} {degrees}°: slides from {at} to {}",
                mover.feet()
            );
            // Downhill, the body must stay on the ground at full speed.
            let steps = run(&world, &mut mover, &towards(0.0, 1.0), 120, 1.5);
            assert!(
                steps.iter().all(|step| step.grounded),
                "{method:?} {degrees}° downhill"
            );
        }
        let world = World::new(slope(limit + 1.0));
        let mut mover = place_on_ground(&world, method, vec3(0.0, 0.0, 3.0));
        let steps = run(&world, &mut mover, &towards(0.0, -1.0), 120, 3.0);
        assert!(mover.feet().y < 0.1, "{method:?}: climbs to {}", mover.feet());
        assert!(
            events(&steps)
                .iter()
                .any(|event| matches!(event, Event::Blocked { .. })),
            "{method:?} {:?} {:?}",
            mover.feet(),
            events(&steps)
        );
        // A body placed on the slope must slide down.
        let (y, z) = (5.0 * (limit + 1.0).to_radians().tan(), -5.0);
        let mut mover = body(Mode::Walk, method, vec3(0.0, y as f32 + 2.2, z));
        let steps = run(&world, &mut mover, &Input::default(), 120, 4.0);
        assert!(
            mover.feet().y < 0.1 && mover.feet().z > -1.0,
            "{method:?}: {}",
            mover.feet()
        );
        let on_slope = steps.iter().filter(|step| step.feet.z < -0.5);
        assert!(
            on_slope.into_iter().all(|step| !step.grounded),
            "{method:?}: stands on what is too steep"
        );
    }
}

#[test]
fn stairs_keep_full_speed_and_smooth_eye() {
    for method in METHODS {
        for (rise, run_length) in [(0.15, 0.3), (0.2, 0.25), (0.3, 0.3), (0.45, 0.5), (0.45, 0.9)] {
            let count = 8;
            let world = World::new(stairs(count, rise, run_length));
            let end = (f64::from(count) * run_length) as f32;
            let top = (f64::from(count) * rise) as f32;
            for rate in [60, 120, 240] {
                let name = format!("{method:?} {rise} by {run_length} at {rate} Hz");
                let mut mover = place_on_ground(&world, method, vec3(2.0, 0.0, -4.0));
                let seconds = f64::from(end + 8.0) / 4.0;
                let up = run(&world, &mut mover, &towards(0.0, 1.0), rate, seconds);
                check_stairs(&name, &up, rate);
                assert!(
                    (mover.feet().y - top).abs() < 0.01,
                    "{name}: {} is not {top}",
                    mover.feet().y
                );
                // With other methods, each push out of a stair costs some progress.
                let least = if method == CollisionMethod::Sweep {
                    2.5
                } else {
                    1.5
                };
                assert!(mover.feet().z > end + least, "{name}: only {}", mover.feet().z);
                let told: f32 = events(&up)
                    .iter()
                    .map(|event| match event {
                        Event::SteppedUp { height } => *height,
                        _ => 0.0,
                    })
                    .sum();
                // With expanded planes, a low step acts as a ramp.
                let some = told > 0.0 || method == CollisionMethod::Planes;
                assert!(some && told <= 2.0 * top, "{name}: {told}");
                run(&world, &mut mover, &Input::default(), rate, 1.0);
                let start = mover.feet().z;
                let down = run(
                    &world,
                    &mut mover,
                    &towards(0.0, -1.0),
                    rate,
                    f64::from(start + 4.0) / 4.0,
                );
                check_stairs(&format!("{name}, down"), &down, rate);
                assert!(mover.feet().y.abs() < 0.01, "{name}: {}", mover.feet());
            }
        }
    }
}

#[track_caller]
fn check_stairs(name: &str, steps: &[Tick], rate: u32) {
    let settled = rate as usize / 2;
    for (tick, pair) in steps.windows(2).enumerate() {
        let [before, after] = pair else {
            unreachable!("two")
        };
        assert!(
            after.grounded,
            "{name}: in the air at tick {tick}, {}",
            after.feet
        );
        if tick > settled {
            let speed = horizontal_length(after.velocity);
            assert!(
                (speed - 4.0).abs() < 0.02,
                "{name}: {speed} m/s at tick {tick}, {}",
                after.feet
            );
            let made = horizontal_length(after.center - before.center) * rate as f32;
            if name.contains("Sweep") {
                assert!(
                    (made - 4.0).abs() < 0.05,
                    "{name}: made {made} m/s at tick {tick}, {}",
                    after.feet
                );
            }
        }
        let eye = (after.eye.y - before.eye.y).abs() * rate as f32;
        assert!(eye < 8.0, "{name}: the eye moves at {eye} m/s at tick {tick}");
        let jerk = (after.eye.y - before.eye.y).abs();
        assert!(jerk < 0.15, "{name}: the eye jumps {jerk} m");
    }
}

#[test]
fn step_above_step_height_blocks() {
    for method in METHODS {
        for (rise, climbed) in [(0.44, true), (0.46, false), (0.6, false)] {
            let world = World::new(stairs(1, rise, 1.0));
            for speed in [0.1, 0.5, 1.0] {
                let mut mover = place_on_ground(&world, method, vec3(2.0, 0.0, -0.5));
                let seconds = 0.5 + 2.2 / (4.0 * f64::from(speed));
                let steps = run(&world, &mut mover, &towards(0.0, speed), 120, seconds);
                // The first riser is at z = 1.
                let over = mover.feet().y > 0.9 * rise as f32;
                assert_eq!(over, climbed, "{method:?} {rise} m, {speed}: {}", mover.feet());
                let blocked = events(&steps)
                    .iter()
                    .any(|event| matches!(event, Event::Blocked { .. }));
                assert_eq!(blocked, !climbed, "{method:?} {rise} m, {speed}");
            }
        }
    }
}

#[test]
fn no_step_up_onto_steep_top_or_under_ceiling() {
    // A block 0.3 m high with a steep top.
    let mut triangles = floor(10.0);
    triangles.extend(meshes::sheet(
        dvec3(-2.0, 0.2, -1.0),
        4.0 * DVec3::X,
        dvec3(0.0, 3.0, -1.0),
    ));
    triangles.extend(meshes::sheet(
        dvec3(-2.0, 0.0, -1.0),
        4.0 * DVec3::X,
        0.2 * DVec3::Y,
    ));
    let steep = World::new(triangles);
    let mut triangles = floor(10.0);
    triangles.extend(meshes::solid([-2.0, 0.0, -3.0], [2.0, 0.4, -1.0]));
    triangles.extend(meshes::solid([-2.0, 2.0, -3.0], [2.0, 2.4, 3.0]));
    let low = World::new(triangles);
    for method in METHODS {
        for world in [&steep, &low] {
            let mut mover = place_on_ground(world, method, vec3(0.0, 0.0, 1.0));
            run(world, &mut mover, &towards(0.0, -1.0), 120, 3.0);
            // An edge may lift the body's rounded end, as far as the ceiling allows.
            assert!(
                mover.feet().y < 0.21 && mover.feet().z > -1.0,
                "{method:?}: {}",
                mover.feet()
            );
        }
    }
}

#[test]
fn crouched_body_stands_up_only_where_it_fits() {
    let mut triangles = floor(10.0);
    triangles.extend(meshes::solid([-3.0, 1.2, -4.0], [3.0, 1.5, -1.0]));
    let world = World::new(triangles);
    for method in METHODS {
        let mut mover = place_on_ground(&world, method, vec3(0.0, 0.0, 0.0));
        let steps = run(&world, &mut mover, &towards(0.0, -1.0), 120, 1.0);
        assert!(
            steps.iter().all(|step| !step.crouched) && mover.feet().z > -1.0,
            "it does not fit upright"
        );
        let crouch = Input {
            crouch: true,
            ..towards(0.0, -1.0)
        };
        let steps = run(&world, &mut mover, &crouch, 120, 1.0);
        assert!(
            mover.is_crouched() && mover.feet().z < -1.5,
            "{method:?}: {}",
            mover.feet()
        );
        assert!((horizontal_length(mover.velocity) - 4.0 * 0.45).abs() < 0.02);
        assert!(steps.last().is_some_and(|step| step.eye.y < 1.1));
        for pair in steps.windows(2) {
            assert!(
                (pair[1].eye.y - pair[0].eye.y).abs() < 0.08,
                "the eye jumps as it crouches"
            );
        }
        // When crouch is released below the ceiling, the body must not stand up into it.
        let steps = run(&world, &mut mover, &Input::default(), 120, 1.0);
        assert!(steps.iter().all(|step| step.crouched));
        assert_eq!(events(&steps), [Event::HeadBlocked]);
        let steps = run(&world, &mut mover, &towards(0.0, -1.0), 120, 2.5);
        let up = steps.iter().find(|step| !step.crouched).expect("it stands up");
        assert!(up.feet.z < -4.0, "{method:?}: stands up at {}", up.feet);
        assert!((mover.eye().y - 1.68).abs() < 0.01);
    }
}

#[test]
fn ledge_does_not_catch_the_body() {
    // A block 3 m high with its edge at x = 0, and a floor below it.
    let mut triangles = meshes::solid([-10.0, -1.0, -10.0], [0.0, 3.0, 10.0]);
    triangles.extend(floor(30.0));
    let world = World::new(triangles);
    for method in METHODS {
        for speed in [1.0, 0.3, 0.05] {
            let mut mover = place_on_ground(&world, method, vec3(-0.3, 3.0, 0.0));
            let mut fell = false;
            for _ in 0..2400 {
                let before = mover.feet();
                let step = mover.tick(world.trees(mover.method), &towards(speed, 0.0), 1.0 / 120.0);
                assert_eq!(world.find_violation(&mover, &step), None);
                assert!(
                    step.feet.x >= before.x - 1.0e-5,
                    "{method:?} {speed}: back from {before} to {}",
                    step.feet
                );
                fell |= step.feet.y < 1.0;
                if fell && step.grounded {
                    break;
                }
            }
            assert!(fell, "{method:?} {speed}: caught at {}", mover.feet());
        }
        // The body falls just past the edge.
        let mut mover = body(Mode::Walk, method, vec3(0.29, 5.5, 0.0));
        let steps = run(&world, &mut mover, &Input::default(), 120, 3.0);
        assert!(
            steps.iter().all(|step| !step.grounded || step.feet.y < 0.1),
            "{method:?}: caught in the fall"
        );
        assert!(mover.is_grounded());
        // The body walks along the edge.
        for x in [-0.05, 0.05, 0.15] {
            let mut mover = place_on_ground(&world, method, vec3(x, 3.0, -8.0));
            let steps = run(&world, &mut mover, &towards(0.0, 1.0), 120, 3.0);
            assert!(
                steps.iter().all(|step| step.grounded && step.feet.y > 2.9),
                "{method:?} {x}"
            );
            assert!(
                mover.feet().z > 3.4 && (mover.feet().x - x).abs() < 0.02,
                "{method:?} {x}: {}",
                mover.feet()
            );
        }
    }
}

#[test]
fn jump_ends_at_the_ceiling() {
    let world = World::new(meshes::room([-5.0, 0.0, -5.0], [5.0, 2.0, 5.0]));
    for method in METHODS {
        let mut mover = place_on_ground(&world, method, Vec3::ZERO);
        let steps = run(&world, &mut mover, &jumping(), 120, 1.0);
        let top = steps.iter().map(|step| step.feet.y).fold(0.0, f32::max);
        assert!((0.19..=0.2001).contains(&top), "{method:?}: {top}");
        // The body jumps 0.2 m up at nearly full speed, and falls the same distance from rest.
        let landed = steps.iter().position(|step| step.grounded).expect("it lands");
        assert!(landed < 40, "{method:?}: hangs for {landed} ticks");
    }
}

/// The smoothed eye must not enter a lintel right after the body has stepped down.
#[test]
fn eye_stays_below_lintel_after_step_down() {
    // The body descends a 0.4 m step directly below a ceiling that leaves little clearance.
    let mut triangles = stairs(1, 0.4, 6.0);
    triangles.extend(meshes::solid([0.0, 1.9, -10.0], [4.0, 2.2, 5.4]));
    let world = World::new(triangles);
    for method in METHODS {
        let mut mover = place_on_ground(&world, method, vec3(2.0, 0.4, 9.0));
        let steps = run(&world, &mut mover, &towards(0.0, -1.0), 120, 2.0);
        assert!(
            mover.feet().z < 4.0 && mover.feet().y < 0.01,
            "{method:?}: {}",
            mover.feet()
        );
        for step in steps {
            let crosses = world.oracle.crosses(step.center.as_dvec3(), step.eye.as_dvec3());
            assert_eq!(crosses, None, "{method:?}: the eye is at {}", step.eye);
            let near = world.oracle.nearest_within(step.eye.as_dvec3(), 0.08);
            assert_eq!(near, None, "{method:?}: the eye is at {}", step.eye);
        }
    }
}
