//! Random geometry for property tests. Half of the cases have small integer coordinates, so that points on planes,
//! parallel edges and coincident corners are common.

use bspwalk_geometry::{Aabb, Plane, Polygon, Segment, Triangle, polygon::Vertex};
use glam::DVec3;
use proptest::{prelude::*, test_runner::RngSeed};

/// Returns a configuration with the given number of cases and a high limit for rejected cases.
///
/// Unless `PROPTEST_RNG_SEED` is set, every run has different cases. A failed test prints the seed that reproduces its
/// cases.
pub fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let seed = match default.rng_seed {
        RngSeed::Fixed(seed) => seed,
        RngSeed::Random => fastrand::u64(..),
    };
    println!("these cases are made again by PROPTEST_RNG_SEED={seed}");
    ProptestConfig {
        cases,
        max_global_rejects: 100 * cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        ..default
    }
}

/// Generates a point with coordinates from −10 to 10 m.
pub fn random_point() -> BoxedStrategy<DVec3> {
    prop::array::uniform3(-10.0..10.0f64)
        .prop_map(DVec3::from)
        .boxed()
}

/// Generates a point with integer coordinates from −3 to 3.
pub fn grid_point() -> BoxedStrategy<DVec3> {
    prop::array::uniform3(-3..=3i32)
        .prop_map(|p| DVec3::from(p.map(f64::from)))
        .boxed()
}

/// Generates values either from random points or from grid points. One case never mixes the two.
pub fn random_or_grid_points<S: Strategy + 'static>(
    of: impl Fn(BoxedStrategy<DVec3>) -> S,
) -> impl Strategy<Value = S::Value>
where
    S::Value: 'static,
{
    prop_oneof![of(random_point()), of(grid_point())]
}

/// Generates the corners of a triangle, which may be degenerate.
pub fn corners(point: BoxedStrategy<DVec3>) -> BoxedStrategy<[DVec3; 3]> {
    prop::array::uniform3(point).boxed()
}

/// Generates a triangle whose smallest altitude exceeds 1 mm.
pub fn triangle(point: BoxedStrategy<DVec3>) -> BoxedStrategy<Triangle> {
    corners(point)
        .prop_filter_map("degenerate", |corners| Triangle::new(corners, 1.0e-3))
        .boxed()
}

/// Generates a plane through three points.
pub fn plane(point: BoxedStrategy<DVec3>) -> BoxedStrategy<Plane> {
    triangle(point).prop_map(|triangle| triangle.plane).boxed()
}

/// Generates a segment that is longer than 1 mm.
pub fn segment(point: BoxedStrategy<DVec3>) -> BoxedStrategy<Segment> {
    (point.clone(), point)
        .prop_map(|(from, to)| Segment { from, to })
        .prop_filter("no length", |segment| segment.length() > 1.0e-3)
        .boxed()
}

/// Generates a box with all edges longer than 1 cm.
pub fn aabb(point: BoxedStrategy<DVec3>) -> BoxedStrategy<Aabb> {
    (point.clone(), point)
        .prop_map(|(a, b)| Aabb::from_points([a, b]))
        .prop_filter("flat", |aabb| aabb.size().min_element() > 1.0e-2)
        .boxed()
}

/// Generates a convex polygon with three to seven corners, by cutting corners off a triangle.
pub fn polygon(point: BoxedStrategy<DVec3>) -> BoxedStrategy<Polygon> {
    (triangle(point.clone()), prop::collection::vec(plane(point), 0..4))
        .prop_map(|(triangle, planes)| {
            let whole = Polygon {
                vertices: triangle.corners.map(Vertex::new).to_vec(),
            };
            planes.iter().fold(whole, |polygon, plane| {
                let part = polygon.clone().clipped_to_front(plane, 1.0e-6);
                part.filter(|part| part.area() > 1.0e-3).unwrap_or(polygon)
            })
        })
        .boxed()
}
