//! The rows of a menu, as plain data.

use bspwalk_session::{actions::Action, overlays::OverlayKind, view::View};

use crate::app::export::Export;
use crate::app::{film_file::AskedFilm, state::LevelSource, what_if::WhatIf};

/// What a row does.
#[derive(Clone, Debug, PartialEq)]
pub enum Do {
    /// What a key of the table of controls does.
    Send(Action),
    /// Looks at the level in this way.
    Look(View),
    /// Shows an overlay, or hides it.
    Show(OverlayKind),
    /// Opens a level.
    Open(LevelSource),
    /// Saves a film, or copies its command.
    Film(AskedFilm),
    /// Keeps or drops the planes that were tried.
    WhatIf(WhatIf),
    /// Changes the size of text and cards.
    Text(TextSize),
    /// Changes a setting.
    Switch(Setting),
    /// Saves something under a name that is asked for.
    Export(Export),
    /// Opens the window of the glossary, or closes it.
    Glossary,
    /// Tells what the program is.
    About,
}

/// A change of the size of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSize {
    /// One step larger.
    Larger,
    /// One step smaller.
    Smaller,
    /// The usual size.
    Usual,
}

/// A setting that a menu switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Whether the menu bar is shown while no menu is open.
    MenuBar,
    /// Whether the tool bar is shown.
    ToolBar,
    /// Whether hints are shown; they begin anew.
    Hints,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// A line between two groups.
    Gap,
    /// What can be chosen.
    Item(Item),
}

/// What can be chosen in a menu.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its words.
    pub words: String,
    /// Its key; empty where it has none.
    pub key: String,
    /// Whether what it switches is on; none where it switches nothing.
    pub on: Option<bool>,
    /// Why it cannot be chosen now; none where it can be.
    pub why_not: Option<String>,
    /// What is said of it under the pointer; empty where its words say all.
    pub help: String,
    /// What it does.
    pub does: Does,
}

/// What happens where an item is chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    /// It is done.
    Run(Do),
    /// Another menu opens beside it.
    Menu(Vec<Row>),
}

impl Item {
    /// An item with its words.
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

    /// Whether it can be chosen now.
    #[must_use]
    pub fn is_enabled(&self) -> bool {
        self.why_not.is_none()
    }

    /// The menu beside it, where it has one that can be opened.
    #[must_use]
    pub fn menu(&self) -> Option<&[Row]> {
        match &self.does {
            Does::Menu(rows) if self.is_enabled() => Some(rows),
            _ => None,
        }
    }
}

impl Row {
    /// The item, where it is one.
    #[must_use]
    pub const fn item(&self) -> Option<&Item> {
        match self {
            Self::Item(item) => Some(item),
            Self::Gap => None,
        }
    }
}

/// A menu of the bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// Its title.
    pub title: &'static str,
    /// Its rows.
    pub rows: Vec<Row>,
}
