//! Checks sweeps, contacts and overlap tests of boxes and cylinders by an independent distance, brute force and parry3d.

use bspwalk_collision::{Capsule, Cuboid, Cylinder, Shape, contacts, is_clear, sweep};
use bspwalk_geometry::{TaggedTriangle, triangle::closest_point};
use bspwalk_testing::{effort, levels, meshes, oracle::Oracle, queries::Queries, rooms};
use bspwalk_trees::{BuildParams, FaceId, LeafParams, LeafTree, NodeTree, TriangleList};
use glam::{DMat3, DVec3, EulerRot, Quat, Vec3, dvec3, vec3};
use parry3d::{
    math::Pose,
    query::{ShapeCastOptions, cast_shapes},
    shape::{
        Cuboid as ParryCuboid, Cylinder as ParryCylinder, Shape as ParryShape, Triangle as ParryTriangle,
    },
};

/// Accuracy of the checks, in metres. The shapes and triangles are about 1 m large.
const ACCURACY: f64 = 1.0e-5;

/// A shape at a position, with its axes in `f64`.
#[derive(Clone, Copy)]
struct Placed {
    shape: Shape,
    axes: DMat3,
    center: DVec3,
    /// Growth of the shape in all directions, in metres. Negative values shrink it.
    margin: f64,
}

impl Placed {
    fn new(shape: Shape, center: DVec3, margin: f64) -> Self {
        let axes = match shape {
            Shape::Cuboid(cuboid) => DMat3::from_quat(cuboid.rotation.as_dquat().normalize()),
            Shape::Cylinder(Cylinder { half_axis, .. }) => {
                let y = half_axis.as_dvec3().normalize();
                let x = y.any_orthonormal_vector();
                DMat3::from_cols(x, y, x.cross(y))
            }
            Shape::Capsule(_) => DMat3::IDENTITY,
        };
        Self {
            shape,
            axes,
            center,
            margin,
        }
    }

    /// Returns the point of the shape that is nearest to `point`.
    fn project(&self, point: DVec3) -> DVec3 {
        let local = self.axes.transpose() * (point - self.center);
        let local = match self.shape {
            Shape::Cuboid(cuboid) => {
                let half = cuboid.half_extents.as_dvec3() + self.margin;
                local.clamp(-half, half)
            }
            Shape::Cylinder(Cylinder { half_axis, radius }) => {
                let (height, radius) = (
                    half_axis.as_dvec3().length() + self.margin,
                    f64::from(radius) + self.margin,
                );
                let beside = dvec3(local.x, 0.0, local.z).clamp_length_max(radius);
                dvec3(beside.x, local.y.clamp(-height, height), beside.z)
            }
            Shape::Capsule(_) => unreachable!("only boxes and cylinders are projected on"),
        };
        self.center + self.axes * local
    }

    /// Returns the distance from a triangle and a lower bound for it, by the algorithm of Gilbert, Johnson and Keerthi
    /// ("A fast procedure for computing the distance between complex objects", 1988). Both are 0 if they overlap.
    fn distance(&self, corners: [DVec3; 3]) -> (f64, f64) {
        let difference = |direction: DVec3| {
            let corner = corners
                .into_iter()
                .max_by(|a, b| direction.dot(*a).total_cmp(&direction.dot(*b)));
            self.farthest(-direction) - corner.unwrap()
        };
        let mut simplex = vec![difference(DVec3::X)];
        let mut nearest = simplex[0];
        let mut bound = 0.0_f64;
        for _ in 0..200 {
            let distance = nearest.length();
            if distance < 1.0e-12 {
                return (0.0, 0.0);
            }
            let next = difference(nearest);
            bound = bound.max(nearest.dot(next) / distance);
            if distance - bound < 1.0e-10 || simplex.contains(&next) {
                break;
            }
            simplex.push(next);
            (nearest, simplex) = nearest_to_origin(&simplex);
            if simplex.len() == 4 {
                return (0.0, 0.0);
            }
        }
        (nearest.length(), bound)
    }

    /// Returns the point of the shape that is farthest in a direction.
    fn farthest(&self, direction: DVec3) -> DVec3 {
        let local = self.axes.transpose() * direction;
        let sign = |number: f64| if number < 0.0 { -1.0 } else { 1.0 };
        let point = match self.shape {
            Shape::Cuboid(cuboid) => {
                let half = cuboid.half_extents.as_dvec3() + self.margin;
                dvec3(sign(local.x), sign(local.y), sign(local.z)) * half
            }
            Shape::Cylinder(Cylinder { half_axis, radius }) => {
                let beside = dvec3(local.x, 0.0, local.z).normalize_or_zero();
                let height = half_axis.as_dvec3().length() + self.margin;
                beside * (f64::from(radius) + self.margin) + DVec3::Y * (sign(local.y) * height)
            }
            Shape::Capsule(_) => unreachable!("only boxes and cylinders are searched"),
        };
        self.center + self.axes * point
    }

