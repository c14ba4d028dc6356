//! Compares sweeps of spheres and capsules with parry3d, and with a first touch found by distance search.

use bspwalk_collision::{Capsule, SweepHit, sweep};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_testing::{
    effort, levels, meshes,
    oracle::Oracle,
    queries::Queries,
    recursive::RecursiveQuery,
    small_trees::in_all_layouts,
    swept::{self, Start},
};
use bspwalk_trees::{BuildParams, NodeTree};
use glam::{DVec3, Vec3, dvec3, vec3};
use parry3d::{
    math::{Pose, Vector},
    query::{ShapeCastOptions, cast_shapes},
    shape::{Ball, Capsule as ParryCapsule, Shape, Triangle as ParryTriangle},
};

/// Largest error of a hit relative to the radius, both along the path and perpendicular to the face.
const ACCURACY: f64 = 1.0e-4;

/// Relative change of the radius used to detect grazing sweeps: a sweep is grazing if the change alters its first
/// touch.
const GRAZING: f64 = 1.0e-6;

/// Returns the final gap of parry3d's search, relative to the size of the shapes: the square root of ten units in the
/// last place of an `f32` (its `query::gjk::eps_tol`).
fn parry_accuracy() -> f64 {
    f64::from(10.0 * f32::EPSILON).sqrt()
}

/// Counts of sweeps through a level, by kind.
#[derive(Debug, Default)]
struct Counts {
    sweeps: u32,
    hits: u32,
    at_start: u32,
    /// Sweeps whose first touch changes if the radius changes by [`GRAZING`].
    grazing: u32,
    /// Sweeps that start with the axis passing through a face, or that move along a touched face. Their first touch is
    /// not defined by distances.
    undefined: u32,
    /// Sweeps that start in contact with a face and move along or away from it.
    along: u32,
    parry: u32,
    parry_differs: u32,
}

/// Checks that all layouts of a tree give the same sweep up to rounding, and that the ATI sample's recursion also tests
/// the face that was hit. If two faces share the edge that is hit, either may be reported.
#[track_caller]
fn check_readings(
    trees: &[NodeTree],
    body: Capsule,
    [from, to]: [Vec3; 2],
    hit: Option<SweepHit>,
    margin: f64,
) {
    let tested =
        RecursiveQuery::sweep(from, to, body.half_axis, f64::from(body.radius) + margin).triangles(&trees[0]);
    for tree in trees {
        let context = || format!("{body:?} from {from:?} to {to:?}, {:?}", tree.query_layout());
        match (hit, sweep(tree, body, from, to).hit) {
            (None, None) => {}
            (Some(hit), Some(other)) => {
                assert!(
                    (hit.t - other.t).abs() <= 1.0e-9,
                    "{}: {hit:?}, {other:?}",
                    context()
                );
                let mut stored = tree.triangles_at(other.node);
                assert!(
                    stored.any(|stored| stored == other.triangle) && tested.contains(&other.triangle),
                    "{}: {other:?}",
                    context()
                );
            }
            (hit, other) => panic!("{}: {hit:?}, {other:?}", context()),
        }
    }
}

