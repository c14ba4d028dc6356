//! 2D segments, with exact tests for the side of a segment's line that a point is on.

use std::cmp::Ordering;

use glam::DVec2;
use robust::Coord;

/// A directed segment in 2D. The front of its line is to the left of the segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment2 {
    /// Start point.
    pub from: DVec2,
    /// End point.
    pub to: DVec2,
}

/// The side of a directed line on which a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointSide {
    /// On the left.
    Front,
    /// On the line.
    On,
    /// On the right.
    Back,
}

/// The side of a directed line on which a segment lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SegmentSide {
    /// In front (left); one end may lie on the line.
    Front,
    /// Both ends lie on the line.
    Collinear,
    /// Behind (right); one end may lie on the line.
    Back,
    /// One end is in front and the other is behind, so the line cuts the segment.
    Straddling,
}

impl From<Ordering> for PointSide {
    #[inline]
    fn from(ordering: Ordering) -> Self {
        match ordering {
            Ordering::Greater => Self::Front,
            Ordering::Equal => Self::On,
            Ordering::Less => Self::Back,
        }
    }
}

impl SegmentSide {
    /// Returns the side of a segment, given the sides of its ends.
    #[inline]
    #[must_use]
    pub fn from_ends(ends: [PointSide; 2]) -> Self {
        use PointSide::{Back, Front, On};
        match ends {
            [On, On] => Self::Collinear,
            [Front, Front | On] | [On, Front] => Self::Front,
            [Back, Back | On] | [On, Back] => Self::Back,
            [Front, Back] | [Back, Front] => Self::Straddling,
        }
    }
}

impl Segment2 {
    /// Creates a segment between two points.
    #[inline]
    #[must_use]
    pub const fn new(from: DVec2, to: DVec2) -> Self {
        Self { from, to }
    }

    /// Returns the vector from start to end, which is not normalised.
    #[inline]
    #[must_use]
    pub fn direction(&self) -> DVec2 {
        self.to - self.from
    }

    /// Returns the unit normal of the segment's line, pointing to its front. It is NaN for a segment of zero length.
    #[inline]
    #[must_use]
    pub fn normal(&self) -> DVec2 {
        self.direction().perp().normalize()
    }

    /// Returns the side of this segment's line on which a point lies. The result is exact.
    #[inline]
    #[must_use]
    pub fn side_of(&self, point: DVec2) -> PointSide {
        orientation(self.from, self.to, point).into()
    }

    /// Returns the side of this segment's line on which another segment lies. The result is exact.
    #[inline]
    #[must_use]
    pub fn side_of_segment(&self, segment: &Self) -> SegmentSide {
        SegmentSide::from_ends([segment.from, segment.to].map(|point| self.side_of(point)))
    }

    /// Splits another segment by this segment's line. Returns the part in front and the part behind, both with the
    /// direction of the other segment, or `None` if that segment does not straddle the line. The cut is rounded.
    #[must_use]
    pub fn split(&self, segment: &Self) -> Option<[Self; 2]> {
        if self.side_of_segment(segment) != SegmentSide::Straddling {
            return None;
        }
        let cut = segment.crossing(self);
        let parts = [Self::new(segment.from, cut), Self::new(cut, segment.to)];
        let [first, second] = parts;
        Some(match self.side_of(segment.from) {
            PointSide::Front => [first, second],
            _ => [second, first],
        })
    }

    /// Returns the point where the line of another segment crosses this segment, rounded and clamped to this segment's
    /// bounds.
    #[inline]
    #[must_use]
    pub fn crossing(&self, other: &Self) -> DVec2 {
        let normal = other.direction().perp();
        let [start, end] = [self.from, self.to].map(|point| normal.dot(point - other.from));
        let t = start / (start - end);
        let [low, high] = [self.from.min(self.to), self.from.max(self.to)];
        // For nearly parallel lines, any point is acceptable.
        let t = if t.is_finite() { t } else { 0.5 };
        self.from.lerp(self.to, t).clamp(low, high)
    }

    /// Returns the point on the segment closest to `point`, rounded.
    #[inline]
    #[must_use]
    pub fn closest(&self, point: DVec2) -> DVec2 {
        let direction = self.direction();
        let t = (point - self.from).dot(direction) / direction.length_squared();
        self.from
            .lerp(self.to, if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 })
    }

    /// Returns whether a point lies on the segment, including its ends. The result is exact.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: DVec2) -> bool {
        let [low, high] = [self.from.min(self.to), self.from.max(self.to)];
        point.cmpge(low).all() && point.cmple(high).all() && self.side_of(point) == PointSide::On
    }

    /// Returns whether the two segments have a point in common. The result is exact.
    #[inline]
    #[must_use]
    pub fn touches(&self, other: &Self) -> bool {
        let sides = other.side_of_segment(self);
        if matches!(sides, SegmentSide::Straddling) && self.side_of_segment(other) == SegmentSide::Straddling
        {
            return true;
        }
        [other.from, other.to].into_iter().any(|end| self.contains(end))
            || [self.from, self.to].into_iter().any(|end| other.contains(end))
    }

    /// Returns the parameter along this segment (0 at its start, 1 at its end) of the first point where it touches
    /// another segment, or `None` if it does not touch it. Whether they touch is decided exactly; the parameter is
    /// rounded.
    #[must_use]
    pub fn first_touch(&self, other: &Self) -> Option<f64> {
        if !self.touches(other) {
            return None;
        }
        let direction = self.direction();
        let along = |point: DVec2| (point - self.from).dot(direction) / direction.length_squared();
        let t = if other.side_of_segment(self) == SegmentSide::Collinear {
            // This is either the nearer end of the other segment or, if this segment's start lies on the other segment,
            // that start.
            along(other.from).min(along(other.to))
        } else {
            along(self.crossing(other))
        };
        Some(if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 })
    }
}

/// Returns the side of the line from `a` to `b` on which `point` lies: `Greater` means left, `Equal` on the line, and
/// `Less` right.
///
/// The result is exact (Shewchuk's adaptive predicate, 1997), as long as no product of two coordinates overflows or
/// underflows.
#[inline]
#[must_use]
pub fn orientation(a: DVec2, b: DVec2, point: DVec2) -> Ordering {
    let [a, b, point] = [a, b, point].map(|p| Coord { x: p.x, y: p.y });
    // The result is NaN only if some coordinates are not finite.
    robust::orient2d(a, b, point)
        .partial_cmp(&0.0)
        .unwrap_or(Ordering::Equal)
}
