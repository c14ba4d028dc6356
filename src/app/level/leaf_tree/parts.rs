//! Components of a level's solid-leaf tree: build parameters and selection.

use bevy::prelude::*;
use bspwalk_compile::CompileParams;
use bspwalk_trees::{BuildParams, node_storing::NodeId, solid_leaf::LeafId};

/// Build parameters of the solid-leaf tree. The parameters of the node-storing tree are the defaults.
#[derive(Component, Deref, DerefMut, Clone, Debug, Default, PartialEq)]
pub struct LeafTreeParams(pub CompileParams);

impl From<&CompileParams> for LeafTreeParams {
    fn from(params: &CompileParams) -> Self {
        let nodes = BuildParams::default();
        Self(CompileParams {
            nodes,
            ..params.clone()
        })
    }
}

impl LeafTreeParams {
    /// Combines these parameters with the node-storing tree's parameters.
    #[must_use]
    pub fn with_nodes(&self, nodes: BuildParams) -> CompileParams {
        CompileParams {
            nodes,
            ..self.0.clone()
        }
    }
}

/// Whether the tree is built. Tests that do not draw it switch it off, because building takes long.
#[derive(Resource, Clone, Copy, Debug)]
pub(in crate::app) struct LeafTreeNeeded(pub(in crate::app) bool);

impl Default for LeafTreeNeeded {
    fn default() -> Self {
        Self(true)
    }
}

/// The selected leaf.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChosenLeaf(pub Option<LeafId>);

/// Whether the leaf was selected explicitly after the node. Then the selection means the leaf.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeafIsLatest(pub bool);

impl LeafIsLatest {
    /// Returns the selected leaf if the selection means a leaf.
    #[must_use]
    pub fn leaf(self, node: Option<NodeId>, chosen: ChosenLeaf) -> Option<LeafId> {
        chosen.0.filter(|_| self.0 || node.is_none())
    }
}

/// Leaf where the sightline starts. `None` means the leaf that contains the eye.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SightFrom(pub Option<LeafId>);