/// Checks a sweep and panics if it is wrong.
#[track_caller]
fn check(oracle: &Oracle, body: Capsule, from: Vec3, to: Vec3, ours: Option<&SweepHit>, counts: &mut Counts) {
    let (start, end) = (from.as_dvec3(), to.as_dvec3());
    let length = start.distance(end);
    let radius = f64::from(body.radius);
    let context = || format!("{body:?} from {from:?} to {to:?}, {length} m: {ours:?}");
    counts.sweeps += 1;
    counts.hits += u32::from(ours.is_some());
    if let Some(hit) = ours {
        check_hit(oracle, body, start, end, hit).unwrap_or_else(|error| panic!("{error}: {}", context()));
    }
    let expected = match swept::first_touch(oracle, body, start, end, radius) {
        Start::Undefined => {
            counts.undefined += 1;
            return;
        }
        Start::MovesIn => Some(0.0),
        Start::MovesAlong(touch) => {
            // There must be no hits at seams.
            counts.along += 1;
            let earliest = touch.unwrap_or(f64::INFINITY) - ACCURACY * radius;
            assert!(
                ours.is_none_or(|hit| hit.t * length >= earliest),
                "no touch before {touch:?} m: {}",
                context()
            );
            return;
        }
        Start::Free(touch) => touch,
    };
    counts.at_start += u32::from(expected == Some(0.0));
    let ours_at = ours.map(|hit| hit.t * length);
    let same = match (expected, ours_at) {
        (None, None) => true,
        (Some(expected), Some(ours)) => (expected - ours).abs() <= ACCURACY * radius,
        _ => false,
    };
    if same {
        return;
    }
    // A slightly larger body must not hit later, and a slightly smaller one must not hit earlier.
    let at = |radius: f64| match swept::first_touch(oracle, body, start, end, radius) {
        Start::Free(touch) => touch.unwrap_or(f64::INFINITY),
        Start::MovesIn | Start::MovesAlong(_) | Start::Undefined => 0.0,
    };
    let ours_at = ours_at.unwrap_or(f64::INFINITY);
    let (earliest, latest) = (at(radius * (1.0 + GRAZING)), at(radius * (1.0 - GRAZING)));
    assert!(
        earliest - ACCURACY * radius <= ours_at && ours_at <= latest + ACCURACY * radius,
        "first touch at {expected:?} m, between {earliest} and {latest} m, ours at {ours_at} m: {}",
        context()
    );
    counts.grazing += 1;
}

/// Checks that a hit touches its face at the reported position with the reported normal.
fn check_hit(oracle: &Oracle, body: Capsule, from: DVec3, to: DVec3, hit: &SweepHit) -> Result<(), String> {
    if !(0.0..=1.0).contains(&hit.t) {
        return Err("t is not between 0 and 1".to_owned());
    }
    let radius = f64::from(body.radius);
    let half = body.half_axis.as_dvec3();
    let center = from.lerp(to, hit.t);
    // Points are rounded to `f32`.
    let rounding = 2.0e-7 * (center.abs().max_element() + half.length() + radius);
    let slack = ACCURACY * radius + rounding;
    let (point, normal) = (hit.point.as_dvec3(), hit.normal.as_dvec3());
    if hit.center.as_dvec3().distance(center) > slack {
        return Err("the centre is not on the path".to_owned());
    }
    if (normal.length() - 1.0).abs() > 1.0e-6 || normal.dot(to - from) > 1.0e-6 * from.distance(to) {
        return Err("the normal is not unit, or not against the motion".to_owned());
    }
    let distance = swept::distance_of_face(oracle, hit.face, body, center);
    if hit.t == 0.0 && distance < radius {
        return Ok(());
    }
    if (distance - radius).abs() > ACCURACY * radius {
        return Err(format!("its face is {distance} m away"));
    }
    let triangle = swept::distance_of_face(oracle, hit.face, Capsule::sphere(0.0), point);
    if triangle > slack {
        return Err(format!("the point is {triangle} m off its face"));
    }
    let on_axis = point + normal * radius;
    let along = if half == DVec3::ZERO {
        0.0
    } else {
        ((on_axis - center).dot(half) / half.length_squared()).clamp(-1.0, 1.0)
    };
    let off = on_axis.distance(center + half * along);
    // At the seam of a face touched at the start, the hit must have the face's normal.
    let touches = swept::nearest(oracle, body, from, radius * (1.0 + 1.0e-6)).is_some();
    let [a, b, c] = oracle.triangle_of(hit.face).expect("the face exists").corners;
    let is_of_face = (b - a).cross(c - a).normalize_or_zero().dot(normal).abs() > 1.0 - 1.0e-6;
    if off > slack + 1.0e-6 && !(touches && is_of_face) {
        return Err(format!(
            "the normal does not lead from the point to the axis, by {off} m"
        ));
    }
    Ok(())
}

