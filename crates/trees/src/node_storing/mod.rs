//! The node-storing tree (Ericson 2005, 8.2.1; the ATI SDK's BSP sample, 2006): every node keeps the faces that lie on its
//! plane.
//!
//! It is built in `f64` from triangles and queried in `f32`. An arena of small nodes in depth-first order; a child that
//! does not exist is [`NONE`]. Triangles that a plane cuts leave *fragments* on both sides; queries test the uncut
//! triangle, so that no crack runs between the fragments.
//!
//! - The build: `build`, `builder` (a tree as it grows; it says when a node becomes a *block*), `context` (the
//!   triangles), `budget` (how many fragments a subtree may have), `assemble`; `rules` chooses the planes.
//! - Queries: `cast`, `query` (sphere, box, point), `swept_query` (moving bodies), `order` (by depth), `query_layout` (how a
//!   tree is laid out for queries); they read the tree by `wide`.
//! - The build again: `replay` does it once more from the finished tree, `division` is one step of it, `what_if` gives
//!   one node another plane, `subtree` has its statistics.
//! - Inspection: `cells`, `subtree_sums` (measures summed over subtrees), `icicle` (them as bars), `build_cost` (the cost of queries as it falls), `validate` (its
//!   geometry), `integrity` (of a tree from a file).

mod assemble;
mod budget;
mod build;
mod build_cost;
mod builder;
mod cast;
mod cells;
mod context;
mod division;
mod division_order;
mod icicle;
mod integrity;
mod node_box;
mod order;
mod query;
mod query_layout;
mod replay;
mod rules;
mod subtree;
mod subtree_sums;
mod swept_query;
mod validate;
mod what_if;
mod wide;

use std::{ops::Range, sync::OnceLock};

use bspwalk_geometry::{Aabb, Plane, Tolerances};
use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec3, Vec3};

pub use build::NodeTreeBuilder;
pub use builder::BuildError;
pub use cast::Cast;
pub use division::{DividedPiece, Division};
pub use division_order::DivisionOrder;
pub use icicle::{Costly, Icicle, IcicleBar, IcicleStrip, IcicleWindow};
pub use order::{DepthOrder, OrderVisitor};
pub use query::PathStep;
pub use query_layout::QueryLayout;
pub use replay::{Replay, ReplayError};
pub use subtree::SubtreeStatistics;
pub use subtree_sums::{Measure, SubtreeSums};
pub use swept_query::ObservedTree;

pub use super::node::{Branch, NONE, NodeId};
use node_box::NodeBox;
use wide::Wide;

use super::{BuildParams, Recording, accessors::accessors};
use crate::triangle::QueryTriangle;

/// A node, as inspection and queries that are watched read it.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct Node {
    plane: Plane,
    bounds: NodeBox,
    front: NodeId,
    back: NodeId,
    parent: NodeId,
    depth: u32,
    first_fragment: u32,
    fragment_count: u32,
}

impl Node {
    /// The unit normal of its plane.
    #[inline]
    fn normal(&self) -> Vec3 {
        self.plane.normal.as_vec3()
    }

    /// The signed distance of a point from its plane, in metres.
    #[inline]
    fn distance(&self, point: Vec3) -> f32 {
        self.normal().dot(point) + self.plane.d as f32
    }

    /// Whether it stores faces that its tree did not divide.
    #[inline]
    fn is_block(&self) -> bool {
        self.plane == NO_PLANE
    }

    /// The numbers of its fragments.
    #[inline]
    fn fragments(&self) -> Range<u32> {
        self.first_fragment..self.first_fragment + self.fragment_count
    }
}

/// The plane of a block: every point lies on it, so that queries test the faces of the block wherever they reach it.
const NO_PLANE: Plane = Plane {
    normal: DVec3::ZERO,
    d: 0.0,
};

/// A piece of a face, in the cell of the node that stores it.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct FragmentSpan {
    /// [`NONE`] where it is the whole triangle.
    first_vertex: u32,
    vertex_count: u32,
    triangle: u32,
    node: NodeId,
}

