//! Whose solid-leaf tree is shown: the one that is built here, or the one that a compiled level brings, and the figures of
//! both side by side.

use crate::app::{
    shown::Shown,
    state::{Act, Action, OpenedLevel},
};
use bevy::prelude::*;
use bspwalk_compile::own_tree::{Hiding, OwnTree};
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{
    quake::QuakeStatistics,
    solid_leaf::{LeafStatistics, LeafTree, Pvs},
};

/// Whose solid-leaf tree is shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TreeOwner {
    /// The one that is built here.
    #[default]
    Here,
    /// The one of the file, where it is a compiled level; else the one that is built here.
    File,
}

/// Seed of the random eyes by which the two are compared.
const SEED: u64 = 1;

/// The figures of both trees.
#[derive(Clone, Debug)]
pub struct SideBySide {
    /// Of the tree that is built here.
    pub here: LeafStatistics,
    /// The share of the empty leaves that an empty leaf may see in it, on average.
    pub here_visible: Option<f64>,
    /// Of the tree in the file.
    pub file: QuakeStatistics,
    /// Of that tree as it is shown.
    pub shown: LeafStatistics,
    /// As for the tree built here, by the PVS of the file, where it has one.
    pub file_visible: Option<f64>,
    /// Who hides more.
    pub sentence: String,
}

impl SideBySide {
    /// Of the tree built here and that of the file; `None` where the level brings none.
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

/// Handles the command that switches.
pub(super) fn handle(
    mut commands: MessageReader<Act>,
    current: Shown<OpenedLevel>,
    mut owner: ResMut<TreeOwner>,
) {
    for &Act(command) in commands.read() {
        if command == Action::ToggleTreeOwner && current.level.own_tree.is_some() {
            *owner = match *owner {
                TreeOwner::Here => TreeOwner::File,
                TreeOwner::File => TreeOwner::Here,
            };
        }
    }
}
