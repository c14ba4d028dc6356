//! Compares the mover with closed-form motion, and tests invalid input, starting positions and mode changes.

use bspwalk_collision::mover::{
    CollisionMethod, Event, Input, Mode, Mover, MoverParams, Placement, PutBackReason,
};
use bspwalk_testing::{
    meshes,
    worlds::{METHODS, RATES, World, body, desiring, events, floor, jumping, place_on_ground, run, towards},
};
use glam::{DVec3, Vec3, dvec3, vec3};

/// Returns the distance between the placed body and the requested position (in metres), or infinity if there was not
/// enough space.
fn distance(placed: Placement) -> f32 {
    match placed.event() {
        None => 0.0,
        Some(Event::Freed { distance }) => distance,
        Some(_) => f32::INFINITY,
    }
}

#[test]
fn fall_is_parabolic_up_to_terminal_speed() {
    let world = World::new(floor(10.0));
    let params = MoverParams {
        terminal_speed: 12.0,
        ..MoverParams::default()
    };
    for method in METHODS {
        for rate in RATES {
            let mut mover = Mover::new(&params, Mode::Walk, method, vec3(0.0, 40.0, 0.0));
            let top = mover.feet().y;
            let steps = run(&world, &mut mover, &Input::default(), rate, 1.0);
            for (step, tick) in steps.iter().zip(1..) {
                let time = tick as f32 / rate as f32;
                let expected = top - 0.5 * params.gravity * time * time;
                assert!(
                    (step.feet.y - expected).abs() < 1.0e-4,
                    "{rate} Hz: {} is not {expected}",
                    step.feet.y
                );
            }
            let steps = run(&world, &mut mover, &Input::default(), rate, 1.0);
            let until = 12.0 / 9.81;
            let expected = top - 0.5 * 9.81 * until * until - 12.0 * (2.0 - until);
            assert!((mover.feet().y - expected).abs() < 1.0e-3);
            assert_eq!(steps.last().map(|step| step.velocity.y), Some(-12.0));
        }
    }
}

#[test]
fn jump_height_and_duration_match_parameters() {
    let world = World::new(floor(10.0));
    let params = MoverParams::default();
    let time = 2.0 * (2.0 * f64::from(params.jump_height) / f64::from(params.gravity)).sqrt();
    for method in METHODS {
        for rate in RATES {
            let mut mover = place_on_ground(&world, method, Vec3::ZERO);
            let bottom = mover.feet().y;
            let jump = jumping();
            let steps = run(&world, &mut mover, &jump, rate, 1.5);
            assert!(events(&steps[..1]).contains(&Event::Jumped));
            let top = steps.iter().map(|step| step.feet.y).fold(0.0, f32::max) - bottom;
            // The true apex may lie between two ticks.
            let least = params.jump_height - 0.5 * params.gravity / (rate as f32).powi(2);
            assert!(
                (least..=params.jump_height + 1.0e-4).contains(&top),
                "{rate} Hz: {top}"
            );
            let landed = steps.iter().position(|step| step.grounded).expect("it lands") + 1;
            let airborne = landed as f64 / f64::from(rate);
            assert!(
                (airborne - time).abs() <= 1.1 / f64::from(rate),
                "{rate} Hz: {airborne} is not {time}"
            );
            // Holding the button must not trigger another jump.
            assert!(steps[landed..].iter().all(|step| step.grounded));
        }
    }
}

#[test]
fn acceleration_is_exponential_at_every_rate() {
    let world = World::new(floor(60.0));
    let params = MoverParams::default();
    let close = |a: f32, b: f64| (f64::from(a) - b).abs() < 2.0e-4;
    for method in METHODS {
        for rate in RATES {
            let mut mover = place_on_ground(&world, method, Vec3::ZERO);
            run(&world, &mut mover, &towards(1.0, 0.0), rate, 0.5);
            let (v, r) = (f64::from(params.walk_speed), f64::from(params.ground_response));
            let left = (-0.5 * r).exp();
            assert!(
                close(mover.velocity.x, v * (1.0 - left)),
                "{rate} Hz: {}",
                mover.velocity
            );
            let way_made = v * 0.5 - v * (1.0 - left) / r;
            assert!(
                close(mover.feet().x, way_made),
                "{rate} Hz: {} is not {way_made}",
                mover.feet()
            );
            let (at, start) = (mover.feet().x, f64::from(mover.velocity.x));
            run(&world, &mut mover, &Input::default(), rate, 0.4);
            let left = (-0.4 * f64::from(params.friction)).exp();
            assert!(close(mover.velocity.x, start * left));
            let slid = start * (1.0 - left) / f64::from(params.friction);
            assert!(close(mover.feet().x - at, slid), "{rate} Hz");
        }
    }
}

