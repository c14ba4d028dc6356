//! Where a segment meets a triangle, by two methods that agree.

use glam::{DVec2, DVec3};

use super::{Segment, Triangle};

impl Segment {
    /// Where, 0 to 1, the segment crosses the triangle's plane, from either side, an end on the plane included; `None`
    /// where it does not or runs along it.
    fn crosses_plane(&self, triangle: &Triangle) -> Option<f64> {
        let (from, to) = (
            triangle.plane.distance(self.from),
            triangle.plane.distance(self.to),
        );
        // `t` comes from the two numbers whose signs decide, so that it is never beyond an end.
        let apart = from != to && (from <= 0.0 && to >= 0.0 || from >= 0.0 && to <= 0.0);
        apart.then(|| from / (from - to))
    }

    /// The parameter, 0 at the start to 1 at the end, at which the segment meets the triangle from either side. The planes through
    /// the edges decide (the ATI SDK's BSP sample, 2006). The ends of the segment and the boundary of the triangle count. `None`
    /// where the segment does not meet the triangle or runs along its plane.
    #[must_use]
    pub fn intersect_by_edge_planes(&self, triangle: &Triangle) -> Option<f64> {
        let t = self.crosses_plane(triangle)?;
        triangle.is_above(self.at(t)).then_some(t)
    }

    /// As [`Segment::intersect_by_edge_planes`], but dropping the axis along which the normal is longest and testing in
    /// two dimensions (`DxFramework`, 10.3.3, which takes a point on the *line* of an edge to be inside: here it is not).
    #[must_use]
    pub fn intersect_by_projection(&self, triangle: &Triangle) -> Option<f64> {
        let t = self.crosses_plane(triangle)?;
        let normal = triangle.normal();
        let dropped = normal.abs().max_position();
        // The two axes that are kept, in cyclic order: the projection winds counter-clockwise where the dropped
        // component of the normal is positive.
        let flat = |point: DVec3| DVec2::new(point[(dropped + 1) % 3], point[(dropped + 2) % 3]);
        let point = flat(self.at(t));
        let corners = triangle.corners.map(flat);
        let winding = normal[dropped].signum();
        let inside = (0..3).all(|i| {
            let (a, b) = (corners[i], corners[(i + 1) % 3]);
            (b - a).perp_dot(point - a) * winding >= 0.0
        });
        inside.then_some(t)
    }
}
