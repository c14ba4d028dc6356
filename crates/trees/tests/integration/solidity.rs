//! Tests that solid space stays solid when holes are punched into closed levels.

use std::sync::Arc;

use bspwalk_compile::CompileParams;
use bspwalk_geometry::{
    Aabb, BoxTree, Plane, Polygon, Split, WindingNumbers,
    triangle::{area, closest_point},
};
use bspwalk_levels::{Level, LoadOptions, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    effort, levels, loading, meshes,
    rooms::{self, faces},
};
use bspwalk_trees::{
    LeafParams, LeafTree,
    solid_leaf::{LeafTriangle, OUTSIDE},
};
use glam::{DQuat, DVec3, dvec3};

/// Number of points for comparing two trees.
const POINTS: usize = 4000;

/// Minimum fraction of points that must stay solid or empty.
const LEAST: f64 = 0.995;

fn solid_triangles(level: &Level) -> Vec<[DVec3; 3]> {
    let solid = level.triangles.iter().filter(|triangle| triangle.solid);
    solid.map(|triangle| triangle.corners).collect()
}

fn build(triangles: &[LeafTriangle]) -> LeafTree {
    LeafTree::build(triangles, &LeafParams::default()).unwrap()
}

/// Picks a random triangle, weighted by area.
fn any_by_area(triangles: &[[DVec3; 3]], random: &mut fastrand::Rng) -> usize {
    let total: f64 = triangles.iter().map(|corners| area(*corners)).sum();
    let mut left = random.f64() * total;
    triangles
        .iter()
        .position(|corners| {
            left -= area(*corners);
            left <= 0.0
        })
        .unwrap_or(0)
}

/// Cuts a hexagon with the given radius, centred at a random point of a triangle, out of all triangles in that
/// triangle's plane.
fn cut_out(triangles: &[[DVec3; 3]], of: usize, radius: f64, random: &mut fastrand::Rng) -> Vec<[DVec3; 3]> {
    let [a, b, c] = triangles[of];
    let plane = Plane::from_points(triangles[of]).expect("it has an area");
    let (mut u, mut v) = (random.f64(), random.f64());
    if u + v > 1.0 {
        (u, v) = (1.0 - u, 1.0 - v);
    }
    let middle = a + (b - a) * u + (c - a) * v;
    let x = plane.normal.any_orthonormal_vector();
    let y = plane.normal.cross(x);
    let edges: Vec<Plane> = (0..6)
        .map(|i| {
            let (sine, cosine) = (f64::from(i) * std::f64::consts::TAU / 6.0 + 0.2).sin_cos();
            let out = x * cosine + y * sine;
            Plane::from_point_normal(middle + out * radius, out)
        })
        .collect();
    let mut kept = Vec::new();
    for &corners in triangles {
        let on_plane = corners
            .iter()
            .all(|&corner| plane.distance(corner).abs() < 1.0e-3);
        let faces_alike = (corners[1] - corners[0])
            .cross(corners[2] - corners[0])
            .dot(plane.normal)
            > 0.0;
        if !on_plane || !faces_alike {
            kept.push(corners);
            continue;
        }
        let mut inside = Some(Polygon::from_points(corners));
        let mut outside = Vec::new();
        for edge in &edges {
            let Some(polygon) = inside.take() else { break };
            match polygon.split(edge, 1.0e-6) {
                Split::Cut { front, back } => {
                    outside.push(front);
                    inside = Some(back);
                }
                Split::Back => inside = Some(polygon),
                _ => outside.push(polygon),
            }
        }
        for polygon in outside {
            let corners: Vec<DVec3> = polygon.positions().collect();
            kept.extend(corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]));
        }
    }
    kept
}