    fn support(&self, normal: DVec3) -> f64 {
        let local = (self.axes.transpose() * normal).abs();
        match self.shape {
            Shape::Cuboid(cuboid) => local.dot(cuboid.half_extents.as_dvec3() + self.margin),
            Shape::Cylinder(Cylinder { half_axis, radius }) => {
                local.y * (half_axis.as_dvec3().length() + self.margin)
                    + local.x.hypot(local.z) * (f64::from(radius) + self.margin)
            }
            Shape::Capsule(_) => unreachable!("only boxes and cylinders have this support"),
        }
    }
}

/// Returns the point of a simplex that is nearest to the origin, and the corners of the face that contains it.
fn nearest_to_origin(simplex: &[DVec3]) -> (DVec3, Vec<DVec3>) {
    let mut best = (DVec3::INFINITY, Vec::new());
    for subset in 1_u32..1 << simplex.len() {
        let face: Vec<DVec3> = (0..simplex.len())
            .filter(|index| subset >> index & 1 == 1)
            .map(|index| simplex[index])
            .collect();
        let weights = match face[..] {
            [_] => vec![1.0],
            [a, b] => {
                let t = -a.dot(b - a) / (b - a).length_squared();
                vec![1.0 - t, t]
            }
            [a, b, c] => {
                let normal = (b - a).cross(c - a);
                let share = |b: DVec3, c: DVec3| normal.dot(b.cross(c)) / normal.length_squared();
                vec![share(b, c), share(c, a), share(a, b)]
            }
            [a, b, c, d] => {
                let volume = |a: DVec3, b: DVec3, c: DVec3| a.dot(b.cross(c));
                let whole = volume(b - a, c - a, d - a);
                [
                    volume(b, c, d),
                    -volume(a, c, d),
                    volume(a, b, d),
                    -volume(a, b, c),
                ]
                .map(|part| part / whole)
                .to_vec()
            }
            _ => unreachable!("a simplex has at most four corners"),
        };
        if weights.iter().all(|weight| *weight >= 0.0) {
            let point: DVec3 = face
                .iter()
                .zip(&weights)
                .map(|(corner, weight)| *corner * *weight)
                .sum();
            let point = if face.len() == 4 { DVec3::ZERO } else { point };
            if point.length_squared() < best.0.length_squared() {
                best = (point, face);
            }
        }
    }
    best
}

fn random_shape(random: &mut fastrand::Rng, number: u32) -> Shape {
    let mut size = || random.f32() * 0.8 + 0.1;
    match number % 4 {
        0 => Cuboid::aligned(vec3(size(), size(), size())).into(),
        1 => Cuboid {
            half_extents: vec3(size(), size(), size()),
            rotation: Quat::from_euler(EulerRot::YXZ, 7.0 * size(), 7.0 * size(), 7.0 * size()),
        }
        .into(),
        2 => Cylinder::standing(2.0 * size(), size()).into(),
        _ => Cylinder {
            half_axis: vec3(size() - 0.5, size() - 0.5, size() - 0.45),
            radius: size(),
        }
        .into(),
    }
}

/// Returns a triangle with corners in a cube of 4 m. A third are on a grid, so that many edges and faces are parallel to
/// the axes.
fn random_triangle(random: &mut fastrand::Rng, number: u32) -> [DVec3; 3] {
    [(); 3].map(|()| {
        let mut number = |_: usize| {
            if number.is_multiple_of(3) {
                f64::from(random.i32(-2..=2))
            } else {
                f64::from(random.f32()) * 4.0 - 2.0
            }
        };
        DVec3::from([0, 1, 2].map(&mut number))
    })
}

