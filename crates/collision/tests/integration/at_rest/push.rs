//! Tests that pushes end clear.

use bspwalk_collision::{Capsule, Depenetration, depenetrate, push_ati};
use bspwalk_testing::{effort, meshes, pushes, queries::Queries};
use bspwalk_trees::{BuildParams, NodeTree, Rule};
use glam::{DVec3, Vec3, dvec3};

use super::{Scene, WEDGES, wedge};

#[test]
fn wedge_walls_face_inwards() {
    for degrees in WEDGES {
        let scene = Scene::new(wedge(degrees), &BuildParams::SAMPLED);
        for triangle in scene.oracle.triangles() {
            assert!(triangle.plane.distance(dvec3(0.5, 0.0, 0.0)) > 0.0, "{degrees}°");
        }
    }
}

#[test]
fn push_leaves_every_wedge() {
    for degrees in WEDGES {
        for params in [BuildParams::SAMPLED, BuildParams::ATI] {
            let scene = Scene::new(wedge(degrees), &params);
            for step in 1..20 {
                for (side, height) in [(0.0, 0.0), (0.2, 0.3), (-0.4, -0.2)] {
                    let x = 0.02 * f64::from(step);
                    let z = side * x * (degrees / 2.0).to_radians().tan();
                    let center = dvec3(x, height, z).as_vec3();
                    let name = format!("{degrees}°, {}", params.rule);
                    assert!(
                        scene.push(&name, center, 0.05),
                        "{name}: {center} has room at the open side"
                    );
                }
            }
        }
    }
}

#[test]
fn push_in_too_narrow_gap_is_not_clear() {
    let room = meshes::cuboid(DVec3::ZERO, dvec3(4.0, 0.5, 4.0), true);
    for params in Rule::ALL.map(BuildParams::preset) {
        let scene = Scene::new(room.clone(), &params);
        for center in [
            Vec3::new(2.0, 0.25, 2.0),
            Vec3::new(0.1, 0.1, 0.1),
            Vec3::new(3.0, 0.4, 1.0),
        ] {
            let result = depenetrate(&scene.tree, Capsule::sphere(0.3), center);
            assert!(
                !result.clear,
                "{}: {center} ends at {}",
                params.rule, result.center
            );
            assert_eq!(result.center, center, "where it is not clear, it stays");
            assert!(!result.contacts.is_empty());
            assert!(scene.push("low room", center, 0.2), "a smaller sphere fits");
        }
    }
}

/// Two walls diverge slightly. The gap between their planes fits the sphere only kilometres away, far beyond the walls
/// themselves.
#[test]
fn nearly_parallel_walls_push_moderately() {
    for opening in [1.0e-3, 1.0e-4, 1.0e-6] {
        let wall = |y: f64, slope: f64| {
            [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)]
                .map(|(x, z)| dvec3(50.0 * x, y + slope * 50.0 * x, 50.0 * z))
        };
        let [a, b, c, d] = wall(0.5, opening);
        let scene = Scene::new(
            [meshes::quad(wall(0.0, 0.0)), meshes::quad([d, c, b, a])].concat(),
            &BuildParams::SAMPLED,
        );
        for radius in [0.3, 0.6, 1.0] {
            let center = Vec3::new(0.3, 0.25, 0.1);
            let result = depenetrate(&scene.tree, Capsule::sphere(radius), center);
            let moved = result.center.distance(center);
            assert!(
                moved < 65.0 * radius,
                "{opening}: a sphere of {radius} m is flung {moved} m away"
            );
        }
    }
}

