//! Levels that stay in memory unchanged while a different level is shown.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_session::{Opened, program_state::LevelState};
use bspwalk_trees::Rule;

use super::{job, opening::Opening, work::Work};
use crate::app::{host::prelude::*, host::shown::show, level::leaf_tree::LeafTreeParams};

/// Returns the components of an opened level, including its doors and lifts.
pub(super) fn components(opened: Opened, opening: Opening) -> impl Bundle {
    let doors = opened.moving_entities().unwrap_or_default();
    let leaf_tree = LeafTreeParams::from(&opened.params);
    (OpenedLevel(opened), Doors(doors), opening, leaf_tree)
}

/// State of the program that belongs to a hidden level.
#[derive(Component, Default)]
struct Hidden(LevelState);

/// A built-in level that is loading while another level is shown.
pub(in crate::app) struct Fetched {
    opening: Opening,
    worker: Worker<Opened>,
}

impl Fetched {
    /// Starts to load the built-in level with the given name, using default options and the given rule.
    pub(in crate::app) fn start(name: &str, rule: Rule) -> Self {
        let opening = Opening::fresh(LevelName::BuiltIn(name.to_owned()), rule);
        let worker = job::load(opening.clone());
        Self { opening, worker }
    }

    /// Returns whether loading has finished or failed.
    pub(in crate::app) fn is_finished(&self) -> bool {
        self.worker.is_finished()
    }

    /// Returns the level and the options it was opened with.
    ///
    /// # Errors
    /// Returns a one-sentence error message to show to the user.
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

    /// Returns a level and the build parameters of its solid-leaf tree, or `None` if the level was spawned in this
    /// frame.
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

    /// Shows a hidden level. Returns the previously shown level, which is now hidden.
    pub(in crate::app) fn exchange(&mut self, level: Entity) -> Entity {
        // A job in progress belongs to the previous level.
        self.work.job = None;
        self.commands.queue(move |world: &mut World| {
            let before = show::<OpenedLevel>(world, level);
            let Hidden(state) = world.entity_mut(level).take().unwrap_or_default();
            let state = world.resource_mut::<ProgramState>().replace_level(state);
            if let Some(before) = before {
                world.entity_mut(before).insert(Hidden(state));
            }
        });
        self.shown()
    }

    /// Cancels any build of another tree for the level on screen.
    pub(in crate::app) fn stop_building(&mut self) {
        self.work.job = None;
    }
}
