//! Open menus with the current position in them.

use bevy::prelude::*;

use super::{
    place::{Place, Step},
    row::{Do, Item, Menu},
};

/// The menus and the position in them.
#[derive(Resource, Default)]
pub struct MenuBar {
    /// Menus as of the previous frame, while one is open.
    pub(super) menus: Vec<Menu>,
    pub(super) open: Option<Place>,
}

impl MenuBar {
    /// Returns the current position, or `None` if no menu is open.
    #[must_use]
    pub const fn open(&self) -> Option<Place> {
        self.open
    }

    /// Returns the item that Enter would choose.
    #[must_use]
    pub fn marked(&self) -> Option<&Item> {
        self.open?.marked(&self.menus)
    }

    /// Returns the menus while one is open.
    #[must_use]
    pub fn menus(&self) -> &[Menu] {
        &self.menus
    }

    /// Moves through the open menu on a key press. Returns the action if an item was chosen.
    #[must_use]
    pub fn step(&mut self, step: Step) -> Option<Do> {
        let (next, done) = self.open?.step(step, &self.menus);
        self.open = next;
        done
    }
}
