//! Tests sweeps that start in contact with a surface, on random triangulations.

use bspwalk_collision::{Capsule, SweepHit, slide, sweep};
use bspwalk_testing::{faults, levels, meshes, random::seeded};
use bspwalk_trees::NodeTree;
use glam::{DMat3, DQuat, DVec3, EulerRot, Vec3, dvec3};
use serde_json::Value;

/// Penetration depths relative to the radius.
const DEPTHS: [f64; 7] = [0.0, 1.0e-7, 1.0e-5, 1.0e-3, 0.03, 0.1, 0.5];

fn tree(triangles: &[[DVec3; 3]]) -> NodeTree {
    meshes::tree(triangles.iter().copied())
}

/// Returns sorted random numbers from 0 to 1, including 0 and 1.
fn shares(random: &mut fastrand::Rng, count: usize) -> Vec<f64> {
    let mut shares: Vec<f64> = (1..count).map(|_| random.f64()).collect();
    shares.extend([0.0, 1.0]);
    shares.sort_by(f64::total_cmp);
    shares
}

/// Returns the number at `index`, jittered unless it is the first or last one.
fn jittered(random: &mut fastrand::Rng, shares: &[f64], index: usize) -> f64 {
    if index == 0 || index + 1 == shares.len() {
        return shares[index];
    }
    let room = (shares[index] - shares[index - 1]).min(shares[index + 1] - shares[index]);
    shares[index] + 0.4 * room * (random.f64() - 0.5)
}

/// Returns a random triangulation, with slivers and mixed winding, of the parallelogram from `corner` along `u` and
/// `v`.
fn tessellated(random: &mut fastrand::Rng, corner: DVec3, u: DVec3, v: DVec3) -> Vec<[DVec3; 3]> {
    let (columns, rows) = (random.usize(1..9), random.usize(1..9));
    let (across, along) = (shares(random, columns), shares(random, rows));
    let points: Vec<Vec<DVec3>> = (0..=columns)
        .map(|column| {
            (0..=rows)
                .map(|row| corner + u * jittered(random, &across, column) + v * jittered(random, &along, row))
                .collect()
        })
        .collect();
    let mut triangles = Vec::new();
    for column in 0..columns {
        for row in 0..rows {
            let [a, b, c, d] = [
                points[column][row],
                points[column + 1][row],
                points[column + 1][row + 1],
                points[column][row + 1],
            ];
            let halves = if random.bool() {
                [[a, b, c], [a, c, d]]
            } else {
                [[a, b, d], [b, c, d]]
            };
            triangles.extend(halves.map(|[a, b, c]| if random.bool() { [a, b, c] } else { [a, c, b] }));
        }
    }
    triangles
}

/// Returns a box with randomly triangulated faces.
fn tessellated_box(random: &mut fastrand::Rng, low: DVec3, high: DVec3) -> Vec<[DVec3; 3]> {
    let size = high - low;
    let (x, y, z) = (DVec3::X * size.x, DVec3::Y * size.y, DVec3::Z * size.z);
    let mut triangles = Vec::new();
    for (corner, u, v) in [(low, x, y), (low, y, z), (low, z, x)] {
        let opposite = size - u - v;
        triangles.extend(tessellated(random, corner, u, v));
        triangles.extend(tessellated(random, corner + opposite, u, v));
    }
    triangles
}

/// Returns spheres and capsules; the capsules are upright, lying and oblique.
fn bodies(random: &mut fastrand::Rng) -> [Capsule; 4] {
    let radius = 0.1 + random.f32();
    let axis = Vec3::from([(); 3].map(|()| random.f32() - 0.5));
    [
        Capsule::sphere(radius),
        Capsule::standing(radius * (2.0 + 3.0 * random.f32()), radius),
        Capsule {
            half_axis: Vec3::new(random.f32() - 0.5, 0.0, random.f32() - 0.5),
            radius,
        },
        Capsule {
            half_axis: axis,
            radius,
        },
    ]
}

/// Returns the height of a body's centre when the body is `depth` radii deep in the plane y = 0.
fn height(body: Capsule, depth: f64) -> f32 {
    body.half_axis.y.abs() + body.radius * (1.0 - depth) as f32
}

fn horizontal(random: &mut fastrand::Rng) -> Vec3 {
    let angle = random.f32() * std::f32::consts::TAU;
    Vec3::new(angle.cos(), 0.0, angle.sin())
}

/// Permutes the axes, so that the same tests can run along other axes without rounding.
fn permuted(vector: Vec3, turn: usize) -> Vec3 {
    let [x, y, z] = vector.to_array();
    [vector, Vec3::new(y, z, x), Vec3::new(z, x, y)][turn]
}

