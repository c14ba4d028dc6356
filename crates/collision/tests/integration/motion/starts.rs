//! Tests starting positions inside solids, and that fallen bodies are returned to firm ground.

use bspwalk_collision::mover::{CollisionMethod, Event, Input, Mode, Placement, PutBackReason};
use bspwalk_testing::{
    meshes,
    random::seeded,
    worlds::{METHODS, World, body, events, floor, place_on_ground, run, stairs, towards},
};
use glam::{DVec3, Vec3, dvec3, vec3};

/// Returns a 10×12×10 m box at the given height above the floor.
fn block(above: f64) -> [DVec3; 2] {
    [dvec3(-5.0, above, -5.0), dvec3(5.0, above + 12.0, 5.0)]
}

/// A body placed in a solid must be moved out onto a floor, and the event must be reported. The same applies if `enter`
/// is not called.
#[test]
fn start_inside_solid_is_resolved_and_reported() {
    for above in [0.0, 0.5, 4.0] {
        let [low, high] = block(above);
        let mut triangles = floor(30.0);
        triangles.extend(meshes::cuboid(low, high, false));
        // Another solid intersects the block.
        triangles.extend(meshes::solid([3.0, 2.0, -1.0], [8.0, 6.0, 1.0]));
        let world = World::new(triangles);
        for method in METHODS {
            for mode in [Mode::Walk, Mode::Fly] {
                for eye in [
                    vec3(0.0, 6.0, 0.0),
                    vec3(4.0, 4.0, 0.0),
                    vec3(-4.6, 2.0, 4.0),
                    vec3(0.5, 4.5, -3.0),
                ] {
                    let name = format!("{method:?}, {mode:?}, {eye}, {above} m above the floor");
                    let mut mover = body(mode, method, eye);
                    let placed = mover.enter(&world.tree, eye);
                    let is_inside = |at: Vec3| {
                        let at = at.as_dvec3();
                        at.cmpge(low).all() && at.cmple(high).all()
                    };
                    if !is_inside(eye) {
                        continue;
                    }
                    let is_moved = matches!(placed, Placement::Found { .. } | Placement::Pushed { .. });
                    assert!(is_moved, "{name}: {placed:?}");
                    assert!(!is_inside(mover.position()), "{name}: {}", mover.position());
                    let steps = run(&world, &mut mover, &Input::default(), 120, 3.0);
                    assert!(!is_inside(mover.position()), "{name}: {}", mover.position());
                    let ends = events(&steps);
                    let moves = |event: &Event| {
                        matches!(event, Event::Freed { .. } | Event::Stuck | Event::PutBack { .. })
                    };
                    assert!(!ends.iter().any(moves), "{name}: {ends:?}");
                    assert!(mode == Mode::Fly || mover.is_grounded(), "{name}");
                    // Without a call to `enter`, the first tick frees the body and reports it.
                    let mut mover = body(mode, method, eye);
                    let step = mover.tick(world.trees(method), &Input::default(), 1.0 / 120.0);
                    assert!(
                        matches!(step.events[0], Event::Freed { .. }),
                        "{name}: {:?}",
                        step.events
                    );
                    assert!(!is_inside(step.center), "{name}: {}", step.center);
                }
            }
        }
    }
}

/// A body in a solid that is too large for the search stays stuck, which must be reported every tick.
#[test]
fn body_in_huge_solid_is_reported_stuck() {
    let world = World::new(meshes::cuboid(DVec3::splat(-400.0), DVec3::splat(400.0), false));
    for method in [CollisionMethod::Sweep, CollisionMethod::Push] {
        let mut mover = body(Mode::Walk, method, Vec3::ZERO);
        assert_eq!(mover.enter(&world.tree, Vec3::ZERO), Placement::NoRoom);
        let at = mover.position();
        for _ in 0..3 {
            let step = mover.tick(&world.tree, &towards(1.0, 0.0), 1.0 / 30.0);
            assert_eq!(step.events, [Event::Stuck]);
            assert_eq!((step.center, step.velocity), (at, Vec3::ZERO));
        }
    }
}

