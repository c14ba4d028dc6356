//! Tests triangles whose corners coincide after rounding to `f32`: the input triangle has an area, but the triangle
//! used by queries does not.

use bspwalk_collision::Capsule;
use bspwalk_geometry::TaggedTriangle;
use bspwalk_testing::{meshes, plain, rooms};
use bspwalk_trees::{BuildParams, Contact, FaceId, LeafParams, LeafTree, NodeTree};
use glam::{DVec3, dvec3};

fn direction(random: &mut fastrand::Rng) -> DVec3 {
    let mut share = || random.f64() - 0.5;
    dvec3(share(), share(), share()).normalize_or(DVec3::X)
}

/// Returns needles, slivers and specks far enough from the origin for corners to collapse in `f32`: two corners
/// coincide, all three do, or one ends up on an edge.
fn needles(random: &mut fastrand::Rng, middle: DVec3) -> Vec<[DVec3; 3]> {
    // An eighth of the distance between adjacent `f32` numbers.
    let hair = f64::from(f32::EPSILON) / 8.0 * middle.abs().max_element();
    let mut made = Vec::new();
    for number in 0..60 {
        let a = (middle + direction(random) * 2.0 * random.f64())
            .as_vec3()
            .as_dvec3();
        let far = a + direction(random) * (0.05 + random.f64());
        let close = a + direction(random) * hair;
        let mut corners = match number % 3 {
            // Two corners coincide.
            0 => [a, close, far],
            // The third corner lies on the edge between the others.
            1 => [a, far, a.lerp(far, random.f64()) + direction(random) * hair],
            // All three coincide, or nearly.
            _ => [a, close, a + direction(random) * hair],
        };
        corners.rotate_left(number / 3 % 3);
        made.push(corners);
    }
    made
}

/// Checks the contacts against the given triangles, rounded to `f32`.
#[track_caller]
fn check(name: &str, triangles: &[[DVec3; 3]], center: DVec3, radius: f64, found: &[Contact], margin: f64) {
    for (face, &corners) in triangles.iter().enumerate() {
        let (nearest, _) = plain::closest(corners, center);
        let distance = nearest.distance(center);
        let own: Vec<&Contact> = found
            .iter()
            .filter(|contact| contact.face == FaceId::from_index(face))
            .collect();
        let context = || format!("{name}: {corners:?}, {distance} m from {center}, {radius} m: {own:?}");
        assert!(own.len() <= 1, "{}", context());
        assert!(distance > radius - margin || own.len() == 1, "{}", context());
        assert!(distance < radius + margin || own.is_empty(), "{}", context());
        for contact in &own {
            let off = (f64::from(contact.depth) - (radius - distance)).abs();
            assert!(off < margin, "{}", context());
            assert!(
                contact.point.as_dvec3().distance(nearest) < 2.0 * margin,
                "{}",
                context()
            );
            assert!((contact.normal.length() - 1.0).abs() < 1.0e-5, "{}", context());
        }
    }
}

