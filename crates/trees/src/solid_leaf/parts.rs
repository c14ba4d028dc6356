//! Parts of the tree: indices, nodes, leaves, fragments, interfaces and the mesh, and the triangles of the input.

use std::ops::Range;

use bspwalk_geometry::{Aabb, FaceId, Plane, Surface, id};
use glam::{DVec3, Vec3};

use crate::{node::NodeId, tolerance::OPEN_SHARE};

id! {
    /// Index of a leaf, below [`LeafTree::leaf_count`](super::LeafTree::leaf_count).
    LeafId
}

id! {
    /// Index of a plane in the shared plane table, [`LeafTree::planes`](super::LeafTree::planes).
    PlaneId
}

id! {
    /// Index of a portal, below [`PortalGraph::portal_count`](super::PortalGraph::portal_count).
    PortalId
}

/// The leaf outside the world box. It is neither convex nor bounded.
///
/// The world box is convex, so a straight line that has left it never returns.
pub const OUTSIDE: LeafId = LeafId(0);

/// The child on one side of a node's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Child {
    /// Another node.
    Node(NodeId),
    /// A leaf.
    Leaf(LeafId),
}

/// A triangle with its attributes, as input of a build.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafTriangle {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [DVec3; 3],
    /// Attributes of each corner.
    pub surfaces: [Surface; 3],
    /// The caller's face number, which queries and views report.
    pub face: FaceId,
    /// The caller's material number. Faces with the same material in the same leaf are drawn together.
    pub material: u32,
    /// Whether the face is structural, so that its plane may become a splitting plane. A detail face is only
    /// cut into the leaves.
    pub structural: bool,
    /// The caller's light number. Only triangles with the same light are merged.
    pub light: u32,
}

/// The data of a node that queries read.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Node {
    pub(super) plane: Plane,
    pub(super) front: Child,
    pub(super) back: Child,
}

/// The data of a node that is only used for inspection.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct NodeDetail {
    pub(super) plane: PlaneId,
    pub(super) parent: NodeId,
    pub(super) depth: u32,
}

#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Leaf {
    pub(super) parent: NodeId,
    pub(super) depth: u32,
    pub(super) solidity: f32,
    pub(super) volume: f64,
    pub(super) bounds: Aabb,
    pub(super) first_fragment: u32,
    pub(super) fragment_count: u32,
    pub(super) first_draw: u32,
    pub(super) draw_count: u32,
}

impl Leaf {
    pub(super) fn new(parent: NodeId, depth: u32, volume: f64, bounds: Aabb) -> Self {
        Self {
            parent,
            depth,
            solidity: -1.0,
            volume,
            bounds,
            first_fragment: 0,
            fragment_count: 0,
            first_draw: 0,
            draw_count: 0,
        }
    }
}

#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Fragment {
    pub(super) leaf: LeafId,
    pub(super) face: FaceId,
    pub(super) material: u32,
    pub(super) structural: bool,
    pub(super) first_vertex: u32,
    pub(super) vertex_count: u32,
}

/// The interface of two neighbouring leaves: a convex polygon on the plane of their lowest common ancestor.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LeafAdjacency {
    /// The leaf in front of the plane and the leaf behind it.
    pub leaves: [LeafId; 2],
    /// Node whose plane contains the interface.
    pub node: NodeId,
    /// Area, in square metres.
    pub area: f64,
    /// Area covered only by structural faces that face the same way as the plane, in square metres.
    pub(crate) facing_front: f64,
    /// Area covered only by structural faces that face the opposite way, in square metres.
    pub(crate) facing_back: f64,
    /// Area covered by structural faces of both orientations, which form a sheet, in square metres.
    pub(crate) facing_both: f64,
}

#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct FaceArea {
    pub(super) face: FaceId,
    pub(super) area: f64,
    pub(super) perimeter: f64,
}

impl LeafAdjacency {
    /// Returns the area that no structural face covers, in square metres.
    #[must_use]
    pub fn open_area(&self) -> f64 {
        let open = self.area - (self.facing_front + self.facing_back + self.facing_both);
        if open > OPEN_SHARE * self.area { open } else { 0.0 }
    }

    /// Returns the area covered by structural faces of only one orientation, in square metres.
    #[must_use]
    pub fn one_sided_area(&self) -> f64 {
        self.facing_front + self.facing_back
    }
}

/// A face with solid leaves on both sides, or with empty leaves on both sides.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MisclassifiedFace {
    /// The caller's face number. For merged faces, the number of the first.
    pub face: FaceId,
    /// Area with leaves of the same kind on both sides, in square metres.
    pub area: f64,
}

/// A draw call: the index range of the faces of one material in one leaf.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Draw {
    /// Leaf that contains the faces.
    pub leaf: LeafId,
    /// The caller's material number.
    pub material: u32,
    /// Triangles, as a range of [`LeafMesh::indices`].
    pub indices: Range<u32>,
}

/// The fragments of all faces as an indexed triangle mesh, grouped by leaf, and within a leaf by material.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct LeafMesh {
    /// Vertex positions, in metres.
    pub positions: Vec<Vec3>,
    /// Attributes of each vertex.
    pub surfaces: Vec<Surface>,
    /// Triangles, counter-clockwise seen from the front.
    pub indices: Vec<u32>,
    /// Draw calls, ordered by leaf, then by material.
    pub draws: Vec<Draw>,
}
