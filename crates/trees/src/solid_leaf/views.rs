//! Views of the parts of a tree by their indices.

use std::ops::Range;

use bspwalk_geometry::{Aabb, Plane, Surface, Tolerances};
use glam::Vec3;

use super::{
    Child, LeafAdjacency, LeafId, LeafMesh, LeafParams, LeafTree, MisclassifiedFace, NONE, NodeId, OUTSIDE,
    PlaneId, PortalGraph, PortalId, PortalView, Recording, Separation,
};
use crate::accessors::accessors;

/// A view of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafNodeView {
    /// Its splitting plane.
    pub plane: Plane,
    /// The plane in the shared plane table. That entry may face the other way.
    pub plane_id: PlaneId,
    /// The child in front of the plane.
    pub front: Child,
    /// The child behind the plane.
    pub back: Child,
    /// The node above; the root has none.
    pub parent: Option<NodeId>,
    /// The number of nodes above it; 0 for the root.
    pub depth: u32,
}

/// A view of a leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct LeafView {
    /// Whether it is solid.
    pub solid: bool,
    /// The solidity, from −1 (certainly empty) to 1 (certainly solid).
    pub solidity: f32,
    /// Whether it is [`OUTSIDE`].
    pub outside: bool,
    /// Volume in cubic metres; infinite for [`OUTSIDE`].
    pub volume: f64,
    /// Bounds of its cell, in metres. For [`OUTSIDE`], those of the whole tree.
    pub bounds: Aabb,
    /// The node above; `None` for [`OUTSIDE`], which has several.
    pub parent: Option<NodeId>,
    /// The number of nodes above it; 0 for [`OUTSIDE`].
    pub depth: u32,
    /// Its fragments, as indices for [`LeafTree::fragment`].
    pub fragments: Range<u32>,
    /// Its draw calls, as indices of [`LeafMesh::draws`].
    pub draws: Range<u32>,
}

/// A view of a fragment: a convex piece of a face in one leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafFragmentView<'a> {
    /// Corners of the convex polygon in metres, winding as its face does.
    pub positions: &'a [Vec3],
    /// The attributes of each corner.
    pub surfaces: &'a [Surface],
    /// The caller's number of the face that it is a piece of.
    pub face: u32,
    /// The caller's number of the face's material.
    pub material: u32,
    /// Whether the face is structural.
    pub structural: bool,
    /// The leaf that contains it.
    pub leaf: LeafId,
}

accessors!(LeafTree, LeafParams);

impl LeafTree {
    /// The root: a node, or a leaf where the tree was built without triangles.
    #[must_use]
    pub fn root(&self) -> Child {
        if self.nodes.is_empty() {
            Child::Leaf(OUTSIDE)
        } else {
            Child::Node(0)
        }
    }

    /// A node by its index; `None` where it does not exist.
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

    /// The shared plane table. It holds each plane once, whichever way its faces look.
    #[must_use]
    pub fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// Number of leaves, [`OUTSIDE`] included, so at least 1.
    #[must_use]
    pub fn leaf_count(&self) -> u32 {
        self.leaves.len() as u32
    }

    /// A leaf by its index; `None` where it does not exist.
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

    /// Whether a leaf is solid. A leaf that does not exist counts as solid.
    #[must_use]
    pub fn is_solid(&self, id: LeafId) -> bool {
        self.leaves
            .get(id as usize)
            .is_none_or(|leaf| leaf.solidity > 0.0)
    }

    /// The graph of all leaves and of the portals between empty leaves.
    #[must_use]
    pub fn portal_graph(&self) -> &PortalGraph {
        &self.graph
    }

    /// Number of portals.
    #[must_use]
    pub fn portal_count(&self) -> u32 {
        self.graph.portal_count()
    }

    /// A portal by its index; `None` where it does not exist. A portal lies between two empty leaves, one of which may be
    /// [`OUTSIDE`].
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

    /// A fragment by its index; `None` where it does not exist.
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

    /// All fragments as an indexed triangle mesh.
    #[must_use]
    pub fn mesh(&self) -> &LeafMesh {
        &self.mesh
    }

    /// The misclassified faces: both of their sides are solid, or both are empty, although exactly one should be solid. Faces
    /// that lie within another solid, where solids overlap, are not among them.
    #[must_use]
    pub fn misclassified_faces(&self) -> &[MisclassifiedFace] {
        &self.misclassified_faces
    }

    /// How the build separated solid leaves from empty ones.
    #[must_use]
    pub fn separation(&self) -> Separation {
        self.separation
    }
}