/// Punches 1 to 20 holes with a total of 0.1 to 5 % of the area. A hole is a missing triangle or a hexagon that was cut
/// out.
fn punched(triangles: &[[DVec3; 3]], random: &mut fastrand::Rng) -> (Vec<[DVec3; 3]>, String) {
    let total: f64 = triangles.iter().map(|corners| area(*corners)).sum();
    let share = 0.001 * 50.0_f64.powf(random.f64());
    let count = random.usize(1..=20);
    let mut holed = triangles.to_vec();
    if random.bool() {
        let mut gone = 0.0;
        for _ in 0..200 {
            let index = random.usize(..holed.len());
            let own = area(holed[index]);
            if gone + own <= share * total {
                gone += own;
                holed.swap_remove(index);
            }
            if triangles.len() - holed.len() == count {
                break;
            }
        }
        let holes = triangles.len() - holed.len();
        return (
            holed,
            format!("{holes} triangles gone, {:.2} %", gone / total * 100.0),
        );
    }
    let radius = (share * total / count as f64 / (2.0 * 3.0_f64.sqrt())).sqrt();
    for _ in 0..count {
        let of = any_by_area(&holed, random);
        holed = cut_out(&holed, of, radius, random);
    }
    let left: f64 = holed.iter().map(|corners| area(*corners)).sum();
    (
        holed,
        format!(
            "{count} hexagons of {radius:.2} m, {:.2} %",
            (1.0 - left / total) * 100.0
        ),
    )
}

/// Repeatedly punches holes into a closed level.
fn punch(name: &str, triangles: &[[DVec3; 3]], times: u64) {
    let whole = build(&faces(triangles, true));
    let bounds = Aabb::from_points(triangles.iter().flatten().copied());
    let mut random = bspwalk_testing::random::seeded(17);
    let points: Vec<(DVec3, bool)> = (0..POINTS)
        .map(|_| bounds.min + bounds.size() * dvec3(random.f64(), random.f64(), random.f64()))
        .map(|point| (point, whole.is_solid(whole.locate(point))))
        .collect();
    let solid = points.iter().filter(|(_, solid)| *solid).count();
    assert!(
        solid > POINTS / 100 && solid < POINTS * 99 / 100,
        "{name}: {solid} points are solid"
    );
    let mut worst = 1.0_f64;
    for seed in 0..times {
        let (holed, holes) = punched(triangles, &mut bspwalk_testing::random::seeded(seed));
        let tree = build(&faces(&holed, true));
        let same = points
            .iter()
            .filter(|(point, solid)| tree.is_solid(tree.locate(*point)) == *solid);
        let share = same.count() as f64 / POINTS as f64;
        println!("{name}, {holes}: {:.2} % keep their side", share * 100.0);
        assert!(share >= LEAST, "{name}, seed {seed}, {holes}: only {share}");
        worst = worst.min(share);
    }
    println!("{name}: at worst {:.2} %", worst * 100.0);
}

fn built_in(name: &str) -> Vec<[DVec3; 3]> {
    solid_triangles(&builtin::load(name, &LoadOptions::default(), &Progress::default()).unwrap())
}

#[test]
fn small_holes_do_not_change_built_in_levels() {
    for (name, times) in [
        ("three_rooms", effort::sampled_or_whole(5, 30)),
        ("wedges", effort::sampled_or_whole(5, 30)),
        ("ten_edges", effort::sampled_or_whole(5, 30)),
        ("hall", effort::sampled_or_whole(1, 6)),
    ] {
        punch(name, &built_in(name), times);
    }
}

#[test]
fn small_holes_do_not_change_a_quake_level() {
    if let Some(level) = levels::load_as_documented("lqdm6_a6_world.obj") {
        punch(
            "lqdm6_a6",
            &solid_triangles(&level),
            effort::sampled_or_whole(3, 20),
        );
    }
}

#[test]
fn small_holes_do_not_change_a_solid_block() {
    if let Some(level) = levels::load_as_documented("recast_nav_test.obj") {
        punch(
            "recast_nav_test",
            &solid_triangles(&level),
            effort::sampled_or_whole(3, 12),
        );
    }
}

