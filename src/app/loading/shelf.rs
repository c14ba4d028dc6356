//! Levels that are kept in memory unchanged while a different one is shown.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_text::text;
use bspwalk_trees::Rule;

use super::{
    job::{self, Built, LoadedLevel},
    opening::Opening,
    work::Work,
};
use crate::app::{
    leaf_tree::LeafTreeParams,
    shown::{IsShown, LevelRoot, show},
    state::{LevelSource, OpenedLevel},
    worker::{Failure, Worker},
};

impl LoadedLevel {
    /// Spawns the level without showing it.
    pub(in crate::app) fn spawn(self: Box<Self>, commands: &mut Commands) -> Entity {
        let Self {
            current,
            opening,
            doors,
            leaf_tree,
            ..
        } = *self;
        commands
            .spawn((LevelRoot, current, doors, opening, leaf_tree))
            .id()
    }
}

/// A built-in level that is being loaded while another one is shown.
pub(in crate::app) struct Fetched(Worker<Built>);

impl Fetched {
    /// Starts to load the level with this name, with default options and this rule.
    pub(in crate::app) fn start(name: &str, rule: Rule) -> Self {
        let source = LevelSource::BuiltIn(name.to_owned());
        Self(job::load(Opening::fresh(source, rule)))
    }

    /// Returns whether loading has finished or failed.
    pub(in crate::app) fn is_finished(&self) -> bool {
        self.0.is_finished()
    }

    /// Returns the level.
    ///
    /// # Errors
    /// One sentence, for the user.
    pub(in crate::app) fn finish(self) -> Result<Box<LoadedLevel>, String> {
        match self.0.finish() {
            Ok(Built::Level(built)) => Ok(built),
            Ok(Built::Tree { .. }) => Err(text!("opening-tree-for-level").to_owned()),
            Err(Failure::Failed(reason)) => Err(reason),
            Err(failure @ Failure::Cancelled) => Err(failure.to_string()),
        }
    }
}

/// All levels in memory, shown or hidden.
#[derive(SystemParam)]
pub(in crate::app) struct Shelf<'w, 's> {
    pub(in crate::app) commands: Commands<'w, 's>,
    levels: Query<'w, 's, (&'static mut OpenedLevel, &'static mut LeafTreeParams)>,
    shown: Single<'w, 's, Entity, (With<OpenedLevel>, With<IsShown>)>,
    work: ResMut<'w, Work>,
}

impl Shelf<'_, '_> {
    /// Returns the level that is shown.
    pub(in crate::app) fn shown(&self) -> Entity {
        *self.shown
    }

    /// Returns a level and the build parameters of its solid-leaf tree, or `None` if it was spawned in this frame.
    pub(in crate::app) fn level_mut(
        &mut self,
        level: Entity,
    ) -> Option<(Mut<'_, OpenedLevel>, Mut<'_, LeafTreeParams>)> {
        self.levels.get_mut(level).ok()
    }

    /// Shows a hidden level. Returns the level that was shown before, which is hidden now.
    pub(in crate::app) fn exchange(&mut self, level: Entity) -> Entity {
        // A job in progress belongs to the previous level.
        self.work.job = None;
        self.commands.queue(move |world: &mut World| {
            show::<OpenedLevel>(world, level);
        });
        self.shown()
    }

    /// Stops building another tree of the level on screen.
    pub(in crate::app) fn stop_building(&mut self) {
        self.work.job = None;
    }
}
