//! The triangle as queries read it, in `f32`.

use glam::Vec3;

use crate::geometry::{Plane, TaggedTriangle};

/// A triangle as queries read it.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueryTriangle {
    pub(super) corners: [Vec3; 3],
    /// Unit normal.
    pub(super) normal: Vec3,
    pub(super) face: u32,
}

/// Which part of a triangle is nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Feature {
    /// Its inside.
    Face,
    /// An edge.
    Edge,
    /// A corner.
    Vertex,
}

impl QueryTriangle {
    pub(super) fn new(triangle: &TaggedTriangle, plane: &Plane) -> Self {
        Self {
            corners: triangle.corners.map(|corner| corner.as_vec3()),
            normal: plane.normal.as_vec3(),
            face: triangle.face,
        }
    }

    /// Where the line `from + t direction` meets the triangle, from either side; `None` for a parallel line.
    ///
    /// The signs of three triple products decide. Two triangles that share an edge compute that edge's product from the
    /// same numbers with opposite sign, so that no line slips through between them.
    #[inline]
    pub(super) fn line_parameter(&self, from: Vec3, direction: Vec3) -> Option<f32> {
        let [a, b, c] = self.corners.map(|corner| corner - from);
        let u = direction.dot(c.cross(b));
        let v = direction.dot(a.cross(c));
        let w = direction.dot(b.cross(a));
        let inside = (u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0);
        if !inside {
            return None;
        }
        let slope = self.normal.dot(direction);
        (slope != 0.0).then(|| self.normal.dot(a) / slope)
    }

    /// The point nearest to `point`, and the part of the triangle that it is on (Ericson 2005, 5.1.5).
    #[inline]
    pub(super) fn closest_point(&self, point: Vec3) -> (Vec3, Feature) {
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
        // The foot of the perpendicular: by the normal, which is exact where barycentric weights of a needle are not.
        (point - self.normal * self.normal.dot(ap), Feature::Face)
    }
}
