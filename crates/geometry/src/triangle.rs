//! Triangles with planes through their edges, as in the ATI SDK's BSP sample (2006).

use glam::{DVec2, DVec3};

use super::{FaceId, Plane, Segment, tolerance::FLAT_SINE_SQUARED};

/// A triangle with the number of its source face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaggedTriangle {
    /// Corners in metres, counter-clockwise as seen from the front.
    pub corners: [DVec3; 3],
    /// Number that queries return.
    pub face: FaceId,
}

/// A feature of a triangle: its interior, an edge or a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Feature {
    /// The interior.
    Face,
    /// An edge.
    Edge,
    /// A corner.
    Vertex,
}

/// The point of a triangle that is nearest to a query point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoint {
    /// Nearest point, in metres.
    pub point: DVec3,
    /// Feature on which the point lies.
    pub feature: Feature,
}

/// A non-degenerate triangle prepared for queries, with its plane and the planes through its three edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// Corners in metres, counter-clockwise as seen from the front.
    pub corners: [DVec3; 3],
    /// Plane of the triangle.
    pub plane: Plane,
    /// Planes through the edges, perpendicular to the triangle's plane. The triangle is in front of all three.
    ///
    /// Edge `i` runs from corner `i` to corner `(i + 1) % 3`. Unlike in the ATI sample, the normals are unit vectors,
    /// so distances are in metres.
    pub edge_planes: [Plane; 3],
}

impl Triangle {
    /// Prepares a triangle for queries.
    ///
    /// Returns `None` if its smallest altitude is at most `min_altitude` metres (see
    /// [`super::Tolerances::degenerate`]), or if a corner is not finite.
    #[must_use]
    pub fn new(corners: [DVec3; 3], min_altitude: f64) -> Option<Self> {
        let plane = Plane::from_points(corners)?;
        let mut edge_planes = [plane; 3];
        for (i, edge_plane) in edge_planes.iter_mut().enumerate() {
            let (from, to, opposite) = (corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3]);
            let inward = plane.normal.cross(to - from).try_normalize()?;
            *edge_plane = Plane::from_point_normal(from, inward);
            // The negated comparison also rejects NaN.
            let altitude = inward.dot(opposite - from);
            if !(altitude > min_altitude && altitude.is_finite()) {
                return None;
            }
        }
        Some(Self {
            corners,
            plane,
            edge_planes,
        })
    }

    /// Returns the unit normal. It points to the front, from where the corners appear in counter-clockwise order.
    #[inline]
    #[must_use]
    pub fn normal(&self) -> DVec3 {
        self.plane.normal
    }

    /// Returns the area in square metres.
    #[must_use]
    pub fn area(&self) -> f64 {
        area(self.corners)
    }

    /// Returns whether the projection of a point onto the triangle's plane is inside the triangle or on its boundary.
    ///
    /// The point may be on either side of the plane. The ATI sample calls this test `isAbove`.
    #[inline]
    #[must_use]
    pub fn is_above(&self, point: DVec3) -> bool {
        self.edge_planes.iter().all(|edge| edge.distance(point) >= 0.0)
    }

    /// Returns the point of the triangle nearest to `point`, and the feature on which it lies.
    #[must_use]
    pub fn closest_point(&self, point: DVec3) -> ClosestPoint {
        closest_point(self.corners, point)
    }

    /// Returns the distance from a point to the triangle, in metres.
    #[must_use]
    pub fn distance(&self, point: DVec3) -> f64 {
        self.closest_point(point).point.distance(point)
    }
}

/// Returns the area of a triangle, in square metres.
#[must_use]
pub fn area([a, b, c]: [DVec3; 3]) -> f64 {
    (b - a).cross(c - a).length() * 0.5
}

/// Returns the edges of a triangle. Edge `i` runs from corner `i` to corner `(i + 1) % 3`.
#[must_use]
pub fn edges([a, b, c]: [DVec3; 3]) -> [Segment; 3] {
    [(a, b), (b, c), (c, a)].map(|(from, to)| Segment { from, to })
}

/// Returns the point of a triangle nearest to `point`, using the Voronoi regions of the triangle's features (Ericson
/// 2005, 5.1.5).
///
/// A degenerate triangle is treated as the segment or point that it spans.
#[must_use]
pub fn closest_point(corners: [DVec3; 3], point: DVec3) -> ClosestPoint {
    let [a, b, c] = corners;
    let (ab, ac) = (b - a, c - a);
    if ab.cross(ac).length_squared() <= FLAT_SINE_SQUARED * ab.length_squared() * ac.length_squared() {
        return closest_point_of_edges(corners, point);
    }
    let corner = |i: usize| ClosestPoint {
        point: corners[i],
        feature: Feature::Vertex,
    };

    let ap = point - a;
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return corner(0);
    }
    let bp = point - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return corner(1);
    }
    let cp = point - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return corner(2);
    }
    let on_edge = |i: usize, t: f64| ClosestPoint {
        point: corners[i].lerp(corners[(i + 1) % 3], t),
        feature: Feature::Edge,
    };
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return on_edge(0, d1 / (d1 - d3));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return on_edge(1, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        // Edge 2 runs from c to a.
        return on_edge(2, 1.0 - d2 / (d2 - d6));
    }
    let sum = va + vb + vc;
    ClosestPoint {
        point: a + ab * (vb / sum) + ac * (vc / sum),
        feature: Feature::Face,
    }
}

/// Returns the nearest point on the three edges.
fn closest_point_of_edges(corners: [DVec3; 3], point: DVec3) -> ClosestPoint {
    let mut nearest = (f64::INFINITY, corners[0], Feature::Vertex);
    for edge in edges(corners) {
        let t = edge.closest_t(point);
        let on_edge = edge.at(t);
        let distance = on_edge.distance_squared(point);
        if distance < nearest.0 {
            let is_end = t <= 0.0 || t >= 1.0;
            nearest = (
                distance,
                on_edge,
                if is_end { Feature::Vertex } else { Feature::Edge },
            );
        }
    }
    let (_, point, feature) = nearest;
    ClosestPoint { point, feature }
}

/// Returns the height (Y, in metres) of a triangle directly above or below a point.
///
/// Returns `None` if the triangle is vertical or is not directly above or below the point.
#[must_use]
pub fn height_at(corners: &[DVec3; 3], point: DVec3) -> Option<f64> {
    let flat @ [a, b, c] = corners.map(|corner| DVec2::new(corner.x - point.x, corner.z - point.z));
    let low = flat[0].min(flat[1]).min(flat[2]);
    let high = flat[0].max(flat[1]).max(flat[2]);
    if low.cmpgt(DVec2::ZERO).any() || high.cmplt(DVec2::ZERO).any() {
        return None;
    }
    let sides = [b.perp_dot(c), c.perp_dot(a), a.perp_dot(b)];
    let whole: f64 = sides.iter().sum();
    if whole == 0.0 || sides.iter().any(|side| side * whole < 0.0) {
        return None;
    }
    let parts = corners
        .iter()
        .zip(sides)
        .map(|(corner, side)| corner.y * side / whole);
    Some(parts.sum())
}
