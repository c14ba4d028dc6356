//! Open menus, the command palette and the glossary.

use bevy::prelude::*;
use bspwalk_session::{LevelName, actions::Action, palette::Palette};

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

/// Action of a menu item.
#[derive(Clone, Debug, PartialEq)]
pub enum Do {
    /// Sends a command from the table of controls.
    Send(Action),
    /// Opens a level.
    Open(LevelName),
}

/// The palette while it is open.
#[derive(Resource, Default)]
pub struct CommandPalette(pub Option<Palette<Do>>);

/// The glossary window.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct GlossaryWindow {
    /// Whether the window is open.
    pub open: bool,
    /// Text of the search field; empty to list all terms.
    pub sought: String,
}
