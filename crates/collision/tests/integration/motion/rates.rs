//! Tests tick rates and speeds: a jump must always have the same height, and no body may pass through a wall.

use bspwalk_collision::mover::{Event, Input, Mode, Mover, MoverParams, Tick};
use bspwalk_testing::{
    effort, meshes,
    worlds::{METHODS, World, events, floor, jumping, place_on_ground},
};
use glam::{DVec3, Vec3, dvec3, vec3};

fn apexes(steps: &[Tick]) -> Vec<f32> {
    let height = |event: Event| match event {
        Event::Apex { height } => Some(height),
        _ => None,
    };
    events(steps).into_iter().filter_map(height).collect()
}

#[test]
fn jump_height_is_independent_of_rate() {
    let world = World::new(floor(10.0));
    let params = MoverParams::default();
    for method in METHODS {
        for rate in [1, 2, 3, 5, 7, 10, 24, 30, 60, 120, 480, 1000] {
            let mut mover = place_on_ground(&world, method, Vec3::ZERO);
            let bottom = mover.position().y;
            let input = jumping();
            let count = rate * 3 / 2 + 1;
            let steps: Vec<_> = (0..count)
                .map(|_| mover.tick(world.trees(method), &input, 1.0 / rate as f32))
                .collect();
            let told = apexes(&steps);
            let name = format!("{method:?}, {rate} Hz");
            let [apex] = told[..] else {
                panic!("{name}: {told:?}");
            };
            assert!(
                (apex - params.jump_height).abs() < 1.0e-4,
                "{name}: {apex} m is told"
            );
            // The path must reach the same height as the jump.
            let legs = steps.iter().flat_map(|step| &step.legs);
            let top = legs.map(|leg| leg.to.y).fold(f32::MIN, f32::max) - bottom;
            assert!(
                (top - params.jump_height).abs() < 1.0e-4,
                "{name}: {top} m is made"
            );
            assert!(mover.is_grounded(), "{name}: it does not land");
        }
    }
}

#[test]
fn landing_speed_is_independent_of_rate() {
    let world = World::new(floor(10.0));
    let params = MoverParams::default();
    // A body lands with the speed of its jump.
    let expected = (2.0 * params.gravity * params.jump_height).sqrt();
    for method in METHODS {
        for rate in [2, 3, 10, 30, 60, 240, 1000] {
            let mut mover = place_on_ground(&world, method, Vec3::ZERO);
            let input = jumping();
            let steps: Vec<_> = (0..rate * 3 / 2 + 1)
                .map(|_| mover.tick(world.trees(method), &input, 1.0 / rate as f32))
                .collect();
            let speed = |event: Event| match event {
                Event::Landed { speed } => Some(speed),
                _ => None,
            };
            let landed: Vec<f32> = events(&steps).into_iter().filter_map(speed).collect();
            let is_right = landed.len() == 1 && (landed[0] - expected).abs() < 0.01 * expected;
            assert!(
                is_right,
                "{method:?}, {rate} Hz: {landed:?} instead of {expected}"
            );
        }
    }
}

#[test]
fn apex_under_ceiling_is_where_head_hits() {
    let world = World::new(meshes::room([-5.0, 0.0, -5.0], [5.0, 2.0, 5.0]));
    for method in METHODS {
        for rate in [1, 10, 120] {
            let mut mover = place_on_ground(&world, method, Vec3::ZERO);
            let input = jumping();
            let steps: Vec<_> = (0..rate)
                .map(|_| mover.tick(world.trees(method), &input, 1.0 / rate as f32))
                .collect();
            let heights = apexes(&steps);
            let is_right = heights.len() == 1 && (0.19..=0.2001).contains(&heights[0]);
            assert!(is_right, "{method:?}, {rate} Hz: {heights:?}");
        }
    }
}

/// Half-extents of a room centred at the origin and divided by a sheet at x = 0.
const HALF: DVec3 = DVec3::new(8.0, 4.0, 6.0);

