//! Choice of the solid-leaf tree: the one built here or the one in a compiled level, and a comparison of both.

use crate::app::host::{shown::Shown, state::OpenedLevel};
use bevy::prelude::*;
use bspwalk_compile::own_tree::{Hiding, OwnTree};
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{
    quake::QuakeStatistics,
    solid_leaf::{LeafStatistics, LeafTree, Pvs},
};

/// Selection of the solid-leaf tree that is shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TreeOwner {
    /// Tree that was built here.
    #[default]
    Here,
    /// Tree of the file if it is a compiled level, otherwise the one built here.
    File,
}

/// Seed of the random eye positions for the comparison.
const SEED: u64 = 1;

/// Figures of both trees.
#[derive(Clone, Debug)]
pub struct SideBySide {
    /// Statistics of the tree built here.
    pub here: LeafStatistics,
    /// Mean fraction of its empty leaves that are potentially visible from an empty leaf.
    pub here_visible: Option<f64>,
    /// Statistics of the tree in the file.
    pub file: QuakeStatistics,
    /// Statistics of that tree as shown here.
    pub shown: LeafStatistics,
    /// Like `here_visible`, but with the PVS of the file, if there is one.
    pub file_visible: Option<f64>,
    /// Sentence that says which tree hides more.
    pub sentence: String,
}

impl SideBySide {
    /// Compares the tree built here with the tree of the file. Returns `None` if the level contains no tree.
    pub(super) fn of(
        level: &Level,
        here: (&LeafTree, Option<&Pvs>),
        own: &OwnTree,
        progress: &Progress,
    ) -> Result<Option<Self>, Cancelled> {
        let (Some(file), Some(pvs)) = (&level.own_tree, here.1) else {
            return Ok(None);
        };
        let hiding = Hiding::new(file, (here.0, pvs), SEED, progress)?;
        let empty = own.tree.empty_leaves();
        Ok(Some(Self {
            here: here.0.statistics(),
            here_visible: Some(pvs.mean_visible(&here.0.empty_leaves())),
            file: file.statistics(),
            shown: own.tree.statistics(),
            file_visible: own.pvs.as_ref().map(|pvs| pvs.mean_visible(&empty)),
            sentence: hiding.sentence(own.pvs.is_some()),
        }))
    }
}

/// Switches between the trees if the level contains one.
pub(in crate::app) fn switch(current: Shown<OpenedLevel>, mut owner: ResMut<TreeOwner>) {
    if current.level.own_tree.is_some() {
        *owner = match *owner {
            TreeOwner::Here => TreeOwner::File,
            TreeOwner::File => TreeOwner::Here,
        };
    }
}