/// A body that touches the triangle at the time of impact, but does not shortly before, has found the first impact,
/// because two convex shapes overlap during one interval of time.
#[test]
fn shapes_hit_triangles_when_they_touch() {
    let mut random = bspwalk_testing::random::seeded(41);
    let (mut hits, mut misses, mut unclear) = (0, 0, 0);
    for number in 0..effort::sampled_or_whole(12_000, 200_000) {
        let shape = random_shape(&mut random, number);
        let corners = random_triangle(&mut random, number / 4);
        let triangle = TaggedTriangle {
            corners,
            face: FaceId(7),
        };
        let list = TriangleList::new(&[triangle]);
        if list.triangle_count() == 0 {
            continue;
        }
        let mut end = || vec3(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5) * 12.0;
        let (from, to) = (end(), end());
        let (start, path) = (from.as_dvec3(), to.as_dvec3() - from.as_dvec3());
        let at = |t: f64, margin: f64| Placed::new(shape, start + path * t, margin).distance(corners);
        let context = || format!("number {number}: {shape:?} from {from} to {to} at {corners:?}");
        if at(0.0, 0.0).0 < 2.0 * ACCURACY {
            continue;
        }
        let hit = sweep(&list, shape, from, to).hit;
        match hit {
            Some(hit) => {
                hits += 1;
                let (distance, _) = at(hit.t, ACCURACY);
                assert!(
                    distance <= ACCURACY,
                    "{distance} m away at {hit:?}: {}",
                    context()
                );
                let before = hit.t - 10.0 * ACCURACY / path.length();
                if before > 0.0 {
                    // A grazing path enters so slowly that it may be closer.
                    let (_, apart) = at(before, -2.0 * ACCURACY);
                    if apart <= 0.0 {
                        let (inside, _) = at(before, -4.0 * ACCURACY);
                        assert!(inside > 1.0e-9, "it touches before {hit:?}: {}", context());
                        unclear += 1;
                    }
                }
                check_touch(
                    Placed::new(shape, start + path * hit.t, 0.0),
                    corners,
                    &hit,
                    path,
                    &context,
                );
            }
            None => {
                misses += 1;
                // The distance is a convex function of time.
                let (mut low, mut high) = (0.0, 1.0);
                for _ in 0..60 {
                    let (a, b) = (low + (high - low) * 0.382, low + (high - low) * 0.618);
                    if at(a, 0.0).0 < at(b, 0.0).0 {
                        high = b;
                    } else {
                        low = a;
                    }
                    if at(low, -ACCURACY).0 < 1.0e-9 {
                        break;
                    }
                }
                let (distance, _) = at(0.5 * (low + high), -ACCURACY);
                assert!(distance > 1.0e-9, "missed: {}", context());
            }
        }
    }
    println!("{hits} hits, {misses} misses, {unclear} unclear");
    assert!(
        hits > 1000 && misses > 1000 && unclear * 20 < hits,
        "{hits} {misses} {unclear}"
    );
}

#[track_caller]
fn check_touch(
    placed: Placed,
    corners: [DVec3; 3],
    hit: &bspwalk_collision::SweepHit,
    path: DVec3,
    context: &impl Fn() -> String,
) {
    let (point, normal) = (hit.point.as_dvec3(), hit.normal.as_dvec3());
    let off_triangle = closest_point(corners, point).point.distance(point);
    let off_shape = placed.project(point).distance(point);
    assert!(
        off_triangle < ACCURACY && off_shape < ACCURACY,
        "the point is {off_triangle} m off the triangle and {off_shape} m off the shape at {hit:?}: {}",
        context()
    );
    // The plane through the point separates the shape from the triangle.
    let above = normal.dot(placed.center - point) - placed.support(normal);
    let below = corners
        .iter()
        .map(|corner| normal.dot(*corner - point))
        .fold(f64::NEG_INFINITY, f64::max);
    assert!(
        above > -ACCURACY && below < ACCURACY && normal.dot(path) < 1.0e-6 * path.length(),
        "the normal does not separate them, by {above} and {below} m at {hit:?}: {}",
        context()
    );
}