#[test]
fn air_control_keeps_velocity_without_input() {
    let world = World::new(floor(60.0));
    let params = MoverParams::default();
    for rate in RATES {
        let mut mover = Mover::new(&params, Mode::Walk, CollisionMethod::Sweep, vec3(0.0, 50.0, 0.0));
        run(&world, &mut mover, &towards(0.0, -1.0), rate, 0.5);
        let expected = -4.0 * (1.0 - (-0.5 * params.air_response).exp());
        assert!((mover.velocity.z - expected).abs() < 1.0e-4);
        let before = mover.velocity.z;
        run(&world, &mut mover, &Input::default(), rate, 0.5);
        assert_eq!(mover.velocity.z, before);
    }
}

#[test]
fn flight_follows_input_and_rests_in_corner() {
    let world = World::new(meshes::cuboid(DVec3::splat(-5.0), DVec3::splat(5.0), true));
    let params = MoverParams::default();
    for method in METHODS {
        for rate in RATES {
            let mut mover = Mover::new(&params, Mode::Fly, method, Vec3::ZERO);
            let input = desiring(vec3(0.6, 0.8, 0.0));
            run(&world, &mut mover, &input, rate, 0.3);
            let left = (-0.3 * params.fly_response).exp();
            let expected = input.desired * params.fly_speed * (1.0 - left);
            assert!(mover.velocity.distance(expected) < 1.0e-3);
            run(&world, &mut mover, &input, rate, 4.0);
            // The body rests in the corner between ceiling and wall.
            assert!(
                mover.position().distance(vec3(4.7, 4.7, 0.0)) < 0.002,
                "{}",
                mover.position()
            );
            assert!(
                mover.velocity.length() < 1.0e-3,
                "{method:?} {rate}: {}",
                mover.velocity
            );
        }
    }
}

