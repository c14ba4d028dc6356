//! Tests slides over floors, into corners and through triangle soups, and contacts and pushes of capsules.

use bspwalk_collision::{Capsule, Slide, contacts, depenetrate, is_clear, slide};
use bspwalk_testing::{meshes, oracle::Oracle, swept};
use bspwalk_trees::{BuildParams, NodeTree};
use glam::{DVec3, Vec3, dvec3, vec3};

fn tree_of(triangles: Vec<[DVec3; 3]>) -> NodeTree {
    let tree = meshes::tree(triangles);
    assert_eq!(tree.validate(), Ok(()));
    tree
}

/// Returns a sphere, and upright, lying and leaning capsules.
fn bodies(radius: f32) -> [Capsule; 4] {
    [
        Capsule::sphere(radius),
        Capsule::standing(6.0 * radius, radius),
        Capsule {
            half_axis: vec3(1.5 * radius, 0.0, 0.0),
            radius,
        },
        Capsule {
            half_axis: vec3(0.7, 1.1, -0.4) * radius,
            radius,
        },
    ]
}

/// Returns the height of a body's centre when the body lies on a floor at height 0.
fn rest_height(body: Capsule) -> f32 {
    body.radius + body.half_axis.y.abs()
}

/// Returns a flat floor that starts at the origin: a grid of cells with jittered inner corners. `cells` is the number
/// of cells along X and Z, and `size` the size of a cell (in metres).
fn floor(random: &mut fastrand::Rng, cells: (u32, u32), size: (f64, f64)) -> Vec<[DVec3; 3]> {
    let mut points = Vec::new();
    for x in 0..=cells.0 {
        for z in 0..=cells.1 {
            let mut jitter = |i: u32, count: u32| {
                if i == 0 || i == count {
                    0.0
                } else {
                    0.8 * (random.f64() - 0.5)
                }
            };
            points.push(dvec3(
                (f64::from(x) + jitter(x, cells.0)) * size.0,
                0.0,
                (f64::from(z) + jitter(z, cells.1)) * size.1,
            ));
        }
    }
    let at = |x: u32, z: u32| points[(x * (cells.1 + 1) + z) as usize];
    (0..cells.0)
        .flat_map(|x| (0..cells.1).map(move |z| (x, z)))
        .flat_map(|(x, z)| meshes::quad([at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)]))
        .collect()
}

/// Rotates and translates triangles.
fn turned(triangles: &[[DVec3; 3]], rotation: glam::DQuat, offset: DVec3) -> Vec<[DVec3; 3]> {
    triangles
        .iter()
        .map(|corners| corners.map(|corner| rotation * corner + offset))
        .collect()
}

#[test]
fn finely_divided_floors_are_smooth() {
    let mut random = bspwalk_testing::random::seeded(1);
    let floors = [
        ("squares", floor(&mut random, (110, 12), (1.0, 1.0))),
        ("fine", floor(&mut random, (700, 8), (0.15, 1.5))),
        ("slivers across", floor(&mut random, (2200, 1), (0.05, 12.0))),
        ("slivers along", floor(&mut random, (2, 240), (55.0, 0.05))),
    ];
    for (name, triangles) in &floors {
        let tree = tree_of(triangles.clone());
        for body in bodies(0.3) {
            for (sideways, down) in [(0.0, 1.0e-3), (0.01, 2.0e-2), (0.03, 0.2)] {
                let height = rest_height(body);
                let start = vec3(3.0, height + 1.0e-4, 4.0);
                let step = vec3(5.0 / 60.0, -down * 5.0 / 60.0, sideways * 5.0 / 60.0);
                let context = || format!("{name}, {body:?}, {sideways} {down}");
                let mut center = start;
                let steps = 1200;
                let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
                for number in 0..steps {
                    let result = slide(&tree, body, center, center + step);
                    assert!(result.clear, "{}: not clear at {center}", context());
                    let moved = result.center - center;
                    let (desired, got) = (step.with_y(0.0).length(), moved.with_y(0.0).length());
                    assert!(
                        (got - desired).abs() <= 1.0e-4 * desired,
                        "{}: step {number} from {center} moved {got} m of {desired} m",
                        context()
                    );
                    center = result.center;
                    low = low.min(center.y);
                    high = high.max(center.y);
                }
                let flat = start + step.with_y(0.0) * steps as f32;
                assert!(high - low <= 1.0e-4, "{}: from {low} to {high}", context());
                assert!(
                    (center - flat).with_y(0.0).length() < 1.0e-3,
                    "{}: ended at {center}, flat {flat}",
                    context()
                );
            }
        }
    }
}

