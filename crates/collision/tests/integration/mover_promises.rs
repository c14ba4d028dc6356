//! Tests general guarantees of the mover: it keeps its speed over seams, keeps moving if there is space, comes to rest,
//! and never ends a tick overlapping anything.

use bspwalk_collision::{
    mover::{CollisionMethod, Event, Input, Mode, Mover, MoverParams},
    sweep,
};
use bspwalk_testing::{
    effort, meshes,
    worlds::{
        METHODS, RATES, World, body, events, floor, horizontal_length, place_on_ground, run, stairs, towards,
    },
};
use glam::{DVec3, Vec3, dvec3, vec3};

/// Returns a 10 m wide floor at height 0, from 0 to `length` along X, made of random triangles including slivers.
fn random_floor(random: &mut fastrand::Rng, length: u32) -> Vec<[DVec3; 3]> {
    let columns: Vec<f64> = (0..=2 * length)
        .scan(0.0, |x, _| {
            let now = *x;
            *x += if random.u32(..4) == 0 {
                0.01
            } else {
                0.1 + random.f64()
            };
            Some(now)
        })
        .collect();
    let rows = 14_usize;
    let z = |row: usize| -5.0 + 10.0 * row as f64 / rows as f64;
    let points: Vec<Vec<DVec3>> = columns
        .iter()
        .map(|&x| {
            (0..=rows)
                .map(|row| {
                    let inside = row > 0 && row < rows;
                    dvec3(
                        x + 0.004 * random.f64(),
                        0.0,
                        z(row) + if inside { 0.3 * (random.f64() - 0.5) } else { 0.0 },
                    )
                })
                .collect()
        })
        .collect();
    let mut triangles = Vec::new();
    for pair in points.windows(2) {
        for row in 0..rows {
            let [a, b, c, d] = [pair[0][row], pair[0][row + 1], pair[1][row + 1], pair[1][row]];
            if random.bool() {
                triangles.extend([[a, b, c], [a, c, d]]);
            } else {
                triangles.extend([[a, b, d], [b, c, d]]);
            }
        }
    }
    triangles
}

#[test]
fn random_flat_triangulation_keeps_speed() {
    let world = World::new(random_floor(&mut bspwalk_testing::random::seeded(11), 120));
    for method in METHODS {
        for rate in RATES {
            let mut mover = place_on_ground(&world, method, vec3(1.0, 0.0, 0.2));
            run(&world, &mut mover, &towards(1.0, 0.01), rate, 1.5);
            let (start, height) = (mover.feet(), mover.feet().y);
            let steps = run(&world, &mut mover, &towards(1.0, 0.01), rate, 24.5);
            for step in &steps {
                assert!(
                    (step.feet.y - height).abs() < 1.0e-4,
                    "{method:?} {rate} Hz: {} at {}",
                    step.feet.y - height,
                    step.feet
                );
                assert!((horizontal_length(step.velocity) - 4.0).abs() < 4.0e-4);
                assert!(step.grounded);
            }
            let made = horizontal_length(mover.feet() - start);
            assert!(
                (made / 98.0 - 1.0).abs() < 1.0e-4,
                "{method:?} {rate} Hz: {made} m"
            );
        }
    }
}

/// Returns the corner of a room with a ceiling. A round bar runs along X, so close to the ceiling that a 1.127 m tall
/// body touches both.
fn corner_with_a_bar() -> Vec<[DVec3; 3]> {
    let bar = [
        (0.5625, -1.5),
        (0.625, -1.25),
        (0.75, -1.125),
        (1.0, -1.0625),
        (1.25, -1.125),
        (1.375, -1.25),
    ];
    let bar = bar.windows(2).map(|pair| {
        let at = |(x, y): (f64, f64), z: f64| dvec3(x, y, z);
        [
            at(pair[0], 0.0),
            at(pair[1], 0.0),
            at(pair[1], -4.0),
            at(pair[0], -4.0),
        ]
    });
    let walls = [
        [
            DVec3::ZERO,
            dvec3(0.0, -4.0, 0.0),
            dvec3(0.0, -4.0, -4.0),
            dvec3(0.0, 0.0, -4.0),
        ],
        [
            DVec3::ZERO,
            dvec3(4.0, 0.0, 0.0),
            dvec3(4.0, -4.0, 0.0),
            dvec3(0.0, -4.0, 0.0),
        ],
        [
            DVec3::ZERO,
            dvec3(0.0, 0.0, -4.0),
            dvec3(4.0, 0.0, -4.0),
            dvec3(4.0, 0.0, 0.0),
        ],
    ];
    bar.chain(walls).flat_map(meshes::quad).collect()
}

