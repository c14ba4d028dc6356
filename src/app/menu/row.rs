//! Rows of a menu, as plain data.

use bevy::{ecs::system::SystemParam, prelude::*};

use crate::app::host::prelude::*;

/// Performs the actions of activated items.
#[derive(SystemParam)]
pub(super) struct Chosen<'w, 's> {
    commands: MessageWriter<'w, Act>,
    levels: MessageWriter<'w, OpenLevel>,
    queue: Commands<'w, 's>,
}

impl Chosen<'_, '_> {
    /// Opens a menu, or closes the open one.
    pub(super) fn show_menu(&mut self, open: Option<usize>) {
        self.queue.queue(move |world: &mut World| {
            world.resource_mut::<ProgramState>().ui.menu = open;
        });
    }

    pub(super) fn run(&mut self, action: PaletteCommand) {
        match action {
            PaletteCommand::Send(command) => _ = self.commands.write(Act(command)),
            PaletteCommand::Open(source) => _ = self.levels.write(OpenLevel::remembered(source)),
        }
    }
}

/// A row in a menu.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// Separator between two groups of items.
    Gap,
    /// A menu item.
    Item(Item),
}

/// A menu item.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Label shown in the menu.
    pub words: String,
    /// Key label, or an empty string if no key is bound to the command.
    pub key: String,
    /// Whether the setting that the item toggles is on, or `None` if the item toggles nothing.
    pub on: Option<bool>,
    /// Reason why the item is disabled, or `None` if it is enabled.
    pub why_not: Option<String>,
    /// Tooltip, or an empty string if the label is self-explanatory.
    pub help: String,
    /// Effect of activating the item.
    pub does: Does,
}

/// Effect of activating an item.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    /// Runs an action.
    Run(PaletteCommand),
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

    /// Returns the submenu if the item has one and is enabled.
    #[must_use]
    pub fn menu(&self) -> Option<&[Row]> {
        match &self.does {
            Does::Menu(rows) if self.is_enabled() => Some(rows),
            _ => None,
        }
    }
}

impl Row {
    /// Returns the menu item, or `None` for a separator.
    #[must_use]
    pub const fn item(&self) -> Option<&Item> {
        match self {
            Self::Item(item) => Some(item),
            Self::Gap => None,
        }
    }
}

/// A menu in the menu bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// Title in the menu bar.
    pub title: &'static str,
    /// Rows from top to bottom.
    pub rows: Vec<Row>,
}
