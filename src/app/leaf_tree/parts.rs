//! What belongs to the solid-leaf tree of a level: how it is built, and what is selected in it.

use bevy::prelude::*;
use bspwalk_compile::CompileParams;
use bspwalk_trees::{BuildParams, node_storing::NodeId, solid_leaf::LeafId};

/// How the solid-leaf tree is built. The parameters of the node-storing tree are the defaults.
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
    /// Together with the parameters of the node-storing tree.
    #[must_use]
    pub fn with_nodes(&self, nodes: BuildParams) -> CompileParams {
        CompileParams {
            nodes,
            ..self.0.clone()
        }
    }
}

/// Whether the tree is built. Tests that draw nothing of it switch it off, because building takes long.
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

/// Whether the leaf was selected after the node, by itself: then it is what the user means by the selection.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeafIsLatest(pub bool);

impl LeafIsLatest {
    /// The leaf that is meant by the selection, where it is a leaf.
    #[must_use]
    pub fn leaf(self, node: Option<NodeId>, chosen: ChosenLeaf) -> Option<LeafId> {
        chosen.0.filter(|_| self.0 || node.is_none())
    }
}

/// The leaf from which the sightline starts; the eye's where there is none.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SightFrom(pub Option<LeafId>);