#[test]
fn equal_input_gives_identical_output() {
    let world = World::new(meshes::columns(6));
    let play = || {
        let mut random = bspwalk_testing::random::seeded(5);
        let mut mover = body(Mode::Walk, CollisionMethod::Sweep, vec3(0.25, 1.7, 0.25));
        (0..2000)
            .map(|_| {
                let input = Input {
                    desired: vec3(random.f32() - 0.3, 0.0, random.f32() - 0.3),
                    jump: random.u32(..40) == 0,
                    crouch: random.u32(..3) == 0,
                    fast: random.bool(),
                };
                let step = mover.tick(world.trees(mover.method), &input, 1.0 / 120.0);
                [step.feet, step.eye, step.velocity].map(|vector| vector.to_array().map(f32::to_bits))
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(play(), play());
}

#[test]
fn start_in_a_wall_is_resolved() {
    let mut triangles = meshes::room([-8.0, 0.0, -8.0], [8.0, 4.0, 8.0]);
    triangles.extend(meshes::solid([-0.1, 0.0, -8.0], [0.1, 4.0, 8.0]));
    // Very thin plates, with no gap wide enough for the body.
    for index in 0..20 {
        let x = 3.0 + 0.1 * f64::from(index);
        triangles.extend(meshes::solid([x, 0.0, -3.0], [x + 0.01, 4.0, 3.0]));
    }
    let world = World::new(triangles);
    for method in METHODS {
        for mode in [Mode::Walk, Mode::Fly] {
            for eye in [
                vec3(0.0, 1.7, 0.0),
                vec3(0.2, 1.7, 2.0),
                vec3(4.03, 1.7, 0.0),
                vec3(7.95, 0.1, 7.95),
            ] {
                let mut mover = body(mode, method, eye);
                let placed = mover.enter(&world.tree, eye);
                assert!(
                    !matches!(placed, Placement::NoRoom | Placement::AsAsked),
                    "{placed:?}"
                );
                // The only way out from between the plates is along them. It is 3 m plus the size of the body.
                assert!(distance(placed) < 4.5, "{mode:?} {eye}: {placed:?}");
                run(&world, &mut mover, &Input::default(), 120, 0.5);
                // Without an explicit call to `enter`, the first tick frees the body and reports it.
                let mut mover = body(mode, method, eye);
                let step = mover.tick(world.trees(mover.method), &Input::default(), 1.0 / 120.0);
                assert!(matches!(step.events[0], Event::Freed { .. }), "{:?}", step.events);
                assert!(step.clear && world.find_violation(&mover, &step).is_none());
            }
        }
    }
}

#[test]
fn fallen_body_is_put_back_where_it_stood() {
    let world = World::new(floor(3.0));
    for method in CollisionMethod::OF_ANY_LEVEL {
        let mut mover = body(Mode::Walk, method, vec3(0.0, 1.75, 0.0));
        let mut back = None;
        let mut stood = Vec::new();
        for _ in 0..1200 {
            let step = mover.tick(world.trees(mover.method), &towards(1.0, 0.0), 1.0 / 120.0);
            if step.events.contains(&Event::PutBack {
                why: PutBackReason::FellOut,
            }) {
                back = Some(step);
                break;
            }
            if step.grounded && step.clear {
                stood.push(step.feet);
            }
        }
        let back = back.unwrap_or_else(|| panic!("{method:?} is never put back"));
        // The body need not return to its last position on the floor: at the very edge, it would fall even without
        // input.
        let known = stood
            .iter()
            .rev()
            .position(|feet| feet.distance(back.feet) < 1.0e-5);
        assert!(
            known.is_some_and(|ago| ago < 12),
            "{method:?}: {} is not where it stood: {known:?}",
            back.feet
        );
        assert!(back.velocity == Vec3::ZERO && back.clear);
    }
}

#[test]
fn non_finite_input_keeps_state_finite() {
    let world = World::new(floor(10.0));
    for method in CollisionMethod::OF_ANY_LEVEL {
        for mode in [Mode::Walk, Mode::Fly] {
            let mut mover = body(mode, method, vec3(0.0, 1.75, 0.0));
            for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
                let input = desiring(Vec3::splat(wrong));
                let step = mover.tick(world.trees(mover.method), &input, 1.0 / 120.0);
                assert!(
                    step.feet.is_finite() && step.velocity.is_finite(),
                    "{method:?} {mode:?} {wrong}"
                );
                mover.velocity = Vec3::new(0.0, wrong, 0.0);
                for seconds in [1.0 / 120.0, wrong, -1.0, 0.0] {
                    let step = mover.tick(world.trees(mover.method), &Input::default(), seconds);
                    assert!(
                        step.feet.is_finite() && step.velocity.is_finite(),
                        "{method:?} {mode:?} {wrong}"
                    );
                }
                mover.teleport(Vec3::splat(wrong));
                for _ in 0..3 {
                    let step = mover.tick(world.trees(mover.method), &Input::default(), 1.0 / 120.0);
                    assert!(
                        step.feet.is_finite() && step.eye.is_finite(),
                        "{method:?} {mode:?} {wrong}"
                    );
                }
                mover.teleport(vec3(0.0, 1.75, 0.0));
            }
        }
    }
    // An empty level has no ground.
    let empty = bspwalk_trees::NodeTree::build(&[], &Default::default()).expect("it builds");
    let mut mover = body(Mode::Walk, CollisionMethod::Sweep, Vec3::ZERO);
    for _ in 0..100 {
        assert!(mover.tick(&empty, &towards(1.0, 0.0), 1.0).feet.is_finite());
    }
}

#[test]
fn only_ati_push_tunnels_through_thin_wall() {
    // A body flies fast towards a paper-thin wall.
    let mut triangles = meshes::cuboid(DVec3::splat(-10.0), DVec3::splat(10.0), true);
    triangles.extend(meshes::sheet(
        dvec3(0.0, -10.0, -10.0),
        20.0 * DVec3::Z,
        20.0 * DVec3::Y,
    ));
    let world = World::new(triangles);
    let params = MoverParams {
        fly_speed: 200.0,
        ..MoverParams::default()
    };
    let through = |method: CollisionMethod| {
        let mut mover = Mover::new(&params, Mode::Fly, method, vec3(-5.0, 0.0, 0.0));
        let input = desiring(Vec3::X);
        (0..60).any(|_| mover.tick(world.trees(mover.method), &input, 1.0 / 60.0).center.x > 0.0)
    };
    assert!(through(CollisionMethod::Ati));
    for method in METHODS {
        assert!(!through(method), "{method:?}");
    }
}

#[test]
fn mode_changes_keep_the_eye_position() {
    let world = World::new(meshes::room([-5.0, 0.0, -5.0], [5.0, 3.0, 5.0]));
    let mut mover = place_on_ground(&world, CollisionMethod::Sweep, Vec3::ZERO);
    let eye = mover.eye();
    assert_eq!(mover.set_mode(&world.tree, Mode::Fly), Placement::AsAsked);
    assert!(mover.eye().distance(eye) < 1.0e-5);
    assert_eq!(mover.set_mode(&world.tree, Mode::Walk), Placement::AsAsked);
    assert!(mover.eye().distance(eye) < 1.0e-5);
    // Start just above the floor, then just below the ceiling.
    for y in [0.35, 2.65] {
        mover.set_mode(&world.tree, Mode::Fly);
        mover.teleport(vec3(4.6, y, 0.0));
        let placed = mover.set_mode(&world.tree, Mode::Walk);
        assert!(
            !matches!(placed, Placement::NoRoom) && distance(placed) < 1.5,
            "{y}: {placed:?}"
        );
        run(&world, &mut mover, &Input::default(), 120, 1.0);
        assert!(
            mover.is_grounded() && mover.feet().y < 0.01,
            "{y}: {placed:?} {}",
            mover.feet()
        );
    }
}