fn floor(random: &mut fastrand::Rng) -> Vec<[DVec3; 3]> {
    let half = 8.0;
    tessellated(
        random,
        dvec3(-half, 0.0, -half),
        DVec3::X * 2.0 * half,
        DVec3::Z * 2.0 * half,
    )
}

#[test]
fn sweep_ignores_parallel_faces() {
    let mut random = seeded(31);
    for _ in 0..150 {
        let floor = floor(&mut random);
        let turn = random.usize(..3);
        let turned: Vec<[DVec3; 3]> = floor
            .iter()
            .map(|corners| corners.map(|corner| permuted(corner.as_vec3(), turn).as_dvec3()))
            .collect();
        let tree = tree(&turned);
        for body in bodies(&mut random) {
            for depth in DEPTHS {
                let from = horizontal(&mut random) * 5.0 * random.f32() + Vec3::Y * height(body, depth);
                let rise = [0.0, 1.0e-6, 0.01, 1.0][random.usize(..4)];
                let to = from + horizontal(&mut random) * 12.0 * random.f32() + Vec3::Y * rise;
                let body = Capsule {
                    half_axis: permuted(body.half_axis, turn),
                    ..body
                };
                let (from, to) = (permuted(from, turn), permuted(to, turn));
                let hit = sweep(&tree, body, from, to).hit;
                assert_eq!(hit, None, "{body:?} from {from:?} to {to:?}, depth {depth}");
            }
        }
    }
}

#[test]
fn sweep_hits_face_it_approaches_with_its_normal() {
    let mut random = seeded(32);
    for _ in 0..150 {
        let tree = tree(&floor(&mut random));
        for body in bodies(&mut random) {
            for depth in DEPTHS {
                let from = horizontal(&mut random) * 5.0 * random.f32() + Vec3::Y * height(body, depth);
                let fall = [1.0e-6, 0.01, 1.0, 3.0][random.usize(..4)];
                let to = from + horizontal(&mut random) * 2.0 * random.f32() - Vec3::Y * fall;
                if to.y >= from.y {
                    continue;
                }
                let context = || format!("{body:?} from {from:?} to {to:?}, depth {depth}");
                let gap = f64::from(from.y) - f64::from(body.half_axis.y.abs()) - f64::from(body.radius);
                let t = gap.max(0.0) / f64::from(from.y - to.y);
                match sweep(&tree, body, from, to).hit {
                    Some(hit) => {
                        assert!((hit.t - t).abs() < 1.0e-6, "{}: {hit:?}", context());
                        assert!(hit.normal.distance(Vec3::Y) < 1.0e-3, "{}: {hit:?}", context());
                    }
                    None => assert!(t > 1.0, "{}", context()),
                }
            }
        }
    }
}

/// The path leaves the faces by more than the rounding error of the rotated planes.
#[test]
fn sweep_leaves_rotated_faces() {
    let mut random = seeded(33);
    for _ in 0..150 {
        let angles = [(); 3].map(|()| random.f64() * 6.0);
        let turn = DMat3::from_quat(DQuat::from_euler(EulerRot::XYZ, angles[0], angles[1], angles[2]));
        let floor = floor(&mut random).into_iter().map(|corners| {
            // Corners are rounded as in the tree.
            corners.map(|corner| (turn * corner).as_vec3().as_dvec3())
        });
        let tree = tree(&floor.collect::<Vec<_>>());
        for body in bodies(&mut random) {
            for depth in DEPTHS {
                let from = horizontal(&mut random) * 5.0 * random.f32() + Vec3::Y * height(body, depth);
                let to = from + horizontal(&mut random) * 8.0 * random.f32() + Vec3::Y * 0.01;
                let turned = |vector: Vec3| (turn * vector.as_dvec3()).as_vec3();
                let body = Capsule {
                    half_axis: turned(body.half_axis),
                    ..body
                };
                let (from, to) = (turned(from), turned(to));
                let hit = sweep(&tree, body, from, to).hit;
                assert_eq!(hit, None, "{body:?} from {from:?} to {to:?}, depth {depth}");
            }
        }
    }
}

#[test]
fn sweep_along_box_top_ignores_its_edges() {
    let mut random = seeded(34);
    for _ in 0..100 {
        let high = dvec3(2.0 + random.f64(), 0.0, 2.0 + random.f64());
        let low = dvec3(-1.5, -2.0, -1.5);
        let tree = tree(&tessellated_box(&mut random, low, high));
        for body in bodies(&mut random) {
            for depth in [0.0, 1.0e-6, 1.0e-3, 0.03, 0.3] {
                let from = horizontal(&mut random) * random.f32() + Vec3::Y * height(body, depth);
                let to = from + horizontal(&mut random) * 10.0;
                let hit = sweep(&tree, body, from, to).hit;
                assert_eq!(hit, None, "{body:?} from {from:?} to {to:?}, depth {depth}");
            }
        }
    }
}

