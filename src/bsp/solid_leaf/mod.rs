//! The solid-leaf tree (seed 003; Quake's compilers): space divided into convex leaves, each empty or solid.
//!
//! *Structural* faces make the tree, *detail* faces are cut into its leaves. The topmost nodes are the sides of a box
//! around the level, its *hull*, turned as most of the level is; what is beyond the hull is one leaf, [`OUTSIDE`]. It is
//! the only leaf that is not convex and that more than one node has as a child; all others are convex and bounded.
//! A box room thus has two leaves: its inside and the outside.

mod assemble;
mod build;
mod cells;
mod check;
mod choose;
mod contradiction;
mod coverage;
mod descend;
mod error;
pub mod graph;
mod grow;
mod hull;
pub mod leak;
mod links;
mod merge;
mod mesh;
mod order;
pub mod params;
mod planes;
mod portals;
pub mod pvs;
mod query;
mod sight;
mod solidity;
mod statistics;
mod validate;
mod walls;

use std::ops::Range;

use glam::{DVec3, Vec3};

pub use self::{
    error::LeafBuildError,
    graph::{GraphPortal, PortalGraph},
    links::NEIGHBOURS_PHASE,
    order::{LeafOrder, LeavesFrom},
    params::{LeafParams, LeafRule},
    pvs::{Pvs, PvsParams},
    solidity::Convergence,
    statistics::LeafStatistics,
    validate::LeafViolation,
};
pub use super::node_storing::{Branch, NodeId};
use super::{Recording, node_storing::NONE};
use crate::geometry::{Aabb, Plane, Surface, Tolerances};

/// The number of a leaf.
pub type LeafId = u32;

/// The number of a plane in the shared table.
pub type PlaneId = u32;

/// The number of a portal.
pub type PortalId = u32;

/// The leaf beyond the hull: neither convex nor bounded, and never clipped to anything.
///
/// The hull is convex, so that no straight line that has left it comes back.
pub const OUTSIDE: LeafId = 0;

/// What is on one side of a node's plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Child {
    /// Another node.
    Node(NodeId),
    /// A leaf.
    Leaf(LeafId),
}

/// A triangle with what it carries, as the build takes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafTriangle {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [DVec3; 3],
    /// What each corner carries.
    pub surfaces: [Surface; 3],
    /// What the caller calls it; usually its number in the source.
    pub face: u32,
    /// Number of its material: faces of one material in one leaf are drawn together.
    pub material: u32,
    /// Whether it takes part in making the tree. A detail face is only cut into leaves.
    pub structural: bool,
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
pub struct Link {
    /// The leaf in front of the plane and the one behind it.
    pub leaves: [LeafId; 2],
    /// The node whose plane it lies on.
    pub node: NodeId,
    /// Its area, in square metres.
    pub area: f64,
    /// The part of it covered by structural faces that all face as the plane does, in square metres.
    pub facing_front: f64,
    /// The part of it covered by structural faces that all face the other way, in square metres.
    pub facing_back: f64,
    /// The part of it covered from both sides: a sheet, in square metres.
    pub facing_both: f64,
}

/// A face before it was cut, for [`LeafTree::validate`].
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct FaceArea {
    face: u32,
    area: f64,
    perimeter: f64,
}

/// What of an interface is less than this share of it is rounding.
const OPEN_ROUNDING: f64 = 1.0e-12;

impl Link {
    fn key(&self) -> links::Key {
        (self.node, self.leaves[0], self.leaves[1])
    }

    /// The part of it that no structural face covers, in square metres.
    #[must_use]
    pub fn open(&self) -> f64 {
        let open = self.area - (self.facing_front + self.facing_back + self.facing_both);
        if open > OPEN_ROUNDING * self.area {
            open
        } else {
            0.0
        }
    }

    /// The part of it that faces cover from one side alone, in square metres.
    #[must_use]
    pub fn one_way(&self) -> f64 {
        self.facing_front + self.facing_back
    }
}

/// A face with leaves of one kind on both sides.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Contradiction {
    /// The face, as the caller numbered it; of merged ones the first.
    pub face: u32,
    /// The part of it that has leaves of one kind on both sides, in square metres.
    pub area: f64,
}

/// Index range of the faces of one material in one leaf.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Draw {
    /// The leaf.
    pub leaf: LeafId,
    /// The material, as the caller numbered it.
    pub material: u32,
    /// Its triangles, as a range of [`LeafMesh::indices`].
    pub indices: Range<u32>,
}

