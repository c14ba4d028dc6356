//! Line segments, and the closest points of two segments.

use glam::DVec3;

use super::{Aabb, tolerance::PARALLEL_SINE_SQUARED};

/// A line segment between two points, including its end points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Start point, in metres.
    pub from: DVec3,
    /// End point, in metres.
    pub to: DVec3,
}

/// The closest points of two segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoints {
    /// Parameter of the point on the first segment, from 0 at its start to 1 at its end.
    pub s: f64,
    /// Parameter of the point on the second segment, from 0 at its start to 1 at its end.
    pub t: f64,
    /// Point on the first segment, in metres.
    pub first: DVec3,
    /// Point on the second segment, in metres.
    pub second: DVec3,
}

impl Segment {
    /// Returns the vector from start to end (in metres), which is not normalised.
    #[inline]
    #[must_use]
    pub fn direction(&self) -> DVec3 {
        self.to - self.from
    }

    /// Returns the length in metres.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.direction().length()
    }

    /// Returns the point at parameter `t`. Parameters 0 and 1 return the exact start and end.
    #[inline]
    #[must_use]
    pub fn at(&self, t: f64) -> DVec3 {
        self.from.lerp(self.to, t)
    }

    /// Returns the bounding box of the segment.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        Aabb::from_points([self.from, self.to])
    }

    /// Returns the parameter (0 to 1) of the point on the segment nearest to `point`, or 0 for a segment of zero
    /// length.
    #[must_use]
    pub fn closest_t(&self, point: DVec3) -> f64 {
        let direction = self.direction();
        let length_squared = direction.length_squared();
        if length_squared > 0.0 {
            (direction.dot(point - self.from) / length_squared).clamp(0.0, 1.0)
        } else {
            0.0
        }
    }

    /// Returns the point on the segment nearest to `point`.
    #[must_use]
    pub fn closest_point(&self, point: DVec3) -> DVec3 {
        self.at(self.closest_t(point))
    }

    /// Returns the closest points of two segments (Ericson 2005, 5.1.9). Parallel segments may have many closest pairs;
    /// one of them is returned.
    #[must_use]
    pub fn closest_to_segment(&self, other: &Self) -> ClosestPoints {
        let (d1, d2, r) = (self.direction(), other.direction(), self.from - other.from);
        let (a, e) = (d1.length_squared(), d2.length_squared());
        let (c, f) = (d1.dot(r), d2.dot(r));
        let (s, t) = if a <= 0.0 {
            (0.0, other.closest_t(self.from))
        } else if e <= 0.0 {
            (self.closest_t(other.from), 0.0)
        } else {
            let b = d1.dot(d2);
            let denominator = a * e - b * b;
            // Below this threshold, the difference of products is mostly rounding error. The segments then count as
            // parallel, and any s is valid.
            let s = if denominator > PARALLEL_SINE_SQUARED * a * e {
                ((b * f - c * e) / denominator).clamp(0.0, 1.0)
            } else {
                0.0
            };
            let t = (b * s + f) / e;
            if t < 0.0 {
                ((-c / a).clamp(0.0, 1.0), 0.0)
            } else if t > 1.0 {
                (((b - c) / a).clamp(0.0, 1.0), 1.0)
            } else {
                (s, t)
            }
        };
        ClosestPoints {
            s,
            t,
            first: self.at(s),
            second: other.at(t),
        }
    }

    /// Returns the distance between two segments, in metres.
    #[must_use]
    pub fn distance_to_segment(&self, other: &Self) -> f64 {
        let closest = self.closest_to_segment(other);
        closest.first.distance(closest.second)
    }
}
