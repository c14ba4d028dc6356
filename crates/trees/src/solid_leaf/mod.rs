//! The solid-leaf tree (Ericson, *Real-Time Collision Detection*, 2005, 8.2.3; Quake's compilers), which divides space
//! into convex leaves. Each leaf is either empty or solid.
//!
//! *Structural* faces define the tree; *detail* faces are merely cut into its leaves. The topmost nodes are the sides
//! of the *world box*, a box around the level that is aligned with as much face area as possible. All space outside the
//! box is a single leaf, [`OUTSIDE`]. This is the only leaf that is neither convex nor bounded, and the only one with
//! several parents. A box-shaped room therefore has two leaves: inside and outside.
//!
//! - `build` builds the tree in several stages. `solidity` decides which leaves are solid. `portals` finds the openings
//!   between empty leaves, and leaks. `pvs` computes potentially visible sets.
//! - `query` provides point location, traversal order, sightlines, and the triangles that bodies may hit. `expanded`
//!   traces bodies through shifted planes.
//! - `inside` classifies a level as rooms, an object, or neither. `validate` checks the geometry, and checks trees read
//!   from files.

mod build;
mod error;
pub mod expanded;
mod inside;
pub mod params;
pub mod portals;
pub mod pvs;
mod query;
mod solidity;
mod statistics;
mod validate;
mod views;

use std::ops::Range;

use crate::tolerance::OPEN_SHARE;
use bspwalk_geometry::{Aabb, Plane, Surface, Tolerances};
use glam::{DVec3, Vec3};

pub use self::{
    build::{LeafTreeBuilder, estimate::has_too_many_faces, imported::ImportedTree},
    error::LeafBuildError,
    expanded::ExpandedTree,
    inside::Inside,
    params::{LeafParams, LeafRule},
    portals::graph::{PortalGraph, PortalView},
    pvs::{Pvs, PvsParams},
    query::{
        obstacles::LeafObstacles,
        order::{LeafOrder, NearToFar},
    },
    solidity::{
        Separation, SolidPredicate,
        adjacency::ADJACENCY_PHASE,
        decision::{InterfaceLink, LeafEvidence, SolidityDecision},
        fill::FillError,
    },
    statistics::LeafStatistics,
    views::{LeafFragmentView, LeafNodeView, LeafView},
};
use super::Recording;
pub use super::node::{Branch, NodeId};
use crate::node::NONE;

/// Index of a leaf, below [`LeafTree::leaf_count`].
pub type LeafId = u32;

/// Index of a plane in the shared plane table, [`LeafTree::planes`].
pub type PlaneId = u32;

/// Index of a portal, below [`PortalGraph::portal_count`].
pub type PortalId = u32;

/// The leaf outside the world box. It is neither convex nor bounded.
///
/// The world box is convex, so a straight line that has left it never returns.
pub const OUTSIDE: LeafId = 0;

/// The child on one side of a node's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Child {
    /// Another node.
    Node(NodeId),
    /// A leaf.
    Leaf(LeafId),
}

/// A triangle with its attributes, used as build input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafTriangle {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [DVec3; 3],
    /// Attributes of each corner.
    pub surfaces: [Surface; 3],
    /// Face number assigned by the caller, as reported by queries and views.
    pub face: u32,
    /// Material number assigned by the caller. Faces with the same material in the same leaf are drawn together.
    pub material: u32,
    /// Whether the face is structural, so that its plane may become a splitting plane. Detail faces are merely cut into
    /// the leaves.
    pub structural: bool,
    /// Light number assigned by the caller. Only triangles with the same light are merged.
    pub light: u32,
}

/// The node data that queries read.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct Node {
    plane: Plane,
    front: Child,
    back: Child,
}

/// The node data that is only used for inspection.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct NodeDetail {
    plane: PlaneId,
    parent: NodeId,
    depth: u32,
}

#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct Leaf {
    parent: NodeId,
    depth: u32,
    solidity: f32,
    volume: f64,
    bounds: Aabb,
    first_fragment: u32,
    fragment_count: u32,
    first_draw: u32,
    draw_count: u32,
}

