//! The level of a comparison, and positions in it that a player can reach.

use std::sync::Arc;

use bspwalk_compile::{BuiltLeafTree, CompileError, CompileParams};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{BuildParams, NodeTree, solid_leaf::LeafParams};

use crate::places::ReachablePoints;

/// A level, with one tree of each kind for finding reachable positions.
///
/// For random positions, these trees use the default rules regardless of the contestants, so that the same seed gives
/// the same positions.
#[derive(Debug)]
pub struct DuelLevel {
    /// The level.
    pub level: Arc<Level>,
    /// Solid triangles of the level.
    pub triangles: Vec<TaggedTriangle>,
    /// Build parameters of solid-leaf trees. The rule is taken from the contestant.
    pub(super) params: CompileParams,
    /// The node-storing tree, and its build time in milliseconds.
    pub(super) nodes: (Arc<NodeTree>, f64),
    /// The solid-leaf tree, if it can be built.
    pub(super) leaves: Option<BuiltLeafTree>,
}

impl DuelLevel {
    /// Prepares a level. `params` are the build parameters of solid-leaf trees; their rule is not used.
    ///
    /// If no solid-leaf tree can be built, every position with room for a body counts as reachable.
    ///
    /// # Errors
    /// Returns [`CompileError`] if the build was cancelled or no node-storing tree can be built.
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

    /// Prepares a level whose node-storing tree is known, for recorded queries. `params` are the build parameters of its
    /// trees.
    #[must_use]
    pub fn for_load(level: Arc<Level>, tree: Arc<NodeTree>, params: &CompileParams) -> Self {
        Self {
            triangles: level.solid_triangles(),
            level,
            params: params.clone(),
            nodes: (tree, 0.0),
            leaves: None,
        }
    }

    /// Returns at most `count` random reachable positions. The same seed gives the same positions.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn places(&self, count: usize, seed: u64, progress: &Progress) -> Result<ReachablePoints, Cancelled> {
        self.random_places(count, &mut fastrand::Rng::with_seed(seed), progress)
    }

    pub(super) fn random_places(
        &self,
        count: usize,
        random: &mut fastrand::Rng,
        progress: &Progress,
    ) -> Result<ReachablePoints, Cancelled> {
        let Self {
            level, nodes, leaves, ..
        } = self;
        let leaves = leaves.as_ref().map(|leaves| &*leaves.tree);
        ReachablePoints::find(&nodes.0, leaves, level.spawn.eye, count, random, progress)
    }
}
