//! The planar tree: a BSP tree over segments in the plane (《2D的BSP树的实现》, <http://www.xuebuyuan.com/1074883.html>).
//!
//! Every node holds the line of one edge and the parts of edges that lie on it; its children hold what lies in front and
//! behind. The front of an edge is its left, from its start to its end. Where the edges bound a [`Region`], whose interior
//! lies on the left of each, a missing front child is a part of the interior and a missing back child one of the exterior,
//! so that the path of a point to such a leaf tells whether the region contains it.
//!
//! All decisions are exact: corners are compared with lines by Shewchuk's adaptive predicates (1997, crate `robust`), and
//! points where two lines cross stand for those two lines, never for rounded coordinates. The article's normal (v.x, −v.y) is
//! not perpendicular to the direction v; the normal here is the left normal (−v.y, v.x).
//!
//! `region` checks polygons with holes, `build` makes the tree, `queries` locate, trace and order, `sight` is what an
//! eye sees, `exact` has the predicates, `cells` and `polygon` the cells, also of DOOM's trees; `draw` makes text and
//! JSON.

mod build;
mod cells;
mod draw;
mod exact;
pub(super) mod polygon;
mod presets;
mod queries;
mod region;
mod segment;
mod sight;
mod validate;

use glam::DVec2;

pub use self::region::even_odd_contains;
pub use self::{
    build::PlanarParams,
    presets::{PRESETS, Preset},
    queries::{Hit, Location, Position, Trace},
    region::{Region, RegionError},
    segment::{PointSide, Segment2, SegmentSide},
    sight::{VisiblePart, VisibleParts},
};
pub use super::node::{Branch, NONE, NodeId};

/// A BSP tree over the edges of a region, or over any segments.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanarTree {
    edges: Vec<Segment2>,
    nodes: Vec<PlanarNode>,
    fragments: Vec<Fragment>,
}

/// An inner node: a splitting line, and the fragments of edges that lie on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanarNode {
    /// The edge whose line splits the cell of the node, as an index of [`PlanarTree::edges`].
    pub edge: u32,
    /// The first fragment on the line, as an index of [`PlanarTree::fragments`].
    pub first_fragment: u32,
    /// How many fragments lie on the line: at least one.
    pub fragment_count: u32,
    /// The child in front; [`NONE`] where there is a leaf.
    pub front: NodeId,
    /// The child behind; [`NONE`] where there is a leaf.
    pub back: NodeId,
    /// The parent; [`NONE`] for the root.
    pub parent: NodeId,
    /// How many fragments the line cut in two.
    pub cuts: u32,
}

/// A part of an edge, after the lines of the nodes above have cut it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The edge, as an index of [`PlanarTree::edges`].
    pub edge: u32,
    /// Where it begins.
    pub from: FragmentEnd,
    /// Where it ends.
    pub to: FragmentEnd,
}

/// An end of a fragment, given by what defines it exactly, without rounded coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FragmentEnd {
    /// The start of its edge.
    EdgeStart,
    /// The end of its edge.
    EdgeEnd,
    /// The point where the line of this edge cuts it.
    Cut(u32),
}

impl PlanarNode {
    /// The child on a side; [`NONE`] where there is a leaf.
    #[must_use]
    pub fn child(&self, branch: Branch) -> NodeId {
        branch.pick([self.front, self.back])
    }
}

impl PlanarTree {
    /// The nodes in depth-first order, the front child before the back child. The root is the first. A tree without edges has
    /// none.
    #[must_use]
    pub fn nodes(&self) -> &[PlanarNode] {
        &self.nodes
    }

    /// The edges, as they were given.
    #[must_use]
    pub fn edges(&self) -> &[Segment2] {
        &self.edges
    }

    /// The fragments of all nodes, node by node; see [`PlanarNode::first_fragment`].
    #[must_use]
    pub fn fragments(&self) -> &[Fragment] {
        &self.fragments
    }

    /// The fragments on the line of a node.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn fragments_of(&self, node: NodeId) -> &[Fragment] {
        let node = &self.nodes[node as usize];
        let first = node.first_fragment as usize;
        &self.fragments[first..first + node.fragment_count as usize]
    }

    /// The edge whose line splits the cell of a node.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn line(&self, node: NodeId) -> Segment2 {
        self.edges[self.nodes[node as usize].edge as usize]
    }

    /// A fragment as a segment, its ends rounded.
    #[must_use]
    pub fn segment(&self, fragment: &Fragment) -> Segment2 {
        let [from, to] = [fragment.from, fragment.to].map(|end| self.point(fragment.edge, end));
        Segment2 { from, to }
    }

    /// Where an end lies on an edge, rounded.
    fn point(&self, edge: u32, end: FragmentEnd) -> DVec2 {
        let segment = self.edges[edge as usize];
        match end {
            FragmentEnd::EdgeStart => segment.from,
            FragmentEnd::EdgeEnd => segment.to,
            FragmentEnd::Cut(by) => segment.crossing(&self.edges[by as usize]),
        }
    }

    /// The number of nodes on the longest path from the root; 0 for a tree without nodes.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depths().into_iter().max().unwrap_or(0)
    }

    /// The depth of each node, in the order of the nodes. The root has depth 1.
    #[must_use]
    pub fn depths(&self) -> Vec<u32> {
        let mut depths: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            depths.push(depths.get(node.parent as usize).map_or(1, |depth| depth + 1));
        }
        depths
    }
}
