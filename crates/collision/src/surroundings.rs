//! A cache of the triangles near a body, used by the many queries of one tick.

use bspwalk_geometry::{Aabb, Shape};
use bspwalk_trees::{
    CastHit, ObstacleTriangle, Obstacles, TriangleId,
    observer::{Note, TestOutcome},
    tolerance::QUERY_RELATIVE,
};
use glam::{Vec3, Vec3A};

use super::{Capsule, early_out::RestingBody};
use crate::notes::note_tested;

/// The triangles near a position, collected once from a tree.
pub(super) struct Surroundings<'a, T> {
    tree: &'a T,
    center: Vec3,
    half_axis: Vec3,
    reach: f32,
    /// Bound on the rounding error of coordinates near this position.
    slack: f32,
    triangles: Vec<Bounded>,
}

struct Bounded {
    low: Vec3A,
    high: Vec3A,
    triangle: ObstacleTriangle,
}

/// Query distance from the axis, relative to the body's radius. It covers the skin with a small margin.
const AROUND: f64 = 1.05;

/// Maximum number of cached triangles for a linear search. With more triangles, a tree query is faster.
const MOST: usize = 128;

impl<'a, T: Obstacles> Surroundings<'a, T> {
    /// Collects the triangles that a body can touch while its centre stays within `distance` (in metres) of `center`.
    pub(super) fn within(tree: &'a T, body: Capsule, center: Vec3, distance: f64) -> Self {
        let radius = f64::from(body.radius);
        let reach = (radius * AROUND + distance) as f32;
        let half_axis = body.half_axis;
        let mut triangles = Vec::new();
        let is_small = distance <= radius && reach.is_finite() && center.is_finite();
        if is_small {
            let (half, middle) = (half_axis.as_dvec3(), center.as_dvec3());
            let resting = RestingBody::new(&tree.bounds(), half, f64::from(reach), middle);
            tree.visit_near(&body.with_radius(reach).into(), center, |triangle| {
                if !resting.may_touch(triangle) {
                    note_tested(tree, triangle, || TestOutcome::OutOfReach);
                } else {
                    note_tested(tree, triangle, || TestOutcome::Collected);
                    let [a, b, c] = triangle.corners.map(Vec3A::from);
                    triangles.push(Bounded {
                        low: a.min(b).min(c),
                        high: a.max(b).max(c),
                        triangle: *triangle,
                    });
                }
            });
        }
        let has_all = is_small && triangles.len() <= MOST;
        Self {
            tree,
            center,
            half_axis,
            // With a negative infinite reach, every query goes to the tree instead of the cache.
            reach: if has_all { reach } else { f32::NEG_INFINITY },
            slack: QUERY_RELATIVE * (center.abs() + half_axis.abs() + reach).max_element(),
            triangles,
        }
    }

    #[inline]
    fn has_all(&self, body: Capsule, center: Vec3) -> bool {
        body.half_axis == self.half_axis && center.distance(self.center) + body.radius <= self.reach
    }

    #[inline]
    fn visit(&self, a: Vec3, b: Vec3, radius: f32, visit: impl FnMut(&ObstacleTriangle)) {
        let extents = self.half_axis.abs() + (radius + self.slack);
        let (low, high) = (Vec3A::from(a.min(b) - extents), Vec3A::from(a.max(b) + extents));
        self.triangles
            .iter()
            .filter(|bounded| bounded.low.cmple(high).all() && bounded.high.cmpge(low).all())
            .map(|bounded| &bounded.triangle)
            .for_each(visit);
    }
}

impl<T: Obstacles> Obstacles for Surroundings<'_, T> {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        self.tree.cast(from, to)
    }

    fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        self.tree.is_blocked(from, to)
    }

    fn visit_swept(
        &self,
        shape: &Shape,
        from: Vec3,
        to: Vec3,
        mut visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        let body = shape.bounding_capsule();
        if !(self.has_all(body, from) && self.has_all(body, to)) {
            return self.tree.visit_swept(shape, from, to, visit);
        }
        self.visit(from, to, body.radius, |triangle| {
            visit(triangle);
        });
        0
    }

    fn visit_near(&self, shape: &Shape, center: Vec3, visit: impl FnMut(&ObstacleTriangle)) {
        let body = shape.bounding_capsule();
        if self.has_all(body, center) {
            self.visit(center, center, body.radius, visit);
        } else {
            self.tree.visit_near(shape, center, visit);
        }
    }

    fn bounds(&self) -> Aabb {
        self.tree.bounds()
    }

    #[inline]
    fn is_of_thing(&self, triangle: TriangleId) -> bool {
        self.tree.is_of_thing(triangle)
    }

    #[inline]
    fn has_thing_in(&self, within: &Aabb) -> bool {
        self.tree.has_thing_in(within)
    }

    #[inline]
    fn note(&self, note: impl FnOnce() -> Note) {
        self.tree.note(note);
    }
}
