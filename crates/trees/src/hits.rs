//! Query results shared by all trees.

pub use bspwalk_geometry::Feature;
use bspwalk_geometry::{FaceId, id};
use glam::Vec3;

use crate::node::NodeId;

id! {
    /// Unique number of a triangle in a tree, or in another set of obstacles. Face numbers, in contrast, are assigned by
    /// the caller, and several triangles may share one.
    TriangleId
}

/// The first face that a segment hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// Position of the hit along the segment, from 0 at its start to 1 at its end.
    pub t: f32,
    /// Hit point, in metres.
    pub point: Vec3,
    /// Unit normal of the face, pointing to the side that the segment starts on.
    pub normal: Vec3,
    /// Face number assigned by the caller. Several triangles may share it.
    pub face: FaceId,
    /// Unique number of the triangle in the tree.
    pub triangle: TriangleId,
    /// Node that stores the fragment that was hit.
    pub node: NodeId,
}

/// The first face that a ray hits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Distance from the ray's origin, in metres.
    pub distance: f32,
    /// Hit point, in metres.
    pub point: Vec3,
    /// Unit normal of the face, pointing to the side that the ray starts on.
    pub normal: Vec3,
    /// Face number assigned by the caller. Several triangles may share it.
    pub face: FaceId,
    /// Unique number of the triangle in the tree.
    pub triangle: TriangleId,
    /// Node that stores the fragment that was hit.
    pub node: NodeId,
}

/// A contact between a body and a triangle that the body touches or penetrates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Point of the triangle closest to the body's axis (its centre for a sphere), in metres.
    pub point: Vec3,
    /// Unit vector from `point` to the axis, or the face's normal if `point` lies on the axis.
    pub normal: Vec3,
    /// Penetration depth, in metres: the radius minus the distance from `point` to the axis. A negative depth is a
    /// gap.
    pub depth: f32,
    /// Face number assigned by the caller. Several triangles may share it.
    pub face: FaceId,
    /// Unique number of the triangle in the tree.
    pub triangle: TriangleId,
    /// A node that stores a fragment of the triangle.
    pub node: NodeId,
    /// Feature of the triangle on which `point` lies: the face, an edge or a vertex.
    pub feature: Feature,
}
