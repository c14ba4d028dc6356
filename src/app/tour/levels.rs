//! The levels of the stations: each is loaded once, and put aside as it is while another one is shown. The level of before the
//! tour comes back as it was.

use std::sync::Arc;

use bspwalk_trees::{NodeTree, Rule};

use super::station::Station;
use crate::app::{
    leaf_tree::LeafTreeParams,
    loading::shelf::{Fetched, Shelf, Shelved},
};

/// A level of a station: its name, and the rule by which its tree is built.
type Key = (&'static str, Rule);

/// A level with the tree that was built for it, to which every station goes back.
struct Known {
    key: Key,
    tree: Arc<NodeTree>,
    build_ms: f64,
    params: LeafTreeParams,
    /// The level, while it is not shown.
    aside: Option<Shelved>,
}

/// The levels of the tour.
#[derive(Default)]
pub(super) struct Levels {
    known: Vec<Known>,
    fetched: Option<(Key, Fetched)>,
    /// The level of before the tour, once another is shown.
    own: Option<Shelved>,
    /// The level that the tour shows, and the revision of its opening.
    shown: Option<(Key, u64)>,
}

impl Levels {
    /// Whether a level of the tour is shown, and not that of before.
    pub(super) fn is_away(&self) -> bool {
        self.own.is_some()
    }

    /// Whether somebody else has opened another level than the tour shows.
    pub(super) fn is_overtaken(&self, opened_revision: u64) -> bool {
        self.shown.is_some_and(|(_, opened)| opened != opened_revision)
    }

    /// Shows the level of a station with the tree that was built for it. Returns whether it is there; it is loaded in the
    /// background if it is not.
    ///
    /// # Errors
    /// One sentence, for the user, where it cannot be loaded.
    pub(super) fn show(&mut self, station: &Station, shelf: &mut Shelf<'_>) -> Result<bool, String> {
        let key = (station.level, station.rule);
        if let Some((of, fetched)) = self.fetched.take_if(|(_, fetched)| fetched.is_finished()) {
            let level = fetched.finish()?;
            self.known.push(Known {
                key: of,
                tree: level.current.tree.clone(),
                build_ms: level.current.build_ms,
                params: level.params(),
                aside: Some(level),
            });
        }
        let Some(place) = self.known.iter().position(|known| known.key == key) else {
            if self.fetched.as_ref().is_none_or(|(of, _)| *of != key) {
                self.fetched = Some((key, Fetched::start(station.level, station.rule)));
            }
            return Ok(false);
        };
        if let Some(level) = self.known[place].aside.take() {
            let before = shelf.exchange(level);
            match self
                .shown
                .and_then(|(shown, _)| self.known.iter_mut().find(|known| known.key == shown))
            {
                Some(shown) => shown.aside = Some(before),
                None => self.own = Some(before),
            }
            self.shown = Some((key, shelf.current.opened_revision));
        }
        let known = &self.known[place];
        shelf.stop_building();
        if !Arc::ptr_eq(&shelf.current.tree, &known.tree) {
            shelf.current.replace_tree(known.tree.clone());
            shelf.current.build_ms = known.build_ms;
        }
        if *shelf.params != known.params {
            *shelf.params = known.params.clone();
        }
        Ok(true)
    }

    /// Shows the level of before the tour again.
    pub(super) fn bring_back(&mut self, shelf: &mut Shelf<'_>) {
        if let Some(own) = self.own.take() {
            shelf.exchange(own);
            self.shown = None;
        }
    }
}