/// Returns a body between 0.05 and 1 m in size. Half of the bodies are spheres.
fn body(queries: &mut Queries<'_>, number: u32) -> Capsule {
    let radius = queries.magnitude(0.05, 1.0) as f32;
    match number % 6 {
        0..3 => Capsule::sphere(radius),
        3 => Capsule::standing(radius * (2.0 + queries.magnitude(0.1, 6.0) as f32), radius),
        4 => Capsule {
            half_axis: (queries.direction() * f64::from(radius) * queries.magnitude(0.1, 4.0)).as_vec3(),
            radius,
        },
        _ => Capsule {
            half_axis: Vec3::X * radius,
            radius,
        },
    }
}

/// Returns a path from 1 mm to 1 km long. It lies between positions in and around the level, near surfaces, or along an
/// axis.
fn random_path(queries: &mut Queries<'_>, number: u32, radius: f64) -> (Vec3, Vec3) {
    let from = match number % 4 {
        0 => queries.point(),
        1 => queries.near_surface(3.0 * radius),
        // Many of these paths start just clear of a large surface.
        2 => queries.in_front_of_surface(radius * 1.001),
        _ => queries.near_surface(20.0 * radius),
    };
    let to = match number / 4 % 5 {
        0 => queries.point(),
        1 => from + queries.direction() * queries.magnitude(1.0e-3, 1000.0),
        2 => from + queries.direction() * queries.magnitude(0.01, 10.0),
        3 => {
            let axis = [DVec3::X, DVec3::Y, DVec3::Z][number as usize / 20 % 3];
            from + axis
                * queries.magnitude(0.01, 1000.0)
                * if (number / 60).is_multiple_of(2) {
                    1.0
                } else {
                    -1.0
                }
        }
        _ => {
            // These paths start far outside and lead towards a surface.
            let target = queries.surface_point();
            return (
                (target + queries.direction() * queries.magnitude(1.0, 1000.0)).as_vec3(),
                target.as_vec3(),
            );
        }
    };
    (from.as_vec3(), to.as_vec3())
}

/// Sweeps through a level and checks every result.
#[track_caller]
fn check_level(name: &str, triangles: &[TaggedTriangle], sweeps: u32) {
    let tree = NodeTree::build(triangles, &BuildParams::default()).unwrap();
    let trees = in_all_layouts(&tree);
    let oracle = Oracle::new(triangles);
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u32;
    let parts: Vec<Counts> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|part| {
                let (tree, trees, oracle) = (&trees[0], &trees, &oracle);
                scope.spawn(move || {
                    let mut queries = Queries::new(u64::from(part) + 21, oracle.triangles());
                    let mut counts = Counts::default();
                    for number in 0..sweeps.div_ceil(threads) {
                        let body = body(&mut queries, number);
                        let (from, to) = random_path(&mut queries, number / 6, f64::from(body.radius));
                        let hit = sweep(tree, body, from, to).hit;
                        check_readings(trees, body, [from, to], hit, oracle.margin);
                        check(oracle, body, from, to, hit.as_ref(), &mut counts);
                        if number % 50 < 6 {
                            check_parry(oracle, body, from, to, hit.as_ref(), &mut counts);
                        }
                    }
                    counts
                })
            })
            .collect();
        handles.into_iter().map(|handle| handle.join().unwrap()).collect()
    });
    let sum = |of: fn(&Counts) -> u32| parts.iter().map(of).sum::<u32>();
    let (all, hits, grazing) = (sum(|c| c.sweeps), sum(|c| c.hits), sum(|c| c.grazing));
    let (parry, differs) = (sum(|c| c.parry), sum(|c| c.parry_differs));
    println!(
        "{name}: {} triangles, {all} sweeps, {hits} hits ({} at the start), {grazing} grazing, {} undefined, {} along; {differs} \
         of {parry} of parry's differ",
        triangles.len(),
        sum(|c| c.at_start),
        sum(|c| c.undefined),
        sum(|c| c.along),
    );
    let undefined = sum(|c| c.undefined);
    let along = sum(|c| c.along);
    assert!(along * 4 <= all, "{name}: {along} start in contact");
    assert!(undefined * 4 <= all, "{name}: {undefined} starts are undefined");
    assert!(
        parry * 50 >= all,
        "{name}: only {parry} were compared with parry3d"
    );
    assert!(hits * 5 > all, "{name}: only {hits} hits");
    // In a small sample, the limits may be exceeded by chance, so allow a few more results.
    let by_chance = effort::sampled_or_whole(3, 0);
    assert!(
        grazing <= all / 1000 + by_chance,
        "{name}: {grazing} sweeps are grazing"
    );
    assert!(
        differs <= parry / 50 + by_chance,
        "{name}: {differs} of {parry} differ from parry3d"
    );
}