/// At any desired speed, a body must move until it touches something. It must not be pushed back to its start.
#[test]
fn fast_body_moves_into_wedge_until_contact() {
    let world = World::new(corner_with_a_bar());
    let radius = 0.5635;
    for method in METHODS {
        for speed in [0.5, 8.0, 40.0, 80.0, 139.0, 300.0, 1000.0] {
            for rate in RATES {
                let params = MoverParams {
                    fly_speed: speed,
                    fly_radius: radius,
                    ..MoverParams::default()
                };
                let start = vec3(1.0, -1.0, -1.0) * (radius + 2.5e-4);
                let mut mover = Mover::new(&params, Mode::Fly, method, start);
                let end = sweep(&world.tree, mover.body(), start, start + Vec3::X)
                    .hit
                    .expect("the bar")
                    .center;
                run(&world, &mut mover, &towards(1.0, 0.0), rate, 1.0);
                assert!(
                    mover.position().x > end.x - 0.02 * radius,
                    "{method:?}, {speed} m/s, {rate} Hz: {} of {}",
                    mover.position().x - start.x,
                    end.x - start.x
                );
            }
        }
    }
}

#[test]
fn random_walks_keep_guarantees() {
    let mut random = bspwalk_testing::random::seeded(42);
    let room = |size: f64| meshes::cuboid(DVec3::new(-size, -1.0, -size), DVec3::splat(size), true);
    let mut levels = vec![meshes::columns(5), stairs(8, 0.3, 0.35)];
    levels.push([room(6.0), meshes::soup(&mut random, 40, 5.0)].concat());
    levels.push([room(8.0), meshes::confetti(&mut random, 300, 7.0, 0.8)].concat());
    levels.push([room(10.0), meshes::terrain(&mut random, 18)].concat());
    for (level, triangles) in effort::sample(levels.into_iter().enumerate(), 2) {
        let world = World::new(triangles);
        for method in METHODS {
            let mut mover = body(Mode::Walk, method, vec3(1.0, 2.5, 1.0));
            let mut desired = Vec3::ZERO;
            for tick in 0..effort::sampled_or_whole(1000, 2000) {
                if random.u32(..30) == 0 {
                    desired = vec3(random.f32(), random.f32(), random.f32()) * 3.0 - 1.5;
                }
                if random.u32(..400) == 0 {
                    let mode = if mover.mode() == Mode::Fly {
                        Mode::Walk
                    } else {
                        Mode::Fly
                    };
                    mover.set_mode(&world.tree, mode);
                }
                let input = Input {
                    desired,
                    jump: random.u32(..60) == 0,
                    crouch: random.u32(..100) < 20,
                    fast: random.u32(..3) == 0,
                };
                let rate = [30.0, 60.0, 120.0, 480.0][random.usize(..4)];
                let before = mover.clone();
                let step = mover.tick(world.trees(mover.method), &input, 1.0 / rate);
                let wrong = world.find_violation(&mover, &step);
                assert_eq!(
                    wrong, None,
                    "level {level}, {method:?}, tick {tick}: {before:?} {input:?} {rate}"
                );
            }
        }
        world.assert_rarely_stuck();
    }
}