#[test]
fn needle_contacts_are_not_lost() {
    let mut random = bspwalk_testing::random::seeded(4);
    let (mut kept, mut flat, mut met) = (0, 0, 0);
    for middle in [
        dvec3(300.0, -20.0, 7.0),
        dvec3(-5000.0, 3000.0, 8000.0),
        dvec3(0.0, 70_000.0, 1.0),
    ] {
        let made = needles(&mut random, middle);
        let tagged = meshes::tagged(made);
        let tree = NodeTree::build(&tagged, &BuildParams::default()).unwrap();
        assert_eq!(tree.validate(), Ok(()));
        // Triangles that the tree kept.
        let held: Vec<FaceId> = (0..tree.fragment_count())
            .map(|fragment| tree.fragment(fragment).expect("it exists").face)
            .collect();
        let all: Vec<[DVec3; 3]> = tagged
            .iter()
            .map(|triangle| triangle.corners.map(|corner| corner.as_vec3().as_dvec3()))
            .collect();
        let known = |face: &FaceId| held.contains(face);
        let tagged: Vec<TaggedTriangle> = tagged
            .iter()
            .filter(|triangle| known(&triangle.face))
            .copied()
            .collect();
        kept += tagged.len();
        let leaves = LeafTree::build(&rooms::structural_faces(&tagged), &LeafParams::default());
        let leaves = leaves.expect("what the other tree holds can be built");
        let obstacles = leaves.obstacles(&tagged);
        let margin = 1.0e-6 * middle.abs().max_element();
        // Triangles that are not in the tree are moved out of reach.
        let nowhere = [DVec3::splat(1.0e30); 3];
        let expected: Vec<[DVec3; 3]> = (0..all.len())
            .map(|face| {
                if known(&FaceId::from_index(face)) {
                    all[face]
                } else {
                    nowhere
                }
            })
            .collect();
        let mut found = Vec::new();
        for triangle in &tagged {
            let corners = all[triangle.face.index()];
            flat += u32::from((corners[1] - corners[0]).cross(corners[2] - corners[0]) == DVec3::ZERO);
            for _ in 0..40 {
                let radius = 0.2 + random.f64();
                let share = [random.f64() * 3.0 - 1.0, random.f64() * 3.0 - 1.0];
                let beside = direction(&mut random) * radius * random.f64();
                let at =
                    corners[0] + (corners[1] - corners[0]) * share[0] + (corners[2] - corners[0]) * share[1];
                let center = (at + beside).as_vec3();
                let place = center.as_dvec3();
                let body = Capsule::sphere(radius as f32);
                let radius = f64::from(body.radius);
                tree.contacts(center, body.radius, &mut found);
                check("in f32", &expected, place, radius, &found, margin);
                met += u32::from(!found.is_empty());
                bspwalk_collision::contacts(&tree, body, center, &mut found);
                check("nodes", &expected, place, radius, &found, margin);
                assert_eq!(found.is_empty(), bspwalk_collision::is_clear(&tree, body, center));
                bspwalk_collision::contacts(&obstacles, body, center, &mut found);
                check("leaves", &expected, place, radius, &found, margin);
                // A capsule barely longer than a sphere must have the same contacts.
                let capsule = Capsule {
                    half_axis: (direction(&mut random) * 1.0e-30).as_vec3(),
                    ..body
                };
                bspwalk_collision::contacts(&tree, capsule, center, &mut found);
                check("capsule", &expected, place, radius, &found, margin);
                // A sweep towards a triangle touched at the start must hit it there.
                for body in [body, capsule] {
                    bspwalk_collision::contacts(&tree, body, center, &mut found);
                    let Some(deepest) = found.iter().find(|contact| contact.depth > 10.0 * margin as f32)
                    else {
                        continue;
                    };
                    let to = center - deepest.normal;
                    let hit = bspwalk_collision::sweep(&tree, body, center, to).hit;
                    assert!(
                        hit.is_some_and(|hit| hit.t == 0.0),
                        "{body:?} {center} {to}: {hit:?}"
                    );
                }
            }
        }
    }
    println!("{kept} needles, {flat} without area, {met} places where something is met");
    assert!(kept > 100 && flat > 30 && met > 1000, "{kept} {flat} {met}");
}

/// A sweep must hit a needle at the correct position.
#[test]
fn sweep_hits_needle_triangles() {
    let a = dvec3(1000.0, 0.0, 0.0);
    let far = dvec3(1000.0, 3.0, 0.0);
    for mut corners in [
        [a, far, a + DVec3::Z * 2.0e-5],
        [a, far, a.lerp(far, 0.5) + DVec3::Z * 2.0e-5],
    ] {
        for _ in 0..3 {
            corners.rotate_left(1);
            let tree = meshes::tree([corners]);
            assert_eq!(tree.triangle_count(), 1);
            for body in [Capsule::sphere(0.5), Capsule::standing(2.0, 0.5)] {
                for y in [0.0, 1.5, 3.0] {
                    let from = dvec3(990.0, y, 0.0).as_vec3();
                    let to = dvec3(1010.0, y, 0.0).as_vec3();
                    let hit = bspwalk_collision::sweep(&tree, body, from, to)
                        .hit
                        .expect("it is hit");
                    assert!(
                        (hit.t - 9.5 / 20.0).abs() < 1.0e-5,
                        "{corners:?} {body:?} {y}: {hit:?}"
                    );
                }
            }
        }
    }
}
