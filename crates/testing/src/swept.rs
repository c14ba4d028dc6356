//! Distances between capsules and triangles, and times of impact, computed independently of the library's formulas. The
//! times of impact are found by evaluating only distances along the path.

use bspwalk_collision::Capsule;
use bspwalk_geometry::{FaceId, Segment};
use glam::DVec3;

use super::{oracle::Oracle, plain};

/// Returns the distance between two segments, each given by its start and a vector to its end.
///
/// If the closest points of the two lines lie on the segments, this is the distance between those points. Otherwise, it
/// is the smallest distance from an end of either segment to the other segment.
fn segments_distance(a: DVec3, along_a: DVec3, b: DVec3, along_b: DVec3) -> f64 {
    let to_segment = |point: DVec3, from: DVec3, along: DVec3| {
        // A segment of zero length is a point.
        let t = along.dot(point - from) / along.length_squared().max(f64::MIN_POSITIVE);
        let t = t.clamp(0.0, 1.0);
        (from + along * t).distance(point)
    };
    let ends = to_segment(a, b, along_b)
        .min(to_segment(a + along_a, b, along_b))
        .min(to_segment(b, a, along_a))
        .min(to_segment(b + along_b, a, along_a));
    let across = along_a.cross(along_b);
    let squared = across.length_squared();
    if squared <= 1.0e-20 * along_a.length_squared() * along_b.length_squared() {
        return ends;
    }
    let s = (b - a).cross(along_b).dot(across) / squared;
    let t = (b - a).cross(along_a).dot(across) / squared;
    if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
        ends.min((b - a).dot(across).abs() / squared.sqrt())
    } else {
        ends
    }
}

/// Returns the distance between a capsule's axis and a triangle, or 0 if they intersect.
pub fn distance(corners: [DVec3; 3], body: Capsule, center: DVec3) -> f64 {
    let half = body.half_axis.as_dvec3();
    if half == DVec3::ZERO {
        return plain::distance(corners, center);
    }
    let (from, to) = (center - half, center + half);
    // The line through the axis intersects the triangle if the tetrahedra formed with the triangle's three edges have
    // the same sign.
    let volume = |i: usize| {
        (corners[i] - from)
            .cross(corners[(i + 1) % 3] - from)
            .dot(to - from)
    };
    let volumes = [volume(0), volume(1), volume(2)];
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    let apart = normal.dot(from - corners[0]) * normal.dot(to - corners[0]) > 0.0;
    if !apart && (volumes.iter().all(|&v| v > 0.0) || volumes.iter().all(|&v| v < 0.0)) {
        return 0.0;
    }
    (0..3)
        .map(|i| segments_distance(from, to - from, corners[i], corners[(i + 1) % 3] - corners[i]))
        .fold(
            plain::distance(corners, from).min(plain::distance(corners, to)),
            f64::min,
        )
}

/// Contact state of a body at the start of a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// The body touches a surface and moves farther into it.
    MovesIn,
    /// The body touches a surface, and moves along it or away from it. The value is the distance (in metres) before the
    /// body first touches another face, which may be a seam of the same surface.
    MovesAlong(Option<f64>),
    /// The body does not touch anything. The value is the distance to the first touch, in metres.
    Free(Option<f64>),
    /// The axis intersects a face, or the body touches a face and moves parallel to it.
    Undefined,
}

/// Returns the triangles whose bounding boxes, expanded by the body's extents, intersect the path.
pub fn along(oracle: &Oracle, body: Capsule, from: DVec3, to: DVec3) -> impl Iterator<Item = usize> + '_ {
    let extents = body.half_axis.as_dvec3().abs() + f64::from(body.radius) * 1.001;
    oracle.triangles_near_segment(Segment { from, to }, extents)
}