/// The node-storing BSP tree: every node keeps the faces that lie on its plane.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct NodeTree {
    nodes: Vec<Node>,
    triangles: Vec<QueryTriangle>,
    fragments: Vec<FragmentSpan>,
    fragment_vertices: Vec<Vec3>,
    splits: u32,
    bounds: Aabb,
    tolerances: Tolerances,
    /// How far a computed distance from a plane may be off within the bounds, in metres.
    slack: f32,
    params: BuildParams,
    recording: Option<Recording>,
    /// The nodes whose planes were given by hand, in order. Files do not have them.
    #[serde(skip)]
    by_hand: Vec<NodeId>,
    /// Files do not have it.
    #[serde(skip)]
    query_layout: QueryLayout,
    /// Made of the rest.
    #[serde(skip)]
    wide: OnceLock<Wide>,
}

/// A node as inspection sees it, see [`NodeTree::node`].
#[derive(Clone, Debug, PartialEq)]
pub struct NodeView {
    /// Its splitting plane. A block has none; this is then the plane of its first face.
    pub plane: Plane,
    /// Whether it is a block: a node without a plane and without children, which stores the faces that reach it as they are. A
    /// build makes blocks where a tree would else have more fragments than [`BuildParams::fragment_limit`] allows.
    pub is_block: bool,
    /// The child in front of the plane, if any.
    pub front: Option<NodeId>,
    /// The child behind the plane, if any.
    pub back: Option<NodeId>,
    /// The node above; the root has none.
    pub parent: Option<NodeId>,
    /// The number of nodes above it; 0 for the root.
    pub depth: u32,
    /// The numbers of its fragments for [`NodeTree::fragment`]; empty where no face lies on the plane.
    pub fragments: Range<u32>,
}

/// A fragment as inspection and drawing see it, see [`NodeTree::fragment`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FragmentView<'a> {
    /// Corners of the convex polygon in metres, winding as its face does.
    pub vertices: &'a [Vec3],
    /// The face that it is a piece of, as the caller numbered it.
    pub face: u32,
    /// Its triangle, as the tree numbers them: the caller may give the same number to several faces, the tree does not.
    pub triangle: u32,
    /// The node that stores it.
    pub node: NodeId,
}

/// A triangle as inspection and drawing see it, see [`NodeTree::triangle`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleView {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [Vec3; 3],
    /// Unit normal.
    pub normal: Vec3,
    /// The face, as the caller numbered it.
    pub face: u32,
}

accessors!(NodeTree, BuildParams);

impl NodeTree {
    /// The root; `None` where the tree was built from no triangles.
    #[must_use]
    pub fn root(&self) -> Option<NodeId> {
        (!self.nodes.is_empty()).then_some(0)
    }

