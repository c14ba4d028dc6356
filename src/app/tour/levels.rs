//! Levels of the stations. Each is loaded once and kept in memory unchanged while another one is shown. After the tour,
//! the previous level is restored.

use bevy::prelude::*;
use bspwalk_session::Opened;
use bspwalk_trees::Rule;

use super::station::Station;
use crate::app::level::{
    leaf_tree::LeafTreeParams,
    loading::shelf::{Fetched, Shelf},
};

/// A level of a station: its name, and the rule of its tree.
type Key = (&'static str, Rule);

/// A level as it was opened, which every station restores.
struct Known {
    key: Key,
    opened: Opened,
    level: Entity,
}

/// Levels of the tour.
#[derive(Default)]
pub(super) struct Levels {
    known: Vec<Known>,
    fetched: Option<(Key, Fetched)>,
    /// Level from before the tour, while another one is shown.
    own: Option<Entity>,
    /// Level that the tour shows.
    shown: Option<Entity>,
}

impl Levels {
    /// Returns whether a level of the tour is shown instead of the previous one.
    pub(super) fn is_away(&self) -> bool {
        self.own.is_some()
    }

    /// Returns whether the user opened a different level than the one the tour shows.
    pub(super) fn is_overtaken(&self, level: Entity) -> bool {
        self.shown.is_some_and(|shown| shown != level)
    }

    /// Shows the level of a station with the tree built for it. Returns whether the level is ready; otherwise it loads
    /// in the background.
    ///
    /// # Errors
    /// Returns one sentence for the user if the level cannot be loaded.
    pub(super) fn show(&mut self, station: &Station, shelf: &mut Shelf<'_, '_>) -> Result<bool, String> {
        let key = (station.level, station.setup.rule);
        if let Some((of, fetched)) = self.fetched.take_if(|(_, fetched)| fetched.is_finished()) {
            let loaded = fetched.finish()?;
            self.known.push(Known {
                key: of,
                opened: loaded.0.clone(),
                level: shelf.spawn(loaded),
            });
        }
        let Some(known) = self.known.iter().find(|known| known.key == key) else {
            if self.fetched.as_ref().is_none_or(|(of, _)| *of != key) {
                self.fetched = Some((key, Fetched::start(station.level, station.setup.rule)));
            }
            return Ok(false);
        };
        if self.shown != Some(known.level) {
            let before = shelf.exchange(known.level);
            self.own.get_or_insert(before);
            self.shown = Some(known.level);
        }
        shelf.stop_building();
        // A level that was just spawned is still unchanged.
        if let Some((mut level, mut params)) = shelf.level_mut(known.level) {
            if level.tree_id() != known.opened.tree_id() {
                level.0 = known.opened.clone();
            }
            params.set_if_neq(LeafTreeParams::from(&known.opened.params));
        }
        Ok(true)
    }

    /// Shows the level from before the tour again.
    pub(super) fn bring_back(&mut self, shelf: &mut Shelf<'_, '_>) {
        if let Some(own) = self.own.take() {
            shelf.exchange(own);
            self.shown = None;
        }
    }

    /// Removes the levels of the tour that are not shown, and the previous level if another one replaced it.
    pub(super) fn drop_all(&self, shown: Entity, commands: &mut Commands) {
        for level in self.known.iter().map(|known| known.level).chain(self.own) {
            if level != shown {
                commands.entity(level).try_despawn();
            }
        }
    }
}
