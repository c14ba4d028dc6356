//! Rows of a menu, as plain data.

use bevy::{ecs::system::SystemParam, prelude::*};

use crate::app::host::state::Do;
use crate::app::host::state::{Act, OpenLevel};

/// Carries out the actions of chosen items.
#[derive(SystemParam)]
pub(super) struct Chosen<'w> {
    commands: MessageWriter<'w, Act>,
    levels: MessageWriter<'w, OpenLevel>,
}

impl Chosen<'_> {
    pub(super) fn run(&mut self, action: Do) {
        match action {
            Do::Send(command) => _ = self.commands.write(Act(command)),
            Do::Open(source) => _ = self.levels.write(OpenLevel::remembered(source)),
        }
    }
}

/// A row of a menu.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// Separator between two groups.
    Gap,
    /// A menu item.
    Item(Item),
}

/// A menu item.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Label shown in the menu.
    pub words: String,
    /// Key; empty if no key is bound to the command.
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
    /// Title in the menu bar.
    pub title: &'static str,
    /// Rows from top to bottom.
    pub rows: Vec<Row>,
}
