//! Levels that are put aside with all that belongs to them, and shown again as they were.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_trees::Rule;

use super::{
    Work,
    job::{self, Built},
    opening::Opening,
    reload::Watched,
};
use crate::app::{
    leaf_tree::{LeafTreeParams, LeafTreeState},
    selection_history::SelectionHistory,
    state::{CurrentLevel, LevelSource},
    what_if::Trial,
    worker::{Failure, Worker},
};

/// A level with its trees and all that follows from it, while another one is shown.
pub(in crate::app) struct Shelved {
    /// The level; its revisions are 0 where it was not shown yet.
    pub(in crate::app) current: CurrentLevel,
    opened: Option<Opening>,
    watched: Watched,
    params: LeafTreeParams,
    leaf_tree: LeafTreeState,
    trial: Trial,
    history: SelectionHistory,
}

impl Shelved {
    /// How its solid-leaf tree is built.
    pub(in crate::app) fn params(&self) -> LeafTreeParams {
        self.params.clone()
    }
}

/// A built-in level while it is being loaded beside the one that is shown.
pub(in crate::app) struct Fetched(Worker<Built>);

impl Fetched {
    /// Starts loading a level of this name, with the defaults and this rule.
    pub(in crate::app) fn start(name: &str, rule: Rule) -> Self {
        let source = LevelSource::BuiltIn(name.to_owned());
        Self(job::load(Opening::fresh(source, rule)))
    }

    /// Whether it is loaded, or cannot be.
    pub(in crate::app) fn is_finished(&self) -> bool {
        self.0.is_finished()
    }

    /// The level.
    ///
    /// # Errors
    /// One sentence, for the user.
    pub(in crate::app) fn finish(self) -> Result<Shelved, String> {
        match self.0.finish() {
            Ok(Built::Level(built)) => Ok(Shelved {
                current: built.current,
                opened: Some(built.opening),
                watched: Watched::default(),
                params: built.leaf_tree,
                leaf_tree: LeafTreeState::default(),
                trial: Trial::default(),
                history: SelectionHistory::default(),
            }),
            Ok(Built::Tree { .. }) => Err("A tree was built where a level was asked for.".to_owned()),
            Err(Failure::Failed(reason)) => Err(reason),
            Err(failure @ Failure::Cancelled) => Err(failure.to_string()),
        }
    }
}

/// The level that is shown, with all that belongs to it.
#[derive(SystemParam)]
pub(in crate::app) struct Shelf<'w> {
    /// The level.
    pub(in crate::app) current: ResMut<'w, CurrentLevel>,
    /// How its solid-leaf tree is built.
    pub(in crate::app) params: ResMut<'w, LeafTreeParams>,
    work: ResMut<'w, Work>,
    watched: ResMut<'w, Watched>,
    leaf_tree: ResMut<'w, LeafTreeState>,
    trial: ResMut<'w, Trial>,
    history: ResMut<'w, SelectionHistory>,
}

impl Shelf<'_> {
    /// Shows a level that was put aside, and puts aside the one that is shown. Its revisions are those that it had, so that all
    /// that was found out about it still holds.
    pub(in crate::app) fn exchange(&mut self, level: Shelved) -> Shelved {
        // What is being loaded or built belongs to the level that goes.
        self.work.job = None;
        let mut current = level.current;
        let next = self.current.next_revisions();
        if current.revision == 0 {
            current.number(next);
        } else {
            current.newest = next.map(|next| next - 1);
        }
        Shelved {
            current: std::mem::replace(&mut *self.current, current),
            opened: std::mem::replace(&mut self.work.opened, level.opened),
            watched: std::mem::replace(&mut *self.watched, level.watched),
            params: std::mem::replace(&mut *self.params, level.params),
            leaf_tree: self.leaf_tree.exchange(level.leaf_tree),
            trial: std::mem::replace(&mut *self.trial, level.trial),
            history: std::mem::replace(&mut *self.history, level.history),
        }
    }

    /// Stops building another tree of the level that is shown.
    pub(in crate::app) fn stop_building(&mut self) {
        self.work.job = None;
    }
}
