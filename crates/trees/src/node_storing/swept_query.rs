//! Finds triangles along the path of a moving body, and around a resting one.

use crate::tolerance::PARAMETER;
use bspwalk_geometry::{Aabb, Capsule, Shape};
use glam::Vec3;

use super::{
    NodeTree,
    wide::{QueryCounts, Swept},
};
use crate::{
    ObstacleTriangle, Obstacles,
    observer::{Note, Observer, TestOutcome, TreeQuery, Unobserved},
};
use crate::{hits::CastHit, mailbox::Mailbox};

impl Obstacles for NodeTree {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        Self::cast(self, from, to)
    }

    fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        Self::is_blocked(self, from, to)
    }

    #[inline]
    fn visit_swept(
        &self,
        shape: &Shape,
        from: Vec3,
        to: Vec3,
        visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        self.unobserved().visit_swept(shape, from, to, visit)
    }

    #[inline]
    fn visit_near(&self, shape: &Shape, center: Vec3, visit: impl FnMut(&ObstacleTriangle)) {
        self.unobserved().visit_near(shape, center, visit);
    }

    #[inline]
    fn visit_nearest(&self, body: Capsule, center: Vec3, mut visit: impl FnMut(&ObstacleTriangle) -> f32) {
        let body = (center, body.half_axis, body.radius);
        self.nearest(body, |triangle, index, node| {
            visit(&triangle.obstacle(index, node))
        })
        .count();
    }

    #[inline]
    fn bounds(&self) -> Aabb {
        self.bounds
    }
}

impl NodeTree {
    #[inline]
    fn unobserved(&self) -> ObservedTree<'_, Unobserved> {
        ObservedTree {
            tree: self,
            observer: Unobserved,
        }
    }

    #[inline]
    fn along_watched(
        &self,
        shape: &Shape,
        (from, to): (Vec3, Vec3),
        mut visit: impl FnMut(&ObstacleTriangle) -> f64,
        observer: impl Observer,
    ) -> QueryCounts {
        let (direction, extents) = (to - from, shape.extents());
        if !(direction.is_finite() && from.is_finite() && extents.is_finite()) {
            return QueryCounts::default();
        }
        // The slack is doubled: once for rounding in this test, and once for the rounding of `t`, which grows with the
        // length of the path.
        let slack = 2.0 * self.distance_error_bound(from.abs() + extents, to);
        let Some(swept) = Swept::of_shape(from, direction, shape, slack) else {
            return QueryCounts::default();
        };
        let mut mailbox = Mailbox::default();
        let mut limit = 1.0;
        self.wide().visit_along_sweep(&swept, observer, &mut |lane| {
            if mailbox.already_tested(lane.triangle) {
                observer.test_face(lane.node, lane.triangle, TestOutcome::AlreadyTested);
            } else {
                let triangle = &self.triangles[lane.triangle.index()];
                let wanted = visit(&triangle.obstacle(lane.triangle, lane.node));
                limit = wanted as f32 * (1.0 + PARAMETER) + PARAMETER;
            }
            limit
        })
    }
}

/// A tree that reports the queries of collision functions and their results to an [`Observer`]. The results are the
/// same as without the observer.
#[derive(Clone, Copy, Debug)]
pub struct ObservedTree<'a, O> {
    /// The observed tree.
    pub tree: &'a NodeTree,
    /// Observer that receives the reports.
    pub observer: O,
}

impl<O: Observer> Obstacles for ObservedTree<'_, O> {
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        let (hit, read) = self.tree.cast_watched(from, to, self.observer);
        read.count();
        hit
    }

    /// Uses a cast if the observer is enabled, because observers can follow the steps of a cast.
    fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        if O::ENABLED {
            self.cast(from, to).is_some()
        } else {
            self.tree.is_blocked(from, to)
        }
    }

    #[inline]
    fn visit_swept(
        &self,
        shape: &Shape,
        from: Vec3,
        to: Vec3,
        visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32 {
        let Capsule { half_axis, radius } = shape.bounding_capsule();
        self.observer.begin_query(TreeQuery::Sweep {
            from,
            to,
            half_axis,
            radius,
        });
        let read = self.tree.along_watched(shape, (from, to), visit, self.observer);
        read.count();
        read.nodes
    }

    #[inline]
    fn visit_near(&self, shape: &Shape, center: Vec3, mut visit: impl FnMut(&ObstacleTriangle)) {
        let Capsule { half_axis, radius } = shape.bounding_capsule();
        self.observer.begin_query(TreeQuery::Near {
            center,
            half_axis,
            radius,
        });
        self.tree
            .near_watched((center, shape), self.observer, |triangle, id, node| {
                visit(&triangle.obstacle(id, node));
            })
            .count();
    }

    #[inline]
    fn bounds(&self) -> Aabb {
        self.tree.bounds
    }

    #[inline(always)]
    fn note(&self, note: impl FnOnce() -> Note) {
        if !O::ENABLED {
            return;
        }
        match note() {
            Note::Tested {
                node,
                triangle,
                outcome,
            } => self.observer.test_face(node, triangle, outcome),
            Note::Stage(stage) => self.observer.stage(stage),
            Note::SweepBegins | Note::SweepEnds => {}
        }
    }
}
