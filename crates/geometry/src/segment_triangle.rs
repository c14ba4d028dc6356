//! Segment–triangle intersection with two equivalent methods.

use glam::{DVec2, DVec3};

use super::{Segment, Triangle};

impl Segment {
    /// Returns the parameter (0 to 1) of the point where the segment crosses the triangle's plane, from either side.
    ///
    /// An end point on the plane counts as a crossing. Returns `None` if the segment misses the plane or lies in it.
    fn crosses_plane(&self, triangle: &Triangle) -> Option<f64> {
        let (from, to) = (
            triangle.plane.distance(self.from),
            triangle.plane.distance(self.to),
        );
        // Compute `t` from the same distances whose signs were tested, so that `t` is between 0 and 1.
        let apart = from != to && (from <= 0.0 && to >= 0.0 || from >= 0.0 && to <= 0.0);
        apart.then(|| from / (from - to))
    }

    /// Returns the parameter (0 to 1) of the point where the segment hits the triangle from either side. Tests the
    /// planes through the edges (the ATI SDK's BSP sample, 2006).
    ///
    /// The segment includes its ends, and the triangle its boundary. Returns `None` if the segment misses the triangle
    /// or lies in its plane.
    #[must_use]
    pub fn intersect_by_edge_planes(&self, triangle: &Triangle) -> Option<f64> {
        let t = self.crosses_plane(triangle)?;
        triangle.is_above(self.at(t)).then_some(t)
    }

    /// Like [`Segment::intersect_by_edge_planes`], but projects along the largest component of the normal and tests in
    /// 2D.
    ///
    /// Unlike the test in `DxFramework`, 10.3.3, it does not count every point on the *line* of an edge as
    /// inside.
    #[must_use]
    pub fn intersect_by_projection(&self, triangle: &Triangle) -> Option<f64> {
        let t = self.crosses_plane(triangle)?;
        let normal = triangle.normal();
        let dropped = normal.abs().max_position();
        // The other two axes are in cyclic order. The projection is therefore counter-clockwise if the dropped
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
