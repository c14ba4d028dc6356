//! Compares movement in the expanded tree with the exact sweep, and tests it in levels.

use bspwalk_collision::{
    Capsule, StoppedBy, contacts, is_clear,
    mover::{CollisionMethod, Event, Input, Mode, Mover, MoverParams},
    sweep, sweep_planes,
};
use bspwalk_compile::CompileParams;
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::{Level, LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    effort, meshes, rooms, swept,
    worlds::{World, body, desiring, events, floor, run, stairs, towards},
};
use bspwalk_trees::{
    BuildParams, ExpandedTree, FaceId, LeafParams, LeafTree, NodeTree,
    solid_leaf::expanded::{EDGE_REACH, ExpandedTrace, VERTEX_REACH},
};
use glam::{DQuat, DVec3, Vec3, dvec3, vec3};

/// Returns the largest difference between planes and faces (in metres): the margin of the planes plus the rounding
/// error of positions.
fn play(world: &World) -> f64 {
    2.0 * world.leaves().1.max_face_plane_distance() + 2.0e-5
}

fn turned(triangles: &[[DVec3; 3]], turn: DQuat) -> Vec<[DVec3; 3]> {
    let corners = triangles.iter();
    corners
        .map(|corners| corners.map(|corner| turn * corner))
        .collect()
}

fn direction(random: &mut fastrand::Rng) -> DVec3 {
    loop {
        let direction = DVec3::from([(); 3].map(|()| random.f64() * 2.0 - 1.0));
        if (0.01..1.0).contains(&direction.length()) {
            return direction.normalize();
        }
    }
}

fn point_in(random: &mut fastrand::Rng, low: DVec3, high: DVec3) -> DVec3 {
    low + (high - low) * DVec3::from([(); 3].map(|()| random.f64()))
}

/// Returns a room, 12 m wide and 5 m high, whose faces point inwards.
fn room() -> Vec<[DVec3; 3]> {
    meshes::room([-6.0, 0.0, -6.0], [6.0, 5.0, 6.0])
}

/// Returns rooms that contain objects with convex edges and vertices, each unrotated and rotated.
fn furnished() -> Vec<(String, World)> {
    let solid = |low, high| meshes::cuboid(low, high, false);
    let pillar = solid(dvec3(-1.0, 0.0, -1.0), dvec3(1.0, 5.0, 1.0));
    let crate_ = solid(dvec3(-1.0, 0.0, -2.0), dvec3(1.5, 1.2, 1.0));
    let floating = turned(
        &solid(dvec3(-1.0, -0.8, -1.2), dvec3(1.0, 0.8, 1.2)),
        rooms::odd_turn(),
    );
    let floating = floating.iter().map(|t| t.map(|c| c + dvec3(0.5, 2.4, 0.0)));
    let levels = [
        ("pillar", pillar),
        ("crate", crate_),
        ("tilted box", floating.collect()),
        ("ball", meshes::sphere(dvec3(0.3, 2.4, -0.2), 1.6, 5)),
    ];
    let upright = levels.map(|(name, thing)| (name.to_owned(), [room(), thing].concat()));
    let about = DQuat::from_axis_angle(dvec3(0.2, 1.0, -0.4).normalize(), 0.8);
    let mut worlds = Vec::new();
    for (name, level) in upright {
        worlds.push((format!("{name}, turned"), World::new(turned(&level, about))));
        worlds.push((name, World::new(level)));
    }
    worlds
}

/// Returns a sphere, an upright capsule and a leaning capsule.
fn bodies() -> [Capsule; 3] {
    let leaning = Capsule {
        half_axis: vec3(0.3, 0.2, -0.4),
        radius: 0.25,
    };
    [Capsule::sphere(0.4), Capsule::standing(1.6, 0.3), leaning]
}

