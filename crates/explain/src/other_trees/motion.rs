//! The query that all trees answer: a box moves along a segment.

use bspwalk_collision::Capsule;
use bspwalk_geometry::Aabb;
use bspwalk_trees::tolerance::QUERY_RELATIVE;
use glam::Vec3;

/// Part of the path between two positions, where 0 is the start of the path and 1 is its end.
pub(super) type Span = [f32; 2];

/// The bounding box of a body that moves along a segment. For a cast, the box has zero size; a body at rest does not
/// move.
///
/// The box is enlarged by slightly more than the rounding error of its tests, so that these never exclude a face that
/// the query touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion {
    from: Vec3,
    direction: Vec3,
    /// Reciprocals of the direction's components, which are not finite along an axis without motion.
    inverse: Vec3,
    /// Half-size of the box.
    extents: Vec3,
}

impl Motion {
    /// Creates the query for a body that moves from `from` to `to`. `bounds` are the bounds of all triangles.
    pub(super) fn new(body: Capsule, from: Vec3, to: Vec3, bounds: &Aabb) -> Self {
        let direction = to - from;
        let size = body.extents();
        let coordinates = from.abs().max(to.abs()).max_element() + size.max_element();
        let margin = rounding_error(bounds.largest_coordinate() as f32 + coordinates);
        Self {
            from,
            direction,
            inverse: direction.recip(),
            extents: size + margin,
        }
    }

    /// Returns the part of the path on which the body touches a box, or `None` if it never does.
    ///
    /// The box is enlarged by the extents of the body, so that the body becomes a point. On each axis, the path is
    /// between the two planes of the box for one interval, and the result is the intersection of the three intervals
    /// (slab test; Ericson 2005, 5.3.3).
    #[inline]
    pub(super) fn span_touching_box(&self, min: Vec3, max: Vec3) -> Option<Span> {
        let to_min = min - self.extents - self.from;
        let to_max = max + self.extents - self.from;
        let [mut first, mut last] = [0.0_f32, 1.0_f32];
        for axis in 0..3 {
            let (to_min, to_max, inverse) = (to_min[axis], to_max[axis], self.inverse[axis]);
            if inverse.is_finite() {
                let [a, b] = [to_min * inverse, to_max * inverse];
                first = first.max(a.min(b));
                last = last.min(a.max(b));
            } else if to_min > 0.0 || to_max < 0.0 {
                return None;
            }
        }
        (first <= last).then_some([first, last])
    }

    /// Divides a part of the path by a plane that is perpendicular to an axis. Returns the part on which the body
    /// reaches the lower side of the plane, and the part on which it reaches the upper side.
    ///
    /// The two parts overlap where the body straddles the plane.
    #[inline]
    pub(super) fn split_span_at_plane(
        &self,
        axis: usize,
        position: f32,
        [first, last]: Span,
    ) -> [Option<Span>; 2] {
        // The body straddles the plane between these two offsets from its start.
        let [upper_begins, lower_ends] =
            [-1.0_f32, 1.0].map(|side| position + side * self.extents[axis] - self.from[axis]);
        let inverse = self.inverse[axis];
        if !inverse.is_finite() {
            return [lower_ends >= 0.0, upper_begins <= 0.0].map(|reaches| reaches.then_some([first, last]));
        }
        let [upper_begins, lower_ends] = [upper_begins * inverse, lower_ends * inverse];
        let before = |t: f32| (first <= t).then(|| [first, last.min(t)]);
        let after = |t: f32| (t <= last).then(|| [first.max(t), last]);
        if self.is_ascending(axis) {
            [before(lower_ends), after(upper_begins)]
        } else {
            [after(lower_ends), before(upper_begins)]
        }
    }

    /// Returns whether the body does not move down along an axis.
    #[inline]
    pub(super) fn is_ascending(&self, axis: usize) -> bool {
        self.direction[axis] >= 0.0
    }
}

/// Returns the rounding error (in metres) of coordinates of this magnitude.
pub(super) fn rounding_error(coordinates: f32) -> f32 {
    4.0 * QUERY_RELATIVE * coordinates
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cast(from: [f32; 3], to: [f32; 3]) -> Motion {
        let nothing = Capsule::sphere(0.0);
        Motion::new(nothing, Vec3::from(from), Vec3::from(to), &Aabb::EMPTY)
    }

    fn is_near([a, b]: Span, [c, d]: Span) -> bool {
        (a - c).abs() < 1.0e-4 && (b - d).abs() < 1.0e-4
    }

    #[test]
    fn span_is_the_part_in_the_box() {
        let (min, max) = (Vec3::ZERO, Vec3::splat(2.0));
        let through = cast([-2.0, 1.0, 1.0], [6.0, 1.0, 1.0]);
        assert!(
            through
                .span_touching_box(min, max)
                .is_some_and(|span| is_near(span, [0.25, 0.5]))
        );
        let back = cast([6.0, 1.0, 1.0], [-2.0, 1.0, 1.0]);
        assert!(
            back.span_touching_box(min, max)
                .is_some_and(|span| is_near(span, [0.5, 0.75]))
        );
        let inside = cast([1.0, 1.0, 1.0], [1.0, 1.0, 1.0]);
        assert_eq!(inside.span_touching_box(min, max), Some([0.0, 1.0]));
        let past = cast([-2.0, 3.0, 1.0], [6.0, 3.0, 1.0]);
        assert_eq!(past.span_touching_box(min, max), None);
        let ball = Motion::new(
            Capsule::sphere(1.5),
            Vec3::new(-2.0, 3.0, 1.0),
            Vec3::new(6.0, 3.0, 1.0),
            &Aabb::EMPTY,
        );
        assert!(ball.span_touching_box(min, max).is_some(), "a body has a size");
        let along = cast([-2.0, 2.0, 2.0], [6.0, 2.0, 2.0]);
        assert!(
            along.span_touching_box(min, max).is_some(),
            "an edge belongs to the box"
        );
    }

    #[test]
    fn sides_divide_the_path() {
        let whole = [0.0, 1.0];
        let up = cast([0.0, 0.0, 0.0], [4.0, 0.0, 0.0]);
        let [lower, upper] = up.split_span_at_plane(0, 1.0, whole);
        assert!(lower.is_some_and(|span| is_near(span, [0.0, 0.25])));
        assert!(upper.is_some_and(|span| is_near(span, [0.25, 1.0])));
        let down = cast([4.0, 0.0, 0.0], [0.0, 0.0, 0.0]);
        let [lower, upper] = down.split_span_at_plane(0, 1.0, whole);
        assert!(lower.is_some_and(|span| is_near(span, [0.75, 1.0])));
        assert!(upper.is_some_and(|span| is_near(span, [0.0, 0.75])));
        assert_eq!(up.split_span_at_plane(0, 9.0, whole), [Some(whole), None]);
        assert_eq!(up.split_span_at_plane(1, 1.0, whole), [Some(whole), None]);
        assert_eq!(up.split_span_at_plane(1, -1.0, whole), [None, Some(whole)]);
        assert_eq!(
            up.split_span_at_plane(1, 0.0, whole),
            [Some(whole), Some(whole)],
            "it lies on the plane"
        );
    }
}
