//! State of the menu bar.

use bevy::prelude::*;

/// The menu bar.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MenuBar {
    /// Index of the open menu.
    pub(in crate::app) open: Option<usize>,
}

impl MenuBar {
    /// Returns the index of the open menu, or `None` if no menu is open.
    #[must_use]
    pub const fn open(&self) -> Option<usize> {
        self.open
    }
}