#[test]
fn planes_are_exact_in_empty_room() {
    let mut random = bspwalk_testing::random::seeded(1);
    for turn in [DQuat::IDENTITY, rooms::odd_turn()] {
        let world = World::new(turned(&room(), turn));
        let planes = &world.leaves().1;
        assert!(
            planes.uncovered().is_empty() && planes.cell_count() == 0,
            "{planes:?}"
        );
        let mut hits = 0;
        for body in bodies() {
            for _ in 0..effort::sampled_or_whole(1200, 6000) {
                let mut place = || {
                    let place = point_in(&mut random, dvec3(-9.0, -3.0, -9.0), dvec3(9.0, 8.0, 9.0));
                    (turn * place).as_vec3()
                };
                let (from, to) = (place(), place());
                let inside = (turn.inverse() * from.as_dvec3()).abs().max_element() < 6.0;
                if !(inside && is_clear(&world.tree, body, from))
                    || planes.trace(from, to, body.half_axis, body.radius) == ExpandedTrace::StartSolid
                {
                    continue;
                }
                let (exact, ours) = (
                    sweep(&world.tree, body, from, to).hit,
                    sweep_planes(&world.tree, planes, body, from, to),
                );
                assert_eq!(exact.is_some(), ours.is_some(), "{from} {to} {body:?}");
                let (Some(exact), Some(ours)) = (exact, ours) else {
                    continue;
                };
                hits += 1;
                // When moving nearly parallel to a wall, a small height difference is a long distance along the path.
                let against = -exact.normal.as_dvec3().dot((to - from).as_dvec3());
                let off = (exact.t - ours.t).abs() * against;
                assert!(off < play(&world), "{off} m: {exact:?} {ours:?}");
                assert!(matches!(ours.stopped_by, StoppedBy::Plane { bevel: false, .. }));
            }
        }
        assert!(hits > effort::sampled_or_whole(100, 1000), "{hits}");
    }
}

/// At convex edges, the planes may stop a body early, but by no more than their reach.
#[test]
fn planes_at_convex_edges_stop_within_reach() {
    let mut random = bspwalk_testing::random::seeded(2);
    for (name, world) in effort::sample(furnished(), 3) {
        let planes = &world.leaves().1;
        assert!(planes.uncovered().is_empty(), "{name}: {:?}", planes.uncovered());
        assert!(planes.cell_count() > 0, "{name}");
        let bounds = world.tree.bounds();
        // The pillar extends from floor to ceiling, so it has no exposed vertices.
        let most = if name.starts_with("pillar") {
            EDGE_REACH
        } else {
            VERTEX_REACH
        };
        let (mut met, mut early, mut furthest) = (0, 0, 0.0_f64);
        for body in bodies() {
            let upright = body.is_sphere() || body.half_axis.normalize() == Vec3::Y;
            for _ in 0..effort::sampled_or_whole(2000, 4000) {
                let from = point_in(&mut random, bounds.min, bounds.max).as_vec3();
                let to = from + (direction(&mut random) * 4.0).as_vec3();
                let begins = planes.trace(from, to, body.half_axis, body.radius);
                if !is_clear(&world.tree, body, from) || begins == ExpandedTrace::StartSolid {
                    continue;
                }
                let exact = sweep(&world.tree, body, from, to).hit;
                let ours = sweep_planes(&world.tree, planes, body, from, to);
                let method = f64::from(from.distance(to));
                if let Some(exact) = exact {
                    let ours =
                        ours.unwrap_or_else(|| panic!("{name}: {from} {to} {body:?}: {exact:?} is missed"));
                    let against = -exact.normal.as_dvec3().dot((to - from).as_dvec3());
                    let late = (ours.t - exact.t) * against.max(0.0);
                    assert!(late < play(&world), "{name}: {late} m late: {from} {to} {body:?}");
                    early += u32::from((exact.t - ours.t) * method > 1.0e-3);
                }
                let Some(ours) = ours else { continue };
                met += 1;
                let reach = 2.0 * f64::from(body.radius);
                let distance = swept::nearest(&world.oracle, body, ours.center.as_dvec3(), reach);
                let distance = distance.unwrap_or(f64::INFINITY);
                let radii = (distance - play(&world)) / f64::from(body.radius);
                assert!(
                    distance > f64::from(body.radius) - play(&world),
                    "{name}: {distance} m: {from} {to} {body:?} {ours:?}"
                );
                if upright {
                    furthest = furthest.max(radii);
                    assert!(
                        radii < most,
                        "{name}: {radii} radii: {from} {to} {body:?} {ours:?}"
                    );
                }
            }
        }
        println!("{name}: {met} met, {early} early, {furthest:.3} radii off at the most");
        assert!(
            met > effort::sampled_or_whole(200, 800) && furthest > 1.02,
            "{name}: {met} {furthest}"
        );
    }
}