/// Slides the body a thousand times by the same displacement and checks that it comes to rest.
#[track_caller]
fn rests(name: &str, tree: &NodeTree, body: Capsule, start: Vec3, step: Vec3) {
    assert!(is_clear(tree, body, start), "{name}: {start} is not clear");
    let mut center = start;
    let mut resting = 0;
    for number in 0..1000 {
        let result = slide(tree, body, center, center + step);
        assert!(result.clear, "{name}: not clear at {center}");
        assert!(is_clear(tree, body, result.center), "{name}: {} ", result.center);
        let moved = result.center.distance(center);
        center = result.center;
        if moved < 1.0e-6 {
            resting += 1;
        } else {
            assert!(
                resting < 3,
                "{name}, {body:?}: moves {moved} m at step {number} after it rested"
            );
        }
    }
    assert!(resting > 700, "{name}, {body:?}: rested in {resting} steps only");
}

#[test]
fn body_pushed_into_a_corner_rests() {
    for degrees in [
        5.0, 10.0, 20.0, 30.0, 45.0, 60.0, 90.0, 120.0, 150.0, 170.0, 179.0,
    ] {
        let tree = tree_of(meshes::wedge(degrees, 3.0));
        let half = (degrees / 2.0_f64).to_radians();
        for body in [Capsule::sphere(0.05), Capsule::standing(0.4, 0.05)] {
            let open = (0.05 / half.sin() * 1.3) as f32;
            for sideways in [0.0, 0.02, -0.5] {
                // The sideways component is too small to move the body up a wall.
                let step = dvec3(-half.sin(), 0.0, sideways * half.cos()).normalize() * (5.0 / 60.0);
                let step = step.as_vec3();
                rests(&format!("{degrees}°"), &tree, body, vec3(open, 0.0, 0.0), step);
            }
        }
    }
    // The crease between a wall and the floor, and the corner of a room.
    let room = tree_of(meshes::cuboid(DVec3::ZERO, dvec3(4.0, 3.0, 5.0), true));
    for body in bodies(0.2) {
        for step in [
            vec3(-0.05, -0.05, 0.0),
            vec3(-0.05, -0.02, 0.04),
            vec3(0.03, 0.05, -0.08),
        ] {
            rests("room", &room, body, vec3(2.0, 1.5, 2.5), step);
        }
    }
    // A hole with a triangular rim and a slot, both too small for the sphere.
    let (a, b, c) = (
        dvec3(0.0, 0.0, 0.0),
        dvec3(0.3, 0.0, 0.02),
        dvec3(0.11, 0.0, 0.26),
    );
    let center = (a + b + c) / 3.0;
    let out = |p: DVec3| center + (p - center) * 20.0;
    let rim: Vec<_> = [(a, b), (b, c), (c, a)]
        .into_iter()
        .flat_map(|(p, q)| meshes::quad([p, q, out(q), out(p)]))
        .collect();
    let hole = tree_of(rim);
    let slot = tree_of(
        [
            meshes::sheet(dvec3(-3.0, 0.0, 0.1), 2.9 * DVec3::Z, 6.0 * DVec3::X),
            meshes::quad([
                dvec3(-3.0, 0.0, -3.0),
                dvec3(-3.0, 0.0, -0.1),
                dvec3(3.0, 0.0, -0.1),
                dvec3(3.0, 0.0, -3.0),
            ]),
        ]
        .concat(),
    );
    for body in [Capsule::sphere(0.2), Capsule::standing(1.2, 0.2)] {
        rests("hole", &hole, body, vec3(0.15, 1.2, 0.1), vec3(0.0, -0.05, 0.0));
        rests("slot", &slot, body, vec3(0.15, 1.2, 0.03), vec3(0.0, -0.05, 0.0));
    }
}

