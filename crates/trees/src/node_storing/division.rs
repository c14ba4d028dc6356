//! Division of pieces by the plane of a node.

use bspwalk_geometry::{FaceId, Plane, Relation};
use glam::DVec3;

use super::{NodeId, NodeTree};
use crate::recording::Decision;

/// The division of the pieces that reached a node; see [`Replay::division`](super::Replay::division).
#[derive(Clone, Debug)]
pub struct Division {
    /// Node number.
    pub node: NodeId,
    /// Number of ancestors of the node.
    pub depth: u32,
    /// Plane of the node in the tree. For a block, this is the plane of its first face.
    pub plane: Plane,
    /// Candidates of the rule, and the chosen candidate. They include any plane that was set by hand.
    pub decision: Decision,
    /// Pieces that reached the node. For each, stores its face, its relation to the plane, and the end of its range in
    /// the corner list.
    pub(super) pieces: Vec<(FaceId, Relation, usize)>,
    pub(super) corners: Vec<DVec3>,
}

/// A piece of a face that reached a node.
#[derive(Clone, Copy, Debug)]
pub struct DividedPiece<'a> {
    /// Face number assigned by the caller.
    pub face: FaceId,
    /// Relation to the plane. The node stores pieces that are [`Relation::On`] the plane, and cuts
    /// [`Relation::Straddling`] ones in two. The rule [`Rule::Ati`](crate::Rule::Ati) stores only one piece; other
    /// pieces on the plane count as in front.
    pub relation: Relation,
    corners: &'a [DVec3],
}

impl DividedPiece<'_> {
    /// Returns the corners of the convex polygon (in metres), with the winding of its face.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = DVec3> + '_ {
        self.corners.iter().copied()
    }

    /// Returns the ends of the segment along which a plane cuts the piece (in metres), or `None` if the plane does not
    /// cross it.
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

/// The divisions of a build in breadth-first order, that is, sorted by depth and then by node number. The first
/// divisions split the whole level, and later ones split smaller and smaller parts of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DivisionOrder {
    nodes: Vec<NodeId>,
    firsts: Vec<u32>,
}

impl DivisionOrder {
    /// Computes the order for a tree.
    #[must_use]
    pub fn new(tree: &NodeTree) -> Self {
        let depth = |id: NodeId| tree.nodes[id.index()].depth;
        let mut nodes: Vec<NodeId> = tree.node_ids().collect();
        // The sort is stable, so nodes at the same depth stay sorted by number.
        nodes.sort_by_key(|&id| depth(id));
        let mut firsts = Vec::new();
        for (division, &node) in nodes.iter().enumerate() {
            // Every depth down to the deepest node has at least one node, so no depth is skipped.
            if depth(node) as usize == firsts.len() {
                firsts.push(division as u32);
            }
        }
        Self { nodes, firsts }
    }

    /// Returns the number of divisions, which equals the number of nodes.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Returns whether there are no divisions, as in a tree without triangles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the node of the division with the given index, or `None` if there is no such division.
    #[must_use]
    pub fn node_at(&self, division: u32) -> Option<NodeId> {
        self.nodes.get(division as usize).copied()
    }

    /// Returns the index of a node's division, given the node's depth, or `None` if there is no such node at that
    /// depth.
    #[must_use]
    pub fn step_of(&self, node: NodeId, depth: u32) -> Option<u32> {
        let place = self.at_depth(depth).binary_search(&node).ok()?;
        Some(self.steps_above(depth) + place as u32)
    }

    /// Returns the number of divisions above this depth, which is the index of the first division at this depth.
    #[must_use]
    pub fn steps_above(&self, depth: u32) -> u32 {
        self.firsts.get(depth as usize).copied().unwrap_or(self.len())
    }

    /// Returns the nodes at a depth, sorted by number.
    #[must_use]
    pub fn at_depth(&self, depth: u32) -> &[NodeId] {
        let [first, end] = [depth, depth.saturating_add(1)].map(|depth| self.steps_above(depth) as usize);
        &self.nodes[first..end]
    }

    /// Returns the number of depths that have nodes: the depth of the deepest node plus one, or 0 for a tree without
    /// triangles.
    #[must_use]
    pub fn depths(&self) -> u32 {
        self.firsts.len() as u32
    }
}