#[test]
fn sweep_along_box_edge_ignores_its_vertices() {
    let mut random = seeded(35);
    for _ in 0..100 {
        let tree = tree(&tessellated_box(
            &mut random,
            DVec3::splat(-4.0),
            DVec3::splat(0.0),
        ));
        for depth in [0.0, 1.0e-6, 1.0e-3, 0.03, 0.3] {
            let angle = std::f32::consts::FRAC_PI_2 * random.f32();
            let sphere = Capsule::sphere(0.5);
            let offset = Vec3::new(angle.sin(), angle.cos(), 0.0) * (1.0 - depth as f32) * 0.5;
            let from = offset - Vec3::Z * (0.5 + random.f32());
            let to = from - Vec3::Z * 2.0;
            let hit = sweep(&tree, sphere, from, to).hit;
            assert_eq!(hit, None, "from {from:?} to {to:?}, depth {depth}");
        }
    }
}

/// The level has a floor and walls at x = 3 and z = 3.
#[test]
fn sweep_along_corner_hits_only_wall_ahead() {
    let mut random = seeded(36);
    for _ in 0..150 {
        let mut triangles = floor(&mut random);
        let below = random.f64();
        let (up, low) = (DVec3::Y * (4.0 + below), dvec3(3.0, -below, 3.0));
        triangles.extend(tessellated(&mut random, low, up, DVec3::X * -9.0));
        triangles.extend(tessellated(&mut random, low, up, DVec3::Z * -9.0));
        let tree = tree(&triangles);
        for body in &bodies(&mut random)[..2] {
            for depth in DEPTHS {
                let (radius, y) = (body.radius, height(*body, depth));
                let beside = 3.0 - radius * (1.0 - depth as f32);
                // Sweep along the floor and along the wall at z = 3, away from the corner.
                let from = Vec3::new(1.0 - 2.0 * random.f32(), y, beside);
                let hit = sweep(&tree, *body, from, from - Vec3::X * 3.0).hit;
                assert_eq!(hit, None, "{body:?} from {from:?}, depth {depth}");
                // Sweep into the corner.
                let to = from + Vec3::X * 5.0;
                let hit = sweep(&tree, *body, from, to).hit.expect("a wall");
                check_wall(&hit, *body, from, to, depth);
                // Sweep along the floor only.
                let from = from.with_z(beside - 1.0 - random.f32());
                let to = from + Vec3::X * 5.0;
                let hit = sweep(&tree, *body, from, to).hit.expect("a wall");
                check_wall(&hit, *body, from, to, depth);
            }
        }
    }
}

#[track_caller]
fn check_wall(hit: &SweepHit, body: Capsule, from: Vec3, to: Vec3, depth: f64) {
    let t = (3.0 - body.radius - from.x).max(0.0) / (to.x - from.x);
    assert!(
        (hit.t - f64::from(t)).abs() < 1.0e-5 && hit.normal.distance(Vec3::NEG_X) < 1.0e-4,
        "{body:?} from {from:?} to {to:?}, depth {depth}: {hit:?}"
    );
}

/// Compares sweeps against boxes and ramps on a floor that the body touches with sweeps against the same obstacles
/// without the floor.
#[test]
fn sweep_along_floor_hits_obstacles_ahead() {
    let mut random = seeded(37);
    let mut hits = 0;
    for _ in 0..200 {
        let rise = 0.02 + 1.5 * random.f64();
        let low = dvec3(2.0, if random.bool() { 0.0 } else { -0.5 }, -2.0);
        let high = dvec3(2.2 + random.f64(), rise, 2.0);
        let mut obstacle = tessellated_box(&mut random, low, high);
        if random.bool() {
            // A ramp of any slope, in front of the body.
            let along = dvec3(2.0, rise, 0.0) - dvec3(1.0 - random.f64(), 0.0, 0.0);
            obstacle.extend(tessellated(
                &mut random,
                dvec3(2.0, rise, -2.0) - along,
                along,
                DVec3::Z * 4.0,
            ));
        }
        let alone = tree(&obstacle);
        let all = tree(&[obstacle, floor(&mut random)].concat());
        for body in bodies(&mut random) {
            for depth in [0.0, 1.0e-7, 1.0e-5, 1.0e-3] {
                let reach = body.half_axis.x.abs() + body.radius;
                let from = Vec3::new(0.5 - 2.0 * reach, height(body, depth), 2.0 * random.f32() - 1.0);
                let to = from + Vec3::new(8.0, 0.0, random.f32() - 0.5);
                let context = || format!("{body:?} from {from:?} to {to:?}, depth {depth}");
                let expected = sweep(&alone, body, from, to).hit.expect("the obstacle");
                let hit = sweep(&all, body, from, to)
                    .hit
                    .unwrap_or_else(|| panic!("{}", context()));
                // At the foot of a ramp, the body may penetrate the ramp slightly more.
                let slack = 1.0e-6 + 2.0 * depth.sqrt();
                assert!(
                    (hit.t - expected.t).abs() * 8.0 <= slack * f64::from(2.0 * reach),
                    "{}: {hit:?}, {expected:?}",
                    context()
                );
                assert!(
                    hit.normal.distance(expected.normal) <= (2.0 * slack) as f32,
                    "{}: {hit:?}, {expected:?}",
                    context()
                );
                let corners = all_corners(&hit, &all);
                let plane = (corners[1] - corners[0])
                    .cross(corners[2] - corners[0])
                    .normalize();
                assert!(
                    plane.dot((to - from).as_dvec3().normalize()).abs() > 1.0e-9,
                    "{}: {hit:?}",
                    context()
                );
                hits += 1;
            }
        }
    }
    assert_eq!(hits, 3200);
}

