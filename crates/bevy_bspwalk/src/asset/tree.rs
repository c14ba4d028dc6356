//! Node-storing trees as collision assets.

use std::sync::{Arc, OnceLock};

use bevy::prelude::*;
use bspwalk_collision::mover::{Environment, LiquidSurfaces, Volumes};
use bspwalk_geometry::{Aabb, TaggedTriangle};
use bspwalk_levels::Level;
use bspwalk_trees::{BuildParams, FaceId, NodeTree, QuakeTree, node_storing::BuildError};

/// A node-storing tree of triangles, used as the shape of a [`BspCollider`](crate::BspCollider). Coordinates are in
/// metres, in the space of the collider's entity.
///
/// A [`BspLevel`](crate::BspLevel) contains one tree for its static parts and one for each moving part. For other
/// geometry, build one with [`BspTree::build`], or from a mesh with `BspTree::from_mesh`, and add it to
/// `Assets<BspTree>`.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct BspTree {
    nodes: Arc<NodeTree>,
    level: Option<Arc<Level>>,
    /// Surfaces of the level's liquids, built on first use.
    liquids: Arc<OnceLock<Option<LiquidSurfaces>>>,
    /// Ladders of the level, collected on first use.
    ladders: Arc<OnceLock<Volumes>>,
}

impl BspTree {
    /// Creates an asset from a tree. Its faces have no materials.
    pub fn new(nodes: Arc<NodeTree>) -> Self {
        Self {
            nodes,
            level: None,
            liquids: Arc::default(),
            ladders: Arc::default(),
        }
    }

    /// Creates an asset from a level's tree. Its faces have the level's face indices and materials.
    pub fn of_level(nodes: Arc<NodeTree>, level: Arc<Level>) -> Self {
        Self {
            nodes,
            level: Some(level),
            liquids: Arc::default(),
            ladders: Arc::default(),
        }
    }

    /// Builds a tree from triangles with counter-clockwise front faces. A triangle's face index is its zero-based
    /// position in the sequence.
    ///
    /// # Errors
    /// See [`BuildError`]. For example, all corners must be finite.
    pub fn build(triangles: impl IntoIterator<Item = [Vec3; 3]>) -> Result<Self, BuildError> {
        let tagged: Vec<TaggedTriangle> = FaceId::all()
            .zip(triangles)
            .map(|(face, corners)| TaggedTriangle {
                corners: corners.map(Vec3::as_dvec3),
                face,
            })
            .collect();
        let nodes = NodeTree::build(&tagged, &BuildParams::default())?;
        Ok(Self::new(Arc::new(nodes)))
    }

    /// Builds a tree from the triangles of a mesh. A triangle's face index is its position in the mesh.
    ///
    /// # Errors
    /// See [`MeshTreeError`].
    #[cfg(feature = "render")]
    pub fn from_mesh(mesh: &Mesh) -> Result<Self, MeshTreeError> {
        let triangles = mesh.triangles().map_err(MeshTreeError::Triangles)?;
        Self::build(triangles.map(|triangle| triangle.vertices)).map_err(MeshTreeError::Build)
    }

    /// Returns the tree.
    pub fn nodes(&self) -> &Arc<NodeTree> {
        &self.nodes
    }

    /// Returns the clip hulls of a compiled level, if it has any.
    pub fn hulls(&self) -> Option<&QuakeTree> {
        self.level.as_ref()?.tree_with_hulls()
    }

    /// Returns the level that the faces belong to, if any.
    pub fn level(&self) -> Option<&Arc<Level>> {
        self.level.as_ref()
    }

    /// Returns whether a point in level space is in one of the level's liquids.
    pub(crate) fn is_liquid(&self, point: Vec3) -> bool {
        let Some(level) = &self.level else { return false };
        if let Some(tree) = &level.own_tree {
            return tree.is_liquid(point);
        }
        let liquids = self
            .liquids
            .get_or_init(|| LiquidSurfaces::new(&level.liquid_surfaces()).ok());
        liquids.as_ref().is_some_and(|liquids| liquids.is_liquid(point))
    }

    /// Returns the direction from a ladder of the level to a body with these bounds, or `None` if the body touches no
    /// ladder.
    pub(crate) fn ladder(&self, body: &Aabb) -> Option<Vec3> {
        let level = self.level.as_ref()?;
        let ladders = self.ladders.get_or_init(|| Volumes {
            ladders: level.ladders.clone(),
            ..Volumes::default()
        });
        ladders.ladder(body)
    }

    /// Returns the material name of a face, if it has one.
    pub fn material(&self, face: FaceId) -> Option<&str> {
        self.level.as_ref()?.material_of_face(face)
    }
}

/// Errors from building a tree from a mesh.
#[cfg(feature = "render")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeshTreeError {
    /// The mesh has no triangles, or its positions are not three-component vectors available in the main world.
    #[error("the triangles of the mesh cannot be read: {0}")]
    Triangles(bevy::mesh::MeshTrianglesError),
    /// The tree cannot be built.
    #[error(transparent)]
    Build(BuildError),
}
