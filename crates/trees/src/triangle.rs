//! The triangle as queries read it, in `f32`.

use crate::tolerance::{LINE_RELATIVE, SAME_PLANE_COSINE_SQUARED};
use bspwalk_geometry::{Plane, TaggedTriangle};
use glam::{DVec3, Vec3, dvec3};

use crate::{
    ObstacleTriangle,
    hits::{CastHit, Contact, Feature},
    node::NodeId,
};

/// A triangle as queries read it.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct QueryTriangle {
    pub(crate) corners: [Vec3; 3],
    /// Unit normal.
    pub(crate) normal: Vec3,
    pub(crate) face: u32,
}

impl QueryTriangle {
    pub(crate) fn new(triangle: &TaggedTriangle, plane: &Plane) -> Self {
        Self {
            corners: triangle.corners.map(DVec3::as_vec3),
            normal: plane.normal.as_vec3(),
            face: triangle.face,
        }
    }

    /// The triangle for collision, given its number in the set and a node that stores it.
    #[inline]
    pub(crate) fn obstacle(&self, triangle: u32, node: NodeId) -> ObstacleTriangle {
        ObstacleTriangle {
            corners: self.corners,
            normal: self.normal,
            face: self.face,
            triangle,
            node,
        }
    }

    /// The hit of a segment at `t`, given the number of the triangle in the set and a node that stores it.
    pub(crate) fn hit(&self, from: Vec3, direction: Vec3, t: f32, triangle: u32, node: NodeId) -> CastHit {
        let against = self.normal.dot(direction) <= 0.0;
        CastHit {
            t,
            point: from + direction * t,
            normal: if against { self.normal } else { -self.normal },
            face: self.face,
            triangle,
            node,
        }
    }

    /// The contact of a sphere that reaches into it, given its number in the set and a node that stores it.
    #[inline]
    pub(crate) fn contact(&self, center: Vec3, radius: f32, triangle: u32, node: NodeId) -> Option<Contact> {
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

    /// See [`line_parameter`].
    #[inline]
    pub(crate) fn line_parameter(&self, line: &Line) -> Option<f32> {
        line_parameter(self.corners, line)
    }

    /// The point nearest to `point`, and the part of the triangle that it is on (Ericson 2005, 5.1.5).
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
        // By the normal, which is exact where the barycentric weights of a needle are not.
        (point - self.normal * self.normal.dot(ap), Feature::Face)
    }

    /// As [`QueryTriangle::closest_point`], for a triangle whose rounded corners lie on another plane than its stored
    /// normal, or on a line.
    #[cold]
    fn closest_point_of_needle(&self, point: Vec3) -> (Vec3, Feature) {
        let corners = self.corners.map(Vec3::as_dvec3);
        let closest = bspwalk_geometry::triangle::closest_point(corners, point.as_dvec3());
        (closest.point.as_vec3(), closest.feature)
    }
}

/// Where the line meets the triangle, from either side, 0 at its `from` and 1 at its `to`; `None` for a line in the
/// triangle's plane.
///
/// Seen along the line, the line is a point and the triangle is flat: the signs of three areas decide. Two
/// triangles that share an edge compute that edge's area from the same numbers with opposite sign, so that no line
/// slips through between them (Woop, Benthin and Wald, "Watertight ray/triangle intersection", 2013). `f64` keeps a
/// small triangle far away in its place, and tells a line along a plane from one that crosses it.
#[inline]
pub(crate) fn line_parameter(corners: [Vec3; 3], line: &Line) -> Option<f32> {
    // Each of these is compiled for its axis, which saves indexing coordinates.
    match line.longest {
        0 => parameter_along::<0>(corners, line),
        1 => parameter_along::<1>(corners, line),
        _ => parameter_along::<2>(corners, line),
    }
}

#[inline]
fn parameter_along<const LONGEST: usize>(corners: [Vec3; 3], line: &Line) -> Option<f32> {
    let [a, b, c] = corners.map(|corner| line.see::<LONGEST>(corner));
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
    // The rounding of the depth blurs the corners by this much: a thinner triangle is seen edge-on.
    if area.abs() <= LINE_RELATIVE * size * (size + far * line.reach) {
        return None;
    }
    let t = (u * a.z + v * b.z + w * c.z) / area;
    // Rounding must not let an end that touches the triangle miss it.
    let ends = [0.0, 1.0]
        .into_iter()
        .find(|end| (t - end).abs() <= LINE_RELATIVE * far);
    Some(ends.unwrap_or(t) as f32)
}

/// A line, set up once a cast for tests against triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    from: DVec3,
    /// The axis along which the line is longest; the two after it, cyclically, lie across it.
    longest: usize,
    /// How far the line moves along the two others for each metre along the longest.
    shear: [f64; 2],
    /// Metres along the longest axis from `from` to `to`.
    reach: f64,
    one_over_reach: f64,
}

impl Line {
    /// The line through two points. If they coincide it meets nothing.
    pub(crate) fn new(from: Vec3, to: Vec3) -> Self {
        let from = from.as_dvec3();
        let direction = to.as_dvec3() - from;
        let longest = direction.abs().max_position();
        let reach = direction[longest];
        let one_over_reach = 1.0 / reach;
        Self {
            from,
            longest,
            shear: [
                direction[(longest + 1) % 3] * one_over_reach,
                direction[(longest + 2) % 3] * one_over_reach,
            ],
            reach: reach.abs(),
            one_over_reach,
        }
    }

    /// The two axes that lie across the line, and the one along which it is longest.
    #[inline]
    pub(crate) fn axes(&self) -> [usize; 3] {
        [(self.longest + 1) % 3, (self.longest + 2) % 3, self.longest]
    }

    /// How far the line moves along the first two of its axes for each metre along the longest.
    #[inline]
    pub(crate) fn shear(&self) -> [f64; 2] {
        self.shear
    }

    /// A point seen along the line: its two coordinates across it in metres, and its position along it, 1 at `to`.
    /// `LONGEST` is the longest axis of the line.
    #[inline]
    fn see<const LONGEST: usize>(&self, point: Vec3) -> DVec3 {
        let offset = (point.as_dvec3() - self.from).to_array();
        let (x, y, z) = (
            offset[(LONGEST + 1) % 3],
            offset[(LONGEST + 2) % 3],
            offset[LONGEST],
        );
        dvec3(
            x - self.shear[0] * z,
            y - self.shear[1] * z,
            z * self.one_over_reach,
        )
    }
}