#[test]
fn overlaps_match_distances() {
    let mut random = bspwalk_testing::random::seeded(43);
    let (mut overlaps, mut clear) = (0, 0);
    let mut found = Vec::new();
    for number in 0..effort::sampled_or_whole(10_000, 100_000) {
        let shape = random_shape(&mut random, number);
        let corners = random_triangle(&mut random, number / 4);
        let list = TriangleList::new(&[TaggedTriangle {
            corners,
            face: FaceId(7),
        }]);
        let center = vec3(random.f32() - 0.5, random.f32() - 0.5, random.f32() - 0.5) * 5.0;
        if list.triangle_count() == 0 {
            continue;
        }
        let placed = |margin: f64| Placed::new(shape, center.as_dvec3(), margin).distance(corners);
        let context = || format!("number {number}: {shape:?} at {center} and {corners:?}");
        contacts(&list, shape, center, &mut found);
        assert_eq!(found.is_empty(), is_clear(&list, shape, center), "{}", context());
        if let Some(contact) = found.first() {
            overlaps += 1;
            assert!(placed(ACCURACY).0 <= ACCURACY, "{}", context());
            // The displacement that the contact describes separates them.
            let moved = center.as_dvec3() + contact.normal.as_dvec3() * f64::from(contact.depth);
            let (distance, _) = Placed::new(shape, moved, -ACCURACY).distance(corners);
            assert!(
                contact.depth > 0.0 && distance > 1.0e-9,
                "{contact:?}: {}",
                context()
            );
        } else {
            clear += 1;
            assert!(placed(-ACCURACY).0 > 1.0e-9, "{}", context());
        }
    }
    assert!(overlaps > 500 && clear > 1000, "{overlaps} {clear}");
}

fn parry_shape(shape: Shape) -> (Box<dyn ParryShape>, Quat) {
    match shape {
        Shape::Cuboid(Cuboid {
            half_extents,
            rotation,
        }) => (Box::new(ParryCuboid::new(half_extents)), rotation.normalize()),
        Shape::Cylinder(Cylinder { half_axis, radius }) => (
            Box::new(ParryCylinder::new(half_axis.length(), radius)),
            Quat::from_rotation_arc(Vec3::Y, half_axis.normalize()),
        ),
        Shape::Capsule(_) => unreachable!("no capsules are compared"),
    }
}

/// Returns the first impact that parry3d finds, as a fraction of the path.
fn parry_impact(triangles: &[TaggedTriangle], shape: Shape, [from, to]: [Vec3; 2]) -> Option<f32> {
    let (moving, rotation) = parry_shape(shape);
    let options = ShapeCastOptions {
        max_time_of_impact: 1.0,
        ..ShapeCastOptions::default()
    };
    let pose = Pose::from_parts(Vec3::ZERO, rotation);
    let impacts = triangles.iter().filter_map(|triangle| {
        // Positions are relative to the start, where `f32` is most precise.
        let [a, b, c] = triangle
            .corners
            .map(|corner| (corner - from.as_dvec3()).as_vec3());
        let fixed = ParryTriangle::new(a, b, c);
        let hit = cast_shapes(
            &pose,
            to - from,
            &*moving,
            &Pose::IDENTITY,
            Vec3::ZERO,
            &fixed,
            options,
        );
        hit.ok().flatten().map(|hit| hit.time_of_impact)
    });
    impacts.min_by(f32::total_cmp)
}