/// All fragments as triangles, those of a leaf together, and in it those of a material together.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct LeafMesh {
    /// Vertex positions, in metres.
    pub positions: Vec<Vec3>,
    /// What each vertex carries.
    pub surfaces: Vec<Surface>,
    /// Triangles, counter-clockwise seen from the front.
    pub indices: Vec<u32>,
    /// What to draw in one call each, ordered by leaf, then by material.
    pub draws: Vec<Draw>,
}

/// The solid-leaf BSP tree.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct LeafTree {
    nodes: Vec<Node>,
    details: Vec<NodeDetail>,
    planes: Vec<Plane>,
    leaves: Vec<Leaf>,
    links: Vec<Link>,
    graph: PortalGraph,
    fragments: Vec<Fragment>,
    mesh: LeafMesh,
    bounds: Aabb,
    tolerances: Tolerances,
    face_areas: Vec<FaceArea>,
    contradictions: Vec<Contradiction>,
    convergence: Convergence,
    inputs: statistics::Inputs,
    params: LeafParams,
    recording: Option<Recording>,
}

/// A node, for inspection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafNodeView {
    /// Its splitting plane.
    pub plane: Plane,
    /// The number of the plane in the shared table.
    pub plane_id: PlaneId,
    /// What is in front of the plane.
    pub front: Child,
    /// What is behind the plane.
    pub back: Child,
    /// The node above; the root has none.
    pub parent: Option<NodeId>,
    /// Nodes above it; 0 for the root.
    pub depth: u32,
}

/// A leaf, for inspection.
#[derive(Clone, Debug, PartialEq)]
pub struct LeafView {
    /// Whether it is solid.
    pub solid: bool,
    /// How sure that is: −1 certainly empty, 1 certainly solid.
    pub solidity: f32,
    /// Whether it is [`OUTSIDE`].
    pub outside: bool,
    /// Volume in cubic metres; infinite for [`OUTSIDE`].
    pub volume: f64,
    /// Bounds of its cell; for [`OUTSIDE`] those of the whole tree, which it lies around.
    pub bounds: Aabb,
    /// The node above. [`OUTSIDE`], which has several, names none.
    pub parent: Option<NodeId>,
    /// Nodes above it; 0 for [`OUTSIDE`].
    pub depth: u32,
    /// Its fragments, as numbers for [`LeafTree::fragment`].
    pub fragments: Range<u32>,
    /// Its draws, as indices of [`LeafMesh::draws`].
    pub draws: Range<u32>,
}

/// A portal, for inspection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PortalView<'a> {
    /// The leaf in front of the plane and the one behind it; both are empty.
    pub leaves: [LeafId; 2],
    /// The plane that it lies on.
    pub plane: Plane,
    /// Corners in metres, counter-clockwise seen from the front of the plane.
    pub polygon: &'a [DVec3],
}

/// A fragment, for inspection and drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafFragmentView<'a> {
    /// Corners of the convex polygon in metres, winding as its face does.
    pub positions: &'a [Vec3],
    /// What each corner carries.
    pub surfaces: &'a [Surface],
    /// The face that it is a piece of, as the caller numbered it.
    pub face: u32,
    /// The material of the face, as the caller numbered it.
    pub material: u32,
    /// Whether the face is structural.
    pub structural: bool,
    /// The leaf that it is drawn with.
    pub leaf: LeafId,
}

impl LeafTree {
    /// The tree over nothing: one empty leaf.
    fn nothing(params: &LeafParams) -> Self {
        let bounds = Aabb::EMPTY;
        Self {
            nodes: Vec::new(),
            details: Vec::new(),
            planes: Vec::new(),
            leaves: vec![Leaf {
                parent: NONE,
                depth: 0,
                solidity: -1.0,
                volume: f64::INFINITY,
                bounds,
                first_fragment: 0,
                fragment_count: 0,
                first_draw: 0,
                draw_count: 0,
            }],
            links: Vec::new(),
            graph: PortalGraph::new(1, []),
            fragments: Vec::new(),
            mesh: LeafMesh::default(),
            bounds,
            tolerances: Tolerances::for_bounds(&bounds),
            params: *params,
            face_areas: Vec::new(),
            contradictions: Vec::new(),
            convergence: Convergence::default(),
            inputs: statistics::Inputs::default(),
            recording: None,
        }
    }

    /// The root: a leaf where the tree was built from nothing.
    #[must_use]
    pub fn root(&self) -> Child {
        if self.nodes.is_empty() {
            Child::Leaf(OUTSIDE)
        } else {
            Child::Node(0)
        }
    }

