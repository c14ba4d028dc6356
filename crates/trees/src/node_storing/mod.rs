//! The node-storing tree (Ericson, *Real-Time Collision Detection*, 2005, section 8.2.1; the ATI SDK's BSP sample,
//! 2006): every node stores the faces that lie on its plane.
//!
//! The tree is built in `f64` from triangles and queried in `f32`. It is an arena of small nodes in depth-first order;
//! a missing child is [`NONE`]. A triangle cut by a plane leaves *fragments* on both sides. Queries test the uncut
//! triangle, so there are no cracks between fragments.
//!
//! - Build: `build`, `builder` (grows the tree, and decides when a node becomes a *block*), `context` (properties of
//!   the triangles), `budget` (fragments per subtree), and `assemble`. `rules` chooses the planes.
//! - Queries: `cast`, `query` (sphere, box, point), `swept_query` (moving bodies), `order` (depth order), and
//!   `query_layout` (memory layout for queries). They read the tree through `wide`.
//! - Replay: `replay` repeats the build of a finished tree in steps (`division`), `what_if` replaces the plane of a
//!   node, and `subtree` computes statistics of a subtree.
//! - Inspection: `cells`, `subtree_sums` (measures summed over subtrees), `validate` (checks the geometry), and
//!   `integrity` (checks trees from files).

mod assemble;
mod budget;
mod build;
mod builder;
mod cast;
mod cells;
mod context;
mod division;
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
pub use division::{DividedPiece, Division, DivisionOrder};
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
use crate::triangle::{Line, QueryTriangle, line_parameter};

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
    #[inline]
    fn normal(&self) -> Vec3 {
        self.plane.normal.as_vec3()
    }

    #[inline]
    fn distance(&self, point: Vec3) -> f32 {
        self.normal().dot(point) + self.plane.d as f32
    }

    #[inline]
    fn is_block(&self) -> bool {
        self.plane == NO_PLANE
    }

    #[inline]
    fn fragments(&self) -> Range<u32> {
        self.first_fragment..self.first_fragment + self.fragment_count
    }
}

/// Plane of a block. Every point lies on this plane, so a query that reaches the block tests its faces.
const NO_PLANE: Plane = Plane {
    normal: DVec3::ZERO,
    d: 0.0,
};

#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct FragmentSpan {
    /// First vertex, or [`NONE`] for an uncut triangle.
    first_vertex: u32,
    vertex_count: u32,
    triangle: u32,
    node: NodeId,
}

/// The node-storing BSP tree: every node stores the faces that lie on its plane.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct NodeTree {
    nodes: Vec<Node>,
    triangles: Vec<QueryTriangle>,
    fragments: Vec<FragmentSpan>,
    fragment_vertices: Vec<Vec3>,
    splits: u32,
    bounds: Aabb,
    tolerances: Tolerances,
    /// Error bound for computed distances from planes within the bounds, in metres.
    slack: f32,
    params: BuildParams,
    recording: Option<Recording>,
    /// Nodes whose planes were set by hand, in ascending order. Not stored in files.
    #[serde(skip)]
    by_hand: Vec<NodeId>,
    /// Query layout. Not stored in files.
    #[serde(skip)]
    query_layout: QueryLayout,
    #[serde(skip)]
    wide: OnceLock<Wide>,
}

/// Inspection view of a node; see [`NodeTree::node`].
#[derive(Clone, Debug, PartialEq)]
pub struct NodeView {
    /// Splitting plane. Blocks do not have one; for them, this is the plane of their first face.
    pub plane: Plane,
    /// Whether the node is a block: a node without a plane and children, which stores its faces undivided. A build
    /// creates blocks where the tree would otherwise have more fragments than [`BuildParams::fragment_limit`] allows.
    pub is_block: bool,
    /// Child in front of the plane, if any.
    pub front: Option<NodeId>,
    /// Child behind the plane, if any.
    pub back: Option<NodeId>,
    /// Parent node, or `None` for the root.
    pub parent: Option<NodeId>,
    /// Number of ancestors of the node, 0 for the root.
    pub depth: u32,
    /// Numbers of the node's fragments, for use with [`NodeTree::fragment`]. Empty if no face lies on the plane.
    pub fragments: Range<u32>,
}

/// View of a fragment for inspection and drawing; see [`NodeTree::fragment`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FragmentView<'a> {
    /// Corners of the convex polygon (in metres), with the winding of its face.
    pub vertices: &'a [Vec3],
    /// Face number assigned by the caller.
    pub face: u32,
    /// Number of the triangle in the tree. It is unique, unlike the face number.
    pub triangle: u32,
    /// Node that stores the fragment.
    pub node: NodeId,
}

/// View of a triangle for inspection and drawing; see [`NodeTree::triangle`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleView {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [Vec3; 3],
    /// Unit normal.
    pub normal: Vec3,
    /// Face number assigned by the caller.
    pub face: u32,
}

impl TriangleView {
    /// Returns the parameter (0 at `from`, 1 at `to`) at which the line through two points hits the triangle, from
    /// either side. Returns `None` if the line misses the triangle or lies in its plane.
    ///
    /// [`NodeTree::cast`] computes the same value.
    #[must_use]
    pub fn line_parameter(&self, from: Vec3, to: Vec3) -> Option<f32> {
        line_parameter(self.corners, &Line::new(from, to))
    }
}