/// A dense thicket has thousands of triangles within the radius and no free space nearby. The work must be bounded, and
/// the result must not be clear.
#[test]
fn push_among_thousands_of_triangles_is_bounded() {
    let mut random = bspwalk_testing::random::seeded(12);
    let triangles = meshes::tagged(meshes::confetti(&mut random, 90_000, 2.0, 0.2));
    let tree = NodeTree::build(&triangles, &BuildParams::default()).unwrap();
    let fragments = tree.statistics().fragments as u64;
    let mut ended_by_candidates = 0;
    for body in [
        Capsule::sphere(1.0),
        Capsule::sphere(1.5),
        Capsule::standing(3.0, 1.0),
    ] {
        let mut contacts = Vec::new();
        for _ in 0..effort::sampled_or_whole(2, 4) {
            let center = Vec3::from([(); 3].map(|()| random.f32() - 0.5));
            bspwalk_collision::contacts(&tree, body, center, &mut contacts);
            let result = depenetrate(&tree, body, center);
            let (rounds, candidates) = (result.rounds, result.candidates);
            let context = format!(
                "{body:?} at {center}, {} contacts: {rounds} rounds, {candidates} candidates",
                contacts.len()
            );
            assert!(contacts.len() > 2000, "{context}");
            assert!(rounds <= Depenetration::MAX_ROUNDS, "{context}");
            // The last round tests each triangle once per fragment.
            assert!(
                candidates <= Depenetration::MAX_CANDIDATES + fragments,
                "{context}"
            );
            assert!(!result.clear && result.center == center, "{context}");
            assert!(result.contacts.len() >= contacts.len(), "{context}");
            ended_by_candidates += u32::from(candidates > Depenetration::MAX_CANDIDATES);
        }
    }
    assert!(ended_by_candidates > 0, "no push came to the bound");
}

#[test]
fn room_corner_pushes_to_unique_position() {
    let room = meshes::cuboid(DVec3::ZERO, dvec3(4.0, 3.0, 5.0), true);
    for params in Rule::ALL.map(BuildParams::preset) {
        let scene = Scene::new(room.clone(), &params);
        let result = depenetrate(&scene.tree, Capsule::sphere(0.3), Vec3::new(0.1, 0.2, 0.15));
        assert!(
            result.clear && result.center.distance(Vec3::splat(0.3)) < 1.0e-3,
            "{}",
            result.center
        );
    }
}

#[test]
fn push_handles_clear_and_non_finite_spheres() {
    let scene = Scene::new(meshes::columns(2), &BuildParams::SAMPLED);
    let free = Vec3::new(0.2, 2.8, 0.2);
    let result = depenetrate(&scene.tree, Capsule::sphere(0.1), free);
    assert!(result.clear && result.center == free && result.contacts.is_empty());
    for (center, radius) in [
        (Vec3::splat(f32::NAN), 0.3),
        (Vec3::splat(f32::INFINITY), 0.3),
        (free, f32::NAN),
        (free, f32::INFINITY),
        (free, 0.0),
        (free, -1.0),
    ] {
        assert!(
            !depenetrate(&scene.tree, Capsule::sphere(radius), center).clear,
            "{center} {radius}"
        );
        let _ = push_ati(&scene.tree, center, radius);
    }
    let empty = NodeTree::build(&[], &BuildParams::SAMPLED).unwrap();
    assert!(depenetrate(&empty, Capsule::sphere(1.0), Vec3::ZERO).clear);
}

/// Random pushes near surfaces must cross nothing, penetrate nothing, and end clear if there is space nearby.
#[test]
fn random_pushes_end_clear() {
    let mut random = bspwalk_testing::random::seeded(7);
    let named = [
        // The gap between the columns and the walls is half a metre, too narrow for the largest spheres.
        ("columns", meshes::columns(4), 0.96),
        ("sphere", meshes::sphere(DVec3::ZERO, 3.0, 16), 0.99),
        ("stairs", meshes::stairs(20, 0.17, 0.3, 1.5), 0.99),
        ("terrain", meshes::terrain(&mut random, 12), 0.97),
        ("confetti", meshes::confetti(&mut random, 300, 5.0, 0.5), 0.8),
        ("soup", meshes::soup(&mut random, 30, 4.0), 0.8),
        ("grid", meshes::grid_soup(&mut random, 40, 4), 0.6),
    ];
    for (name, triangles, least) in named {
        let scene = Scene::new(triangles, &BuildParams::SAMPLED);
        let mut queries = Queries::new(8, scene.oracle.triangles());
        let (mut clear, mut missed, count) = (0, 0, 4000);
        for _ in 0..count {
            let radius = queries.magnitude(0.02, 0.4);
            let center = queries.near_surface(radius).as_vec3();
            let is_clear = scene.push(name, center, radius as f32);
            let body = Capsule::sphere(radius as f32);
            clear += u32::from(is_clear);
            missed += u32::from(!is_clear && pushes::has_room(&scene.oracle, &mut random, body, center));
        }
        println!("{name}: {clear} of {count} pushes end clear, {missed} miss free space nearby");
        assert!(
            missed * 100 <= count,
            "{name}: {missed} of {count} pushes miss room"
        );
        let share = f64::from(clear) / f64::from(count);
        assert!(share >= least, "{name}: only {share} of the pushes end clear");
    }
}
