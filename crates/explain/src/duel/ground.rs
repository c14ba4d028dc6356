//! The level of a duel, and the places in it where a player fits.

use std::sync::Arc;

use bspwalk_compile::{CompileError, CompileParams, Leaves};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{BuildParams, NodeTree, solid_leaf::LeafParams};

use crate::places::Places;

/// A level with one tree of each kind, used to find places.
///
/// The trees use the default rules, regardless of the contestants, so that equal seeds give equal places.
#[derive(Debug)]
pub struct Ground {
    /// The level.
    pub level: Arc<Level>,
    /// Solid triangles of the level.
    pub triangles: Vec<TaggedTriangle>,
    /// Parameters for building solid-leaf trees, except for the rule.
    pub(super) params: CompileParams,
    /// Node-storing tree, and its build time in milliseconds.
    pub(super) nodes: (Arc<NodeTree>, f64),
    /// Solid-leaf tree, if it can be built.
    pub(super) leaves: Option<Leaves>,
}

impl Ground {
    /// Prepares a level. `params` are the parameters for building solid-leaf trees, except for the rule.
    ///
    /// # Errors
    /// [`CompileError`] if the work was cancelled or no node-storing tree can be built. Without a solid-leaf tree, every place with room
    /// for a body is used.
    pub fn new(
        level: Arc<Level>,
        params: &CompileParams,
        progress: &Arc<Progress>,
    ) -> Result<Self, CompileError> {
        let params = CompileParams {
            nodes: BuildParams::default(),
            leaves: LeafParams::default(),
            ..params.clone()
        };
        let nodes = bspwalk_compile::node_tree(&level, &params.nodes, progress)?;
        let leaves = match bspwalk_compile::leaf_tree(&level, &params, progress) {
            Err(CompileError::Cancelled(cancelled)) => return Err(cancelled.into()),
            leaves => leaves.ok(),
        };
        Ok(Self {
            triangles: level.solid_triangles(),
            level,
            params,
            nodes,
            leaves,
        })
    }

    /// Returns up to `count` random places where a player fits, see [`Places::find`].
    ///
    /// # Errors
    /// [`Cancelled`] if `progress` is cancelled.
    pub fn places(
        &self,
        count: usize,
        random: &mut fastrand::Rng,
        progress: &Progress,
    ) -> Result<Places, Cancelled> {
        let Self {
            level, nodes, leaves, ..
        } = self;
        let leaves = leaves.as_ref().map(|leaves| &*leaves.tree);
        Places::find(&nodes.0, leaves, level.spawn.eye, count, random, progress)
    }
}