/// Surfaces of this level overlap and intersect at shallow angles. If the space between them is thinner than the
/// thinnest possible cell, it becomes part of the adjacent leaf. The face there then has leaves of the same kind on
/// both sides. Such faces may occur only in strips, and the winding number must confirm this.
#[test]
fn closed_level_misclassifies_only_thin_strips() {
    let Some(level) = levels::load_as_documented("recast_nav_test.obj") else {
        return;
    };
    let triangles = solid_triangles(&level);
    let tree = build(&faces(&triangles, true));
    let polygons: Vec<Polygon> = triangles
        .iter()
        .map(|corners| Polygon::from_points(*corners))
        .collect();
    let numbers = WindingNumbers::new(&polygons);
    let middle = |leaf| {
        let cell = tree.leaf_cell(leaf);
        let corners: Vec<DVec3> = cell.faces.iter().flat_map(Polygon::positions).collect();
        corners.iter().sum::<DVec3>() / corners.len() as f64
    };
    let mut strips = 0;
    for adjacency in tree.adjacencies() {
        let [front, back] = adjacency.leaves.map(|leaf| tree.is_solid(leaf));
        if front != back || adjacency.one_sided_area() < 0.02 || adjacency.leaves.contains(&OUTSIDE) {
            continue;
        }
        let sides = adjacency.leaves.map(|leaf| numbers.exact(middle(leaf)));
        assert!(
            sides.iter().all(|number| (*number > 0.5) == front),
            "{adjacency:?}: {sides:?}"
        );
        strips += 1;
    }
    assert!(strips > 0);
    let all: f64 = triangles.iter().map(|corners| area(*corners)).sum();
    let wrong: f64 = tree.misclassified_faces().iter().map(|found| found.area).sum();
    assert!(wrong < 1.0e-3 * all, "{wrong} of {all} m²");
}

/// Solid space behind a missing wall must stay solid, although no face there can bound a leaf.
#[test]
fn solid_behind_missing_wall_stays_solid() {
    let room = |min: DVec3, max: DVec3| meshes::cuboid(min, max, true);
    let is_wall = |corners: &[DVec3; 3]| corners.iter().all(|corner| corner.x == 4.0);
    // The second room makes the world box large enough to contain the space behind the wall.
    let other = room(dvec3(8.0, -1.0, -1.0), dvec3(12.0, 3.0, 5.0));
    // A floor of two pieces, and walls whose bottom edges do not share corners with the floor.
    let pieces = |piece: [[DVec3; 4]; 2]| piece.into_iter().flat_map(meshes::quad);
    let floor = pieces([0.0, 1.5].map(|z: f64| {
        let far = if z == 0.0 { 1.5 } else { 4.0 };
        [
            dvec3(0.0, 0.0, z),
            dvec3(0.0, 0.0, far),
            dvec3(4.0, 0.0, far),
            dvec3(4.0, 0.0, z),
        ]
    }));
    let whole = room(DVec3::ZERO, dvec3(4.0, 3.0, 4.0));
    let on_floor = |corners: &[DVec3; 3]| corners.iter().all(|corner| corner.y == 0.0);
    let divided: Vec<_> = whole
        .iter()
        .copied()
        .filter(|c| !on_floor(c))
        .chain(floor)
        .collect();
    for (name, room) in [("whole floor", whole), ("divided floor", divided)] {
        let open = room.iter().copied().filter(|corners| !is_wall(corners));
        let triangles: Vec<_> = open.chain(other.iter().copied()).collect();
        assert_eq!(triangles.len(), room.len() + other.len() - 2, "{name}");
        for (turn, by) in [
            (DQuat::IDENTITY, DVec3::ZERO),
            (rooms::odd_turn(), dvec3(1.0e3, -20.0, 3.0)),
        ] {
            let tree = build(&rooms::transform_faces(&faces(&triangles, true), turn, 1.0, by));
            assert_eq!(tree.validate(), Ok(()), "{name}");
            let is_solid = |point: DVec3| tree.is_solid(tree.locate(turn * point + by));
            for x in [4.2, 5.0, 6.0, 7.8] {
                assert!(is_solid(dvec3(x, 1.5, 2.0)), "{name}: behind the wall, at {x} m");
            }
            for point in [dvec3(0.2, 1.5, 2.0), dvec3(3.8, 0.2, 0.2), dvec3(10.0, 1.0, 2.0)] {
                assert!(!is_solid(point), "{name}: in a room, at {point}");
            }
            assert!(tree.is_solid(OUTSIDE), "{name}");
        }
    }
}