fn all_corners(hit: &SweepHit, tree: &NodeTree) -> [DVec3; 3] {
    tree.triangle(hit.triangle)
        .expect("the triangle exists")
        .corners
        .map(Vec3::as_dvec3)
}

#[test]
fn sweep_in_corner_hits_wall_approached_fastest() {
    let room = meshes::cuboid(DVec3::splat(0.0), DVec3::splat(5.0), true);
    let tree = tree(&room);
    let (from, sphere) = (Vec3::new(0.5, 2.0, 0.5), Capsule::sphere(0.5));
    for (motion, normal) in [
        (Vec3::new(-1.0, 0.0, -0.2), Vec3::X),
        (Vec3::new(-0.2, 0.0, -1.0), Vec3::Z),
    ] {
        let hit = sweep(&tree, sphere, from, from + motion).hit.expect("a wall");
        assert_eq!((hit.t, hit.normal), (0.0, normal));
    }
}

#[test]
fn sphere_in_contact_cannot_tunnel() {
    let mut random = seeded(38);
    let room = meshes::cuboid(DVec3::splat(-5.0), DVec3::splat(5.0), true);
    for _ in 0..20 {
        let tree = tree(&[room.clone(), meshes::confetti(&mut random, 300, 5.0, 1.5)].concat());
        for _ in 0..500 {
            let share = |random: &mut fastrand::Rng| random.f32() * 2.0 - 1.0;
            let from = Vec3::from([(); 3].map(|()| 4.9 * share(&mut random)));
            let to = from + 12.0 * Vec3::from([(); 3].map(|()| share(&mut random)));
            let sphere = Capsule::sphere(0.05 + random.f32());
            let hit = sweep(&tree, sphere, from, to).hit;
            let center = hit.map_or(to, |hit| hit.center);
            let crossed = tree.cast(from, center.lerp(from, 1.0e-4));
            assert_eq!(crossed, None, "{sphere:?} from {from:?} to {to:?}: {hit:?}");
        }
    }
}

fn point(value: &Value) -> Vec3 {
    let number = |index: usize| value[index].as_f64().expect("a number") as f32;
    Vec3::new(number(0), number(1), number(2))
}

#[test]
fn recorded_sweeps_from_contact() {
    let Some(folder) = levels::faults("22-sweep-from-touch") else {
        return;
    };
    let tree = tree(&faults::triangles(&folder.join("floor.obj")));
    let mut tested = 0;
    for file in ["sweeps.jsonl", "min.jsonl"] {
        for line in faults::read_jsonl(&folder.join(file)) {
            let (kind, query) = line
                .as_object()
                .and_then(|line| line.iter().next())
                .expect("a query");
            let (from, to) = (point(&query["from"]), point(&query["to"]));
            let radius = query["radius"].as_f64().expect("a radius") as f32;
            let body = match query["height"].as_f64() {
                Some(height) => Capsule::standing(height as f32, radius),
                None => Capsule::sphere(radius),
            };
            tested += 1;
            if kind == "slide" {
                let slid = slide(&tree, body, from, to);
                assert!(slid.clear && slid.center.x - to.x > -1.0e-6, "{line}: {slid:?}");
                continue;
            }
            let gap = f64::from(from.y) - f64::from(body.half_axis.y) - f64::from(radius);
            let fall = f64::from(from.y) - f64::from(to.y);
            let hit = sweep(&tree, body, from, to).hit;
            if fall <= 0.0 || gap > fall {
                assert_eq!(hit, None, "{line}");
            } else {
                let hit = hit.unwrap_or_else(|| panic!("{line}"));
                assert!((hit.t - gap.max(0.0) / fall).abs() < 1.0e-6, "{line}: {hit:?}");
                assert_eq!(hit.normal, Vec3::Y, "{line}: {hit:?}");
            }
        }
    }
    assert_eq!(tested, 211);
}
