//! Levels that are put aside as they are while another one is shown.

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
    /// Spawns the level, put aside.
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
    pub(in crate::app) fn finish(self) -> Result<Box<LoadedLevel>, String> {
        match self.0.finish() {
            Ok(Built::Level(built)) => Ok(built),
            Ok(Built::Tree { .. }) => Err(text!("opening-tree-for-level").to_owned()),
            Err(Failure::Failed(reason)) => Err(reason),
            Err(failure @ Failure::Cancelled) => Err(failure.to_string()),
        }
    }
}

/// The levels that are shown or put aside.
#[derive(SystemParam)]
pub(in crate::app) struct Shelf<'w, 's> {
    pub(in crate::app) commands: Commands<'w, 's>,
    levels: Query<'w, 's, (&'static mut OpenedLevel, &'static mut LeafTreeParams)>,
    shown: Single<'w, 's, Entity, (With<OpenedLevel>, With<IsShown>)>,
    work: ResMut<'w, Work>,
}

impl Shelf<'_, '_> {
    /// The level that is shown.
    pub(in crate::app) fn shown(&self) -> Entity {
        *self.shown
    }

    /// A level, with how its solid-leaf tree is built; none where it was spawned in this frame.
    pub(in crate::app) fn level_mut(
        &mut self,
        level: Entity,
    ) -> Option<(Mut<'_, OpenedLevel>, Mut<'_, LeafTreeParams>)> {
        self.levels.get_mut(level).ok()
    }

    /// Shows a level that was put aside, and puts aside the one that is shown, which it returns.
    pub(in crate::app) fn exchange(&mut self, level: Entity) -> Entity {
        // What is being loaded or built belongs to the level that goes.
        self.work.job = None;
        self.commands.queue(move |world: &mut World| {
            show::<OpenedLevel>(world, level);
        });
        self.shown()
    }

    /// Stops building another tree of the level that is shown.
    pub(in crate::app) fn stop_building(&mut self) {
        self.work.job = None;
    }
}
