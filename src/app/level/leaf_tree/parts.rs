//! Build parameters of a level's solid-leaf tree.

use bevy::prelude::*;
use bspwalk_compile::CompileParams;
use bspwalk_trees::BuildParams;

/// Build parameters of the solid-leaf tree. The included node-storing tree parameters are unused defaults.
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

/// Whether to build the tree. Building takes long, so tests that do not draw the tree turn it off.
#[derive(Resource, Clone, Copy, Debug)]
pub(in crate::app) struct LeafTreeNeeded(pub(in crate::app) bool);

impl Default for LeafTreeNeeded {
    fn default() -> Self {
        Self(true)
    }
}
