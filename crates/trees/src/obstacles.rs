//! The questions of collision to a tree of either kind.

use bspwalk_geometry::{Aabb, Ray};
use glam::Vec3;

use super::{
    hits::{CastHit, RayHit},
    node::NodeId,
    observer::{Note, Tested},
};

/// A triangle as collision reads it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObstacleTriangle {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [Vec3; 3],
    /// Unit normal, rounded to `f32`.
    pub normal: Vec3,
    /// The face, as the caller numbered it.
    pub face: u32,
    /// Its number in the set: faces may be numbered alike, triangles are not.
    pub triangle: u32,
    /// A node that stores a fragment of it.
    pub node: NodeId,
}

/// A set of triangles that bodies meet.
///
/// Bodies are given by an axis and a radius in metres: all points within `radius` of the segment from
/// `center - half_axis` to `center + half_axis`; a sphere where `half_axis` is zero.
pub trait Obstacles {
    /// The nearest face that the segment meets, from either side.
    fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit>;

    /// The nearest face that the ray meets, from either side: [`Obstacles::cast`] along the part of it that reaches the
    /// triangles' bounds. The precision is that of a segment of this length: from very far away, take a segment that begins
    /// near the triangles.
    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        let length = ray.end_in(&self.bounds())?;
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

    /// Whether the segment meets a face, from either side.
    fn is_blocked(&self, from: Vec3, to: Vec3) -> bool {
        self.cast(from, to).is_some()
    }

    /// Visits every triangle that the body may touch on its path `from` → `to`, roughly in the order in which it meets
    /// them; a triangle may come more than once.
    ///
    /// `visit` returns the part of the path, from 0 to 1, beyond which no triangle is of interest; it never grows.
    fn along(
        &self,
        from: Vec3,
        to: Vec3,
        half_axis: Vec3,
        radius: f32,
        visit: impl FnMut(&ObstacleTriangle) -> f64,
    ) -> u32;

    /// Visits every triangle that a resting body may touch, in any order; a triangle may come more than once.
    fn near(&self, center: Vec3, half_axis: Vec3, radius: f32, visit: impl FnMut(&ObstacleTriangle));

    /// Bounds of all triangles; empty for none.
    fn bounds(&self) -> Aabb;

    /// Told what a query finds out, step by step. Only a set that is watched asks what it is.
    #[inline(always)]
    fn note(&self, _note: impl FnOnce() -> Note) {}

    /// Told the outcome of a test of a triangle; see [`Obstacles::note`].
    #[inline(always)]
    fn note_tested(&self, triangle: &ObstacleTriangle, tested: impl FnOnce() -> Tested) {
        self.note(|| Note::Tested {
            node: triangle.node,
            triangle: triangle.triangle,
            tested: tested(),
        });
    }
}
