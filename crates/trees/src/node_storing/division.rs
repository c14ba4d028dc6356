//! How a plane of the tree divides what reaches its node.

use bspwalk_geometry::{Plane, Relation};
use glam::DVec3;

use super::NodeId;
use crate::recording::Decision;

/// How the plane of a node divided the pieces of faces that reached it, see [`Replay::division`](super::Replay::division).
#[derive(Clone, Debug)]
pub struct Division {
    /// The node.
    pub node: NodeId,
    /// The number of nodes above it.
    pub depth: u32,
    /// The plane that the tree has there; of a block, that of its first face.
    pub plane: Plane,
    /// The candidates that the rule considered, and what was chosen. A plane that was set by hand is among the candidates.
    pub decision: Decision,
    /// Of each piece that reached the node its face, its relation to the plane, and where its corners end.
    pub(super) pieces: Vec<(u32, Relation, usize)>,
    pub(super) corners: Vec<DVec3>,
}

/// A piece of a face that reached a node.
#[derive(Clone, Copy, Debug)]
pub struct DividedPiece<'a> {
    /// The face, as the caller numbered it.
    pub face: u32,
    /// Its relation to the plane. A piece [`Relation::On`] the plane is stored in the node, and a [`Relation::Straddling`] one was
    /// cut in two. The rule [`Rule::Ati`](crate::Rule::Ati) stores one piece alone, and counts others on the plane as in front.
    pub relation: Relation,
    corners: &'a [DVec3],
}

impl DividedPiece<'_> {
    /// The corners of the convex polygon in metres, winding as its face does.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = DVec3> + '_ {
        self.corners.iter().copied()
    }

    /// The ends of the segment in which a plane cuts the piece, in metres; `None` where the plane does not cross it.
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
        self.pieces
            .iter()
            .map(move |&(face, relation, end)| DividedPiece {
                face,
                relation,
                corners: &self.corners[std::mem::replace(&mut first, end)..end],
            })
    }
}