#[test]
fn sheets_and_details_are_swept_exactly() {
    let mut random = bspwalk_testing::random::seeded(3);
    // A sheet across the room, and a free-floating crate of detail faces.
    let sheet = meshes::sheet(dvec3(0.0, 1.0, -4.0), 8.0 * DVec3::Z, 3.0 * DVec3::Y);
    let thing = meshes::solid([2.0, 1.0, 2.0], [3.0, 2.0, 3.0]);
    let all = rooms::concat_faces(&[
        rooms::faces(&room(), true),
        rooms::faces(&sheet, true),
        rooms::faces(&thing, false),
    ]);
    let tagged: Vec<TaggedTriangle> = all
        .iter()
        .map(|face| TaggedTriangle {
            corners: face.corners,
            face: face.face,
        })
        .collect();
    let tree = NodeTree::build(&tagged, &BuildParams::default()).unwrap();
    let leaves = LeafTree::build(&all, &LeafParams::default()).unwrap();
    let planes = ExpandedTree::new(&leaves, &tree);
    let first = room().len() as u32;
    assert_eq!(
        planes.uncovered(),
        FaceId::range(first..all.len() as u32).collect::<Vec<_>>()
    );
    let (mut by_face, mut by_plane) = (0, 0);
    for body in bodies() {
        for _ in 0..2000 {
            let from = point_in(&mut random, dvec3(-5.0, 1.0, -5.0), dvec3(5.0, 4.0, 5.0)).as_vec3();
            let to = from + (direction(&mut random) * 3.0).as_vec3();
            let trace = planes.trace(from, to, body.half_axis, body.radius);
            if !is_clear(&tree, body, from) || trace == ExpandedTrace::StartSolid {
                continue;
            }
            let exact = sweep(&tree, body, from, to)
                .hit
                .filter(|hit| hit.face >= FaceId(first));
            let method = (to - from).as_dvec3();
            let ours = sweep_planes(&tree, &planes, body, from, to);
            if let Some(exact) = exact {
                let ours = ours.expect("it is met");
                assert!(ours.t <= exact.t, "{exact:?} {ours:?}");
                match ours.stopped_by {
                    StoppedBy::Face(face) => {
                        assert_eq!(face, exact);
                        by_face += 1;
                    }
                    StoppedBy::Plane { .. } => {
                        let early = (exact.t - ours.t) * -ours.normal.dot(method);
                        assert!(early < 1.0e-4, "{exact:?} {ours:?}");
                        by_plane += 1;
                    }
                }
            }
        }
    }
    assert!(by_face > 100, "{by_face} by faces, {by_plane} by planes");
}

