//! [`Obstacles`]: a set of triangles for collision queries, with or without a tree.

use bspwalk_geometry::{Aabb, Capsule, FaceId, Ray, Shape};
use glam::Vec3;

use super::{
    hits::{CastHit, RayHit, TriangleId},
    node::NodeId,
    observer::Note,
};

/// A triangle in a set of [`Obstacles`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObstacleTriangle {
    /// Corners, in metres, counter-clockwise seen from the front.
    pub corners: [Vec3; 3],
    /// Unit normal, rounded to `f32`. It points to the front.
    pub normal: Vec3,
    /// Face number assigned by the caller. Several triangles may share it.
    pub face: FaceId,
    /// Unique number of the triangle in the set.
    pub triangle: TriangleId,
    /// A node that stores a fragment of the triangle.
    pub node: NodeId,
}

/// A set of triangles that bodies can collide with.
///
/// All points are in metres, in the coordinate space of the set. A body is a capsule: all points within `radius` of the
/// segment from `center - half_axis` to `center + half_axis`. If `half_axis` is zero, the body is a sphere.
pub trait Obstacles {
    /// Returns the nearest face hit by the segment from `from` to `to`, from either side.
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit>;

    /// Returns the nearest face hit by the ray, from either side.
    ///
    /// The default implementation calls [`Obstacles::cast`] with a segment that ends at the far side of the set's
    /// bounds. The longer this segment, the less precise the result. If a ray starts very far away, cast a segment that
    /// starts near the triangles instead.
    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        let length = ray.max_distance_in(&self.bounds())?;
        let hit = self.cast(ray.origin, ray.at(length))?;
        Some(RayHit {
            distance: hit.t * length,
            point: hit.point,
            normal: hit.normal,
            face: hit.face,
            triangle: hit.triangle,
            node: hit.node,
        })
    }

    /// Returns whether the segment from `from` to `to` hits a face, from either side.
    fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        self.cast(from, to).is_some()
    }

    /// Visits the candidates of a sweep: every triangle that the shape may touch while its centre moves straight from
    /// `from` to `to`. Returns the number of visited nodes.
    ///
    /// A set may visit the candidates of [`Shape::bounding_capsule`] instead. The trees test the support of the shape
    /// towards each split plane, so they visit fewer. The triangles come roughly in the order of impact, possibly more than once. `visit` returns the fraction of the
    /// path that still matters, from 0 (nothing) to 1 (all of it). Triangles beyond that fraction may be skipped. The
    /// returned value must never increase from one call to the next.
    fn visit_swept(
        &self,
        shape: &Shape,
        from: Vec3,
        to: Vec3,
        visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32;

    /// Visits every triangle that the resting shape may touch, in any order, possibly more than once.
    fn visit_near(&self, shape: &Shape, center: Vec3, visit: impl FnMut(&ObstacleTriangle));

    /// Visits the triangles near a resting body, roughly from near to far, possibly more than once.
    ///
    /// `visit` returns the distance from the body's axis within which triangles still matter, in metres. It starts as
    /// the body's radius and must never increase from one call to the next. Triangles beyond it may be skipped, which is
    /// what makes a search for the nearest triangle faster than [`Obstacles::visit_near`].
    ///
    /// The default implementation visits every triangle that the body may touch, in any order.
    fn visit_nearest(&self, body: Capsule, center: Vec3, mut visit: impl FnMut(&ObstacleTriangle) -> f32) {
        self.visit_near(&body.into(), center, |triangle| {
            visit(triangle);
        });
    }

    /// Returns the bounds of all triangles (in metres), or [`Aabb::EMPTY`] if the set is empty.
    fn bounds(&self) -> Aabb;

    /// Returns whether a triangle belongs to a moving object, such as a door. Such triangles are not part of the
    /// level's tree.
    ///
    /// See `bspwalk_collision::things`. The default implementation returns `false`.
    #[inline(always)]
    fn is_of_thing(&self, _triangle: TriangleId) -> bool {
        false
    }

    /// Returns whether a moving object intersects a box (in metres). The default implementation returns `false`.
    #[inline(always)]
    fn has_thing_in(&self, _within: &Aabb) -> bool {
        false
    }

    /// Receives a result that a collision query computes outside the tree, and passes it to an
    /// [`Observer`](super::observer::Observer).
    ///
    /// The default implementation ignores the result: it never calls the closure.
    #[inline(always)]
    fn note(&self, _note: impl FnOnce() -> Note) {}
}
