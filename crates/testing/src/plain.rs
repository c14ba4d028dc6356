//! Simple triangle geometry, independent of the library, for checking the library's results.

use bspwalk_collision::Capsule;
use bspwalk_trees::Feature;
use glam::{DVec3, Vec3};

/// Returns the point on a triangle nearest to `point`, and the feature on which it lies.
///
/// The nearest point is the foot of the perpendicular if that is inside all edges, and otherwise the nearest point on
/// the edges. A triangle with zero area is treated as its edges.
pub fn closest(corners: [DVec3; 3], point: DVec3) -> (DVec3, Feature) {
    let [a, b, c] = corners;
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let edges = [(a, b), (b, c), (c, a)];
    let inside = |&(from, to): &(DVec3, DVec3)| normal.cross(to - from).dot(point - from) >= 0.0;
    if normal != DVec3::ZERO && edges.iter().all(inside) {
        return (point - normal * normal.dot(point - a), Feature::Face);
    }
    let on_edge = |(from, to): (DVec3, DVec3)| {
        let squared = (to - from).length_squared();
        let along = (to - from).dot(point - from);
        if squared == 0.0 || along <= 0.0 {
            (from, Feature::Vertex)
        } else if along >= squared {
            (to, Feature::Vertex)
        } else {
            (from + (to - from) * (along / squared), Feature::Edge)
        }
    };
    let nearer = |a: &(DVec3, Feature), b: &(DVec3, Feature)| {
        a.0.distance_squared(point)
            .total_cmp(&b.0.distance_squared(point))
    };
    edges
        .map(on_edge)
        .into_iter()
        .min_by(nearer)
        .expect("three edges")
}

/// Returns the distance between a point and a triangle.
pub fn distance(corners: [DVec3; 3], point: DVec3) -> f64 {
    closest(corners, point).0.distance(point)
}

/// Distance from a triangle's plane, relative to the coordinates, within which a point counts as on the plane.
const SIDE: f64 = 1.0e-9;

/// Returns whether a segment crosses a triangle through its interior, an edge or a corner. A segment that starts or
/// ends on the plane does not count as crossing.
pub fn crosses(corners: [DVec3; 3], from: DVec3, to: DVec3) -> bool {
    let [a, b, c] = corners;
    let Some(normal) = (b - a).cross(c - a).try_normalize() else {
        return false;
    };
    let size = corners
        .iter()
        .chain([&from, &to])
        .map(|point| point.abs().max_element());
    let least = SIDE * size.fold(0.0, f64::max);
    let (begin, end) = (normal.dot(from - a), normal.dot(to - a));
    if !(begin.min(end) < -least && begin.max(end) > least) {
        return false;
    }
    let point = from + (to - from) * (begin / (begin - end));
    [(a, b), (b, c), (c, a)]
        .iter()
        .all(|&(from, to)| normal.dot((to - from).cross(point - from)) >= -least * (to - from).length())
}

/// Returns points on a body's axis, including its ends and its centre.
fn axis(body: Capsule) -> Vec<DVec3> {
    if body.is_sphere() {
        return vec![DVec3::ZERO];
    }
    (-8..=8)
        .map(|at| body.half_axis.as_dvec3() * (f64::from(at) / 8.0))
        .collect()
}

/// Returns a triangle that a body passed through while moving between two positions, if any.
///
/// Either the body's centre crossed the triangle, or another point on its axis did and the axis did not intersect the
/// triangle at the start.
pub fn went_through(
    mut triangles: impl Iterator<Item = [DVec3; 3]>,
    body: Capsule,
    from: Vec3,
    to: Vec3,
) -> Option<[DVec3; 3]> {
    let (from, to) = (from.as_dvec3(), to.as_dvec3());
    let half = body.half_axis.as_dvec3();
    let axis = axis(body);
    let goes_through = |corners: &[DVec3; 3]| {
        if crosses(*corners, from, to) {
            return true;
        }
        // If the axis touches the triangle at the start, it is allowed to move through the triangle.
        let touches = || {
            let near = |at: i32| distance(*corners, from + half * (f64::from(at) / 512.0));
            let step = half.length() / 512.0;
            (-512..=512).any(|at| near(at) <= step)
        };
        axis.iter().any(|&at| crosses(*corners, from + at, to + at)) && !touches()
    };
    triangles.find(goes_through)
}

/// Returns whether a box and a triangle overlap, by clipping the triangle to each side of the box in turn (Sutherland
/// and Hodgman, 1974).
pub fn touches_box(min: DVec3, max: DVec3, corners: [DVec3; 3]) -> bool {
    let mut rest = corners.to_vec();
    for axis in 0..3 {
        for (sign, limit) in [(1.0, max[axis]), (-1.0, -min[axis])] {
            let beyond = |point: DVec3| sign * point[axis] - limit;
            let mut kept = Vec::with_capacity(rest.len() + 1);
            for (index, &here) in rest.iter().enumerate() {
                let next = rest[(index + 1) % rest.len()];
                let (a, b) = (beyond(here), beyond(next));
                if a <= 0.0 {
                    kept.push(here);
                }
                if a < 0.0 && b > 0.0 || a > 0.0 && b < 0.0 {
                    let mut cut = here + (next - here) * (a / (a - b));
                    cut[axis] = sign * limit;
                    kept.push(cut);
                }
            }
            rest = kept;
        }
    }
    !rest.is_empty()
}
