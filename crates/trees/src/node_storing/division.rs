//! The division of pieces by a node's plane.

use bspwalk_geometry::{Plane, Relation};
use glam::DVec3;

use super::NodeId;
use crate::recording::Decision;

/// The division of the pieces that reached a node by its plane; see [`Replay::division`](super::Replay::division).
#[derive(Clone, Debug)]
pub struct Division {
    /// Node number.
    pub node: NodeId,
    /// Number of nodes above the node.
    pub depth: u32,
    /// Plane of the node in the tree, or of its first face if the node is a block.
    pub plane: Plane,
    /// Candidates of the rule, and the chosen one. They include a plane that was set by hand.
    pub decision: Decision,
    /// For each piece that reached the node: its face, its relation to the plane, and the end of its corners.
    pub(super) pieces: Vec<(u32, Relation, usize)>,
    pub(super) corners: Vec<DVec3>,
}

/// A piece of a face that reached a node.
#[derive(Clone, Copy, Debug)]
pub struct DividedPiece<'a> {
    /// Face number assigned by the caller.
    pub face: u32,
    /// Relation to the plane. The node stores a piece [`Relation::On`] the plane, and cuts a [`Relation::Straddling`]
    /// one in two. The rule [`Rule::Ati`](crate::Rule::Ati) stores only one piece, and counts others on the plane as
    /// in front.
    pub relation: Relation,
    corners: &'a [DVec3],
}

impl DividedPiece<'_> {
    /// Returns the corners of the convex polygon in metres, with the winding of its face.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = DVec3> + '_ {
        self.corners.iter().copied()
    }

    /// Returns the ends of the segment where a plane cuts the piece, in metres, or `None` if the plane does not cross
    /// it.
    #[must_use]
    pub fn new_edge(&self, plane: &Plane) -> Option<[DVec3; 2]> {
        let corners: Vec<DVec3> = self.corners().collect();
        let next = corners.iter().cycle().skip(1);
        let ends = corners.iter().zip(next).filter_map(|(&from, &to)| {
            let (a, b) = (plane.distance(from), plane.distance(to));
            // A corner on the plane counts as in front, so exactly two edges cross the plane.
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
    /// Returns the pieces that reached the node.
    pub fn pieces(&self) -> impl Iterator<Item = DividedPiece<'_>> {
        let mut first = 0;
        self.pieces
            .iter()
            .map(move |&(face, relation, end)| DividedPiece {
                face,
                relation,
                corners: &self.corners[std::mem::replace(&mut first, end)..end],
            })
    }
}
