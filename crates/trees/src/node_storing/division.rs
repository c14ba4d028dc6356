//! How a plane of the tree divides what reaches its node.

use bspwalk_geometry::{Plane, Relation};
use glam::DVec3;

use super::NodeId;
use crate::recording::Decision;

/// How a plane divides the pieces of one node.
#[derive(Clone, Debug)]
pub struct Division {
    /// The node.
    pub node: NodeId,
    /// Nodes above it.
    pub depth: u32,
    /// The plane that the tree has there; of a block, that of its first face.
    pub plane: Plane,
    /// What was considered, by the rule and, where the plane was given, beside it.
    pub decision: Decision,
    /// Of each piece that reached it the face, where it went, and where its corners end.
    pub(super) pieces: Vec<(u32, Relation, usize)>,
    pub(super) corners: Vec<DVec3>,
}

/// A piece of a face that reached a node.
#[derive(Clone, Copy, Debug)]
pub struct DividedPiece<'a> {
    /// The face, as the caller numbered it.
    pub face: u32,
    /// Where it went: [`Relation::On`] stays in the node, and [`Relation::Straddling`] was cut in two.
    pub fate: Relation,
    corners: &'a [DVec3],
}

impl DividedPiece<'_> {
    /// The corners of the convex polygon in metres, winding as its face does.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = DVec3> + '_ {
        self.corners.iter().copied()
    }

    /// The new edge that a plane makes in a piece that it cuts.
    #[must_use]
    pub fn new_edge(&self, plane: &Plane) -> Option<[DVec3; 2]> {
        let corners: Vec<DVec3> = self.corners().collect();
        let next = corners.iter().cycle().skip(1);
        let ends = corners.iter().zip(next).filter_map(|(&from, &to)| {
            let (a, b) = (plane.distance(from), plane.distance(to));
            // A corner on the plane counts as in front, so that the plane is crossed twice.
            ((a >= 0.0) != (b >= 0.0)).then(|| from.lerp(to, a / (a - b)))
        });
        let ends: Vec<DVec3> = ends.collect();
        match ends[..] {
            [first, second] => Some([first, second]),
            _ => None,
        }
    }
}

impl Division {
    /// The pieces that reached the node.
    pub fn pieces(&self) -> impl Iterator<Item = DividedPiece<'_>> {
        let mut first = 0;
        self.pieces.iter().map(move |&(face, fate, end)| DividedPiece {
            face,
            fate,
            corners: &self.corners[std::mem::replace(&mut first, end)..end],
        })
    }
}
