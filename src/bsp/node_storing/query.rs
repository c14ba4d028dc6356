//! Queries: segment, sphere, box and point.

use glam::Vec3;

use super::{Branch, NodeId, NodeTree};

/// A triangle as queries read it.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueryTriangle {
    pub(super) corners: [Vec3; 3],
    pub(super) normal: Vec3,
    pub(super) face: u32,
}

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
    /// The node that stores it.
    pub node: NodeId,
}

/// What a cast found and what it took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastReport {
    /// The nearest hit.
    pub hit: Option<CastHit>,
    /// Nodes visited.
    pub visited: u32,
}

/// Which part of a triangle is nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Feature {
    /// Its inside.
    Face,
    /// An edge.
    Edge,
    /// A corner.
    Vertex,
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
    /// The node where it was found first.
    pub node: NodeId,
    /// Which part of the triangle the point is on.
    pub feature: Feature,
}

/// A step of a path from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// The node.
    pub node: NodeId,
    /// The side of its plane that the point is on.
    pub branch: Branch,
}

impl NodeTree {
    /// The nearest face that the segment meets, from either side; touching with an end counts.
    #[must_use]
    pub fn cast(&self, from: Vec3, to: Vec3) -> Option<CastHit> {
        self.cast_report(from, to).hit
    }

    /// As [`NodeTree::cast`], with the number of nodes visited.
    #[must_use]
    pub fn cast_report(&self, from: Vec3, to: Vec3) -> CastReport {
        let _ = (from, to);
        unimplemented!()
    }

    /// Every triangle nearer to `center` than `radius` metres, each once, deepest first, replacing what `contacts` held.
    pub fn contacts(&self, center: Vec3, radius: f32, contacts: &mut Vec<Contact>) {
        let _ = (center, radius, contacts);
        unimplemented!()
    }

    /// The faces whose triangle touches the box, ascending, replacing what `faces` held.
    pub fn overlap(&self, min: Vec3, max: Vec3, faces: &mut Vec<u32>) {
        let _ = (min, max, faces);
        unimplemented!()
    }

    /// The way of a point from the root to a missing child; a point on a plane goes to its front.
    pub fn path(&self, point: Vec3) -> impl Iterator<Item = PathStep> + '_ {
        let _ = point;
        std::iter::from_fn(|| None)
    }
}