/// Finds the first touch of a body by brute force over the triangles that [`along`] returns.
///
/// `radius` is the body's radius or close to it. The distance between the body and a triangle is convex along the path,
/// so it first equals the radius between the start and the minimum.
pub fn first_touch(oracle: &Oracle, body: Capsule, from: DVec3, to: DVec3, radius: f64) -> Start {
    let length = from.distance(to);
    let unit = (to - from) / length;
    let reach = body.half_axis.as_dvec3().length() + radius;
    let mut first: Option<f64> = None;
    let mut undefined = false;
    let mut moves_in = false;
    // Smallest gap at the start (negative if the body overlaps a face), and the rate at which the gap changes.
    let mut deepest: Option<(f64, f64)> = None;
    for index in along(oracle, body, from, to) {
        let corners = oracle.triangles()[index].corners;
        let gap = |at: f64| distance(corners, body, from + unit * at) - radius;
        // Part of the path that is near the triangle.
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let around = reach
            + corners
                .map(|corner| corner.distance(middle))
                .into_iter()
                .fold(0.0, f64::max);
        let passes = unit.dot(middle - from);
        let off = (middle - from - unit * passes).length_squared();
        if off > around * around {
            continue;
        }
        let half = (around * around - off).sqrt() + 1.0e-6;
        let (mut low, mut high) = ((passes - half).max(0.0), (passes + half).min(length));
        if low > high || first.is_some_and(|first| low > first) {
            continue;
        }
        if low == 0.0 {
            let at_start = gap(0.0);
            if at_start <= 1.0e-7 * radius {
                let step = (1.0e-5 * radius).min(length);
                let rate = (gap(step) - at_start) / step;
                if at_start <= -0.999_999 * radius || rate.abs() < 1.0e-4 || at_start > -1.0e-7 * radius {
                    undefined = true;
                } else {
                    moves_in |= rate < 0.0;
                    if deepest.is_none_or(|(gap, _)| at_start < gap) {
                        deepest = Some((at_start, rate));
                    }
                }
                continue;
            }
        }
        let begin = low;
        // Repeatedly shrink the interval by a third, from the end with the larger gap, until the body touches or cannot
        // touch the triangle.
        let (mut at_low, mut at_high) = (gap(low), gap(high));
        let touching = loop {
            if at_low <= 0.0 {
                break Some(low);
            }
            if at_high <= 0.0 {
                break Some(high);
            }
            // The gap changes by at most 1 m per metre of path, so the body cannot touch anything between the two ends.
            if at_low + at_high > high - low || high - low < 1.0e-10 * radius {
                break None;
            }
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            let (at_a, at_b) = (gap(a), gap(b));
            if at_a <= 0.0 {
                break Some(a);
            }
            if at_a < at_b {
                (high, at_high) = (b, at_b);
            } else {
                (low, at_low) = (a, at_a);
            }
        };
        let Some(mut touching) = touching else { continue };
        let mut before = begin;
        for _ in 0..60 {
            let at = 0.5 * (before + touching);
            if gap(at) <= 0.0 {
                touching = at;
            } else {
                before = at;
            }
            if touching - before < 1.0e-9 * radius {
                break;
            }
        }
        first = Some(first.map_or(touching, |first| first.min(touching)));
    }
    if undefined {
        Start::Undefined
    } else {
        match deepest {
            Some((_, rate)) if rate < 0.0 => Start::MovesIn,
            Some(_) if moves_in => Start::MovesAlong(Some(0.0)),
            Some(_) => Start::MovesAlong(first),
            None => Start::Free(first),
        }
    }
}

/// Returns the distance between a body's axis and a face.
pub fn distance_of_face(oracle: &Oracle, face: FaceId, body: Capsule, center: DVec3) -> f64 {
    let triangle = oracle.triangle_of(face).expect("the face exists");
    distance(triangle.corners, body, center)
}

/// Returns all faces closer to the axis than `reach`, with their distances.
pub fn all_near(oracle: &Oracle, body: Capsule, center: DVec3, reach: f64) -> Vec<(FaceId, f64)> {
    let half = body.half_axis.as_dvec3().abs() + reach;
    let around = bspwalk_geometry::Aabb {
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

/// Returns the distance to the nearest face if it is less than `reach`.
pub fn nearest(oracle: &Oracle, body: Capsule, center: DVec3, reach: f64) -> Option<f64> {
    all_near(oracle, body, center, reach)
        .into_iter()
        .map(|(_, distance)| distance)
        .min_by(f64::total_cmp)
}