/// Compares the sweep with parry3d's cast (in `f32`) against the triangles near the path.
fn check_parry(
    oracle: &Oracle,
    body: Capsule,
    from: Vec3,
    to: Vec3,
    ours: Option<&SweepHit>,
    counts: &mut Counts,
) {
    let length = from.distance(to);
    // parry3d's accuracy is not sufficient for longer paths, and it treats starts in contact differently.
    let starts_on = swept::nearest(oracle, body, from.as_dvec3(), 1.01 * f64::from(body.radius)).is_some();
    if starts_on || !(1.0e-3..=50.0).contains(&length) {
        return;
    }
    let shape: Box<dyn Shape> = if body.is_sphere() {
        Box::new(Ball::new(body.radius))
    } else {
        Box::new(ParryCapsule::new(-body.half_axis, body.half_axis, body.radius))
    };
    let options = ShapeCastOptions {
        max_time_of_impact: 1.0,
        ..ShapeCastOptions::default()
    };
    let theirs = swept::along(oracle, body, from.as_dvec3(), to.as_dvec3())
        .filter_map(|index| {
            // Positions are relative to the start, where `f32` is most precise.
            let local = oracle.triangles()[index]
                .corners
                .map(|corner| (corner - from.as_dvec3()).as_vec3());
            let triangle = ParryTriangle::new(local[0], local[1], local[2]);
            let size = local
                .iter()
                .fold(length, |size, corner| size.max(corner.length()));
            let identity = Pose::identity();
            cast_shapes(
                &identity,
                to - from,
                &*shape,
                &identity,
                Vector::ZERO,
                &triangle,
                options,
            )
            .ok()
            .flatten()
            .map(|hit| (hit.time_of_impact, size))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0));
    counts.parry += 1;
    // parry3d stops a small distance short of the surface. That is a long way along a grazing path, so instead compare
    // how far its result is from touching.
    let same = match (theirs, ours) {
        (None, None) => true,
        (Some((theirs, size)), Some(_)) => {
            let radius = f64::from(body.radius);
            let center = from.as_dvec3().lerp(to.as_dvec3(), f64::from(theirs));
            let slack = parry_accuracy() * f64::from(size);
            swept::nearest(oracle, body, center, radius + slack)
                .is_some_and(|distance| distance >= radius - slack)
        }
        _ => false,
    };
    counts.parry_differs += u32::from(!same);
}

#[test]
fn sweeps_in_meshes_match_brute_force() {
    let mut random = bspwalk_testing::random::seeded(11);
    for (name, triangles) in [
        ("soup", meshes::soup(&mut random, 40, 6.0)),
        ("confetti", meshes::confetti(&mut random, 1000, 8.0, 0.6)),
        ("grid", meshes::grid_soup(&mut random, 60, 8)),
        ("columns", meshes::columns(5)),
        ("stairs", meshes::stairs(20, 0.17, 0.3, 1.5)),
        ("sphere", meshes::sphere(DVec3::ZERO, 4.0, 24)),
        ("terrain", meshes::terrain(&mut random, 24)),
    ] {
        check_level(
            name,
            &meshes::tagged(triangles),
            effort::sampled_or_whole(2_000, 20_000),
        );
    }
}