    /// Number of nodes; node numbers are below it.
    #[must_use]
    pub fn node_count(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// A node by its number, or `None` where it does not exist.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<LeafNodeView> {
        let node = self.nodes.get(id as usize)?;
        let detail = self.details.get(id as usize)?;
        Some(LeafNodeView {
            plane: node.plane,
            plane_id: detail.plane,
            front: node.front,
            back: node.back,
            parent: (detail.parent != NONE).then_some(detail.parent),
            depth: detail.depth,
        })
    }

    /// The shared plane table: each plane once, whichever way it faces.
    #[must_use]
    pub fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// Number of leaves, [`OUTSIDE`] included; leaf numbers are below it. Never 0.
    #[must_use]
    pub fn leaf_count(&self) -> u32 {
        self.leaves.len() as u32
    }

    /// A leaf by its number, or `None` where it does not exist.
    #[must_use]
    pub fn leaf(&self, id: LeafId) -> Option<LeafView> {
        let leaf = self.leaves.get(id as usize)?;
        Some(LeafView {
            solid: leaf.solidity > 0.0,
            solidity: leaf.solidity,
            outside: id == OUTSIDE,
            volume: leaf.volume,
            bounds: leaf.bounds,
            parent: (leaf.parent != NONE).then_some(leaf.parent),
            depth: leaf.depth,
            fragments: leaf.first_fragment..leaf.first_fragment + leaf.fragment_count,
            draws: leaf.first_draw..leaf.first_draw + leaf.draw_count,
        })
    }

    /// Whether the leaf is solid; one that does not exist is.
    #[must_use]
    pub fn is_solid(&self, id: LeafId) -> bool {
        self.leaves
            .get(id as usize)
            .is_none_or(|leaf| leaf.solidity > 0.0)
    }

    /// The empty leaves and the portals between them.
    #[must_use]
    pub fn portal_graph(&self) -> &PortalGraph {
        &self.graph
    }

    /// Number of portals; portal numbers are below it.
    #[must_use]
    pub fn portal_count(&self) -> u32 {
        self.graph.portal_count()
    }

    /// A portal by its number, or `None` where it does not exist. Portals lie between empty leaves, of which one may
    /// be [`OUTSIDE`].
    #[must_use]
    pub fn portal(&self, id: PortalId) -> Option<PortalView<'_>> {
        let portal = self.graph.portal(id)?;
        Some(PortalView {
            leaves: portal.leaves,
            plane: portal.plane,
            polygon: self.graph.polygon(id),
        })
    }

    /// The portals of a leaf; none for a solid one.
    #[must_use]
    pub fn portals_of(&self, leaf: LeafId) -> &[PortalId] {
        self.graph.portals_of(leaf)
    }

    /// All interfaces between neighbouring leaves, solid ones included.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Number of fragments; fragment numbers are below it.
    #[must_use]
    pub fn fragment_count(&self) -> u32 {
        self.fragments.len() as u32
    }

    /// A fragment by its number, or `None` where it does not exist.
    #[must_use]
    pub fn fragment(&self, index: u32) -> Option<LeafFragmentView<'_>> {
        let fragment = self.fragments.get(index as usize)?;
        let first = fragment.first_vertex as usize;
        let vertices = first..first + fragment.vertex_count as usize;
        Some(LeafFragmentView {
            positions: self.mesh.positions.get(vertices.clone())?,
            surfaces: self.mesh.surfaces.get(vertices)?,
            face: fragment.face,
            material: fragment.material,
            structural: fragment.structural,
            leaf: fragment.leaf,
        })
    }

    /// All fragments as triangles, ready to draw.
    #[must_use]
    pub fn mesh(&self) -> &LeafMesh {
        &self.mesh
    }

    /// Bounds of all faces; empty for none.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The tolerances that it was built with.
    #[must_use]
    pub fn tolerances(&self) -> Tolerances {
        self.tolerances
    }

    /// The parameters that it was built with.
    #[must_use]
    pub fn params(&self) -> &LeafParams {
        &self.params
    }

    /// The faces that the answer to what is solid contradicts: the leaves on their two sides are alike, although only one
    /// of them should be solid.
    #[must_use]
    pub fn contradictions(&self) -> &[Contradiction] {
        &self.contradictions
    }

    /// How it was found what is solid.
    #[must_use]
    pub fn convergence(&self) -> Convergence {
        self.convergence
    }

    /// The decisions of the build, where they were recorded.
    #[must_use]
    pub fn recording(&self) -> Option<&Recording> {
        self.recording.as_ref()
    }
}
