//! What is open: the menus with where one is in them, and the window of the glossary.

use bevy::prelude::*;

use super::{
    place::{Place, Step},
    row::{Do, Item, Menu},
};

/// The menus and where one is in them.
#[derive(Resource, Default)]
pub struct MenuBar {
    /// The menus, as of the frame before, while one is open.
    pub(super) menus: Vec<Menu>,
    pub(super) open: Option<Place>,
}

impl MenuBar {
    /// Where one is; none where no menu is open.
    #[must_use]
    pub const fn open(&self) -> Option<Place> {
        self.open
    }

    /// The item that Enter would choose.
    #[must_use]
    pub fn marked(&self) -> Option<&Item> {
        self.open?.marked(&self.menus)
    }

    /// The menus, while one is open.
    #[must_use]
    pub fn menus(&self) -> &[Menu] {
        &self.menus
    }

    /// Moves through the open menu by a key. Returns what was chosen.
    #[must_use]
    pub fn step(&mut self, step: Step) -> Option<Do> {
        let (next, done) = self.open?.step(step, &self.menus);
        self.open = next;
        done
    }
}

/// The window of the glossary.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct GlossaryWindow {
    /// Whether it is open.
    pub open: bool,
    /// What is searched for in it; empty for all terms.
    pub sought: String,
}
