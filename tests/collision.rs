//! The push that ends clear, checked by brute force, and the sample's push beside a plain transcription of it.

mod common;

use bspwalk::{
    bsp::{BuildParams, NodeTree, Rule},
    collision::{self, Capsule, PushReport, push, push_ati, push_report},
};
use common::{meshes, oracle::Oracle, queries::Queries};
use glam::{DVec3, Vec3, dvec3};

/// A tree, and what it must answer.
struct Scene {
    tree: NodeTree,
    oracle: Oracle,
}

impl Scene {
    #[track_caller]
    fn new(triangles: Vec<[DVec3; 3]>, params: &BuildParams) -> Self {
        let triangles = meshes::tagged(triangles);
        let tree = NodeTree::build(&triangles, params).unwrap();
        assert_eq!(tree.validate(), []);
        Self {
            tree,
            oracle: Oracle::new(&triangles),
        }
    }

    /// What is wrong with a sphere that started at `from` and is now at `to`: it reaches into a triangle, or a face lies
    /// between.
    fn wrong(&self, from: Vec3, to: Vec3, radius: f32) -> Option<String> {
        let (from, to) = (from.as_dvec3(), to.as_dvec3());
        let slack = 1.0e-4 * f64::from(radius);
        if let Some((distance, face)) = self.oracle.nearest_within(to, f64::from(radius) - slack) {
            return Some(format!("ends {distance} m from face {face}, radius {radius}"));
        }
        let face = self.oracle.crosses(from, to)?;
        Some(format!("went through face {face}"))
    }

    /// Pushes, and checks all that a push promises; whether it ended clear.
    #[track_caller]
    fn push(&self, name: &str, center: Vec3, radius: f32) -> bool {
        let result = push(&self.tree, center, radius);
        if !result.clear {
            return false;
        }
        let wrong = self.wrong(center, result.center, radius);
        assert_eq!(
            wrong, None,
            "{name}: pushed {radius} m from {center} to {}",
            result.center
        );
        let touched = self
            .oracle
            .nearest_within(center.as_dvec3(), f64::from(radius) * (1.0 - 1.0e-5))
            .is_some();
        if result.contacts.is_empty() {
            assert_eq!(result.center, center, "{name}: moved away from nothing");
            assert!(!touched, "{name}: {center} is not clear, but nothing was pushed");
        }
        let again = push(&self.tree, result.center, radius);
        assert!(
            again.clear && again.center == result.center,
            "{name}: a second push moves on"
        );
        true
    }
}

/// Two walls of three metres that meet at the origin in an edge along Y with this angle between them, open to +X.
fn wedge(degrees: f64) -> Vec<[DVec3; 3]> {
    let half = (degrees / 2.0).to_radians();
    let (x, z) = (3.0 * half.cos(), 3.0 * half.sin());
    let wall = |z: f64| {
        [
            dvec3(0.0, -1.0, 0.0),
            dvec3(x, -1.0, z),
            dvec3(x, 1.0, z),
            dvec3(0.0, 1.0, 0.0),
        ]
    };
    // Both look into the wedge.
    let [a, b, c, d] = wall(z);
    [meshes::quad(wall(-z)), meshes::quad([d, c, b, a])].concat()
}

/// Every angle of the wedges, in degrees.
const WEDGES: [f64; 10] = [5.0, 10.0, 15.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0];

/// The walls of a wedge look into it.
#[test]
fn the_wedges_are_what_they_are_said_to_be() {
    for degrees in WEDGES {
        let scene = Scene::new(wedge(degrees), &BuildParams::SAMPLED);
        for triangle in scene.oracle.triangles() {
            assert!(triangle.plane.distance(dvec3(0.5, 0.0, 0.0)) > 0.0, "{degrees}°");
        }
    }
}

