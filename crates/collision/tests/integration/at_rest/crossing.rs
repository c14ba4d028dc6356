//! Tests that a push that ends clear has crossed no face, no matter what the body started on or in.

use bspwalk_collision::Capsule;
use bspwalk_testing::{effort, meshes, oracle::Oracle, pushes, queries::Queries};
use bspwalk_trees::{BuildParams, NodeTree};
use glam::{DVec3, Vec3, dvec3, vec3};

/// Triangles and their tree.
struct Walls {
    tree: NodeTree,
    oracle: Oracle,
}

impl Walls {
    fn new(triangles: Vec<[DVec3; 3]>) -> Self {
        let triangles = meshes::tagged(triangles);
        Self {
            tree: NodeTree::build(&triangles, &BuildParams::default()).unwrap(),
            oracle: Oracle::new(&triangles),
        }
    }

    /// Pushes a body. Returns its final position if the body is clear there.
    #[track_caller]
    fn push(&self, name: &str, body: Capsule, from: Vec3) -> Option<Vec3> {
        pushes::push(&self.tree, &self.oracle, body, from).unwrap_or_else(|wrong| panic!("{name}: {wrong}"))
    }
}

/// Returns square walls perpendicular to Z at the given positions, each from −8 to 8 along X and Y.
fn walls(at: &[f64]) -> Vec<[DVec3; 3]> {
    let corners = [(-8.0, -8.0), (8.0, -8.0), (8.0, 8.0), (-8.0, 8.0)];
    at.iter()
        .flat_map(|&z| meshes::quad(corners.map(|(x, y)| dvec3(x, y, z))))
        .collect()
}

/// Two walls are a third of the radius apart, and the sphere's centre is on the first one. The sphere must leave to the
/// free side. This must hold for every direction and size, far from the origin, and for either orientation of the
/// walls.
#[test]
fn push_from_first_wall_never_crosses_second() {
    for scale in [1.0 / 1024.0, 1.0, 4096.0] {
        for offset in [0.0, 4096.0 * scale] {
            for axis in 0..3 {
                for (turned, back) in [(false, false), (false, true), (true, false), (true, true)] {
                    let place = |point: DVec3| {
                        let mut point = point.to_array();
                        point.rotate_right(axis);
                        DVec3::from(point) * scale + offset
                    };
                    let second = if back { -0.125 } else { 0.125 };
                    let triangles = walls(&[0.0, second]).into_iter().enumerate();
                    let triangles = triangles.map(|(index, [a, b, c])| {
                        let corners = if turned && index < 2 { [a, c, b] } else { [a, b, c] };
                        corners.map(place)
                    });
                    let scene = Walls::new(triangles.collect());
                    let radius = (0.375 * scale) as f32;
                    // Start inside a triangle, on the edge between two triangles, and in the middle of the wall.
                    for (x, y) in [(0.25, 0.5), (2.0, 1.0), (1.0, 1.0), (0.0, 0.0)] {
                        let name = format!("{scale} at {offset} along {axis}, {turned} {back}, {x} {y}");
                        let from = place(dvec3(x, y, 0.0)).as_vec3();
                        let to = scene.push(&name, Capsule::sphere(radius), from);
                        let to = to.unwrap_or_else(|| panic!("{name}: one side is free"));
                        let away = dvec3(0.0, 0.0, -3.0 * second);
                        let free = place(dvec3(x, y, 0.0) + away).as_vec3();
                        let most = 1.0e-3 * radius + 4.0e-7 * free.abs().max_element();
                        assert!(to.distance(free) < most, "{name}: {to} is not {free}");
                    }
                    // A sphere centred on the wall's rim or corner may leave to the free side or past the rim.
                    for (x, y) in [(8.0, 1.0), (-8.0, 8.0)] {
                        let from = place(dvec3(x, y, 0.0)).as_vec3();
                        assert!(scene.push("rim", Capsule::sphere(radius), from).is_some());
                    }
                }
            }
        }
    }
}

