//! State of the menu bar and of the glossary window.

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

/// The glossary window.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct GlossaryWindow {
    /// Whether the window is open.
    pub open: bool,
    /// Text of the search field; empty to list all terms.
    pub sought: String,
}
