//! The solid-leaf tree (Ericson 2005, 8.2.3; Quake's compilers): space divided into convex leaves, each empty or solid.
//!
//! *Structural* faces make the tree, *detail* faces are cut into its leaves. The topmost nodes are the sides of the
//! *world box*, a box around the level that is turned as most of its faces are. All space beyond it is one leaf,
//! [`OUTSIDE`], the only one that is not convex and not bounded, and the only one below more than one node. A box room
//! thus has two leaves: its inside and the outside.
//!
//! - `build` makes the tree, stage by stage; `solidity` decides which leaves are solid; `portals` cuts what faces leave
//!   open between empty leaves, and finds leaks; `pvs` finds what can be seen from where.
//! - `query` has point location, order, sightlines, and the triangles that bodies meet; `expanded` traces bodies
//!   through shifted planes.
//! - `inside` says whether a level has rooms, is an object, or neither; `validate` checks the geometry, and trees from
//!   files.

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

/// The index of a leaf, below [`LeafTree::leaf_count`].
pub type LeafId = u32;

/// The index of a plane in the shared plane table, [`LeafTree::planes`].
pub type PlaneId = u32;

/// The index of a portal, below [`PortalGraph::portal_count`].
pub type PortalId = u32;

/// The leaf beyond the world box, neither convex nor bounded.
///
/// The world box is convex, so no straight line that has left it comes back.
pub const OUTSIDE: LeafId = 0;

/// The child on one side of a node's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Child {
    /// Another node.
    Node(NodeId),
    /// A leaf.
    Leaf(LeafId),
}

/// A triangle with its attributes, the input of a build.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafTriangle {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [DVec3; 3],
    /// The attributes of each corner.
    pub surfaces: [Surface; 3],
    /// The number that the caller gives to its face. Queries and views report it.
    pub face: u32,
    /// The number that the caller gives to its material. Faces of one material in one leaf are drawn together.
    pub material: u32,
    /// Whether its face is structural: its plane may become a splitting plane. A detail face is only cut into the leaves.
    pub structural: bool,
    /// The number that the caller gives to its light. Only triangles of equal lights are merged into one polygon.
    pub light: u32,
}

/// A node as queries read it.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct Node {
    plane: Plane,
    front: Child,
    back: Child,
}

/// A node as only inspection reads it.
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
    /// An empty leaf in which nothing is drawn yet.
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

/// A piece of a face, in one leaf.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct Fragment {
    leaf: LeafId,
    face: u32,
    material: u32,
    structural: bool,
    first_vertex: u32,
    vertex_count: u32,
}

/// The interface of two neighbouring leaves: a convex polygon on the plane of the deepest node above both.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LeafAdjacency {
    /// The leaf in front of the plane and the one behind it.
    pub leaves: [LeafId; 2],
    /// The node whose plane it lies on.
    pub node: NodeId,
    /// Its area, in square metres.
    pub area: f64,
    /// The area covered only by structural faces that face as the plane does, in square metres.
    pub facing_front: f64,
    /// The area covered only by structural faces that face the other way, in square metres.
    pub facing_back: f64,
    /// The area covered by structural faces of both directions, which are a sheet, in square metres.
    pub facing_both: f64,
}

/// A face before it was cut, for [`LeafTree::validate`].
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct FaceArea {
    face: u32,
    area: f64,
    perimeter: f64,
}

impl LeafAdjacency {
    /// The area that no structural face covers, in square metres.
    #[must_use]
    pub fn open_area(&self) -> f64 {
        let open = self.area - (self.facing_front + self.facing_back + self.facing_both);
        if open > OPEN_SHARE * self.area { open } else { 0.0 }
    }

    /// The area that structural faces of only one direction cover, in square metres.
    #[must_use]
    pub fn one_sided_area(&self) -> f64 {
        self.facing_front + self.facing_back
    }
}

/// A face with solid leaves on both sides, or with empty leaves on both sides.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MisclassifiedFace {
    /// The caller's number of the face; of merged faces, that of the first.
    pub face: u32,
    /// The area of it that has leaves of one kind on both sides, in square metres.
    pub area: f64,
}

/// A draw call: the index range of the faces of one material in one leaf.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Draw {
    /// The leaf.
    pub leaf: LeafId,
    /// The caller's number of the material.
    pub material: u32,
    /// Its triangles, as a range of [`LeafMesh::indices`].
    pub indices: Range<u32>,
}

/// The fragments of all faces as an indexed triangle mesh, grouped by leaf, and within a leaf by material.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct LeafMesh {
    /// Vertex positions, in metres.
    pub positions: Vec<Vec3>,
    /// The attributes of each vertex.
    pub surfaces: Vec<Surface>,
    /// Triangles, counter-clockwise seen from the front.
    pub indices: Vec<u32>,
    /// The draw calls, ordered by leaf, then by material.
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
    /// The winding number of each leaf by which it was decided; none where nothing had to be decided.
    winding_numbers: Vec<f64>,
    inside: Inside,
    /// Whether there are places from which nearly all lines end at a wall.
    has_enclosed: bool,
    inputs: statistics::Inputs,
    params: LeafParams,
    recording: Option<Recording>,
}

impl LeafTree {
    /// Replaces the parameters that the tree reports. They must differ from the ones that it was built with only in their
    /// limits, as then the same tree would have been built.
    #[must_use]
    pub fn with_params(self, params: &LeafParams) -> Self {
        Self {
            params: *params,
            ..self
        }
    }

    /// The tree over nothing: one empty leaf.
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