    /// A node by its number; `None` where it does not exist.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<NodeView> {
        let node = self.nodes.get(id as usize)?;
        let some = |id: NodeId| (id != NONE).then_some(id);
        Some(NodeView {
            plane: self.shown_plane(node),
            is_block: node.is_block(),
            front: some(node.front),
            back: some(node.back),
            parent: some(node.parent),
            depth: node.depth,
            fragments: node.fragments(),
        })
    }

    /// The plane of a node, or of the first face of a block.
    fn shown_plane(&self, node: &Node) -> Plane {
        let first = self.spans(node).first().filter(|_| node.is_block());
        first.map_or(node.plane, |span| {
            let triangle = &self.triangles[span.triangle as usize];
            let normal = triangle.normal.as_dvec3().normalize_or(DVec3::Y);
            Plane::from_point_normal(triangle.corners[0].as_dvec3(), normal)
        })
    }

    /// Whether some of its nodes are blocks: see [`NodeView::is_block`].
    #[must_use]
    pub fn has_blocks(&self) -> bool {
        self.nodes.iter().any(Node::is_block)
    }

    /// A fragment by its number, or `None` where it does not exist.
    #[must_use]
    pub fn fragment(&self, index: u32) -> Option<FragmentView<'_>> {
        let span = self.fragments.get(index as usize)?;
        Some(FragmentView {
            vertices: self.vertices(span),
            face: self.triangles.get(span.triangle as usize)?.face,
            triangle: span.triangle,
            node: span.node,
        })
    }

    /// A triangle by its number in the tree, or `None` where it does not exist.
    #[must_use]
    pub fn triangle(&self, index: u32) -> Option<TriangleView> {
        let triangle = self.triangles.get(index as usize)?;
        Some(TriangleView {
            corners: triangle.corners,
            normal: triangle.normal,
            face: triangle.face,
        })
    }

    /// The triangles whose fragments a node stores, by their numbers for [`NodeTree::triangle`]; none for a node that does not
    /// exist.
    pub fn triangles_at(&self, node: NodeId) -> impl ExactSizeIterator<Item = u32> + '_ {
        let spans = self
            .nodes
            .get(node as usize)
            .map_or(&[][..], |node| self.spans(node));
        spans.iter().map(|span| span.triangle)
    }

    /// The number of triangles that have fragments in a node or below it.
    #[must_use]
    pub fn triangle_count_below(&self, node: NodeId) -> u32 {
        let nodes = self.subtree(node);
        let mut triangles: Vec<u32> = nodes.flat_map(|node| self.triangles_at(node)).collect();
        triangles.sort_unstable();
        triangles.dedup();
        triangles.len() as u32
    }

    /// The fragments of a node.
    #[inline]
    fn spans(&self, node: &Node) -> &[FragmentSpan] {
        &self.fragments[node.first_fragment as usize..][..node.fragment_count as usize]
    }

    /// The corners of a fragment.
    #[inline]
    fn vertices(&self, span: &FragmentSpan) -> &[Vec3] {
        if span.first_vertex == NONE {
            return &self.triangles[span.triangle as usize].corners;
        }
        &self.fragment_vertices[span.first_vertex as usize..][..span.vertex_count as usize]
    }

    /// The bounds of the fragments of a node and of all nodes below it: their least and their greatest corner, in metres. `None`
    /// for a node that does not exist.
    #[must_use]
    pub fn subtree_bounds(&self, node: NodeId) -> Option<[Vec3; 2]> {
        let bounds = &self.nodes.get(node as usize)?.bounds;
        Some([bounds.min, bounds.max])
    }

    /// The numbers of a node and of all nodes below it, which follow each other; empty for a node that does not exist.
    #[must_use]
    pub fn subtree(&self, node: NodeId) -> Range<NodeId> {
        if node >= self.node_count() {
            return node..node;
        }
        node..self.end_of_subtree(node)
    }

    /// The nodes above a node, the nearest first, each with the side of its plane that the node lies on.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = (NodeId, Branch)> + '_ {
        let mut child = id;
        std::iter::from_fn(move || {
            let parent = self.nodes.get(child as usize)?.parent;
            let branch = Branch::front_if(self.nodes.get(parent as usize)?.front == child);
            child = parent;
            Some((parent, branch))
        })
    }

    /// The corners of the triangles, each with its face.
    pub(super) fn corners(&self) -> Vec<([Vec3; 3], u32)> {
        let triangles = self.triangles.iter();
        triangles
            .map(|triangle| (triangle.corners, triangle.face))
            .collect()
    }

    /// Makes the layout that queries read. The first query makes it where this was not called, but by one thread, and so more
    /// slowly. A tree that was built has it already; one from a file, or with another [`QueryLayout`], does not.
    ///
    /// # Errors
    /// [`Cancelled`] once `progress` is cancelled.
    pub fn prepare(&mut self, progress: &Progress) -> Result<(), Cancelled> {
        self.wide = Wide::new(self, progress)?.into();
        Ok(())
    }

    /// What queries read; it is made when it is first asked for, where that has not been done. By one thread: while it waited
    /// for others, it could be given a query of this tree, which would wait for itself.
    #[inline]
    fn wide(&self) -> &Wide {
        self.wide.get_or_init(|| Wide::by_one_thread(self))
    }

    /// Number of triangles that it was built from.
    #[must_use]
    pub fn triangle_count(&self) -> u32 {
        self.triangles.len() as u32
    }
}
