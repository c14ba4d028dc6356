//! Closest points: what they lie on, and those of polygons. Those of boxes, segments and triangles are methods of
//! theirs (Ericson 5.1).

use glam::DVec3;

use super::{Polygon, Segment, polygon::Attributes};

/// The part of a face that a point lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Its inside.
    Face,
    /// The edge from corner `i` to the next.
    Edge(u8),
    /// Corner `i`.
    Vertex(u8),
}

/// The point of a face nearest to another point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoint {
    /// The point, in metres.
    pub point: DVec3,
    /// What it lies on.
    pub feature: Feature,
}

impl<A: Attributes> Polygon<A> {
    /// The point of the convex polygon nearest to `point`; `None` for a polygon without corners. A polygon without area
    /// is the segments between its corners.
    #[must_use]
    pub fn closest_point(&self, point: DVec3) -> Option<DVec3> {
        if let Some(plane) = self.plane() {
            let inside = self
                .edges()
                .all(|edge| plane.normal.cross(edge.direction()).dot(point - edge.from) >= 0.0);
            if inside {
                return Some(plane.project(point));
            }
        }
        self.edges()
            .map(|edge| edge.closest_point(point))
            .min_by(|a, b| a.distance_squared(point).total_cmp(&b.distance_squared(point)))
    }

    /// The edges, in order, each from its corner to the next.
    pub fn edges(&self) -> impl Iterator<Item = Segment> + '_ {
        let next = self.positions().skip(1).chain(self.positions().take(1));
        self.positions().zip(next).map(|(from, to)| Segment { from, to })
    }
}
