//! Distances between capsules and triangles, and the first touch of a moving one, found without the library's formulas:
//! distances are minima over a convex function, the first touch is stepped towards by distances.

use bspwalk::collision::Capsule;
use glam::DVec3;

use super::oracle::Oracle;

/// The distance of a point from a triangle, by the planes through its edges.
fn point_distance(corners: [DVec3; 3], point: DVec3) -> f64 {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let inside = normal != DVec3::ZERO
        && (0..3).all(|i| {
            let (from, to) = (corners[i], corners[(i + 1) % 3]);
            normal.cross(to - from).dot(point - from) >= 0.0
        });
    if inside {
        return normal.dot(point - a).abs();
    }
    (0..3)
        .map(|i| {
            let (from, edge) = (corners[i], corners[(i + 1) % 3] - corners[i]);
            let along = (edge.dot(point - from) / edge.length_squared()).clamp(0.0, 1.0);
            (from + edge * along).distance(point)
        })
        .fold(f64::INFINITY, f64::min)
}

/// The distance of a capsule's axis from a triangle: along the axis the distance is convex, and its minimum is found by
/// golden section.
pub fn distance(corners: [DVec3; 3], body: Capsule, center: DVec3) -> f64 {
    let half = body.half_axis.as_dvec3();
    if half == DVec3::ZERO {
        return point_distance(corners, center);
    }
    let at = |s: f64| point_distance(corners, center + half * s);
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (-1.0, 1.0);
    let (mut a, mut b) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_a, mut at_b) = (at(a), at(b));
    for _ in 0..60 {
        if at_a < at_b {
            (high, b, at_b) = (b, a, at_a);
            a = high - golden * (high - low);
            at_a = at(a);
        } else {
            (low, a, at_a) = (a, b, at_b);
            b = low + golden * (high - low);
            at_b = at(b);
        }
    }
    at_a.min(at_b).min(at(-1.0)).min(at(1.0))
}

/// The distance of one face.
pub fn distance_of_face(oracle: &Oracle, face: u32, body: Capsule, center: DVec3) -> f64 {
    let triangle = oracle.triangle_of(face).expect("the face exists");
    distance(triangle.corners, body, center)
}

/// Every face nearer to the axis than `reach`, and its distance.
pub fn all_near(oracle: &Oracle, body: Capsule, center: DVec3, reach: f64) -> Vec<(u32, f64)> {
    let half = body.half_axis.as_dvec3().abs() + reach;
    let around = bspwalk::geometry::Aabb {
        min: center - half,
        max: center + half,
    };
    oracle
        .near(&around)
        .map(|index| {
            (
                oracle.face_of(index),
                distance(oracle.triangles()[index].corners, body, center),
            )
        })
        .filter(|&(_, distance)| distance < reach)
        .collect()
}

/// The distance of the nearest face, if it is less than `reach`.
pub fn nearest(oracle: &Oracle, body: Capsule, center: DVec3, reach: f64) -> Option<f64> {
    all_near(oracle, body, center, reach)
        .into_iter()
        .map(|(_, distance)| distance)
        .min_by(f64::total_cmp)
}
