//! Access to the nodes, leaves, portals and fragments of a tree by index.

use std::ops::Range;

use bspwalk_geometry::{Aabb, FaceId, Plane, Surface, Tolerances};
use glam::Vec3;

use super::{
    Child, LeafAdjacency, LeafId, LeafMesh, LeafParams, LeafTree, MisclassifiedFace, NodeId, OUTSIDE,
    PlaneId, PortalGraph, PortalId, PortalView, Separation,
};
use crate::{Recording, accessors::accessors, node::NONE};

/// Inspection view of a node; see [`LeafTree::node`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafNodeView {
    /// Splitting plane.
    pub plane: Plane,
    /// Id of the plane in the shared plane table. The table entry may face the opposite way.
    pub plane_id: PlaneId,
    /// Child in front of the plane.
    pub front: Child,
    /// Child behind the plane.
    pub back: Child,
    /// Parent node, or `None` for the root.
    pub parent: Option<NodeId>,
    /// Number of ancestors, 0 for the root.
    pub depth: u32,
}

/// Inspection view of a leaf; see [`LeafTree::leaf`].
#[derive(Clone, Debug, PartialEq)]
pub struct LeafView {
    /// Whether the leaf is solid.
    pub solid: bool,
    /// Solidity, from −1 (certainly empty) to 1 (certainly solid).
    pub solidity: f32,
    /// Whether the leaf is [`OUTSIDE`].
    pub outside: bool,
    /// Volume, in cubic metres; infinite for [`OUTSIDE`].
    pub volume: f64,
    /// Bounds of the cell, in metres. For [`OUTSIDE`], these are the bounds of the entire tree.
    pub bounds: Aabb,
    /// Parent node, or `None` for [`OUTSIDE`], which has several.
    pub parent: Option<NodeId>,
    /// Number of ancestors, 0 for [`OUTSIDE`].
    pub depth: u32,
    /// Fragments, as indices for use with [`LeafTree::fragment`].
    pub fragments: Range<u32>,
    /// Draw calls, as indices into [`LeafMesh::draws`].
    pub draws: Range<u32>,
}

/// Inspection view of a fragment, which is a convex piece of a face inside one leaf; see [`LeafTree::fragment`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafFragmentView<'a> {
    /// Corners of the convex polygon (in metres), with the winding of its face.
    pub positions: &'a [Vec3],
    /// Attributes of each corner.
    pub surfaces: &'a [Surface],
    /// Number of the original face, assigned by the caller.
    pub face: FaceId,
    /// Number of the face's material, assigned by the caller.
    pub material: u32,
    /// Whether the face is structural.
    pub structural: bool,
    /// Leaf that contains the fragment.
    pub leaf: LeafId,
}

accessors!(LeafTree, LeafParams);

impl LeafTree {
    /// Returns the root, which is a node, or a leaf if the tree was built without triangles.
    #[must_use]
    pub fn root(&self) -> Child {
        if self.nodes.is_empty() {
            Child::Leaf(OUTSIDE)
        } else {
            Child::Node(NodeId(0))
        }
    }

    /// Returns the node with the given index, or `None` if it does not exist.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<LeafNodeView> {
        let node = self.nodes.get(id.index())?;
        let detail = self.details.get(id.index())?;
        Some(LeafNodeView {
            plane: node.plane,
            plane_id: detail.plane,
            front: node.front,
            back: node.back,
            parent: (detail.parent != NONE).then_some(detail.parent),
            depth: detail.depth,
        })
    }

    /// Returns the shared plane table. It contains each plane once, even if faces on the plane point both ways.
    #[must_use]
    pub fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// Returns the number of leaves. It includes [`OUTSIDE`], so it is at least 1.
    #[must_use]
    pub fn leaf_count(&self) -> u32 {
        self.leaves.len() as u32
    }

    /// Returns the ids of all leaves.
    pub fn leaf_ids(&self) -> impl DoubleEndedIterator<Item = LeafId> + ExactSizeIterator + Clone + use<> {
        LeafId::range(0..self.leaf_count())
    }

    /// Returns the leaf with the given index, or `None` if it does not exist.
    #[must_use]
    pub fn leaf(&self, id: LeafId) -> Option<LeafView> {
        let leaf = self.leaves.get(id.index())?;
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

    /// Returns whether a leaf is solid. A nonexistent leaf counts as solid.
    #[must_use]
    pub fn is_solid(&self, id: LeafId) -> bool {
        self.leaves.get(id.index()).is_none_or(|leaf| leaf.solidity > 0.0)
    }

    /// Returns the portal graph, which consists of all leaves and the portals between empty leaves.
    #[must_use]
    pub fn portal_graph(&self) -> &PortalGraph {
        &self.graph
    }

    /// Returns the number of portals.
    #[must_use]
    pub fn portal_count(&self) -> u32 {
        self.graph.portal_count()
    }

    /// Returns the ids of all portals.
    pub fn portal_ids(
        &self,
    ) -> impl DoubleEndedIterator<Item = PortalId> + ExactSizeIterator + Clone + use<> {
        PortalId::range(0..self.portal_count())
    }

    /// Returns the portal with the given index, or `None` if it does not exist.
    ///
    /// A portal connects two empty leaves. One of them may be [`OUTSIDE`].
    #[must_use]
    pub fn portal(&self, id: PortalId) -> Option<PortalView<'_>> {
        self.graph.portal(id)
    }

    /// Returns the portals of a leaf. Solid leaves have no portals.
    #[must_use]
    pub fn portals_of(&self, leaf: LeafId) -> &[PortalId] {
        self.graph.portals_of(leaf)
    }

    /// Returns all interfaces between neighbouring leaves, including solid ones.
    #[must_use]
    pub fn adjacencies(&self) -> &[LeafAdjacency] {
        &self.adjacencies
    }

    /// Returns the fragment with the given index, or `None` if it does not exist.
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

    /// Returns all fragments as an indexed triangle mesh.
    #[must_use]
    pub fn mesh(&self) -> &LeafMesh {
        &self.mesh
    }

    /// Returns the misclassified faces. They have solid leaves on both sides or empty leaves on both sides, although
    /// exactly one side should be solid.
    ///
    /// Faces inside another, overlapping solid are not included.
    #[must_use]
    pub fn misclassified_faces(&self) -> &[MisclassifiedFace] {
        &self.misclassified_faces
    }

    /// Returns the threshold that the build used to separate solid leaves from empty ones, and the number of augmenting
    /// paths.
    #[must_use]
    pub fn separation(&self) -> Separation {
        self.separation
    }
}
