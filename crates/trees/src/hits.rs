//! What queries of all trees answer.

pub use bspwalk_geometry::Feature;
use glam::Vec3;

use crate::node::NodeId;

/// Where a segment first meets a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// Where along the segment, 0 at its start to 1 at its end.
    pub t: f32,
    /// The point, in metres.
    pub point: Vec3,
    /// Unit normal of the face, on the side that the segment came from.
    pub normal: Vec3,
    /// The face, as the caller numbered it.
    pub face: u32,
    /// Its triangle, as the tree numbers it: faces may be numbered alike, triangles are not.
    pub triangle: u32,
    /// The node that stores it.
    pub node: NodeId,
}

/// Where a ray first meets a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The distance from the ray's origin, in metres.
    pub distance: f32,
    /// The point, in metres.
    pub point: Vec3,
    /// Unit normal of the face, on the side that the ray came from.
    pub normal: Vec3,
    /// The face, as the caller numbered it.
    pub face: u32,
    /// Its triangle, as the tree numbers it: faces may be numbered alike, triangles are not.
    pub triangle: u32,
    /// The node that stores it.
    pub node: NodeId,
}

/// A triangle that a sphere reaches into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The point of the triangle nearest to the centre, in metres.
    pub point: Vec3,
    /// Unit vector from that point to the centre; the face's normal where they coincide.
    pub normal: Vec3,
    /// How far the sphere reaches beyond the point, in metres: radius less distance.
    pub depth: f32,
    /// The face, as the caller numbered it.
    pub face: u32,
    /// Its triangle, as the tree numbers it: faces may be numbered alike, triangles are not.
    pub triangle: u32,
    /// A node that stores a fragment of it.
    pub node: NodeId,
    /// Which part of the triangle the point is on.
    pub feature: Feature,
}
