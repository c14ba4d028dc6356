//! The results that the queries of all trees share.

pub use bspwalk_geometry::Feature;
use glam::Vec3;

use crate::node::NodeId;

/// The first face that a segment meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// Where along the segment it is met: 0 at the start, 1 at the end.
    pub t: f32,
    /// The point where it is met, in metres.
    pub point: Vec3,
    /// The unit normal of the face, on the side that the segment came from.
    pub normal: Vec3,
    /// The number that the caller gave the face. Several triangles may have one.
    pub face: u32,
    /// The number of the triangle in the tree. Each triangle has its own.
    pub triangle: u32,
    /// The node that stores the part of the triangle that was met.
    pub node: NodeId,
}

/// The first face that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The distance from the ray's origin, in metres.
    pub distance: f32,
    /// The point where it is met, in metres.
    pub point: Vec3,
    /// The unit normal of the face, on the side that the ray came from.
    pub normal: Vec3,
    /// The number that the caller gave the face. Several triangles may have one.
    pub face: u32,
    /// The number of the triangle in the tree. Each triangle has its own.
    pub triangle: u32,
    /// The node that stores the part of the triangle that was met.
    pub node: NodeId,
}

/// A triangle that a body touches or reaches into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The point of the triangle that is nearest to the body's axis, in metres. The axis of a sphere is its centre.
    pub point: Vec3,
    /// The unit vector from that point to the axis, or the face's normal where the two coincide.
    pub normal: Vec3,
    /// The penetration depth, in metres: the radius less the distance from the point to the axis. Where it is negative, there
    /// is a gap of that size.
    pub depth: f32,
    /// The number that the caller gave the face. Several triangles may have one.
    pub face: u32,
    /// The number of the triangle in the tree. Each triangle has its own.
    pub triangle: u32,
    /// A node that stores a fragment of the triangle.
    pub node: NodeId,
    /// Which part of the triangle the point is on: the face, an edge or a vertex.
    pub feature: Feature,
}
