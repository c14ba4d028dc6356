//! Levels that are kept in memory unchanged while a different one is shown.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_session::Opened;
use bspwalk_trees::Rule;

use super::{job, opening::Opening, work::Work};
use crate::app::{
    host::{
        shown::{IsShown, LevelRoot, show},
        state::{Doors, LevelName, OpenedLevel},
        worker::Worker,
    },
    level::leaf_tree::LeafTreeParams,
};

/// Returns the components of a level whose doors and lifts are built.
pub(super) fn components(opened: Opened, opening: Opening) -> impl Bundle {
    let doors = opened.moving().unwrap_or_default();
    let leaf_tree = LeafTreeParams::from(&opened.params);
    (OpenedLevel(opened), Doors(doors), opening, leaf_tree)
}

/// A built-in level that is being loaded while another one is shown.
pub(in crate::app) struct Fetched {
    opening: Opening,
    worker: Worker<Opened>,
}

impl Fetched {
    /// Starts to load the level with the given name, with default options and the given rule.
    pub(in crate::app) fn start(name: &str, rule: Rule) -> Self {
        let opening = Opening::fresh(LevelName::BuiltIn(name.to_owned()), rule);
        let worker = job::load(opening.clone());
        Self { opening, worker }
    }

    /// Returns whether loading has finished or failed.
    pub(in crate::app) fn is_finished(&self) -> bool {
        self.worker.is_finished()
    }

    /// Returns the level and how it was opened.
    ///
    /// # Errors
    /// Returns one sentence for the user.
    pub(in crate::app) fn finish(self) -> Result<(Opened, Opening), String> {
        let opened = self.worker.finish().map_err(|failure| failure.to_string())?;
        Ok((opened, self.opening))
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

    /// Spawns a level without showing it.
    pub(in crate::app) fn spawn(&mut self, (opened, opening): (Opened, Opening)) -> Entity {
        self.commands.spawn((LevelRoot, components(opened, opening))).id()
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
