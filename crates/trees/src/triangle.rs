//! Triangles in the `f32` layout that queries read.

use crate::tolerance::{LINE_RELATIVE, SAME_PLANE_COSINE_SQUARED};
use bspwalk_geometry::{FaceId, Plane, TaggedTriangle};
use glam::{DVec3, Vec3, dvec3};

use crate::{
    ObstacleTriangle, TriangleId,
    hits::{CastHit, Contact, Feature},
    node::NodeId,
};

#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct QueryTriangle {
    pub(crate) corners: [Vec3; 3],
    pub(crate) normal: Vec3,
    pub(crate) face: FaceId,
}

impl QueryTriangle {
    pub(crate) fn new(triangle: &TaggedTriangle, plane: &Plane) -> Self {
        Self {
            corners: triangle.corners.map(DVec3::as_vec3),
            normal: plane.normal.as_vec3(),
            face: triangle.face,
        }
    }

    /// Converts the triangle to an obstacle triangle, given its number in the set and a node that stores it.
    #[inline]
    pub(crate) fn obstacle(&self, triangle: TriangleId, node: NodeId) -> ObstacleTriangle {
        ObstacleTriangle {
            corners: self.corners,
            normal: self.normal,
            face: self.face,
            triangle,
            node,
        }
    }

    /// Returns the hit of a segment at `t`, given the triangle's number in the set and a node that stores it.
    pub(crate) fn hit(
        &self,
        from: Vec3,
        direction: Vec3,
        t: f32,
        triangle: TriangleId,
        node: NodeId,
    ) -> CastHit {
        // Without a branch, because a branch would be mispredicted half of the time.
        let side = 1.0 - 2.0 * f32::from(u8::from(self.normal.dot(direction) > 0.0));
        CastHit {
            t,
            point: from + direction * t,
            normal: self.normal * side,
            face: self.face,
            triangle,
            node,
        }
    }

    /// Returns the contact with a penetrating sphere, given the triangle's number in the set and a node that stores it.
    #[inline]
    pub(crate) fn contact(
        &self,
        center: Vec3,
        radius: f32,
        triangle: TriangleId,
        node: NodeId,
    ) -> Option<Contact> {
        let (point, feature) = self.closest_point(center);
        let offset = center - point;
        let distance = offset.length();
        (distance < radius).then(|| Contact {
            point,
            normal: if distance > 0.0 {
                offset / distance
            } else {
                self.normal
            },
            depth: radius - distance,
            face: self.face,
            triangle,
            node,
            feature,
        })
    }

    #[inline]
    pub(crate) fn line_parameter(&self, line: &Line) -> Option<f32> {
        line_parameter(self.corners, line)
    }

    /// Returns the point of the triangle closest to `point`, and the feature that contains it (Ericson, *Real-Time
    /// Collision Detection*, 2005, section 5.1.5).
    #[inline]
    pub(crate) fn closest_point(&self, point: Vec3) -> (Vec3, Feature) {
        let [a, b, c] = self.corners;
        let (ab, ac, ap) = (b - a, c - a, point - a);
        let (d1, d2) = (ab.dot(ap), ac.dot(ap));
        if d1 <= 0.0 && d2 <= 0.0 {
            return (a, Feature::Vertex);
        }
        let bp = point - b;
        let (d3, d4) = (ab.dot(bp), ac.dot(bp));
        if d3 >= 0.0 && d4 <= d3 {
            return (b, Feature::Vertex);
        }
        let cross = ab.cross(ac);
        let along = cross.dot(self.normal);
        if !(along * along > SAME_PLANE_COSINE_SQUARED * cross.length_squared()) {
            return self.closest_point_of_needle(point);
        }
        let vc = d1 * d4 - d3 * d2;
        if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
            return (a + ab * (d1 / (d1 - d3)), Feature::Edge);
        }
        let cp = point - c;
        let (d5, d6) = (ab.dot(cp), ac.dot(cp));
        if d6 >= 0.0 && d5 <= d6 {
            return (c, Feature::Vertex);
        }
        let vb = d5 * d2 - d1 * d6;
        if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
            return (a + ac * (d2 / (d2 - d6)), Feature::Edge);
        }
        let va = d3 * d6 - d5 * d4;
        if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
            return (b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6))), Feature::Edge);
        }
        // Project along the normal, which is exact, whereas the barycentric weights of a needle are not.
        (point - self.normal * self.normal.dot(ap), Feature::Face)
    }

    /// Like [`QueryTriangle::closest_point`], but handles a triangle whose rounded corners are collinear or do not lie
    /// in the plane that its stored normal implies.
    #[cold]
    fn closest_point_of_needle(&self, point: Vec3) -> (Vec3, Feature) {
        let corners = self.corners.map(Vec3::as_dvec3);
        let closest = bspwalk_geometry::triangle::closest_point(corners, point.as_dvec3());
        (closest.point.as_vec3(), closest.feature)
    }
}

