//! Tests whether a body's axis, moving along a straight path, crosses a triangle.

use glam::DVec3;

use super::{
    proximity::{proximity, unit_normal},
    tolerance::{ON_TRIANGLE, ORIENTATION_ERROR},
};

fn orientation(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> i8 {
    let (a, b, c) = (a - d, b - d, c - d);
    let products = |x: usize, y: usize| (b[x] * c[y], c[x] * b[y]);
    let (mut determinant, mut size) = (0.0, 0.0);
    for (x, y, z) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
        let (plus, minus) = products(x, y);
        determinant += a[z] * (plus - minus);
        size += a[z].abs() * (plus.abs() + minus.abs());
    }
    if determinant.abs() <= ORIENTATION_ERROR * size {
        0
    } else if determinant > 0.0 {
        1
    } else {
        -1
    }
}

pub(super) fn is_on_plane([a, b, c]: [DVec3; 3], point: DVec3) -> bool {
    orientation(a, b, c, point) == 0
}

pub(super) fn axis_touches_triangle(corners: [DVec3; 3], center: DVec3, half_axis: DVec3) -> bool {
    let points = corners.into_iter().chain([center.abs() + half_axis.abs()]);
    let largest = points.map(|point| point.abs().max_element()).fold(0.0, f64::max);
    proximity(corners, unit_normal(corners), center, half_axis).distance <= ON_TRIANGLE * largest
}

fn meets(corners: [DVec3; 3], from: DVec3, to: DVec3) -> bool {
    let [a, b, c] = corners;
    let (begin, end) = (orientation(a, b, c, from), orientation(a, b, c, to));
    if begin * end > 0 {
        return false;
    }
    if begin == 0 && end == 0 {
        // The segment lies in the plane, or the triangle is degenerate.
        return axis_touches_triangle(corners, (from + to) * 0.5, (to - from) * 0.5);
    }
    let around = [(a, b), (b, c), (c, a)].map(|(a, b)| orientation(from, to, a, b));
    !(around.contains(&1) && around.contains(&-1))
}

#[derive(Clone, Copy, Debug)]
pub(super) struct AxisPath {
    pub(super) from: DVec3,
    pub(super) to: DVec3,
    pub(super) half_axis: DVec3,
}

impl AxisPath {
    /// Returns whether the path of the body crosses a triangle.
    ///
    /// The centre crosses the triangle if its path passes through the triangle or ends on it, unless the path starts on
    /// it. The axis crosses the triangle if it sweeps over it, unless it touches the triangle at the start. In that
    /// case, it may leave to either side.
    pub(super) fn crosses(&self, corners: [DVec3; 3]) -> bool {
        let Self { from, to, half_axis } = *self;
        if meets(corners, from, to) && !axis_touches_triangle(corners, from, DVec3::ZERO) {
            return true;
        }
        half_axis != DVec3::ZERO
            && self.axis_meets(corners)
            && !axis_touches_triangle(corners, from, half_axis)
    }

    fn axis_meets(&self, corners: [DVec3; 3]) -> bool {
        let Self { from, to, half_axis } = *self;
        let swept = [from - half_axis, from + half_axis, to + half_axis, to - half_axis];
        let halves = [[swept[0], swept[1], swept[2]], [swept[0], swept[2], swept[3]]];
        let [a, b, c] = corners;
        let edges = [(a, b), (b, c), (c, a)];
        meets(corners, swept[0], swept[3])
            || meets(corners, swept[1], swept[2])
            || halves
                .iter()
                .any(|&half| edges.iter().any(|&(from, to)| meets(half, from, to)))
    }
}

#[cfg(test)]
mod tests {
    use glam::dvec3;

    use super::*;

    fn point_path(from: DVec3, to: DVec3) -> AxisPath {
        let half_axis = DVec3::ZERO;
        AxisPath { from, to, half_axis }
    }

    /// Uses small integer coordinates, because their determinants are exact.
    #[test]
    fn integer_paths_cross_exactly() {
        let mut random = fastrand::Rng::with_seed(1);
        let (mut through, mut on) = (0, 0);
        for _ in 0..40_000 {
            let mut point = || DVec3::from([(); 3].map(|()| f64::from(random.i32(0..=4))));
            let [a, b, c, from, to] = [point(), point(), point(), point(), point()];
            let volume = |a: DVec3, b: DVec3, c: DVec3, d: DVec3| (b - a).cross(c - a).dot(d - a);
            let ends = [volume(a, b, c, from), volume(a, b, c, to)];
            if ends[0] == 0.0 || ends[1] == 0.0 {
                on += 1;
                // A point that starts on the plane and moves away from it crosses nothing.
                let path = point_path(from, to);
                let leaves = ends[0] == 0.0 && ends[1] != 0.0;
                assert!(!(leaves && path.crosses([a, b, c])), "{a} {b} {c} {from} {to}");
                continue;
            }
            let around = [
                volume(from, to, a, b),
                volume(from, to, b, c),
                volume(from, to, c, a),
            ];
            let one_side = around.iter().all(|&v| v >= 0.0) || around.iter().all(|&v| v <= 0.0);
            let expected = ends[0] * ends[1] < 0.0 && one_side;
            for offset in [DVec3::ZERO, dvec3(1.0e6, -3.0e6, 7.0e6)] {
                let path = point_path(from + offset, to + offset);
                let corners = [a, b, c].map(|corner| corner + offset);
                assert_eq!(
                    path.crosses(corners),
                    expected,
                    "{a} {b} {c} {from} {to} {offset}"
                );
            }
            through += u32::from(expected);
        }
        assert!(through > 500 && on > 5000, "{through} {on}");
    }

    #[test]
    fn leaving_a_face_is_not_a_crossing() {
        let corners = [DVec3::ZERO, dvec3(4.0, 0.0, 0.0), dvec3(0.0, 4.0, 0.0)];
        let crosses =
            |from: DVec3, to: DVec3, half_axis: DVec3| AxisPath { from, to, half_axis }.crosses(corners);
        let on = dvec3(1.0, 1.0, 0.0);
        for half in [DVec3::ZERO, DVec3::Z, DVec3::X] {
            assert!(
                !crosses(on, on + DVec3::Z, half) && !crosses(on, on - DVec3::Z, half),
                "{half}"
            );
        }
        // Paths through the interior, an edge and a corner, and along the plane.
        for through in [on, dvec3(2.0, 0.0, 0.0), DVec3::ZERO] {
            let tilt = dvec3(0.1, 0.3, 1.0);
            assert!(crosses(through - tilt, through + tilt, DVec3::ZERO), "{through}");
        }
        assert!(crosses(dvec3(-1.0, 1.0, 0.0), dvec3(5.0, 1.0, 0.0), DVec3::ZERO));
        assert!(!crosses(
            dvec3(-1.0, 1.0, 0.0),
            dvec3(-3.0, 1.0, 0.0),
            DVec3::ZERO
        ));
        // A capsule whose end sweeps across the face crosses it. A capsule that already intersects the face and is
        // lifted does not.
        let beside = dvec3(1.0, -1.0, 1.0);
        assert!(crosses(beside, beside + DVec3::Y * 2.0, DVec3::Z * 1.5));
        assert!(!crosses(beside, beside - DVec3::Y, DVec3::Z * 1.5));
        let above = dvec3(1.0, 1.0, 0.5);
        assert!(!crosses(above, above + DVec3::Z, DVec3::Z));
        assert!(crosses(above, above - DVec3::Z * 2.0, DVec3::Z));
    }
}