#[test]
fn idle_body_comes_to_rest_and_stays() {
    let mut random = bspwalk_testing::random::seeded(3);
    let room = meshes::room([-9.0, -1.0, -9.0], [9.0, 6.0, 9.0]);
    // Each level is closed on all sides, so that no body can walk out.
    let mut levels = vec![meshes::columns(4), [room.clone(), stairs(8, 0.3, 0.35)].concat()];
    levels.push([room.clone(), meshes::terrain(&mut random, 18)].concat());
    levels.push([room, meshes::confetti(&mut random, 200, 8.0, 1.5)].concat());
    for (level, triangles) in levels.into_iter().enumerate() {
        let world = World::new(triangles);
        for method in METHODS {
            for place in 0..effort::sampled_or_whole(4, 12) {
                let eye = vec3(random.f32() * 4.0, 3.0 + random.f32(), random.f32() * 4.0);
                let mut mover = body(Mode::Walk, method, eye);
                mover.enter(&world.tree, eye);
                let mut steps = run(&world, &mut mover, &towards(0.3, 0.2), 120, 0.5);
                steps.extend(run(&world, &mut mover, &Input::default(), 120, 6.0));
                let name = format!("level {level}, {method:?}, place {place}, {}", mover.feet());
                let is_put_back = |event: &Event| matches!(event, Event::PutBack { .. });
                let put_back = events(&steps).into_iter().find(is_put_back);
                assert_eq!(put_back, None, "{name}");
                assert!(mover.is_grounded(), "{name}: it never lands");
                let at = mover.feet();
                let steps = run(&world, &mut mover, &Input::default(), 120, 2.0);
                assert!(steps.iter().all(|step| step.grounded), "{name}: loses the ground");
                assert_eq!(mover.feet(), at, "{name}: it creeps");
                assert!(mover.velocity == Vec3::ZERO, "{name}: {}", mover.velocity);
            }
        }
    }
}

#[test]
fn stairs_far_from_origin_are_climbed() {
    let offset = dvec3(3000.0, 200.0, -2000.0);
    let triangles = stairs(6, 0.3, 0.4)
        .into_iter()
        .map(|corners| corners.map(|corner| corner + offset));
    let world = World::new(triangles.collect());
    for method in METHODS {
        let start = (offset + dvec3(2.0, 0.0, -3.0)).as_vec3();
        let mut mover = place_on_ground(&world, method, start);
        let steps = run(&world, &mut mover, &towards(0.0, 1.0), 480, 2.5);
        assert!(steps.iter().all(|step| step.grounded), "{method:?}");
        let made = mover.feet() - start;
        let expected = 4.0 * (2.5 - 1.0 / 14.0);
        assert!((made.y - 1.8).abs() < 0.01, "{method:?}: {made}");
        assert!(
            (made.z - expected).abs()
                < if method == CollisionMethod::Sweep {
                    0.05
                } else {
                    1.5
                },
            "{method:?}: {made}"
        );
    }
}

#[test]
fn descending_ceiling_stops_body_at_rest() {
    let mut triangles = floor(20.0);
    // The ceiling descends from 3 m at z = 0 to 1 m at z = −8.
    triangles.extend(meshes::sheet(
        dvec3(-20.0, 3.0, 0.0),
        40.0 * DVec3::X,
        dvec3(0.0, -2.0, -8.0),
    ));
    let world = World::new(triangles);
    for method in METHODS {
        let mut mover = place_on_ground(&world, method, vec3(0.0, 0.0, 0.0));
        run(&world, &mut mover, &towards(0.0, -1.0), 120, 3.0);
        let at = mover.feet();
        assert!(at.z < -3.0 && at.y < 0.01, "{method:?}: {at}");
        let steps = run(&world, &mut mover, &towards(0.0, -1.0), 120, 3.0);
        assert!(
            steps
                .iter()
                .all(|step| step.grounded && step.feet.distance(at) < 1.0e-3),
            "{method:?}"
        );
        // When walking at an angle, the body slides along the line beyond which it no longer fits.
        run(&world, &mut mover, &towards(0.7, -0.7), 120, 1.0);
        assert!(
            mover.feet().x > 1.5 && mover.feet().y < 0.01,
            "{method:?}: {}",
            mover.feet()
        );
    }
}