/// Whether a body starts in front of a wall, behind it, between two walls or on the middle one of three, it must not
/// cross any wall. If it has no way out, it must not be reported clear.
#[test]
fn push_crosses_none_of_several_walls() {
    let mut random = bspwalk_testing::random::seeded(1);
    let (mut pushed, mut on) = (0, 0);
    for _ in 0..effort::sampled_or_whole(100, 400) {
        let count = random.usize(1..5);
        let mut at: Vec<f64> = (0..count).map(|_| f64::from(random.i32(-8..8)) / 16.0).collect();
        at.sort_by(f64::total_cmp);
        at.dedup();
        let scene = Walls::new(walls(&at));
        for &z in &at {
            let body = match random.u32(..3) {
                0 => Capsule::sphere(0.05 + random.f32()),
                1 => Capsule::standing(1.0 + random.f32(), 0.05 + 0.4 * random.f32()),
                _ => Capsule {
                    half_axis: vec3(0.1, 0.2, 0.7) * random.f32(),
                    radius: 0.05 + 0.4 * random.f32(),
                },
            };
            let from = vec3(random.f32(), random.f32(), z as f32);
            let outermost = Some(&z) == at.first() || Some(&z) == at.last();
            let alone = body.half_axis.z == 0.0 && outermost;
            on += u32::from(alone);
            match scene.push("many walls", body, from) {
                Some(_) => pushed += u32::from(alone),
                None => assert!(!alone, "{body:?} at {from} of {at:?} has a free side"),
            }
            scene.push("many walls", body, from + Vec3::Z * (random.f32() - 0.5));
        }
    }
    assert!(
        on > effort::sampled_or_whole(50, 200) && pushed == on,
        "{pushed} of {on}"
    );
}

/// The first hundredth of a long push must be checked as strictly as the rest.
#[test]
fn large_sphere_push_crosses_no_face_at_start() {
    let corners = [
        (-9000.0, -9000.0),
        (9000.0, -9000.0),
        (9000.0, 9000.0),
        (-9000.0, 9000.0),
    ];
    let wall = |z: f64| meshes::quad(corners.map(|(x, y)| dvec3(x, y, z)));
    for (before, behind) in [(-4.0, 5.0), (-4.0, 4.5), (-0.5, 9.0), (-9.0, 2.0), (-0.01, 0.01)] {
        let scene = Walls::new([wall(before), wall(behind)].concat());
        for radius in [10.0, 300.0, 1000.0, 2000.0] {
            scene.push("between", Capsule::sphere(radius), vec3(1.0, 2.0, 0.0));
            let on = vec3(1.0, 2.0, behind as f32);
            let pushed = scene.push("on", Capsule::sphere(radius), on);
            assert!(pushed.is_some(), "{radius}: there is room beyond {behind}");
        }
    }
}

/// Pushes bodies of all sizes from corners, edges and interiors of triangles on a grid. The coordinates are exact, and
/// many faces are touched at once.
#[test]
fn push_from_any_feature_crosses_no_face() {
    let mut random = bspwalk_testing::random::seeded(2);
    let (mut clear, mut missed, mut count) = (0, 0, 0);
    for number in effort::sample(0..60_usize, 4) {
        let size = [2, 4, 8][number % 3];
        let offset = DVec3::splat([0.0, 0.0, 131_072.0][number % 3 / 2 * 2]);
        let grid = meshes::grid_soup(&mut random, 6 + number, size);
        let scene = Walls::new(
            grid.iter()
                .map(|corners| corners.map(|corner| corner + offset))
                .collect(),
        );
        let mut queries = Queries::new(number as u64, scene.oracle.triangles());
        for _ in 0..60 {
            let [a, b, c] = grid[random.usize(..grid.len())];
            let on = match random.u32(..4) {
                0 => a,
                1 => (a + b) / 2.0,
                2 => (a + b) / 4.0 + c / 2.0,
                _ => a / 2.0 + b / 4.0 + c / 4.0,
            };
            let radius = queries.magnitude(0.01, 3.0) as f32;
            let half_axis = match random.u32(..5) {
                0..2 => Vec3::ZERO,
                2 => Vec3::Y * radius,
                // Along a direction within a face, or along an edge.
                3 => ((b - a) / 4.0).as_vec3(),
                _ => (queries.direction() * f64::from(radius) * 2.0).as_vec3(),
            };
            let body = Capsule { half_axis, radius };
            let from = (on + offset).as_vec3();
            let is_clear = scene.push("grid", body, from).is_some();
            clear += u32::from(is_clear);
            missed += u32::from(!is_clear && pushes::has_room(&scene.oracle, &mut random, body, from));
            count += 1;
        }
    }
    println!("{clear} of {count} pushes end clear, {missed} miss free space nearby");
    assert!(clear * 10 > count * 8, "only {clear} of {count} pushes end clear");
    assert!(missed * 50 <= count, "{missed} of {count} pushes miss room");
}
