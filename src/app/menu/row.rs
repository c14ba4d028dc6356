//! Rows of a menu, as plain data.

use bspwalk_session::{actions::Action, overlays::OverlayKind, view::View};

use crate::app::export::Export;
use crate::app::{film_file::AskedFilm, state::LevelName, what_if::WhatIf};

/// Action of a menu item.
#[derive(Clone, Debug, PartialEq)]
pub enum Do {
    /// Sends a command from the table of controls.
    Send(Action),
    /// Switches to this view of the level.
    Look(View),
    /// Shows or hides an overlay.
    Show(OverlayKind),
    /// Opens a level.
    Open(LevelName),
    /// Saves a film, or copies its command.
    Film(AskedFilm),
    /// Keeps or drops the planes that were tried.
    WhatIf(WhatIf),
    /// Changes the size of text and cards.
    Text(TextSize),
    /// Changes a setting.
    Switch(Setting),
    /// Exports to a file after asking for its name.
    Export(Export),
    /// Opens or closes the glossary window.
    Glossary,
    /// Shows information about the program.
    About,
}

/// A change of the text size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSize {
    /// One step larger.
    Larger,
    /// One step smaller.
    Smaller,
    /// Default size.
    Usual,
}

/// A setting that a menu item switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Whether the menu bar is shown while no menu is open.
    MenuBar,
    /// Whether the tool bar is shown.
    ToolBar,
    /// Whether hints are shown. Turning them on starts them from the beginning.
    Hints,
}

/// A row of a menu.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// Separator between two groups.
    Gap,
    /// An item.
    Item(Item),
}

/// A menu item.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Label.
    pub words: String,
    /// Key, or an empty string if there is none.
    pub key: String,
    /// Whether the setting that it switches is on; `None` if it switches nothing.
    pub on: Option<bool>,
    /// Reason why it is disabled; `None` if it is enabled.
    pub why_not: Option<String>,
    /// Tooltip; empty if the label says everything.
    pub help: String,
    /// Effect of choosing it.
    pub does: Does,
}

/// Effect of choosing an item.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    /// Runs an action.
    Run(Do),
    /// Opens a submenu.
    Menu(Vec<Row>),
}

impl Item {
    /// Creates an enabled item with a label.
    pub(super) fn new(words: impl Into<String>, does: Does) -> Self {
        Self {
            words: words.into(),
            key: String::new(),
            on: None,
            why_not: None,
            help: String::new(),
            does,
        }
    }

    /// Returns whether the item is enabled.
    #[must_use]
    pub fn is_enabled(&self) -> bool {
        self.why_not.is_none()
    }

    /// Returns the submenu, if there is one and it is enabled.
    #[must_use]
    pub fn menu(&self) -> Option<&[Row]> {
        match &self.does {
            Does::Menu(rows) if self.is_enabled() => Some(rows),
            _ => None,
        }
    }
}

impl Row {
    /// Returns the item, or `None` for a separator.
    #[must_use]
    pub const fn item(&self) -> Option<&Item> {
        match self {
            Self::Item(item) => Some(item),
            Self::Gap => None,
        }
    }
}

/// A menu of the menu bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// Title.
    pub title: &'static str,
    /// Rows.
    pub rows: Vec<Row>,
}