/// The result must not depend on the winding of meshes, on overlaps or on free-floating parts.
#[test]
fn rooms_and_solids_are_distinguished() {
    let room = meshes::cuboid(DVec3::ZERO, dvec3(10.0, 4.0, 10.0), true);
    let pillar = meshes::solid([4.0, 0.0, 4.0], [5.0, 4.0, 5.0]);
    let crate_in = meshes::solid([4.5, 1.0, 4.5], [6.0, 2.0, 6.0]);
    let shell = meshes::cuboid(DVec3::splat(-1.0), dvec3(11.0, 5.0, 11.0), false);
    let in_room = dvec3(2.0, 2.0, 2.0);
    let in_pillar = dvec3(4.25, 3.0, 4.25);
    let in_both = dvec3(4.75, 1.5, 4.75);
    let in_wall = dvec3(-0.5, 2.0, 5.0);
    let check = |name: &str, parts: &[&Vec<[DVec3; 3]>], empty: &[DVec3], solid: &[DVec3]| {
        let triangles: Vec<_> = parts.iter().flat_map(|part| part.iter().copied()).collect();
        let tree = build(&faces(&triangles, true));
        assert_eq!(tree.validate(), Ok(()), "{name}");
        for (points, expected) in [(empty, false), (solid, true)] {
            for &point in points {
                assert_eq!(tree.is_solid(tree.locate(point)), expected, "{name}: {point}");
            }
        }
        assert!(
            tree.misclassified_faces().is_empty(),
            "{name}: {:?}",
            tree.misclassified_faces()
        );
    };
    check("rooms", &[&room], &[in_room, in_pillar], &[]);
    check(
        "a pillar in a room",
        &[&room, &pillar],
        &[in_room],
        &[in_pillar, in_both],
    );
    check(
        "two solids in a room",
        &[&room, &pillar, &crate_in],
        &[in_room],
        &[in_pillar, in_both],
    );
    check("a house", &[&room, &shell], &[in_room], &[in_wall]);
    check(
        "a house with solids",
        &[&room, &shell, &pillar, &crate_in],
        &[in_room],
        &[in_wall, in_both],
    );
    check("solids", &[&pillar, &crate_in], &[], &[in_pillar, in_both]);
}

/// Exports the world faces of a compiled level as an OBJ file, as common exporters do: without back faces, brushes and
/// the tree.
fn exported(level: &Level) -> Level {
    use std::fmt::Write as _;
    let mut text = String::new();
    for triangle in level.triangles.iter().filter(|triangle| triangle.object == 0) {
        for DVec3 { x, y, z } in triangle.corners {
            writeln!(text, "v {x} {y} {z}").unwrap();
        }
        let mark = if triangle.solid { "" } else { "*" };
        writeln!(text, "usemtl {mark}{}\nf -3 -2 -1", triangle.material).unwrap();
    }
    loading::in_metres("export.obj", &text)
}

