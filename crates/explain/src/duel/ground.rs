//! Where a duel takes place: the level, and the places in it where people can be.

use std::sync::Arc;

use bspwalk_compile::{CompileError, CompileParams, Leaves};
use bspwalk_geometry::TaggedTriangle;
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{BuildParams, NodeTree, solid_leaf::LeafParams};

use crate::places::Places;

/// A level, with one tree of each kind by which places are found. The trees are by the default rules, whoever takes part, so that
/// the same seed gives the same places.
#[derive(Debug)]
pub struct Ground {
    /// The level.
    pub level: Arc<Level>,
    /// Its solid triangles.
    pub triangles: Vec<TaggedTriangle>,
    /// How solid-leaf trees are built, but for their rule.
    pub(super) params: CompileParams,
    /// The node-storing tree, and the milliseconds that it took.
    pub(super) nodes: (Arc<NodeTree>, f64),
    /// The solid-leaf tree, where it can be built.
    pub(super) leaves: Option<Leaves>,
}

impl Ground {
    /// Prepares a level. `params` say how solid-leaf trees are built, but for their rule.
    ///
    /// # Errors
    /// [`CompileError`] where it was cancelled or no node-storing tree can be built. Without a solid-leaf tree, every place with
    /// room for a body counts.
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

    /// Random places where people can be, `count` at most, see [`Places::find`].
    ///
    /// # Errors
    /// [`Cancelled`].
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
