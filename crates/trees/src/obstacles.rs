//! What a body collides with: [`Obstacles`], a set of triangles that collision queries, in a tree or in none.

use bspwalk_geometry::{Aabb, Ray};
use glam::Vec3;

use super::{
    hits::{CastHit, RayHit},
    node::NodeId,
    observer::{Note, TestOutcome},
};

/// A triangle of a set of [`Obstacles`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObstacleTriangle {
    /// The corners, in metres, counter-clockwise seen from the front.
    pub corners: [Vec3; 3],
    /// The unit normal, rounded to `f32`. It points to the front.
    pub normal: Vec3,
    /// The number that the caller gave the face. Several triangles may have one.
    pub face: u32,
    /// The number of the triangle in the set. Each triangle has its own.
    pub triangle: u32,
    /// A node that stores a fragment of it.
    pub node: NodeId,
}

/// A set of triangles that bodies collide with.
///
/// All points are in metres, in the space in which the set was built. A body is a capsule: all points within `radius` of the
/// segment from `center - half_axis` to `center + half_axis`. It is a sphere where `half_axis` is zero.
pub trait Obstacles {
    /// The nearest face that the segment `from` → `to` meets, from either side.
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit>;

    /// The nearest face that the ray meets, from either side.
    ///
    /// This is [`Obstacles::cast`] along the part of the ray that reaches into the bounds of the set, and as precise as a cast
    /// of that length. For a ray that begins very far away, cast a segment that begins near the triangles instead.
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

    /// Whether the segment `from` → `to` meets a face, from either side.
    fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        self.cast(from, to).is_some()
    }

    /// Visits the candidates of a sweep: every triangle that the body may touch while its centre moves straight `from` → `to`.
    /// Returns the number of nodes that it visited.
    ///
    /// The triangles come roughly in the order in which the body meets them, and one may come more than once. `visit` returns
    /// the part of the path that is still of interest, from 0 for nothing to 1 for all of it. Triangles that lie beyond may be
    /// left out. What it returns must never grow from call to call.
    fn visit_swept(
        &self,
        from: Vec3,
        to: Vec3,
        half_axis: Vec3,
        radius: f32,
        visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32;

    /// Visits every triangle that the resting body may touch, in any order. A triangle may come more than once.
    fn visit_near(&self, center: Vec3, half_axis: Vec3, radius: f32, visit: impl FnMut(&ObstacleTriangle));

    /// The bounds of all triangles, in metres. They are [`Aabb::EMPTY`] where there are none.
    fn bounds(&self) -> Aabb;

    /// Whether a triangle of the set is one of a thing that moves in a level: no other tree of the level knows of it.
    ///
    /// See [`things`](crate::collision::things). None is by default.
    #[inline(always)]
    fn is_of_thing(&self, _triangle: u32) -> bool {
        false
    }

    /// Whether a thing that moves in a level reaches into a box, in metres. None does by default.
    #[inline(always)]
    fn has_thing_in(&self, _within: &Aabb) -> bool {
        false
    }

    /// Receives what a collision query finds out outside the tree, for an [`Observer`](super::observer::Observer).
    ///
    /// The default ignores it, and never calls `note`.
    #[inline(always)]
    fn note(&self, _note: impl FnOnce() -> Note) {}
}

/// Notes the outcome of a collision query's test of a triangle.
#[inline(always)]
pub(crate) fn note_tested(
    obstacles: &impl Obstacles,
    triangle: &ObstacleTriangle,
    outcome: impl FnOnce() -> TestOutcome,
) {
    obstacles.note(|| Note::Tested {
        node: triangle.node,
        triangle: triangle.triangle,
        outcome: outcome(),
    });
}