#[test]
fn exported_level_matches_compiler_solidity() {
    let names = ["lqdm6_a6.bsp", "lq_e0m3.bsp", "lq_e0m3-quake2.bsp"];
    for name in effort::sample(names, names.len()) {
        let Some(level) = levels::load(name, &LoadOptions::default()) else {
            return;
        };
        let own = level.own_tree.as_ref().expect("it brings its tree");
        let export = exported(&level);
        let tree = bspwalk_compile::leaf_tree(&export, &CompileParams::default(), &Arc::default()).unwrap();
        let triangles = solid_triangles(&export);
        let boxes = BoxTree::new(
            triangles
                .iter()
                .map(|&corners| Aabb::from_points(corners))
                .collect(),
        );
        // For a point on a face, either side is correct.
        let is_on_a_face = |point: DVec3| {
            let mut is_on = false;
            boxes.touching(&Aabb::from_points([point]).inflated(0.02), |index| {
                is_on |= closest_point(triangles[index as usize], point)
                    .point
                    .distance(point)
                    < 0.02;
            });
            is_on
        };
        let mut random = bspwalk_testing::random::seeded(5);
        let (mut wrong, mut all) = (0, 0);
        for _ in 0..5 * POINTS {
            let share = dvec3(random.f64(), random.f64(), random.f64());
            let point = export.bounds.min + export.bounds.size() * share;
            if is_on_a_face(point) {
                continue;
            }
            all += 1;
            wrong +=
                usize::from(tree.tree.is_solid(tree.tree.locate(point)) != own.contents(point).is_opaque());
        }
        println!("{name}: {wrong} of {all} points are on the wrong side");
        assert!(wrong * 1000 <= all, "{name}: {wrong} of {all} points");
    }
}

/// Returns intersecting tetrahedra that are wound outwards. Each fits into a cube with sides of `size` metres. The
/// minimum corners of these cubes lie in a cube with sides of `spread` metres.
fn heap(count: usize, [size, spread]: [f64; 2], random: &mut fastrand::Rng) -> Vec<[DVec3; 4]> {
    let mut point = |range: f64| dvec3(random.f64(), random.f64(), random.f64()) * range;
    let mut heap = Vec::new();
    while heap.len() < count {
        let low = point(spread);
        let [a, b, c, d] = std::array::from_fn(|_| low + point(size));
        let volume = (b - a).cross(c - a).dot(d - a) / 6.0;
        if volume.abs() > 5.0e-4 * size.powi(3) {
            heap.push(if volume < 0.0 { [a, b, c, d] } else { [a, c, b, d] });
        }
    }
    heap
}

fn sides_of([a, b, c, d]: [DVec3; 4]) -> [[DVec3; 3]; 4] {
    [[a, b, c], [a, d, b], [b, d, c], [c, d, a]]
}

#[test]
fn heap_is_solid_inside_every_tetrahedron() {
    const NEAR_SURFACE: f64 = 1.0e-3;
    for (count, range) in [(20, [4.0, 1.0]), (60, [4.0, 2.0]), (100, [3.0, 10.0])] {
        for seed in 0..effort::sampled_or_whole(1, 10) {
            let mut random = bspwalk_testing::random::seeded(seed);
            let heap = heap(count, range, &mut random);
            let triangles: Vec<_> = heap.iter().copied().flat_map(sides_of).collect();
            let tree = build(&faces(&triangles, true));
            let planes = heap.iter().map(|&tetrahedron| {
                sides_of(tetrahedron).map(|side| Plane::from_points(side).expect("it has an area"))
            });
            let planes: Vec<[Plane; 4]> = planes.collect();
            for _ in 0..POINTS {
                let point = dvec3(random.f64(), random.f64(), random.f64()) * (range[0] + range[1]);
                let distances = planes.iter().map(|planes| {
                    let distances = planes.iter().map(|plane| plane.distance(point));
                    distances.fold(f64::NEG_INFINITY, f64::max)
                });
                let distance = distances.fold(f64::INFINITY, f64::min);
                if distance.abs() > NEAR_SURFACE {
                    let is_solid = tree.is_solid(tree.locate(point));
                    assert_eq!(
                        is_solid,
                        distance < 0.0,
                        "{count}, seed {seed}: {point}, {distance} m outside"
                    );
                }
            }
        }
    }
}
