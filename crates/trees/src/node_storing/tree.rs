//! The tree itself, with its nodes, fragments and triangles, and their views.

use std::{ops::Range, sync::OnceLock};

use bspwalk_geometry::{Aabb, FaceId, Plane, Tolerances};
use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec3, Vec3};

use super::{node_box::NodeBox, query_layout::QueryLayout, wide::Wide};
use crate::{
    BuildParams, Recording, TriangleId,
    accessors::accessors,
    node::{Branch, NONE, NodeId, NodeRange},
    triangle::{Line, QueryTriangle, line_parameter},
};

#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Node {
    pub(super) plane: Plane,
    pub(super) bounds: NodeBox,
    pub(super) front: NodeId,
    pub(super) back: NodeId,
    pub(super) parent: NodeId,
    pub(super) depth: u32,
    pub(super) first_fragment: u32,
    pub(super) fragment_count: u32,
}

impl Node {
    #[inline]
    pub(super) fn normal(&self) -> Vec3 {
        self.plane.normal.as_vec3()
    }

    #[inline]
    pub(super) fn distance(&self, point: Vec3) -> f32 {
        self.normal().dot(point) + self.plane.d as f32
    }

    #[inline]
    pub(super) fn is_block(&self) -> bool {
        self.plane == NO_PLANE
    }

    #[inline]
    pub(super) fn fragments(&self) -> Range<u32> {
        self.first_fragment..self.first_fragment + self.fragment_count
    }
}

/// Plane of a block. Every point lies on it, so a query that reaches the block tests its faces.
pub(super) const NO_PLANE: Plane = Plane {
    normal: DVec3::ZERO,
    d: 0.0,
};

/// First vertex of a fragment that is an uncut triangle, whose corners are stored with the triangle.
pub(super) const UNCUT: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct FragmentSpan {
    /// First vertex, or [`UNCUT`].
    pub(super) first_vertex: u32,
    pub(super) vertex_count: u32,
    pub(super) triangle: TriangleId,
    pub(super) node: NodeId,
}

/// The node-storing BSP tree: every node stores the faces that lie on its plane.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct NodeTree {
    pub(super) nodes: Vec<Node>,
    pub(super) triangles: Vec<QueryTriangle>,
    pub(super) fragments: Vec<FragmentSpan>,
    pub(super) fragment_vertices: Vec<Vec3>,
    pub(super) splits: u32,
    pub(super) bounds: Aabb,
    pub(super) tolerances: Tolerances,
    /// Error bound of computed distances from planes within the bounds, in metres.
    pub(super) slack: f32,
    pub(super) params: BuildParams,
    pub(super) recording: Option<Recording>,
    /// Nodes whose planes were set by hand, in ascending order. Not stored in files.
    #[serde(skip)]
    pub(super) by_hand: Vec<NodeId>,
    /// Query layout. Not stored in files.
    #[serde(skip)]
    pub(super) query_layout: QueryLayout,
    #[serde(skip)]
    pub(super) wide: OnceLock<Wide>,
}

/// A read-only view of a node, for inspection; see [`NodeTree::node`].
#[derive(Clone, Debug, PartialEq)]
pub struct NodeView {
    /// Splitting plane. A block does not have one, so this is the plane of its first face.
    pub plane: Plane,
    /// Whether the node is a block: a node without a plane and without children that stores its faces undivided. The
    /// build creates blocks to keep the number of fragments within [`BuildParams::fragment_limit`].
    pub is_block: bool,
    /// Child in front of the plane, if any.
    pub front: Option<NodeId>,
    /// Child behind the plane, if any.
    pub back: Option<NodeId>,
    /// Parent node; `None` for the root.
    pub parent: Option<NodeId>,
    /// Number of nodes above the node; 0 for the root.
    pub depth: u32,
    /// Numbers of the node's fragments for [`NodeTree::fragment`]; empty if no face lies on the plane.
    pub fragments: Range<u32>,
}