#[test]
fn sweeps_in_shared_levels_match_brute_force() {
    for level in levels::load_small_unless_full() {
        check_level(
            &level.name,
            &level.triangles,
            effort::sampled_or_whole(2_000, 20_000),
        );
    }
}

/// Returns a triangle in the plane y = 0, facing up, with corners at the origin, at 4 along X and at 4 along Z.
fn one() -> NodeTree {
    let corners = [DVec3::ZERO, dvec3(0.0, 0.0, 4.0), dvec3(4.0, 0.0, 0.0)];
    meshes::tree([corners])
}

#[test]
fn sweep_reports_feature_distance_and_normal() {
    use bspwalk_trees::Feature;
    let tree = one();
    let sphere = Capsule::sphere(0.5);
    let standing = Capsule::standing(3.0, 0.5);
    let diagonal = 0.5_f64.sqrt();
    let mut cases = vec![
        (
            sphere,
            vec3(1.0, 5.0, 1.0),
            vec3(1.0, -5.0, 1.0),
            4.5,
            Vec3::Y,
            Feature::Face,
        ),
        (
            sphere,
            vec3(1.0, -5.0, 1.0),
            vec3(1.0, 5.0, 1.0),
            4.5,
            Vec3::NEG_Y,
            Feature::Face,
        ),
        (
            standing,
            vec3(1.0, 5.0, 1.0),
            vec3(1.0, -5.0, 1.0),
            3.5,
            Vec3::Y,
            Feature::Face,
        ),
    ];
    // When these bodies pass beside the triangle, an upright capsule hits it at the same `t` as a sphere of its
    // radius.
    for (body, edge, vertex) in [(sphere, 0.0, 0.0), (standing, 0.7, 0.3)] {
        cases.extend([
            (
                body,
                vec3(-5.0, edge, 1.0),
                vec3(5.0, edge, 1.0),
                4.5,
                Vec3::NEG_X,
                Feature::Edge,
            ),
            (
                body,
                vec3(-2.0, vertex, -2.0),
                vec3(1.0, vertex, 1.0),
                8.0_f64.sqrt() - 0.5,
                vec3(-1.0, 0.0, -1.0) * diagonal as f32,
                Feature::Vertex,
            ),
        ]);
    }
    for (body, from, to, distance, normal, feature) in cases {
        let hit = sweep(&tree, body, from, to).hit.expect("it is hit");
        let at = hit.t * from.as_dvec3().distance(to.as_dvec3());
        assert!(
            (at - distance).abs() < 1.0e-9,
            "{body:?} {from}: {at} m, {distance} m"
        );
        assert!(hit.normal.distance(normal) < 1.0e-6, "{body:?} {from}: {hit:?}");
        assert_eq!(hit.feature, feature, "{body:?} {from}");
    }
}

#[test]
fn touching_face_hits_only_when_approached() {
    let tree = one();
    for (body, height) in [(Capsule::sphere(0.5), 0.5), (Capsule::standing(3.0, 0.5), 1.5)] {
        for side in [1.0, -1.0] {
            for sink in [0.0, 0.1, 0.4] {
                let from = vec3(1.0, side * (height - sink), 1.0);
                let into = vec3(0.1, -side, 0.2);
                let hit = sweep(&tree, body, from, from + into).hit.expect("it moves in");
                assert_eq!((hit.t, hit.normal), (0.0, Vec3::Y * side));
                for step in [
                    -into,
                    vec3(1.0, 0.0, 0.3),
                    vec3(1.0, side * 1.0e-3, 0.0),
                    Vec3::ZERO,
                ] {
                    assert_eq!(sweep(&tree, body, from, from + step).hit, None, "{from} {step}");
                }
            }
        }
    }
}