/// Checks a slide that started clear: the body must be clear at the end and after each leg, and no leg may cross a
/// face.
#[track_caller]
fn check(name: &str, oracle: &Oracle, tree: &NodeTree, body: Capsule, from: Vec3, result: &Slide) {
    assert!(result.clear, "{name}: {from} was clear");
    assert!(is_clear(tree, body, result.center), "{name}: ends not clear");
    let mut at = from;
    for leg in &result.legs {
        assert_eq!(leg.from, at, "{name}: a leg begins elsewhere");
        let nearest = swept::nearest(oracle, body, leg.to.as_dvec3(), f64::from(body.radius));
        let least = 0.999 * f64::from(body.radius);
        assert!(
            nearest.is_none_or(|distance| distance >= least),
            "{name}, {body:?}: {from} → {}: {nearest:?} m from a face",
            leg.to
        );
        if leg.from != leg.to {
            assert_eq!(
                oracle.crosses(leg.from.as_dvec3(), leg.to.as_dvec3()),
                None,
                "{name}: a leg crosses a face"
            );
        }
        at = leg.to;
    }
    assert_eq!(result.center, at, "{name}");
}

#[test]
fn random_slides_end_clear_and_cross_nothing() {
    let mut random = bspwalk_testing::random::seeded(3);
    let scenes = [
        ("soup", meshes::soup(&mut random, 60, 6.0)),
        ("confetti", meshes::confetti(&mut random, 600, 5.0, 0.7)),
        ("grid", meshes::grid_soup(&mut random, 40, 6)),
        ("columns", meshes::columns(4)),
        ("stairs", meshes::stairs(20, 0.17, 0.3, 1.5)),
        ("terrain", meshes::terrain(&mut random, 12)),
        ("room", meshes::cuboid(DVec3::ZERO, dvec3(4.0, 3.0, 5.0), true)),
    ];
    for (name, triangles) in scenes {
        let tagged = meshes::tagged(triangles.clone());
        let oracle = Oracle::new(&tagged);
        let tree = tree_of(triangles);
        let mut queries = bspwalk_testing::queries::Queries::new(4, oracle.triangles());
        let (mut met, mut moved) = (0, 0);
        for _ in 0..300 {
            let radius = queries.magnitude(0.05, 0.4) as f32;
            let body = bodies(radius)[random.usize(..4)];
            let mut center = queries.near_surface(1.0).as_vec3();
            if !is_clear(&tree, body, center) {
                continue;
            }
            // Most displacements are short, with an occasional long one.
            let mut step = (queries.direction() * queries.magnitude(0.02, 1.0)).as_vec3();
            for number in 0..40 {
                if number % 8 == 7 {
                    step = (queries.direction() * queries.magnitude(0.02, 30.0)).as_vec3();
                }
                let result = slide(&tree, body, center, center + step);
                check(name, &oracle, &tree, body, center, &result);
                met += u32::from(!result.contacts.is_empty());
                moved += u32::from(result.center != center);
                let inside = oracle.bounds.inflated(50.0);
                if !inside.contains(result.center.as_dvec3()) {
                    break;
                }
                if name == "room" && oracle.bounds.contains(center.as_dvec3()) {
                    assert!(
                        oracle.bounds.contains(result.center.as_dvec3()),
                        "out of the room"
                    );
                }
                center = result.center;
            }
        }
        println!("{name}: {met} slides met something, {moved} moved");
        assert!(met > 300 && moved > 1000, "{name}: {met} {moved}");
    }
}