accessors!(NodeTree, BuildParams);

impl NodeTree {
    /// Returns the root, or `None` if the tree has no triangles.
    #[inline]
    #[must_use]
    pub fn root(&self) -> Option<NodeId> {
        (!self.nodes.is_empty()).then_some(0)
    }

    /// Returns the node with the given number, or `None` if it does not exist.
    #[inline]
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

    /// Returns the plane of a node. For a block, this is the plane of its first face.
    fn shown_plane(&self, node: &Node) -> Plane {
        let first = self.spans(node).first().filter(|_| node.is_block());
        first.map_or(node.plane, |span| {
            let triangle = &self.triangles[span.triangle as usize];
            let normal = triangle.normal.as_dvec3().normalize_or(DVec3::Y);
            Plane::from_point_normal(triangle.corners[0].as_dvec3(), normal)
        })
    }

    /// Returns whether the tree contains blocks; see [`NodeView::is_block`].
    #[must_use]
    pub fn has_blocks(&self) -> bool {
        self.nodes.iter().any(Node::is_block)
    }

    /// Returns the fragment with the given number, or `None` if it does not exist.
    #[inline]
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

    /// Returns the triangle with the given number in the tree, or `None` if it does not exist.
    #[must_use]
    pub fn triangle(&self, index: u32) -> Option<TriangleView> {
        let triangle = self.triangles.get(index as usize)?;
        Some(TriangleView {
            corners: triangle.corners,
            normal: triangle.normal,
            face: triangle.face,
        })
    }

    /// Returns the triangles that have fragments in a node, as numbers for [`NodeTree::triangle`]. Empty if the node
    /// does not exist.
    pub fn triangles_at(&self, node: NodeId) -> impl ExactSizeIterator<Item = u32> + '_ {
        let spans = self
            .nodes
            .get(node as usize)
            .map_or(&[][..], |node| self.spans(node));
        spans.iter().map(|span| span.triangle)
    }

    /// Returns the number of triangles that have fragments in the subtree of a node.
    #[must_use]
    pub fn triangle_count_below(&self, node: NodeId) -> u32 {
        let nodes = self.subtree(node);
        let mut triangles: Vec<u32> = nodes.flat_map(|node| self.triangles_at(node)).collect();
        triangles.sort_unstable();
        triangles.dedup();
        triangles.len() as u32
    }

    #[inline]
    fn spans(&self, node: &Node) -> &[FragmentSpan] {
        &self.fragments[node.first_fragment as usize..][..node.fragment_count as usize]
    }

    #[inline]
    fn vertices(&self, span: &FragmentSpan) -> &[Vec3] {
        if span.first_vertex == NONE {
            return &self.triangles[span.triangle as usize].corners;
        }
        &self.fragment_vertices[span.first_vertex as usize..][..span.vertex_count as usize]
    }

    /// Returns the bounds of the fragments in a node's subtree as their minimum and maximum corners (in metres), or
    /// `None` if the node does not exist.
    #[must_use]
    pub fn subtree_bounds(&self, node: NodeId) -> Option<[Vec3; 2]> {
        let bounds = &self.nodes.get(node as usize)?.bounds;
        Some([bounds.min, bounds.max])
    }

    /// Returns the numbers of the nodes in a subtree, which are consecutive. Empty if the root of the subtree does not
    /// exist.
    #[must_use]
    pub fn subtree(&self, node: NodeId) -> Range<NodeId> {
        if node >= self.node_count() {
            return node..node;
        }
        node..self.end_of_subtree(node)
    }

    /// Returns the ancestors of a node, nearest first, each with the side of its plane on which the node lies.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = (NodeId, Branch)> + '_ {
        let mut child = id;
        std::iter::from_fn(move || {
            let parent = self.nodes.get(child as usize)?.parent;
            let branch = Branch::front_if(self.nodes.get(parent as usize)?.front == child);
            child = parent;
            Some((parent, branch))
        })
    }

    pub(super) fn corners(&self) -> Vec<([Vec3; 3], u32)> {
        let triangles = self.triangles.iter();
        triangles
            .map(|triangle| (triangle.corners, triangle.face))
            .collect()
    }

    /// Builds the query layout in parallel. A newly built tree already has it. A tree read from a file, or one with a
    /// new [`QueryLayout`], does not. Without this call, the first query builds the layout on a single thread, which is
    /// slower.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn prepare(&mut self, progress: &Progress) -> Result<(), Cancelled> {
        self.wide = Wide::new(self, progress)?.into();
        Ok(())
    }

    /// Returns the query layout, and builds it on first use.
    ///
    /// It is built on a single thread. Otherwise, a thread that waits for parallel work could be given another query on
    /// this tree, and that query would wait for the thread itself.
    #[inline]
    fn wide(&self) -> &Wide {
        self.wide.get_or_init(|| Wide::by_one_thread(self))
    }

    /// Returns the number of triangles in the tree.
    #[must_use]
    pub fn triangle_count(&self) -> u32 {
        self.triangles.len() as u32
    }
}