impl Leaf {
    fn new(parent: NodeId, depth: u32, volume: f64, bounds: Aabb) -> Self {
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
struct Fragment {
    leaf: LeafId,
    face: u32,
    material: u32,
    structural: bool,
    first_vertex: u32,
    vertex_count: u32,
}

/// The interface between two neighbouring leaves: a convex polygon on the plane of their lowest common ancestor.
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
struct FaceArea {
    face: u32,
    area: f64,
    perimeter: f64,
}

impl LeafAdjacency {
    /// Returns the area not covered by any structural face, in square metres.
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
    /// Face number assigned by the caller. For merged faces, this is the number of the first one.
    pub face: u32,
    /// Area of the face that has leaves of the same kind on both sides, in square metres.
    pub area: f64,
}

/// A draw call: the index range for the faces of one material in one leaf.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Draw {
    /// Leaf that contains the faces.
    pub leaf: LeafId,
    /// Material number assigned by the caller.
    pub material: u32,
    /// Triangles, as a range in [`LeafMesh::indices`].
    pub indices: Range<u32>,
}

/// The fragments of all faces as an indexed triangle mesh, grouped by leaf and, within each leaf, by material.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct LeafMesh {
    /// Vertex positions, in metres.
    pub positions: Vec<Vec3>,
    /// Attributes of each vertex.
    pub surfaces: Vec<Surface>,
    /// Triangles, counter-clockwise seen from the front.
    pub indices: Vec<u32>,
    /// Draw calls, sorted by leaf, then by material.
    pub draws: Vec<Draw>,
}

/// The solid-leaf BSP tree.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct LeafTree {
    nodes: Vec<Node>,
    details: Vec<NodeDetail>,
    planes: Vec<Plane>,
    leaves: Vec<Leaf>,
    adjacencies: Vec<LeafAdjacency>,
    graph: PortalGraph,
    fragments: Vec<Fragment>,
    mesh: LeafMesh,
    bounds: Aabb,
    tolerances: Tolerances,
    face_areas: Vec<FaceArea>,
    misclassified_faces: Vec<MisclassifiedFace>,
    separation: Separation,
    /// Winding number of each leaf, used to determine whether it is solid. Empty if nothing had to be decided.
    winding_numbers: Vec<f64>,
    inside: Inside,
    /// Whether any position is enclosed, that is, whether nearly all lines from it end at a wall.
    has_enclosed: bool,
    inputs: statistics::Inputs,
    params: LeafParams,
    recording: Option<Recording>,
}

impl LeafTree {
    /// Builds the tree of structural triangles, which are numbered in this order.
    #[cfg(test)]
    fn of_corners(corners: impl IntoIterator<Item = [DVec3; 3]>) -> Self {
        let surface = Surface {
            normal: glam::Vec3::Y,
            uv: glam::Vec2::ZERO,
            color: glam::Vec4::ONE,
        };
        let triangles: Vec<LeafTriangle> = (0..)
            .zip(corners)
            .map(|(face, corners)| LeafTriangle {
                corners,
                surfaces: [surface; 3],
                face,
                material: 0,
                structural: true,
                light: 0,
            })
            .collect();
        Self::build(&triangles, &LeafParams::default()).expect("it can be built")
    }

    fn nothing(params: &LeafParams) -> Self {
        let bounds = Aabb::EMPTY;
        Self {
            nodes: Vec::new(),
            details: Vec::new(),
            planes: Vec::new(),
            leaves: vec![Leaf::new(NONE, 0, f64::INFINITY, bounds)],
            adjacencies: Vec::new(),
            graph: PortalGraph::new(1, []),
            fragments: Vec::new(),
            mesh: LeafMesh::default(),
            bounds,
            tolerances: Tolerances::for_bounds(&bounds),
            params: *params,
            face_areas: Vec::new(),
            misclassified_faces: Vec::new(),
            separation: Separation::default(),
            winding_numbers: Vec::new(),
            inside: Inside::None,
            has_enclosed: false,
            inputs: statistics::Inputs::default(),
            recording: None,
        }
    }
}