#[test]
fn slide_stops_at_wall_and_continues_along_it() {
    let room = tree_of(meshes::cuboid(DVec3::ZERO, dvec3(10.0, 3.0, 10.0), true));
    let body = Capsule::standing(1.8, 0.3);
    let result = slide(&room, body, vec3(5.0, 1.0, 5.0), vec3(5.0, 1.0, 20.0));
    assert!(result.center.distance(vec3(5.0, 1.0, 9.7)) < 1.0e-3, "{result:?}");
    assert_eq!(result.clipped_displacement, Vec3::ZERO);
    assert!((result.contacts[0].normal - Vec3::NEG_Z).length() < 1.0e-6);
    let result = slide(&room, body, vec3(5.0, 1.0, 5.0), vec3(8.0, 1.0, 20.0));
    assert!(result.center.distance(vec3(8.0, 1.0, 9.7)) < 1.0e-3, "{result:?}");
    assert!(
        result.clipped_displacement.distance(vec3(3.0, 0.0, 0.0)) < 1.0e-3,
        "{result:?}"
    );
    assert_eq!(result.legs.len(), 2);
}

#[test]
fn slide_from_blocked_or_invalid_start() {
    let room = tree_of(meshes::cuboid(DVec3::ZERO, dvec3(4.0, 3.0, 5.0), true));
    for body in bodies(0.3) {
        let from = vec3(0.2, 1.5, 2.5);
        let result = slide(&room, body, from, from + vec3(0.0, 0.0, 0.5));
        assert!(
            result.clear && is_clear(&room, body, result.center),
            "{body:?}: {result:?}"
        );
        assert_eq!(result.legs[0].from, from);
    }
    let narrow = tree_of(meshes::cuboid(DVec3::ZERO, dvec3(4.0, 0.5, 4.0), true));
    let from = vec3(2.0, 0.25, 2.0);
    let result = slide(&narrow, Capsule::sphere(0.3), from, from + Vec3::X);
    assert!(!result.clear && result.center == from && result.legs.is_empty());
    for body in [
        Capsule::sphere(f32::NAN),
        Capsule::sphere(0.0),
        Capsule::sphere(-1.0),
        Capsule::sphere(f32::INFINITY),
        Capsule {
            half_axis: vec3(f32::NAN, 0.0, 0.0),
            radius: 0.1,
        },
    ] {
        let result = slide(&room, body, from, from + Vec3::X);
        assert!(!result.clear && result.center == from);
        assert!(!depenetrate(&room, body, from).clear && !is_clear(&room, body, from));
    }
    let nan = slide(&room, Capsule::sphere(0.1), from, Vec3::NAN);
    assert!(!nan.clear && nan.center == from);
    let empty = NodeTree::build(&[], &BuildParams::default()).unwrap();
    let free = slide(&empty, Capsule::sphere(0.1), Vec3::ZERO, Vec3::X);
    assert!(free.clear && free.center == Vec3::X);
}