/// Sweeps shapes through a level in three ways: through both kinds of trees, and against the list of all triangles.
/// Compares the sweeps with parry3d, which often misses its tolerance. If the results differ, the distances at both times
/// of impact decide.
fn check_level(name: &str, triangles: &[TaggedTriangle], leaves: &LeafTree, sweeps: u32, sizes: f32) {
    let tree = NodeTree::build(triangles, &BuildParams::default()).unwrap();
    let list = TriangleList::new(triangles);
    let leaves = leaves.obstacles(triangles);
    let mut random = bspwalk_testing::random::seeded(47);
    let oracle = Oracle::new(triangles);
    let mut queries = Queries::new(31, oracle.triangles());
    let (mut hits, mut compared, mut differs, mut overlaps) = (0, 0, 0, 0);
    let near = |from: Vec3, to: Vec3, reach: f32| {
        let (low, high) = (
            (from.min(to) - reach).as_dvec3(),
            (from.max(to) + reach).as_dvec3(),
        );
        let near = triangles.iter().filter(move |triangle| {
            let [a, b, c] = triangle.corners;
            a.min(b).min(c).cmple(high).all() && a.max(b).max(c).cmpge(low).all()
        });
        near.copied().collect::<Vec<_>>()
    };
    for number in 0..sweeps {
        let shape = match random_shape(&mut random, number) {
            Shape::Cuboid(cuboid) => Shape::Cuboid(Cuboid {
                half_extents: cuboid.half_extents * sizes,
                ..cuboid
            }),
            Shape::Cylinder(Cylinder { half_axis, radius }) => Shape::Cylinder(Cylinder {
                half_axis: half_axis * sizes,
                radius: radius * sizes,
            }),
            Shape::Capsule(capsule) => Shape::Capsule(capsule),
        };
        let reach = f64::from(shape.extents().max_element());
        let from = if number % 2 == 0 {
            queries.near_surface(3.0 * reach)
        } else {
            queries.point()
        };
        let to = (from + queries.direction() * queries.magnitude(0.01, 30.0) * f64::from(sizes)).as_vec3();
        let from = from.as_vec3();
        let context = || format!("{name}, number {number}: {shape:?} from {from} to {to}");
        let clear = is_clear(&tree, shape, from);
        assert_eq!(clear, is_clear(&list, shape, from), "{}", context());
        assert_eq!(clear, is_clear(&leaves, shape, from), "{}", context());
        let [by_tree, by_leaves, by_list] = [
            sweep(&tree, shape, from, to).hit,
            sweep(&leaves, shape, from, to).hit,
            sweep(&list, shape, from, to).hit,
        ];
        overlaps += u32::from(!clear);
        for (which, found) in [("nodes", by_tree), ("leaves", by_leaves)] {
            match (found, by_list) {
                (None, None) => {}
                (Some(found), Some(expected)) => assert!(
                    (found.t - expected.t).abs() <= 1.0e-9,
                    "{which}: {found:?}, expected {expected:?}: {}",
                    context()
                ),
                (found, expected) => panic!("{which}: {found:?}, expected {expected:?}: {}", context()),
            }
        }
        hits += u32::from(by_tree.is_some());
        if clear && is_clear(&list, shape.inflated(1.0e-2 * sizes), from) {
            let theirs = parry_impact(&near(from, to, reach as f32), shape, [from, to]);
            let length = from.distance(to);
            let apart = match (by_tree, theirs) {
                (Some(ours), Some(theirs)) => (ours.t as f32 - theirs).abs() * length,
                (None, None) => 0.0,
                _ => f32::INFINITY,
            };
            compared += 1;
            if apart > 0.01 * sizes {
                differs += 1;
                let near = near(from, to, reach as f32);
                check_against(
                    &near,
                    shape,
                    [from, to],
                    by_tree.map(|hit| hit.t),
                    theirs,
                    &context,
                );
            }
        }
    }
    println!(
        "{name}: {sweeps} sweeps, {hits} hits, {overlaps} start in a face, {differs} of {compared} of parry3d's differ"
    );
    assert!(
        hits * 5 > sweeps && compared * 10 > sweeps,
        "{name}: {hits} hits, {compared} compared"
    );
    assert!(
        differs * 2 <= compared,
        "{name}: {differs} of {compared} differ from parry3d"
    );
}

/// Checks that our time of impact is right and parry3d's is wrong.
fn check_against(
    near: &[TaggedTriangle],
    shape: Shape,
    [from, to]: [Vec3; 2],
    ours: Option<f64>,
    theirs: Option<f32>,
    context: &impl Fn() -> String,
) {
    let path = to.as_dvec3() - from.as_dvec3();
    let distance = |t: f64| {
        let placed = Placed::new(shape, from.as_dvec3() + path * t, 0.0);
        let all = near.iter().map(|triangle| placed.distance(triangle.corners).0);
        all.fold(f64::INFINITY, f64::min)
    };
    let before = theirs.filter(|theirs| ours.is_none_or(|ours| f64::from(*theirs) < ours));
    match (ours, before) {
        // parry3d stops early.
        (_, Some(theirs)) => {
            let gap = distance(f64::from(theirs));
            assert!(
                gap > 10.0 * ACCURACY,
                "parry3d: {theirs}, {gap} m, ours {ours:?}: {}",
                context()
            );
        }
        (Some(ours), None) => {
            let gap = distance(ours);
            assert!(
                gap < ACCURACY,
                "ours: {ours}, {gap} m, parry3d {theirs:?}: {}",
                context()
            );
        }
        (None, None) => unreachable!("the results differ"),
    }
}

#[test]
fn shape_sweeps_match_brute_force_and_parry() {
    let mut random = bspwalk_testing::random::seeded(5);
    for (name, corners) in [
        ("soup", meshes::soup(&mut random, 80, 6.0)),
        ("confetti", meshes::confetti(&mut random, 300, 8.0, 1.0)),
        ("grid", meshes::grid_soup(&mut random, 60, 5)),
        ("terrain", meshes::terrain(&mut random, 10)),
        ("room", meshes::room([-5.0; 3], [5.0; 3])),
    ] {
        let triangles = meshes::tagged(corners);
        let leaves = LeafTree::build(&rooms::structural_faces(&triangles), &LeafParams::default()).unwrap();
        check_level(
            name,
            &triangles,
            &leaves,
            effort::sampled_or_whole(600, 20_000),
            1.0,
        );
    }
}