/// Returns the parameter (0 at `from`, 1 at `to`) of the point where the line hits the triangle, from either side.
/// Returns `None` if the line misses the triangle or lies in its plane.
///
/// The triangle is projected along the line, so that the line becomes a point. The signs of three areas then determine
/// whether the point is inside. Two triangles that share an edge compute the edge's area from the same numbers with
/// opposite signs, so no line slips through between them (Woop, Benthin and Wald, "Watertight ray/triangle
/// intersection", 2013). `f64` is precise enough for small, distant triangles, and distinguishes a line in a plane from
/// one that crosses it.
#[inline]
pub(crate) fn line_parameter(corners: [Vec3; 3], line: &Line) -> Option<f32> {
    parameter_in_order(
        corners.map(|corner| {
            let corner = corner.to_array();
            line.axes().map(|axis| corner[axis % 3])
        }),
        line,
    )
}

/// Like [`line_parameter`], but takes the coordinates of the corners in the order of [`Line::axes`].
#[inline(always)]
pub(crate) fn parameter_in_order(corners: [[f32; 3]; 3], line: &Line) -> Option<f32> {
    let [a, b, c] = corners.map(|corner| line.see(corner));
    let u = c.x * b.y - c.y * b.x;
    let v = a.x * c.y - a.y * c.x;
    let w = b.x * a.y - b.y * a.x;
    let inside = (u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0);
    if !inside {
        return None;
    }
    let area = u + v + w;
    let size =
        a.x.abs()
            .max(a.y.abs())
            .max(b.x.abs())
            .max(b.y.abs())
            .max(c.x.abs())
            .max(c.y.abs());
    let far = a.z.abs().max(b.z.abs()).max(c.z.abs());
    // Rounding errors in the depth displace the corners by up to this distance, so a thinner triangle counts as
    // edge-on.
    if area.abs() <= LINE_RELATIVE * size * (size + far * line.reach) {
        return None;
    }
    let t = (u * a.z + v * b.z + w * c.z) / area;
    // Snap to the end points, so that a line that ends on the triangle is not missed because of rounding.
    let ends = [0.0, 1.0]
        .into_iter()
        .find(|end| (t - end).abs() <= LINE_RELATIVE * far);
    Some(ends.unwrap_or(t) as f32)
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// Start of the line along its axes.
    from: [f64; 3],
    /// Longest axis of the direction. The next two axes in cyclic order are across the line.
    longest: usize,
    /// Offset along each of the two other axes per metre along the longest axis.
    pub(crate) shear: [f64; 2],
    /// Length from `from` to `to` along the longest axis, in metres.
    reach: f64,
    one_over_reach: f64,
}

/// Returns the axis of the longest component, or the first of several. This has no branches, because they would be
/// mispredicted.
#[inline]
fn longest_axis(direction: [f64; 3]) -> usize {
    let [x, y, z] = direction.map(f64::abs);
    let y_longer = y > x;
    let of_both = if y_longer { y } else { x };
    usize::from(y_longer) * usize::from(z <= of_both) + 2 * usize::from(z > of_both)
}

impl Line {
    /// Creates the line through two points. If the points coincide, the line hits nothing.
    pub(crate) fn new(from: Vec3, to: Vec3) -> Self {
        let from = from.as_dvec3();
        let direction = (to.as_dvec3() - from).to_array();
        let from = from.to_array();
        let longest = longest_axis(direction);
        let [across, up] = [(longest + 1) % 3, (longest + 2) % 3];
        let reach = direction[longest % 3];
        let one_over_reach = 1.0 / reach;
        Self {
            from: [from[across], from[up], from[longest % 3]],
            longest,
            shear: [direction[across] * one_over_reach, direction[up] * one_over_reach],
            reach: reach.abs(),
            one_over_reach,
        }
    }

    /// Returns the two axes across the line, followed by its longest axis.
    #[inline]
    pub(crate) fn axes(&self) -> [usize; 3] {
        [(self.longest + 1) % 3, (self.longest + 2) % 3, self.longest]
    }

    /// Projects a point along the line, given its coordinates in the order of [`Line::axes`]. The result consists of two
    /// coordinates across the line (in metres), and the position along the line, which is 1 at `to`.
    #[inline(always)]
    fn see(&self, point: [f32; 3]) -> DVec3 {
        let [x, y, z] = point.map(f64::from);
        let [x, y, z] = [x - self.from[0], y - self.from[1], z - self.from[2]];
        dvec3(
            x - self.shear[0] * z,
            y - self.shear[1] * z,
            z * self.one_over_reach,
        )
    }
}