/// A body must stay in place in spaces that only look solid: rooms, the space under hills or between sheets, and faces
/// with inconsistent winding.
#[test]
fn start_in_open_space_keeps_position() {
    let mut random = seeded(5);
    let room = meshes::room([-6.0, 0.0, -6.0], [6.0, 5.0, 6.0]);
    let shell = meshes::solid([-6.5, -0.5, -6.5], [6.5, 5.5, 6.5]);
    let pillars: Vec<[DVec3; 3]> = [-4.0, 4.0]
        .into_iter()
        .flat_map(|x| meshes::solid([x, 0.0, -1.0], [x + 0.5, 5.0, 1.0]))
        .collect();
    let mut mixed = [room.clone(), pillars.clone()].concat();
    for corners in &mut mixed {
        if random.bool() {
            corners.swap(1, 2);
        }
    }
    let levels = [
        ("a room", room.clone()),
        ("a room with pillars", [room.clone(), pillars.clone()].concat()),
        (
            "a room with thick walls",
            [room.clone(), shell.clone(), pillars].concat(),
        ),
        ("a room in no order", mixed),
        ("a floor", floor(6.0)),
        ("a sheet above a floor", {
            let sheet = floor(6.0)
                .into_iter()
                .map(|corners| corners.map(|corner| corner + DVec3::Y * 4.0));
            floor(6.0).into_iter().chain(sheet).collect()
        }),
    ];
    for (name, triangles) in levels {
        let world = World::new(triangles);
        for method in METHODS {
            let eye = vec3(0.3, 1.9, 0.2);
            let mut mover = body(Mode::Walk, method, eye);
            assert_eq!(
                mover.enter(&world.tree, eye),
                Placement::AsAsked,
                "{name}, {method:?}"
            );
            let steps = run(&world, &mut mover, &Input::default(), 120, 1.0);
            assert!(
                matches!(events(&steps)[..], [Event::Landed { .. }]),
                "{name}: {:?}",
                events(&steps)
            );
        }
    }
}

/// A body that fell out of the level must return to a position on the ground and must not fall out again without input.
#[test]
fn fallen_body_stays_where_it_is_put_back() {
    let mut random = seeded(12);
    let levels = [(floor(3.0), 0.0), (stairs(8, 0.3, 0.35), 2.4)];
    for (level, (triangles, height)) in levels.into_iter().enumerate() {
        let world = World::new(triangles);
        for method in METHODS {
            for trial in 0..12 {
                let mut mover = place_on_ground(
                    &world,
                    method,
                    vec3(2.0, height, if level == 0 { 1.0 } else { 5.0 }),
                );
                let angle = random.f32() * std::f32::consts::TAU;
                let input = towards(angle.cos() * random.f32(), angle.sin() * random.f32());
                let mut fell = false;
                for _ in 0..8 {
                    let steps = run(&world, &mut mover, &input, 120, 1.0);
                    fell = events(&steps).iter().any(is_fall);
                    if fell {
                        break;
                    }
                }
                // Slow bodies may not have fallen out yet.
                if !fell {
                    continue;
                }
                let name = format!("level {level}, {method:?}, trial {trial}: {}", mover.feet());
                // Without input, the body is returned at most once and then stays.
                let steps = run(&world, &mut mover, &Input::default(), 120, 6.0);
                let falls = events(&steps).iter().filter(|event| is_fall(event)).count();
                assert!(falls <= 1, "{name}: fell out {falls} times");
                let steps = run(&world, &mut mover, &Input::default(), 120, 6.0);
                assert!(
                    !events(&steps).iter().any(is_fall) && mover.is_grounded(),
                    "{name}"
                );
            }
        }
    }
}

fn is_fall(event: &Event) -> bool {
    let why = PutBackReason::FellOut;
    *event == Event::PutBack { why }
}
