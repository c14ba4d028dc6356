//! The planar tree: a BSP tree over 2D segments (《2D的BSP树的实现》, undated).
//!
//! Every node stores the line of one edge and the fragments of edges that lie on this line. Its children contain the
//! fragments in front of the line and behind it. The front of an edge is to its left, looking from its start to its
//! end. If the edges bound a [`Region`], a missing front child is in its interior and a missing back child in its
//! exterior. The path of a point to such a leaf therefore determines whether the region contains the point.
//!
//! The figure shows the first of [`PRESETS`] with its tree, and the path of a point. Square nodes are leaves, green in
//! the interior:
//!
#![doc = include_str!("../docs/ten_edges.svg")]
//!
//! All decisions are exact. Corners are tested against lines with Shewchuk's adaptive predicates (1997, crate
//! `robust`). The crossing point of two lines is represented by the lines themselves, never by rounded coordinates. The
//! article's normal (v.x, −v.y) is not perpendicular to the direction v; this crate uses the left normal (−v.y, v.x).
//!
//! - `region` checks polygons with holes, `segments` checks free segments, and `build` builds the tree.
//! - `queries` locates points, traces segments and computes the near-to-far order of fragments.
//! - `sight` computes visibility from an eye in all directions. `columns` computes a one-dimensional view, as in DOOM.
//! - `exact` contains the predicates.
//! - `cells` computes the cells of nodes and leaves, and `statistics` the size and balance of the tree.
//! - `validate` checks the invariants.
//!
//! ```
//! use bspwalk_planar::{PlanarTree, Position, Region};
//! use glam::dvec2;
//!
//! let triangle = vec![dvec2(0.0, 0.0), dvec2(4.0, 0.0), dvec2(0.0, 3.0)];
//! let region = Region::new(&[triangle])?;
//! let tree = PlanarTree::new(&region);
//! assert_eq!(tree.locate(dvec2(1.0, 1.0)).position, Position::Inside);
//! assert!(tree.contains(dvec2(2.0, 1.5)) && !tree.contains(dvec2(2.0, 1.6)));
//! # Ok::<(), bspwalk_planar::RegionError>(())
//! ```

mod build;
mod cells;
mod columns;
mod exact;
mod presets;
mod queries;
mod region;
mod segments;
mod sight;
mod statistics;
mod tolerance;
mod traversal;
mod validate;

use glam::DVec2;

pub use self::region::even_odd_contains;
pub use self::{
    build::PlanarParams,
    columns::{Column, ColumnView, MAX_COLUMNS, ViewError, Viewpoint, Visit},
    exact::MAX_COORDINATE,
    presets::{FREE_PRESETS, FreePreset, PRESETS, Preset},
    queries::{Hit, Location, Position, Trace},
    region::{Region, RegionError},
    segments::{SegmentError, SegmentSet, SegmentWarning},
    sight::{VisiblePart, VisibleParts},
    validate::PlanarViolation,
};
pub use bspwalk_geometry::{PointSide, Segment2, SegmentSide};
pub use bspwalk_trees::{Branch, NONE, NodeId, NodeRange};

/// A BSP tree over the edges of a region, or over any segments.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanarTree {
    edges: Vec<Segment2>,
    nodes: Vec<PlanarNode>,
    fragments: Vec<Fragment>,
}

/// An inner node: a splitting line and the edge fragments that lie on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanarNode {
    /// Edge whose line splits the node's cell, as an index into [`PlanarTree::edges`].
    pub edge: u32,
    /// First fragment on the line, as an index into [`PlanarTree::fragments`].
    pub first_fragment: u32,
    /// Number of fragments on the line, at least one.
    pub fragment_count: u32,
    /// Child in front of the line, or [`NONE`] for a leaf.
    pub front: NodeId,
    /// Child behind the line, or [`NONE`] for a leaf.
    pub back: NodeId,
    /// Parent node, or [`NONE`] for the root.
    pub parent: NodeId,
    /// Number of fragments that the line cut in two.
    pub cuts: u32,
}

/// A part of an edge, cut by the lines of ancestor nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// Edge, as an index into [`PlanarTree::edges`].
    pub edge: u32,
    /// Start of the fragment.
    pub from: FragmentEnd,
    /// End of the fragment.
    pub to: FragmentEnd,
}

/// An end of a fragment, defined exactly rather than by rounded coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FragmentEnd {
    /// Start of the fragment's edge.
    EdgeStart,
    /// End of the fragment's edge.
    EdgeEnd,
    /// Point where the line of the given edge cuts the fragment's edge.
    Cut(u32),
}

impl PlanarNode {
    /// Returns the child on one side, or [`NONE`] for a leaf.
    #[must_use]
    pub fn child(&self, branch: Branch) -> NodeId {
        branch.pick([self.front, self.back])
    }
}

impl PlanarTree {
    /// Returns the nodes in depth-first order, front child before back child, starting with the root. A tree without
    /// edges has no nodes.
    #[must_use]
    pub fn nodes(&self) -> &[PlanarNode] {
        &self.nodes
    }

    /// Returns the ids of all nodes, in the order of [`PlanarTree::nodes`].
    #[must_use]
    pub fn node_ids(&self) -> NodeRange {
        (NodeId::ROOT..NodeId::from_index(self.nodes.len())).into()
    }

    /// Returns the edges in input order.
    #[must_use]
    pub fn edges(&self) -> &[Segment2] {
        &self.edges
    }

    /// Returns the fragments of all nodes, node by node; see [`PlanarNode::first_fragment`].
    #[must_use]
    pub fn fragments(&self) -> &[Fragment] {
        &self.fragments
    }

    /// Returns the fragments on the line of a node.
    ///
    /// # Panics
    /// Panics if the node does not exist.
    #[must_use]
    pub fn fragments_of(&self, node: NodeId) -> &[Fragment] {
        let node = &self.nodes[node.index()];
        let first = node.first_fragment as usize;
        &self.fragments[first..first + node.fragment_count as usize]
    }

    /// Returns the edge whose line splits the cell of a node.
    ///
    /// # Panics
    /// Panics if the node does not exist.
    #[must_use]
    pub fn line(&self, node: NodeId) -> Segment2 {
        self.edges[self.nodes[node.index()].edge as usize]
    }

    /// Returns a fragment as a segment, with rounded ends.
    #[must_use]
    pub fn segment(&self, fragment: &Fragment) -> Segment2 {
        let [from, to] = [fragment.from, fragment.to].map(|end| self.point(fragment.edge, end));
        Segment2 { from, to }
    }

    fn point(&self, edge: u32, end: FragmentEnd) -> DVec2 {
        let segment = self.edges[edge as usize];
        match end {
            FragmentEnd::EdgeStart => segment.from,
            FragmentEnd::EdgeEnd => segment.to,
            FragmentEnd::Cut(by) => segment.crossing(&self.edges[by as usize]),
        }
    }

    /// Returns the number of nodes on the longest path from the root, or 0 for a tree without nodes.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depths().into_iter().max().unwrap_or(0)
    }

    /// Returns the depth of each node, in node order. The root has depth 1.
    #[must_use]
    pub fn depths(&self) -> Vec<u32> {
        let mut depths: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            depths.push(depths.get(node.parent.index()).map_or(1, |depth| depth + 1));
        }
        depths
    }
}

/// Runs the code in the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