/// Returns the divided room with pillars, a fan of slivers, or hills.
fn divided(kind: usize) -> Vec<[DVec3; 3]> {
    let mut triangles = meshes::cuboid(-HALF, HALF, true);
    let sheet = [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)];
    triangles.extend(meshes::quad(sheet.map(|(y, z)| dvec3(0.0, y, z) * HALF)));
    match kind {
        0 => {
            for x in [-5.0, -2.5, 2.0, 5.5] {
                let low = dvec3(x, -HALF.y, -2.0);
                triangles.extend(meshes::cuboid(low, low + dvec3(0.4, 7.0, 0.05), false));
            }
        }
        1 => {
            for index in 0..24 {
                let angle = |index: i32| f64::from(index) * 0.02;
                let at =
                    |turn: f64| dvec3(-7.0 + 6.0 * turn.cos(), -3.0 + 0.3 * turn, 6.0 * turn.sin() - 3.0);
                triangles.push([dvec3(-7.0, -3.0, -3.0), at(angle(index)), at(angle(index + 1))]);
            }
        }
        _ => {
            let hills = meshes::terrain(&mut fastrand::Rng::with_seed(8), 12);
            let onto_floor = dvec3(16.0 / 12.0, 2.0, 1.0);
            let lowered = |corner: DVec3| (corner * onto_floor).with_y(2.0 * corner.y - HALF.y - 0.5);
            triangles.extend(hills.into_iter().map(|corners| corners.map(lowered)));
        }
    }
    triangles
}

/// Tests speeds up to 100 km/s, and rates from one to a thousand ticks per second.
#[test]
fn no_body_tunnels_at_any_speed_or_rate() {
    let mut random = fastrand::Rng::with_seed(1977);
    let mut ticks = 0;
    for kind in 0..3 {
        let world = World::new(divided(kind));
        for method in METHODS {
            for mode in [Mode::Walk, Mode::Fly] {
                for speed in [1.0, 30.0, 1.0e3, 1.0e4, 1.0e5] {
                    for rate in effort::sample([1.0_f32, 5.0, 30.0, 120.0, 1000.0], 2) {
                        let params = MoverParams {
                            walk_speed: speed,
                            fly_speed: speed,
                            terminal_speed: speed.max(55.0),
                            ..MoverParams::default()
                        };
                        let side = if random.bool() { 1.0 } else { -1.0 };
                        let start = vec3(4.0 * side, 2.0, 3.0);
                        let mut mover = Mover::new(&params, mode, method, start);
                        let mut desired = Vec3::ZERO;
                        for tick in 0..30 {
                            if tick % 5 == 0 {
                                let share = |random: &mut fastrand::Rng| 2.0 * random.f32() - 1.0;
                                desired = [(); 3].map(|()| share(&mut random)).into();
                                // Some bodies move towards the sheet.
                                desired.x = if random.bool() { -side } else { desired.x };
                            }
                            if random.u32(..10) == 0 {
                                mover.velocity = desired * speed;
                            }
                            let input = Input {
                                desired,
                                jump: random.u32(..4) == 0,
                                crouch: random.u32(..8) == 0,
                                fast: false,
                            };
                            let before = mover.clone();
                            let step = mover.tick(world.trees(method), &input, 1.0 / rate);
                            let name = || format!("room {kind}, {before:?}, {input:?}, {rate} Hz");
                            let wrong = world.find_violation(&mover, &step);
                            assert_eq!(wrong, None, "{}", name());
                            let center = step.center.as_dvec3();
                            let is_inside = center.abs().cmplt(HALF).all();
                            assert!(is_inside && step.center.x * side > 0.0, "{center}: {}", name());
                            ticks += 1;
                        }
                    }
                }
            }
        }
        world.assert_rarely_stuck();
    }
    assert_eq!(ticks, effort::sampled_or_whole(8_100, 13_500));
}
