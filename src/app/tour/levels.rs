//! Levels of the stations. Each level is loaded once, and kept in memory unchanged while another level is shown. After
//! the tour, the previous level is restored.

use bevy::prelude::*;
use bspwalk_session::Opened;
use bspwalk_trees::Rule;

use super::station::Station;
use crate::app::level::leaf_tree::LeafTreeParams;
use crate::app::level::loading::shelf::{Fetched, Shelf};

/// Identifies a station level by its name and the rule of its tree.
type Key = (&'static str, Rule);

/// A level in its initial state. Every station restores the level to this state.
struct Known {
    key: Key,
    opened: Opened,
    level: Entity,
}

/// Levels loaded for the tour.
#[derive(Default)]
pub(super) struct Levels {
    known: Vec<Known>,
    fetched: Option<(Key, Fetched)>,
    /// Level that was open before the tour, if a tour level is currently shown in its place.
    own: Option<Entity>,
    /// Level that the tour currently shows.
    shown: Option<Entity>,
}

impl Levels {
    /// Returns whether a tour level is currently shown in place of the user's level.
    pub(super) fn shows_tour_level(&self) -> bool {
        self.own.is_some()
    }

    /// Returns whether the user has opened a different level from the tour's level.
    pub(super) fn is_replaced_by_user(&self, level: Entity) -> bool {
        self.shown.is_some_and(|shown| shown != level)
    }

    /// Shows the level of a station with the tree built for the station. Returns whether the level is ready. If it is
    /// not, the level loads in the background.
    ///
    /// # Errors
    /// Returns a one-sentence error message to show to the user if the level cannot be loaded.
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
        // A level that has just been spawned is still in its initial state.
        if let Some((mut level, mut params)) = shelf.level_mut(known.level) {
            if level.tree_id() != known.opened.tree_id() {
                level.0 = known.opened.clone();
            }
            params.set_if_neq(LeafTreeParams::from(&known.opened.params));
        }
        Ok(true)
    }

    /// Shows the level that was open before the tour.
    pub(super) fn bring_back(&mut self, shelf: &mut Shelf<'_, '_>) {
        if let Some(own) = self.own.take() {
            shelf.exchange(own);
            self.shown = None;
        }
    }

    /// Despawns the tour levels that are not shown, and also the user's previous level if it has been replaced.
    pub(super) fn drop_all(&self, shown: Entity, commands: &mut Commands) {
        for level in self.known.iter().map(|known| known.level).chain(self.own) {
            if level != shown {
                commands.entity(level).try_despawn();
            }
        }
    }
}
