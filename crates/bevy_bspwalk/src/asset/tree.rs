//! A node-storing tree as an asset: what bodies collide with.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::Level;
use bspwalk_trees::{BuildParams, NodeTree, QuakeTree, node_storing::BuildError};

/// A node-storing tree over triangles: what a [`BspCollider`](crate::BspCollider) collides as, in the space of its entity and in metres.
///
/// A [`BspLevel`](crate::BspLevel) brings one of what is fixed and one for each part that moves. One of other triangles is built by
/// [`BspTree::build`], of a mesh by `BspTree::from_mesh`, and added to `Assets<BspTree>`.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct BspTree {
    nodes: Arc<NodeTree>,
    level: Option<Arc<Level>>,
}

impl BspTree {
    /// A tree of faces that have no materials.
    #[must_use]
    pub fn new(nodes: Arc<NodeTree>) -> Self {
        Self { nodes, level: None }
    }

    /// A tree whose faces are numbered as those of a level, which has their materials.
    #[must_use]
    pub fn of_level(nodes: Arc<NodeTree>, level: Arc<Level>) -> Self {
        Self {
            nodes,
            level: Some(level),
        }
    }

    /// Builds a tree over triangles, counter-clockwise seen from the front. The face of a triangle is its number, from 0.
    ///
    /// # Errors
    /// See [`BuildError`]: a corner that is not finite, say.
    pub fn build(triangles: impl IntoIterator<Item = [Vec3; 3]>) -> Result<Self, BuildError> {
        let tagged: Vec<TaggedTriangle> = (0..)
            .zip(triangles)
            .map(|(face, corners)| TaggedTriangle {
                corners: corners.map(Vec3::as_dvec3),
                face,
            })
            .collect();
        let nodes = NodeTree::build(&tagged, &BuildParams::default())?;
        Ok(Self::new(Arc::new(nodes)))
    }

    /// Builds a tree over the triangles of a mesh; the face of a triangle is its number in the mesh.
    ///
    /// # Errors
    /// See [`MeshTreeError`].
    #[cfg(feature = "render")]
    pub fn from_mesh(mesh: &Mesh) -> Result<Self, MeshTreeError> {
        let triangles = mesh.triangles().map_err(MeshTreeError::Triangles)?;
        Self::build(triangles.map(|triangle| triangle.vertices)).map_err(MeshTreeError::Build)
    }

    /// The tree.
    #[must_use]
    pub fn nodes(&self) -> &Arc<NodeTree> {
        &self.nodes
    }

    /// The clip hulls of a compiled level.
    #[must_use]
    pub fn hulls(&self) -> Option<&QuakeTree> {
        self.level.as_ref()?.hulls()
    }

    /// The level whose faces these are.
    #[must_use]
    pub fn level(&self) -> Option<&Arc<Level>> {
        self.level.as_ref()
    }

    /// The name of the material of a face, where it has one.
    #[must_use]
    pub fn material(&self, face: u32) -> Option<&str> {
        self.level.as_ref()?.material_of_face(face)
    }
}

/// Why a mesh cannot be made into a tree.
#[cfg(feature = "render")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeshTreeError {
    /// It has no triangles, or no positions of three numbers in the main world.
    #[error("the triangles of the mesh cannot be read: {0}")]
    Triangles(bevy::mesh::MeshTrianglesError),
    /// The tree cannot be built.
    #[error(transparent)]
    Build(BuildError),
}
