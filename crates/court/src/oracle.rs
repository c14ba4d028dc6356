//! Tests of a path against the triangles of a level, independent of all contestants.

use bspwalk_geometry::{Aabb, BoxTree, Segment, Triangle, triangle};
use glam::DVec3;

/// The triangles of a level, for exact tests. A hierarchy of boxes finds the nearby triangles, and each of them is
/// tested in `f64`.
#[derive(Debug)]
pub struct Oracle {
    triangles: Vec<Triangle>,
    boxes: BoxTree,
}

impl Oracle {
    /// Creates an oracle from triangles. Degenerate triangles are ignored.
    #[must_use]
    pub fn new(corners: Vec<[DVec3; 3]>) -> Self {
        let triangles: Vec<Triangle> = corners
            .into_iter()
            .filter_map(|corners| Triangle::new(corners, 0.0))
            .collect();
        let boxes = triangles
            .iter()
            .map(|triangle| Aabb::from_points(triangle.corners))
            .collect();
        Self {
            triangles,
            boxes: BoxTree::new(boxes),
        }
    }

    /// Returns whether the segment between two points hits a triangle.
    #[must_use]
    pub fn crosses(&self, from: DVec3, to: DVec3) -> bool {
        let path = Segment { from, to };
        let mut crosses = false;
        self.boxes.touching(&path.bounds(), |index| {
            crosses |= path
                .intersect_by_edge_planes(&self.triangles[index as usize])
                .is_some();
        });
        crosses
    }

    /// Returns the penetration depth of an upright capsule, in metres. This is the radius minus the distance between
    /// the capsule's axis and the nearest triangle, or 0 if there is no contact. `half_axis` is half the length of the
    /// axis.
    #[must_use]
    pub fn depth(&self, centre: DVec3, half_axis: f64, radius: f64) -> f64 {
        let axis = Segment {
            from: centre - DVec3::Y * half_axis,
            to: centre + DVec3::Y * half_axis,
        };
        let mut nearest = radius;
        self.boxes.touching(&axis.bounds().inflated(radius), |index| {
            nearest = nearest.min(distance(&axis, &self.triangles[index as usize]));
        });
        radius - nearest
    }
}

/// Returns the distance between a segment and a triangle, or 0 if they intersect.
///
/// It is the smallest distance between an endpoint of the segment and the triangle, or between the segment and an edge
/// of the triangle.
fn distance(segment: &Segment, triangle: &Triangle) -> f64 {
    if segment.intersect_by_edge_planes(triangle).is_some() {
        return 0.0;
    }
    let ends = [segment.from, segment.to].map(|end| triangle.distance(end));
    let edges = triangle::edges(triangle.corners).map(|edge| segment.distance_to_segment(&edge));
    ends.into_iter().chain(edges).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use glam::dvec3;

    use super::*;

    fn wall() -> Oracle {
        Oracle::new(vec![
            [dvec3(0.0, 0.0, -5.0), dvec3(0.0, 0.0, 5.0), dvec3(0.0, 5.0, 0.0)],
            [DVec3::ZERO, DVec3::ONE, DVec3::ONE * 2.0],
        ])
    }

    #[test]
    fn path_crosses_wall_only_through_it() {
        let oracle = wall();
        assert!(oracle.crosses(dvec3(-1.0, 1.0, 0.0), dvec3(1.0, 1.0, 0.0)));
        assert!(oracle.crosses(dvec3(1.0, 1.0, 0.0), dvec3(-1.0, 1.0, 0.0)));
        assert!(!oracle.crosses(dvec3(-1.0, 6.0, 0.0), dvec3(1.0, 6.0, 0.0)));
        assert!(!oracle.crosses(dvec3(-1.0, 1.0, 0.0), dvec3(-0.1, 1.0, 0.0)));
    }

    #[test]
    fn capsule_depth_is_penetration_of_wall() {
        let oracle = wall();
        let depth = |x: f64| oracle.depth(dvec3(x, 1.5, 0.0), 0.6, 0.3);
        assert_eq!(depth(0.5), 0.0);
        assert!((depth(0.2) - 0.1).abs() < 1.0e-12);
        assert!((depth(-0.2) - 0.1).abs() < 1.0e-12);
        assert!((depth(0.0) - 0.3).abs() < 1.0e-12);
    }

    #[test]
    fn bounding_boxes_miss_no_crossing() {
        let mut triangles = Vec::new();
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) as f64 / f64::from(1 << 24) * 10.0
        };
        for _ in 0..300 {
            let corner = dvec3(next(), next(), next());
            let side = |x: f64, y: f64, z: f64| corner + dvec3(x, y, z) * 0.2;
            triangles.push([corner, side(next(), next(), next()), side(next(), next(), next())]);
        }
        let all: Vec<Triangle> = triangles
            .iter()
            .filter_map(|corners| Triangle::new(*corners, 0.0))
            .collect();
        let oracle = Oracle::new(triangles);
        let mut met = 0;
        for _ in 0..300 {
            let (from, to) = (dvec3(next(), next(), next()), dvec3(next(), next(), next()));
            let path = Segment { from, to };
            let crosses = all
                .iter()
                .any(|triangle| path.intersect_by_edge_planes(triangle).is_some());
            met += usize::from(crosses);
            assert_eq!(oracle.crosses(from, to), crosses);
            let axis = Segment {
                from: from - DVec3::Y * 0.6,
                to: from + DVec3::Y * 0.6,
            };
            let nearest = all
                .iter()
                .map(|triangle| distance(&axis, triangle))
                .fold(0.3, f64::min);
            assert_eq!(oracle.depth(from, 0.6, 0.3), 0.3 - nearest);
        }
        assert!(met > 10);
    }
}