#[test]
fn capsule_contacts_and_pushes_match_brute_force() {
    let mut random = bspwalk_testing::random::seeded(5);
    for (name, triangles, least) in [
        ("soup", meshes::soup(&mut random, 30, 4.0), 0.9),
        ("columns", meshes::columns(4), 0.9),
        ("terrain", meshes::terrain(&mut random, 12), 0.9),
    ] {
        let tagged = meshes::tagged(triangles.clone());
        let oracle = Oracle::new(&tagged);
        let tree = tree_of(triangles);
        let mut queries = bspwalk_testing::queries::Queries::new(6, oracle.triangles());
        let mut found = Vec::new();
        let (mut clear, count) = (0, 1500);
        for _ in 0..count {
            // The gap between the columns and the walls is half a metre.
            let radius = queries.magnitude(0.05, 0.2) as f32;
            let body = bodies(radius)[1 + random.usize(..3)];
            let center = queries.near_surface(3.0 * f64::from(radius)).as_vec3();
            contacts(&tree, body, center, &mut found);
            let expected = swept::all_near(&oracle, body, center.as_dvec3(), f64::from(radius));
            for &(face, distance) in &expected {
                let ours = found.iter().find(|contact| contact.face == face);
                let depth = f64::from(radius) - distance;
                assert!(
                    depth < oracle.margin || ours.is_some(),
                    "{name}: face {face} is missing"
                );
                if let Some(ours) = ours.filter(|_| distance > 1.0e-6) {
                    assert!(
                        (f64::from(ours.depth) - depth).abs() < oracle.margin,
                        "{name}: {ours:?}, distance {distance}"
                    );
                }
            }
            assert_eq!(found.is_empty(), is_clear(&tree, body, center));
            assert!(found.len() <= expected.len() && found.is_sorted_by(|a, b| a.depth >= b.depth));
            // After being moved out by the contact's depth, the body must no longer touch the face.
            for contact in &found {
                let out = center.as_dvec3() + contact.normal.as_dvec3() * f64::from(contact.depth);
                let after = swept::distance_of_face(&oracle, contact.face, body, out);
                assert!(
                    after >= f64::from(radius) - oracle.margin,
                    "{name}: {contact:?} leaves {after} m"
                );
            }
            let pushed = depenetrate(&tree, body, center);
            clear += u32::from(pushed.clear);
            if pushed.clear {
                let nearest = swept::nearest(&oracle, body, pushed.center.as_dvec3(), f64::from(radius));
                assert!(
                    nearest.is_none_or(|distance| distance >= 0.999 * f64::from(radius)),
                    "{name}"
                );
            }
        }
        let share = f64::from(clear) / f64::from(count);
        println!("{name}: {share} of the capsules are pushed clear");
        assert!(share >= least, "{name}: {share}");
    }
}

#[test]
fn capsule_without_an_axis_is_a_sphere() {
    let tree = tree_of(meshes::columns(3));
    let center = vec3(0.4, 0.1, 0.3);
    assert_eq!(
        depenetrate(&tree, Capsule::sphere(0.2), center),
        depenetrate(&tree, Capsule::standing(0.4, 0.2), center)
    );
    assert!(Capsule::standing(0.1, 0.2).is_sphere());
    assert_eq!(Capsule::standing(1.8, 0.3).extents(), vec3(0.3, 0.9, 0.3));
}

#[test]
fn tilted_floors_far_from_origin_are_smooth() {
    let mut random = bspwalk_testing::random::seeded(9);
    let rotation = glam::DQuat::from_rotation_z(0.3) * glam::DQuat::from_rotation_x(-0.2);
    let offset = dvec3(40.0, -30.0, 60.0);
    for (name, flat) in [
        ("squares", floor(&mut random, (30, 12), (1.0, 1.0))),
        ("slivers", floor(&mut random, (600, 1), (0.05, 12.0))),
    ] {
        let tree = tree_of(turned(&flat, rotation, offset));
        let up = (rotation * DVec3::Y).as_vec3();
        for body in [Capsule::sphere(0.3), Capsule::standing(1.8, 0.3)] {
            let along = (rotation * DVec3::X).as_vec3() * (5.0 / 60.0);
            let support = 0.3 + body.half_axis.dot(up).abs();
            let mut center = (rotation * dvec3(2.0, 0.0, 5.0) + offset).as_vec3() + up * (support + 2.0e-4);
            let start = center;
            for _ in 0..300 {
                let result = slide(&tree, body, center, center + along - up * 0.002);
                center = result.center;
            }
            let moved = center - start;
            assert!(
                moved.dot(up).abs() < 5.0e-4,
                "{name}, {body:?}: {}",
                moved.dot(up)
            );
            let got = moved.dot(along.normalize());
            assert!((got - 25.0).abs() < 2.5e-3, "{name}, {body:?}: {got} m of 25 m");
        }
    }
}
