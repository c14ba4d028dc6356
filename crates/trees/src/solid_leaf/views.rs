//! The public view of a tree: its parts by their numbers.

use std::ops::Range;

use bspwalk_geometry::{Aabb, Plane, Surface, Tolerances};
use glam::Vec3;

use super::{
    Child, LeafAdjacency, LeafId, LeafMesh, LeafParams, LeafTree, MisclassifiedFace, NONE, NodeId, OUTSIDE,
    PlaneId, PortalGraph, PortalId, PortalView, Recording, Separation,
};
use crate::accessors::accessors;

/// A node, for inspection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafNodeView {
    /// Its splitting plane.
    pub plane: Plane,
    /// The number of the plane in the shared table.
    pub plane_id: PlaneId,
    /// The child in front of the plane.
    pub front: Child,
    /// The child behind the plane.
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
    /// The certainty: −1 certainly empty, 1 certainly solid.
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

/// A fragment, for inspection and drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafFragmentView<'a> {
    /// Corners of the convex polygon in metres, winding as its face does.
    pub positions: &'a [Vec3],
    /// The attributes of each corner.
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

accessors!(LeafTree, LeafParams);

impl LeafTree {
    /// The root: a leaf where the tree was built from nothing.
    #[must_use]
    pub fn root(&self) -> Child {
        if self.nodes.is_empty() {
            Child::Leaf(OUTSIDE)
        } else {
            Child::Node(0)
        }
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
        self.graph.portal(id)
    }

    /// The portals of a leaf; none for a solid one.
    #[must_use]
    pub fn portals_of(&self, leaf: LeafId) -> &[PortalId] {
        self.graph.portals_of(leaf)
    }

    /// All interfaces between neighbouring leaves, solid ones included.
    #[must_use]
    pub fn adjacencies(&self) -> &[LeafAdjacency] {
        &self.adjacencies
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

    /// The misclassified faces: the leaves on their two sides are alike, although only one of them should be solid.
    /// Where solids overlap, the faces of one within the other are not among them.
    #[must_use]
    pub fn misclassified_faces(&self) -> &[MisclassifiedFace] {
        &self.misclassified_faces
    }

    /// How what is solid was told from what is empty.
    #[must_use]
    pub fn separation(&self) -> Separation {
        self.separation
    }
}