#[test]
fn of_touched_faces_the_most_approached_is_hit() {
    let floor = [DVec3::ZERO, dvec3(0.0, 0.0, 4.0), dvec3(4.0, 0.0, 0.0)];
    let wall = [DVec3::ZERO, dvec3(0.0, 4.0, 0.0), dvec3(0.0, 0.0, 4.0)];
    for corners in [[floor, wall], [wall, floor]] {
        let tree = meshes::tree(corners);
        let from = vec3(0.5, 0.5, 1.0);
        for (step, normal) in [(vec3(-1.0, -0.2, 0.0), Vec3::X), (vec3(-0.2, -1.0, 0.0), Vec3::Y)] {
            let hit = sweep(&tree, Capsule::sphere(0.5), from, from + step).hit;
            let hit = hit.expect("it moves into both faces");
            assert_eq!((hit.t, hit.normal), (0.0, normal), "{step}");
        }
    }
}

/// At a distance of a kilometre, the result must be just as precise.
#[test]
fn long_sweeps_are_exact() {
    let tree = one();
    let body = Capsule::sphere(0.05);
    for direction in [vec3(0.6, 0.8, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.3, 0.05, 0.9)] {
        let direction = direction.as_dvec3().normalize();
        let target = dvec3(1.0, 0.0, 1.0);
        let from = (target + direction * 1000.0).as_vec3();
        let to = (target - direction * 2.0).as_vec3();
        let hit = sweep(&tree, body, from, to).hit.expect("it is hit");
        let center = from.as_dvec3().lerp(to.as_dvec3(), hit.t);
        assert!((center.y - 0.05_f32 as f64).abs() < 1.0e-9, "{center}");
    }
}

#[test]
fn empty_and_non_finite_sweeps_hit_nothing() {
    let tree = one();
    let body = Capsule::standing(1.8, 0.3);
    let (a, b) = (vec3(1.0, 3.0, 1.0), vec3(1.0, -3.0, 1.0));
    assert!(sweep(&tree, body, a, b).hit.is_some());
    for (body, from, to) in [
        (body, Vec3::NAN, b),
        (body, a, Vec3::INFINITY),
        (Capsule::sphere(f32::NAN), a, b),
        (Capsule::sphere(0.0), a, b),
        (Capsule::sphere(-0.3), a, b),
        (Capsule::sphere(f32::INFINITY), a, b),
        (
            Capsule {
                half_axis: Vec3::NAN,
                ..body
            },
            a,
            b,
        ),
        (body, a, a),
    ] {
        assert_eq!(sweep(&tree, body, from, to).hit, None, "{body:?} {from} {to}");
    }
    // Long paths outside the level's bounds must not visit nodes below the root.
    for (from, to) in [
        (vec3(1.0e4, 50.0, -1.0e4), vec3(-1.0e4, 50.0, 1.0e4)),
        (vec3(-1.0e30, 5.0, 0.0), vec3(1.0e30, 5.0, 0.0)),
        (Vec3::splat(f32::MAX), Vec3::splat(-f32::MAX)),
    ] {
        let report = sweep(&tree, body, from, to);
        assert!(report.triangles_tested <= 1, "{from} {to}: {report:?}");
    }
    let report = sweep(&tree, body, vec3(1.0e4, 50.0, -1.0e4), vec3(-1.0e4, 50.0, 1.0e4));
    assert_eq!((report.hit, report.nodes_visited), (None, 1));
    let empty = NodeTree::build(&[], &BuildParams::default()).unwrap();
    assert_eq!(sweep(&empty, body, a, b).hit, None);
}

/// Even the shortest motion into a touched face must hit the face: the square of its length must not underflow.
#[test]
fn tiny_motions_hit_touched_faces() {
    let tree = one();
    for length in [1.0e-3, 1.0e-12, 1.0e-25, 1.0e-35] {
        let from = vec3(1.0, length, 1.0);
        let hit = sweep(&tree, Capsule::sphere(0.5), from, from.with_y(0.0))
            .hit
            .expect("it moves in");
        assert_eq!((hit.t, hit.normal), (0.0, Vec3::Y), "{length}");
    }
}