#[test]
fn fast_body_never_passes_thin_walls() {
    let x = |x: f64| meshes::sheet(dvec3(x, 0.0, -6.0), 12.0 * DVec3::Z, 5.0 * DVec3::Y).to_vec();
    let thin = meshes::solid([2.0, 0.0, -6.0], [2.001, 5.0, 6.0]);
    for (name, wall) in effort::sample([("thin wall", thin), ("sheet", x(2.0))], 2) {
        let world = World::new([room(), wall].concat());
        let mut random = bspwalk_testing::random::seeded(4);
        for mode in [Mode::Fly, Mode::Walk] {
            let params = MoverParams {
                fly_speed: 1000.0,
                walk_speed: 1000.0,
                fly_response: 1.0e4,
                ground_response: 1.0e4,
                ..MoverParams::default()
            };
            let mut mover = Mover::new(&params, mode, CollisionMethod::Planes, vec3(-2.0, 2.0, 0.5));
            for _ in 0..effort::sampled_or_whole(40, 200) {
                let input = desiring((direction(&mut random) + DVec3::X).as_vec3().normalize());
                let steps = run(&world, &mut mover, &input, 60, 0.1);
                assert!(mover.position().x < 2.0, "{name}: {}", mover.position());
                assert!(
                    !events(&steps).iter().any(|e| matches!(e, Event::PutBack { .. })),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn body_in_expanded_cell_can_leave() {
    let world = World::new([room(), meshes::solid([-1.0, 0.0, -1.0], [1.0, 5.0, 1.0])].concat());
    let planes = &world.leaves().1;
    let params = MoverParams::default();
    let body = Capsule::sphere(params.fly_radius);
    // The body starts next to the pillar's edge, between a face and the bevel. That is closer than the expanded planes
    // would let it come.
    let (z, x) = 22.5_f32.to_radians().sin_cos();
    let out = vec3(x, 0.0, z);
    let from = vec3(1.0, 2.5, 1.0) + out * (1.03 * body.radius);
    assert!(is_clear(&world.tree, body, from));
    assert_eq!(
        planes.trace(from, from + out, body.half_axis, body.radius),
        ExpandedTrace::StartSolid
    );
    for desired in [out, vec3(z, 0.0, -x), vec3(-z, 0.0, x), Vec3::Y, Vec3::X] {
        let mut mover = Mover::new(&params, Mode::Fly, CollisionMethod::Planes, from);
        assert_eq!(mover.position(), from);
        let input = desiring(desired);
        let steps = run(&world, &mut mover, &input, 120, 0.3);
        let made = (mover.position() - from).dot(desired.normalize());
        assert!(made > 0.5, "{desired}: {made}");
        assert!(events(&steps).is_empty(), "{desired}: {:?}", events(&steps));
    }
}

#[test]
fn outside_a_sealed_level_planes_match_sweep() {
    let world = World::new(room());
    let planes = &world.leaves().1;
    let mut random = bspwalk_testing::random::seeded(6);
    let mut hits = 0;
    for body in bodies() {
        for _ in 0..500 {
            let from = (dvec3(0.0, 2.5, 0.0) + direction(&mut random) * 12.0).as_vec3();
            let to = point_in(&mut random, dvec3(-8.0, -2.0, -8.0), dvec3(8.0, 7.0, 8.0)).as_vec3();
            let exact = sweep(&world.tree, body, from, to).hit;
            let ours = sweep_planes(&world.tree, planes, body, from, to);
            assert_eq!(exact.map(|hit| hit.t), ours.map(|hit| hit.t));
            hits += u32::from(exact.is_some());
        }
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn missing_leaf_tree_is_reported_without_moving() {
    let world = World::new(floor(5.0));
    for mode in [Mode::Fly, Mode::Walk] {
        let mut mover = body(mode, CollisionMethod::Planes, vec3(0.0, 2.5, 0.0));
        let before = mover.position();
        let step = mover.tick(&world.tree, &towards(1.0, 0.0), 0.1);
        assert_eq!(step.events, [Event::NoLeafTree]);
        assert!(mover.position() == before && step.clear && step.legs.is_empty());
    }
}

#[test]
fn non_finite_sweeps_hit_nothing() {
    let world = World::new(room());
    let planes = &world.leaves().1;
    let to = vec3(0.0, 2.0, 99.0);
    for wrong in [f32::NAN, f32::INFINITY] {
        let body = Capsule::sphere(wrong);
        assert_eq!(sweep_planes(&world.tree, planes, body, Vec3::Y, to), None);
        let body = Capsule::sphere(0.3);
        assert_eq!(
            sweep_planes(&world.tree, planes, body, Vec3::splat(wrong), to),
            None
        );
        assert_eq!(
            sweep_planes(&world.tree, planes, body, Vec3::Y, Vec3::splat(wrong)),
            None
        );
        let touches = planes.touching(Vec3::splat(wrong), Vec3::ZERO, 0.3, 1.0);
        assert_eq!(touches.len(), 0);
    }
    assert_eq!(
        sweep_planes(&world.tree, planes, Capsule::sphere(0.0), Vec3::Y, to),
        None
    );
    let nothing = LeafTree::build(&[], &LeafParams::default()).unwrap();
    let empty = NodeTree::build(&[], &BuildParams::default()).unwrap();
    let planes = ExpandedTree::new(&nothing, &empty);
    assert_eq!(
        sweep_planes(&empty, &planes, Capsule::sphere(0.3), Vec3::Y, to),
        None
    );
}

/// Compiles a level and builds its expanded tree.
fn compiled(level: &Level, turn: DQuat) -> World {
    let mut level = level.clone();
    for triangle in &mut level.triangles {
        triangle.corners = triangle.corners.map(|corner| turn * corner);
    }
    let corners = level.triangles.iter().flat_map(|triangle| triangle.corners);
    level.bounds = bspwalk_geometry::Aabb::from_points(corners);
    let leaves = bspwalk_compile::leaf_tree(&level, &CompileParams::quick(), &Default::default()).unwrap();
    World::of(&level.solid_triangles()).with_leaves(LeafTree::clone(&leaves.tree))
}

#[test]
fn random_walks_in_levels_keep_guarantees() {
    let mut random = bspwalk_testing::random::seeded(8);
    let about = DQuat::from_axis_angle(dvec3(0.3, 1.0, 0.2).normalize(), 0.6);
    let levels = [
        ("hall", DQuat::IDENTITY),
        ("torture", DQuat::IDENTITY),
        ("hall", about),
    ];
    for (name, turn) in effort::sample(levels, 2) {
        let level = builtin::load(name, &LoadOptions::default(), &Progress::default()).unwrap();
        let world = compiled(&level, turn);
        let spawn = (turn * level.spawn.eye).as_vec3();
        let mut put_back = 0;
        for episode in 0..effort::sampled_or_whole(3, 12) {
            let mode = if episode % 2 == 0 { Mode::Walk } else { Mode::Fly };
            let params = MoverParams {
                fly_speed: 4.0 + 4.0 * episode as f32,
                walk_speed: 4.0 + episode as f32,
                ..MoverParams::default()
            };
            let mut mover = Mover::new(&params, mode, CollisionMethod::Planes, spawn);
            mover.enter(&world.tree, spawn);
            for _ in 0..12 {
                let input = Input {
                    desired: direction(&mut random).as_vec3(),
                    jump: random.u32(..3) == 0,
                    crouch: random.u32(..4) == 0,
                    fast: random.bool(),
                };
                let steps = run(&world, &mut mover, &input, 60, 1.0);
                put_back += events(&steps)
                    .iter()
                    .filter(|event| matches!(event, Event::PutBack { .. }))
                    .count();
            }
        }
        println!("{name} {turn}: put back {put_back} times");
        assert!(put_back < 20, "{name}: {put_back}");
    }
}

/// If all faces are detail faces, none are covered by planes, and the body must move as with the sweep.
#[test]
fn uncovered_faces_are_swept_exactly() {
    let faces = rooms::faces(&stairs(6, 0.3, 0.4), false);
    let leaves = LeafTree::build(&faces, &LeafParams::default()).unwrap();
    let world = World::new(stairs(6, 0.3, 0.4)).with_leaves(leaves);
    let planes = &world.leaves().1;
    assert_eq!(planes.uncovered().len(), world.tree.triangle_count() as usize);
    let ends = [CollisionMethod::Sweep, CollisionMethod::Planes].map(|method| {
        let mut mover = body(Mode::Walk, method, vec3(2.0, 1.7, -3.0));
        run(&world, &mut mover, &towards(0.1, 1.0), 120, 2.5);
        mover.position()
    });
    assert_eq!(ends[0], ends[1]);
    let mut found = Vec::new();
    contacts(&world.tree, Capsule::standing(1.8, 0.3), ends[1], &mut found);
    assert!(found.is_empty());
}
