//! Triangles with planes through their edges, as in the ATI SDK's BSP sample (2006).

use glam::{DVec2, DVec3};

use super::{Plane, Segment, tolerance::FLAT_SINE_SQUARED};

/// A triangle with a number of the caller's choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaggedTriangle {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [DVec3; 3],
    /// The number that queries return for it, usually the index of the face in the level.
    pub face: u32,
}

/// The part of a triangle that a point lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Feature {
    /// Its interior.
    Face,
    /// An edge.
    Edge,
    /// A corner.
    Vertex,
}

/// The point of a triangle nearest to another point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoint {
    /// The point, in metres.
    pub point: DVec3,
    /// The part of the triangle that it lies on.
    pub feature: Feature,
}

/// A triangle with area, set up for queries: its plane, and the three planes through its edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [DVec3; 3],
    /// The plane that it lies on: unit normal and offset.
    pub plane: Plane,
    /// The planes through its edges, at right angles to its own plane. The triangle is in front of each. Edge `i` runs from corner
    /// `i` to corner `(i + 1) % 3`. Unlike those of the sample, the normals are unit vectors, so that distances from these
    /// planes are in metres.
    pub edge_planes: [Plane; 3],
}

impl Triangle {
    /// Sets a triangle up, or `None` where it is degenerate: its least altitude is not above `min_altitude` metres
    /// (see [`super::Tolerances::degenerate`]), or a corner is not finite.
    #[must_use]
    pub fn new(corners: [DVec3; 3], min_altitude: f64) -> Option<Self> {
        let plane = Plane::from_points(corners)?;
        let mut edge_planes = [plane; 3];
        for (i, edge_plane) in edge_planes.iter_mut().enumerate() {
            let (from, to, opposite) = (corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3]);
            let inward = plane.normal.cross(to - from).try_normalize()?;
            *edge_plane = Plane::from_point_normal(from, inward);
            // Written so that NaN is degenerate.
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

    /// The unit normal. It points to the side from which the corners wind counter-clockwise.
    #[inline]
    #[must_use]
    pub fn normal(&self) -> DVec3 {
        self.plane.normal
    }

    /// Area in square metres.
    #[must_use]
    pub fn area(&self) -> f64 {
        area(self.corners)
    }

    /// Whether the projection of a point onto the triangle's plane lies in the triangle, whichever side of the plane the point is
    /// on. The boundary counts. (The sample's `isAbove`.)
    #[inline]
    #[must_use]
    pub fn is_above(&self, point: DVec3) -> bool {
        self.edge_planes.iter().all(|edge| edge.distance(point) >= 0.0)
    }

    /// The point of the triangle nearest to `point`, and the feature that it lies on.
    #[must_use]
    pub fn closest_point(&self, point: DVec3) -> ClosestPoint {
        closest_point(self.corners, point)
    }

    /// Distance of a point from the triangle, in metres.
    #[must_use]
    pub fn distance(&self, point: DVec3) -> f64 {
        self.closest_point(point).point.distance(point)
    }
}

/// Area of the triangle with these corners, in square metres.
#[must_use]
pub fn area([a, b, c]: [DVec3; 3]) -> f64 {
    (b - a).cross(c - a).length() * 0.5
}

/// The edges of the triangle with these corners: edge `i` runs from corner `i` to corner `(i + 1) % 3`.
#[must_use]
pub fn edges([a, b, c]: [DVec3; 3]) -> [Segment; 3] {
    [(a, b), (b, c), (c, a)].map(|(from, to)| Segment { from, to })
}

/// The point of the triangle with these corners nearest to `point`, by the Voronoi regions of its features (Ericson
/// 5.1.5). A degenerate triangle is the segment or the point that its corners span.
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

/// The nearest point of the three edges.
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

/// The height (Y, in metres) of the triangle with these corners straight above or below a point. `None` where the triangle is
/// not there, or is vertical.
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