#[test]
fn push_comes_out_of_every_wedge() {
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

/// In a corner sharper than 90° one wall's push drives the sample into the other.
#[test]
fn the_samples_push_fails_in_wedges() {
    for degrees in WEDGES {
        let scene = Scene::new(wedge(degrees), &BuildParams::ATI);
        let half = (degrees / 2.0).to_radians();
        let mut fails = 0;
        for step in 1..40 {
            // As deep in the wedge as makes the sphere reach both walls.
            let x = 0.05 / half.sin() * 0.024 * f64::from(step);
            let center = dvec3(x, 0.0, 0.0).as_vec3();
            let ati = push_ati(&scene.tree, center, 0.05);
            fails += u32::from(scene.wrong(center, ati.center, 0.05).is_some());
            assert!(
                scene.push(&format!("{degrees}°"), center, 0.05),
                "{degrees}°: {center}"
            );
        }
        assert!(fails > 0, "{degrees}°: the sample does not fail");
    }
}

/// The sample knows no vertices: the tip of a spike goes into the sphere.
#[test]
fn the_samples_push_fails_at_a_vertex() {
    let tip = DVec3::ZERO;
    let base = [
        dvec3(0.3, -1.0, 0.3),
        dvec3(0.3, -1.0, -0.3),
        dvec3(-0.3, -1.0, -0.3),
        dvec3(-0.3, -1.0, 0.3),
    ];
    let spike = (0..4).map(|i| [tip, base[i], base[(i + 1) % 4]]).collect();
    let scene = Scene::new(spike, &BuildParams::ATI);
    let center = Vec3::new(0.0, 0.1, 0.0);
    let ati = push_ati(&scene.tree, center, 0.25);
    assert_eq!(
        (ati.center, ati.pushed),
        (center, false),
        "the sample does not see the vertex"
    );
    assert!(scene.wrong(center, ati.center, 0.25).is_some());
    assert!(scene.push("spike", center, 0.25));
    assert!(
        push(&scene.tree, center, 0.25)
            .center
            .distance(Vec3::new(0.0, 0.25, 0.0))
            < 1.0e-3
    );
}

/// Pushing off one edge, the sample does not look at what it pushes into, nor says that it pushed.
#[test]
fn the_samples_push_fails_at_edges() {
    // The edge of a shelf just above a floor, nearer to it than the sphere's diameter.
    let shelf = meshes::quad([
        dvec3(0.0, 0.3, -2.0),
        dvec3(0.0, 0.3, 2.0),
        dvec3(2.0, 0.3, 2.0),
        dvec3(2.0, 0.3, -2.0),
    ]);
    let floor = meshes::quad([
        dvec3(-2.0, 0.0, -2.0),
        dvec3(-2.0, 0.0, 2.0),
        dvec3(2.0, 0.0, 2.0),
        dvec3(2.0, 0.0, -2.0),
    ]);
    let scene = Scene::new([shelf, floor].concat(), &BuildParams::ATI);
    let mut fails = 0;
    for step in 0..20 {
        let center = Vec3::new(-0.01 * step as f32 - 0.005, 0.2, 0.1);
        let ati = push_ati(&scene.tree, center, 0.2);
        fails += u32::from(scene.wrong(center, ati.center, 0.2).is_some());
        assert!(
            scene.push("shelf", center, 0.2),
            "{center}: there is room in the open"
        );
    }
    assert!(fails > 0, "the sample does not fail");

    let edge = Scene::new(
        vec![[DVec3::ZERO, dvec3(0.0, 0.0, 1.0), dvec3(1.0, 0.0, 0.5)]],
        &BuildParams::ATI,
    );
    let center = Vec3::new(-0.1, 0.0, 0.5);
    let ati = push_ati(&edge.tree, center, 0.2);
    assert!(
        ati.center.distance(Vec3::new(-0.2, 0.0, 0.5)) < 1.0e-6,
        "it pushes off the edge"
    );
    assert!(!ati.pushed, "and does not say so");
}

/// A centre behind a face is on that side of the wall: the sample pulls it through to the front.
#[test]
fn the_samples_push_goes_through_a_wall() {
    let wall = meshes::quad([
        dvec3(-1.0, -1.0, 0.0),
        dvec3(1.0, -1.0, 0.0),
        dvec3(1.0, 1.0, 0.0),
        dvec3(-1.0, 1.0, 0.0),
    ]);
    let scene = Scene::new(wall.to_vec(), &BuildParams::ATI);
    let behind = Vec3::new(0.1, 0.2, -0.1);
    let ati = push_ati(&scene.tree, behind, 0.3);
    assert!(ati.center.z > 0.0 && scene.wrong(behind, ati.center, 0.3).is_some());
    assert!(scene.push("wall", behind, 0.3));
    let result = push(&scene.tree, behind, 0.3);
    assert!(
        (result.center - Vec3::new(0.1, 0.2, -0.3)).length() < 1.0e-3,
        "{}",
        result.center
    );
}

#[test]
fn a_gap_narrower_than_the_sphere_is_said_to_be() {
    let room = meshes::cuboid(DVec3::ZERO, dvec3(4.0, 0.5, 4.0), true);
    for params in Rule::ALL.map(BuildParams::preset) {
        let scene = Scene::new(room.clone(), &params);
        for center in [
            Vec3::new(2.0, 0.25, 2.0),
            Vec3::new(0.1, 0.1, 0.1),
            Vec3::new(3.0, 0.4, 1.0),
        ] {
            let result = push(&scene.tree, center, 0.3);
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

/// Two walls that open by a hair: their planes leave room for the sphere kilometres away, where there is nothing.
#[test]
fn walls_that_are_nearly_parallel_do_not_fling_it_away() {
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
            let result = push(&scene.tree, center, radius);
            let moved = result.center.distance(center);
            assert!(
                moved < 65.0 * radius,
                "{opening}: a sphere of {radius} m is flung {moved} m away"
            );
        }
    }
}

/// A thicket: thousands of triangles within the radius, and no room far and wide. The work has a bound, and nothing is
/// claimed.
#[test]
fn a_push_within_thousands_of_triangles_ends() {
    let mut random = fastrand::Rng::with_seed(12);
    let triangles = meshes::tagged(meshes::confetti(&mut random, 90_000, 2.0, 0.2));
    let tree = NodeTree::build(&triangles, &BuildParams::default()).unwrap();
    let fragments = tree.statistics().fragments as u64;
    let mut ended_by_visits = 0;
    for body in [
        Capsule::sphere(1.0),
        Capsule::sphere(1.5),
        Capsule::standing(3.0, 1.0),
    ] {
        let mut contacts = Vec::new();
        for _ in 0..4 {
            let center = Vec3::from([(); 3].map(|()| random.f32() - 0.5));
            collision::contacts(&tree, body, center, &mut contacts);
            let report = push_report(&tree, body, center);
            let (rounds, visited, result) = (report.rounds, report.visited, &report.result);
            let context = format!(
                "{body:?} at {center}, {} contacts: {rounds} rounds, {visited} visited",
                contacts.len()
            );
            assert!(contacts.len() > 2000, "{context}");
            assert!(rounds <= PushReport::MOST_ROUNDS, "{context}");
            // The last round looks at each triangle once for each of its fragments.
            assert!(visited <= PushReport::MOST_VISITED + fragments, "{context}");
            assert!(!result.clear && result.center == center, "{context}");
            assert!(result.contacts.len() >= contacts.len(), "{context}");
            ended_by_visits += u32::from(visited > PushReport::MOST_VISITED);
        }
    }
    assert!(ended_by_visits > 0, "no push came to the bound");
}

#[test]
fn a_corner_of_a_room_pushes_to_the_one_place() {
    let room = meshes::cuboid(DVec3::ZERO, dvec3(4.0, 3.0, 5.0), true);
    for params in Rule::ALL.map(BuildParams::preset) {
        let scene = Scene::new(room.clone(), &params);
        let result = push(&scene.tree, Vec3::new(0.1, 0.2, 0.15), 0.3);
        assert!(
            result.clear && result.center.distance(Vec3::splat(0.3)) < 1.0e-3,
            "{}",
            result.center
        );
    }
}

#[test]
fn a_push_of_nothing_and_of_numbers_that_are_none() {
    let scene = Scene::new(meshes::columns(2), &BuildParams::SAMPLED);
    let free = Vec3::new(0.2, 2.8, 0.2);
    let result = push(&scene.tree, free, 0.1);
    assert!(result.clear && result.center == free && result.contacts.is_empty());
    for (center, radius) in [
        (Vec3::splat(f32::NAN), 0.3),
        (Vec3::splat(f32::INFINITY), 0.3),
        (free, f32::NAN),
        (free, f32::INFINITY),
        (free, 0.0),
        (free, -1.0),
    ] {
        assert!(!push(&scene.tree, center, radius).clear, "{center} {radius}");
        let _ = push_ati(&scene.tree, center, radius);
    }
    let empty = NodeTree::build(&[], &BuildParams::SAMPLED).unwrap();
    assert!(push(&empty, Vec3::ZERO, 1.0).clear);
}

/// Random pushes near surfaces: never through, never into, and where there is room near by, clear.
#[test]
fn random_pushes_end_clear() {
    let mut random = fastrand::Rng::with_seed(7);
    let named = [
        // Between the columns and the walls is half a metre: too little for the largest spheres.
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
        let (mut clear, count) = (0, 4000);
        for _ in 0..count {
            let radius = queries.magnitude(0.02, 0.4);
            let center = queries.near_surface(radius).as_vec3();
            clear += u32::from(scene.push(name, center, radius as f32));
        }
        let share = f64::from(clear) / f64::from(count);
        assert!(share >= least, "{name}: only {share} of the pushes end clear");
    }
}

/// Seed 000's `pushSphere` over the nodes of the tree, in the sample's `f32`, operation for operation.
fn push_sphere(tree: &NodeTree, id: Option<u32>, pos: &mut Vec3, radius: f32) -> bool {
    let Some((id, node)) = id.and_then(|id| Some((id, tree.node(id)?))) else {
        return false;
    };
    let fragment = node
        .fragments
        .clone()
        .next()
        .and_then(|index| tree.fragment(index))
        .expect("a triangle");
    assert_eq!(
        (fragment.node, node.fragments.len(), fragment.vertices.len()),
        (id, 1, 3)
    );
    let v = fragment.vertices;
    let normal = (v[1] - v[0]).cross(v[2] - v[0]).normalize();
    let offset = -v[0].dot(normal);
    let edge_normals = [
        normal.cross(v[0] - v[2]),
        normal.cross(v[1] - v[0]),
        normal.cross(v[2] - v[1]),
    ];
    let edge_offsets = [0, 1, 2].map(|i| edge_normals[i].dot(v[i]));

    let d = pos.dot(normal) + offset;
    let mut pushed = false;
    if d.abs() < radius {
        if (0..3).all(|i| edge_normals[i].dot(*pos) >= edge_offsets[i]) {
            *pos += (radius - d) * normal;
            pushed = true;
        } else {
            let mut v1 = v[2];
            for &corner in v {
                let v0 = v1;
                v1 = corner;
                let diff = v1 - v0;
                let t = diff.dot(*pos - v0);
                if t > 0.0 {
                    let f = diff.dot(diff);
                    if t < f {
                        let v = v0 + (t / f) * diff;
                        let dir = *pos - v;
                        if dir.dot(dir) < radius * radius {
                            *pos = v + radius * dir.normalize();
                            break;
                        }
                    }
                }
            }
        }
    }
    if d > -radius {
        pushed |= push_sphere(tree, node.front, pos, radius);
    }
    if d < radius {
        pushed |= push_sphere(tree, node.back, pos, radius);
    }
    pushed
}

#[test]
fn push_ati_is_the_samples() {
    let mut random = fastrand::Rng::with_seed(9);
    let wedges: Vec<_> = WEDGES.iter().map(|&degrees| wedge(degrees)).collect();
    let others = [
        meshes::columns(3),
        meshes::stairs(15, 0.17, 0.3, 1.5),
        meshes::sphere(DVec3::ZERO, 2.0, 6),
        meshes::confetti(&mut random, 100, 3.0, 0.6),
        meshes::soup(&mut random, 15, 3.0),
    ];
    let (mut same, mut moved, mut count) = (0, 0, 0);
    for triangles in wedges.into_iter().chain(others) {
        let scene = Scene::new(triangles, &BuildParams::ATI);
        let mut queries = Queries::new(10, scene.oracle.triangles());
        for _ in 0..1500 {
            let radius = queries.magnitude(0.02, 0.5) as f32;
            let center = queries.near_surface(1.2 * f64::from(radius)).as_vec3();
            let ours = push_ati(&scene.tree, center, radius);
            let mut expected = center;
            let pushed = push_sphere(&scene.tree, scene.tree.root(), &mut expected, radius);
            // One push more or less, where a distance is the radius but for its last bit, is no difference in kind.
            let near = ours.center.distance(expected) < 1.0e-5 && ours.pushed == pushed;
            same += u32::from(near);
            moved += u32::from(expected != center);
            count += 1;
        }
    }
    assert!(moved * 2 > count, "only {moved} of {count} were pushed");
    assert!(count - same <= count / 2000, "{} of {count} differ", count - same);
}