#[test]
fn shape_sweeps_match_in_real_level() {
    let Some(level) = levels::load_as_documented("lqdm6_a6.bsp") else {
        return;
    };
    let made = bspwalk_compile::leaf_tree(
        &level,
        &bspwalk_compile::CompileParams::quick(),
        &Default::default(),
    )
    .unwrap();
    let leaves = LeafTree::clone(&made.tree);
    check_level(
        "lqdm6_a6",
        &level.solid_triangles(),
        &leaves,
        effort::sampled_or_whole(600, 20_000),
        0.7,
    );
}

fn floor() -> NodeTree {
    let mut corners = Vec::new();
    for x in 0..8 {
        for z in -2..2 {
            corners.extend(meshes::sheet(
                dvec3(f64::from(x), 0.0, f64::from(z)),
                DVec3::Z,
                DVec3::X,
            ));
        }
    }
    // A ramp and a wall rise from the floor.
    corners.extend(meshes::sheet(
        dvec3(4.0, 0.0, -2.0),
        DVec3::Z * 2.0,
        dvec3(2.0, 1.0, 0.0),
    ));
    corners.extend(meshes::sheet(
        dvec3(6.5, 0.0, -2.0),
        DVec3::Z * 4.0,
        DVec3::Y * 3.0,
    ));
    meshes::tree(corners)
}

/// The seams of a floor are no obstacles for a box or a cylinder that slides along it.
#[test]
fn flat_shapes_pass_seams() {
    let tree = floor();
    for shape in [
        Shape::from(Cuboid::aligned(vec3(0.3, 0.5, 0.2))),
        Cuboid {
            half_extents: vec3(0.3, 0.5, 0.2),
            rotation: Quat::from_rotation_y(0.7),
        }
        .into(),
        Cylinder::standing(1.0, 0.3).into(),
    ] {
        for sink in [-1.0e-6_f32, 0.0, 1.0e-7, 1.0e-5, 1.0e-3] {
            let height = 0.5 - sink;
            let from = vec3(1.1, height, 1.13);
            let free = sweep(&tree, shape, from, vec3(5.5, height, 1.27));
            assert_eq!(free.hit, None, "{shape:?} {sink}");
            let wall = sweep(&tree, shape, from, vec3(8.0, height, 1.27)).hit.unwrap();
            assert!(
                wall.normal.distance(Vec3::NEG_X) < 1.0e-5,
                "{shape:?} {sink}: {wall:?}"
            );
            let ramp = sweep(&tree, shape, vec3(1.1, height, -1.0), vec3(6.0, height, -1.0));
            let ramp = ramp.hit.unwrap();
            assert!(
                ramp.center.x < 4.01 && ramp.normal.x < -0.1,
                "{shape:?} {sink}: {ramp:?}"
            );
            let down = sweep(&tree, shape, vec3(2.5, 3.0, 0.5), vec3(2.5, -1.0, 0.5))
                .hit
                .unwrap();
            assert!(
                down.normal.distance(Vec3::Y) < 1.0e-6 && (down.center.y - 0.5).abs() < 1.0e-6,
                "{shape:?}: {down:?}"
            );
        }
    }
}

#[test]
fn invalid_shapes_hit_nothing() {
    let tree = floor();
    let (from, to) = (vec3(1.0, 2.0, 0.0), vec3(1.0, -2.0, 0.0));
    for shape in [
        Shape::from(Cuboid::aligned(vec3(0.3, 0.0, 0.2))),
        Cuboid::aligned(vec3(0.3, f32::NAN, 0.2)).into(),
        Cuboid {
            half_extents: Vec3::ONE,
            rotation: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        }
        .into(),
        Cylinder::standing(0.0, 0.3).into(),
        Cylinder::standing(1.0, -0.3).into(),
        Cylinder::standing(f32::INFINITY, 0.3).into(),
        Capsule::sphere(0.0).into(),
    ] {
        assert_eq!(sweep(&tree, shape, from, to).hit, None, "{shape:?}");
        assert!(!is_clear(&tree, shape, from), "{shape:?}");
        let mut found = Vec::new();
        contacts(&tree, shape, Vec3::ZERO, &mut found);
        assert!(found.is_empty(), "{shape:?}");
    }
    let cuboid = Cuboid::aligned(Vec3::ONE);
    assert_eq!(sweep(&tree, cuboid, from, vec3(f32::NAN, 0.0, 0.0)).hit, None);
}