/// A read-only view of a fragment, for inspection and drawing; see [`NodeTree::fragment`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FragmentView<'a> {
    /// Corners of the convex polygon in metres, with the winding of its face.
    pub vertices: &'a [Vec3],
    /// Face number assigned by the caller.
    pub face: FaceId,
    /// Number of the triangle in the tree. It is unique, unlike the face number.
    pub triangle: TriangleId,
    /// Node that stores the fragment.
    pub node: NodeId,
}

/// A read-only view of a triangle, for inspection and drawing; see [`NodeTree::triangle`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleView {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [Vec3; 3],
    /// Unit normal.
    pub normal: Vec3,
    /// Face number assigned by the caller.
    pub face: FaceId,
}

impl TriangleView {
    /// Returns the parameter where the line through two points hits the triangle, from either side: 0 at `from`,
    /// 1 at `to`. Returns `None` if it misses, or lies in the triangle's plane.
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
        (!self.nodes.is_empty()).then_some(NodeId(0))
    }

    /// Returns a node by its number, or `None` if it does not exist.
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<NodeView> {
        let node = self.nodes.get(id.index())?;
        let some = |id: NodeId| (id != NONE).then_some(id);
        Some(NodeView {
            plane: self.plane_or_first_face_plane(node),
            is_block: node.is_block(),
            front: some(node.front),
            back: some(node.back),
            parent: some(node.parent),
            depth: node.depth,
            fragments: node.fragments(),
        })
    }

    /// Returns the plane of a node; for a block, the plane of its first face.
    pub(super) fn plane_or_first_face_plane(&self, node: &Node) -> Plane {
        let first = self.spans(node).first().filter(|_| node.is_block());
        first.map_or(node.plane, |span| {
            let triangle = &self.triangles[span.triangle.index()];
            let normal = triangle.normal.as_dvec3().normalize_or(DVec3::Y);
            Plane::from_point_normal(triangle.corners[0].as_dvec3(), normal)
        })
    }

    /// Returns whether the tree contains blocks; see [`NodeView::is_block`].
    #[must_use]
    pub fn has_blocks(&self) -> bool {
        self.nodes.iter().any(Node::is_block)
    }

    /// Returns a fragment by its number, or `None` if it does not exist.
    #[inline]
    #[must_use]
    pub fn fragment(&self, index: u32) -> Option<FragmentView<'_>> {
        let span = self.fragments.get(index as usize)?;
        Some(FragmentView {
            vertices: self.vertices(span),
            face: self.triangles.get(span.triangle.index())?.face,
            triangle: span.triangle,
            node: span.node,
        })
    }

    /// Returns a triangle by its number in the tree, or `None` if it does not exist.
    #[must_use]
    pub fn triangle(&self, id: TriangleId) -> Option<TriangleView> {
        let triangle = self.triangles.get(id.index())?;
        Some(TriangleView {
            corners: triangle.corners,
            normal: triangle.normal,
            face: triangle.face,
        })
    }

    /// Returns the triangles whose fragments a node stores, as numbers for [`NodeTree::triangle`]. Empty for a node
    /// that does not exist.
    pub fn triangles_at(&self, node: NodeId) -> impl ExactSizeIterator<Item = TriangleId> + '_ {
        let spans = self
            .nodes
            .get(node.index())
            .map_or(&[][..], |node| self.spans(node));
        spans.iter().map(|span| span.triangle)
    }

    /// Returns the number of triangles that have fragments in the subtree of a node.
    #[must_use]
    pub fn triangle_count_below(&self, node: NodeId) -> u32 {
        let nodes = self.subtree(node);
        let mut triangles: Vec<TriangleId> = nodes.flat_map(|node| self.triangles_at(node)).collect();
        triangles.sort_unstable();
        triangles.dedup();
        triangles.len() as u32
    }

    #[inline]
    pub(super) fn spans(&self, node: &Node) -> &[FragmentSpan] {
        &self.fragments[node.first_fragment as usize..][..node.fragment_count as usize]
    }

    #[inline]
    pub(super) fn vertices(&self, span: &FragmentSpan) -> &[Vec3] {
        if span.first_vertex == UNCUT {
            return &self.triangles[span.triangle.index()].corners;
        }
        &self.fragment_vertices[span.first_vertex as usize..][..span.vertex_count as usize]
    }

    /// Returns the bounds of the fragments in the subtree of a node, as minimum and maximum corner in metres. `None`
    /// for a node that does not exist.
    #[must_use]
    pub fn subtree_bounds(&self, node: NodeId) -> Option<[Vec3; 2]> {
        let bounds = &self.nodes.get(node.index())?.bounds;
        Some([bounds.min, bounds.max])
    }

    /// Returns the numbers of the nodes in a subtree, which are consecutive. Empty for a node that does not exist.
    #[must_use]
    pub fn subtree(&self, node: NodeId) -> NodeRange {
        if node.0 >= self.node_count() {
            return NodeRange::from(node..node);
        }
        NodeRange::from(node..self.end_of_subtree(node))
    }

    /// Returns the ancestors of a node, nearest first, each with the side of its plane that the node is on.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = (NodeId, Branch)> + '_ {
        let mut child = id;
        std::iter::from_fn(move || {
            let parent = self.nodes.get(child.index())?.parent;
            let branch = Branch::front_if(self.nodes.get(parent.index())?.front == child);
            child = parent;
            Some((parent, branch))
        })
    }

    pub(crate) fn corners(&self) -> Vec<([Vec3; 3], FaceId)> {
        let triangles = self.triangles.iter();
        triangles
            .map(|triangle| (triangle.corners, triangle.face))
            .collect()
    }

    /// Returns the layout for queries, [`QueryLayout::FASTEST`] by default.
    #[must_use]
    pub fn query_layout(&self) -> QueryLayout {
        self.query_layout
    }

    /// Sets the layout for queries. [`NodeTree::build_query_layout`] or the next query builds it.
    pub fn set_query_layout(&mut self, layout: QueryLayout) {
        if self.query_layout != layout {
            self.query_layout = layout;
            self.wide = OnceLock::new();
        }
    }

    /// Returns the number of nodes that queries can visit: blocks, and nodes whose planes are tested. It is
    /// less than [`NodeTree::node_count`] if subtrees are read as blocks.
    /// [`QueryCounters`](crate::QueryCounters) counts visits to these nodes.
    #[must_use]
    pub fn queried_node_count(&self) -> u32 {
        self.wide().counts().iter().sum()
    }

    /// Returns the number of blocks among [`NodeTree::queried_node_count`]; see [`QueryLayout::block_faces`].
    #[must_use]
    pub fn queried_block_count(&self) -> u32 {
        self.wide().counts()[1]
    }

    /// Builds the layout that queries read, in parallel. A newly built tree already has this layout. A tree from a
    /// file, or one with a new [`QueryLayout`], does not. Without this call, the first query builds the layout on a
    /// single thread, which is slower.
    ///
    /// # Errors
    /// Returns [`Cancelled`] once `progress` is cancelled.
    pub fn build_query_layout(&mut self, progress: &Progress) -> Result<(), Cancelled> {
        self.wide = Wide::new(self, progress)?.into();
        Ok(())
    }

    /// Returns the layout that queries read, building it on first use.
    ///
    /// The layout is built on one thread. A thread that waits for parallel work could otherwise be given a query on
    /// this tree, which would then wait for itself.
    #[inline]
    pub(super) fn wide(&self) -> &Wide {
        self.wide.get_or_init(|| Wide::by_one_thread(self))
    }

    /// Returns the ids of all triangles, in ascending order.
    pub fn triangle_ids(
        &self,
    ) -> impl DoubleEndedIterator<Item = TriangleId> + ExactSizeIterator + Clone + use<> {
        TriangleId::range(0..self.triangle_count())
    }

    /// Returns the number of triangles in the tree.
    #[must_use]
    pub fn triangle_count(&self) -> u32 {
        self.triangles.len() as u32
    }
}
