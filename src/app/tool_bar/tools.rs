//! The table of the tool bar. What a tool does and which key it has stands in the table of controls; the overlays are those
//! of their own table. A command of the table of controls that has no button is in the last menu.

use crate::{
    app::{
        input::controls::{Effect, GROUPS, controls},
        state::Command,
    },
    cli::{View, overlays::OverlayKind},
};

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Looks at the level in this way.
    Look(View),
    /// Sends a command.
    Send(Command),
}

impl Action {
    /// The command whose key does the same.
    pub(super) const fn command(self) -> Command {
        match self {
            Self::Send(command) => command,
            Self::Look(View::Plan) => Command::TogglePlan,
            Self::Look(View::Eye | View::Model) => Command::ToggleModel,
        }
    }

    /// What the help says of it.
    pub(super) fn help(self) -> &'static str {
        match self {
            Self::Look(View::Eye) => "look from the eyes",
            Self::Look(_) | Self::Send(_) => help(self.command()),
        }
    }
}

/// A button.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tool {
    pub(super) icon: &'static str,
    pub(super) name: &'static str,
    pub(super) action: Action,
}

/// A part of the bar.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    Tool(Tool),
    Menu(Menu),
    /// Room between two groups.
    Gap,
}

const fn tool(icon: &'static str, name: &'static str, action: Action) -> Item {
    Item::Tool(Tool { icon, name, action })
}

use Action::{Look, Send};

/// The bar, from the left.
pub(super) const BAR: &[Item] = &[
    tool("👁", "Eyes", Look(View::Eye)),
    tool("♜", "Model", Look(View::Model)),
    tool("🗺", "Plan", Look(View::Plan)),
    tool("🎞", "Build", Send(Command::ToggleBuildFilm)),
    Item::Gap,
    tool("♟", "Walk", Send(Command::ToggleWalking)),
    tool("⛏", "Noclip", Send(Command::ToggleNoclip)),
    Item::Gap,
    Item::Menu(Menu::Tree),
    Item::Menu(Menu::Leaves),
    Item::Menu(Menu::Colors),
    Item::Gap,
    tool("⏸", "Pause", Send(Command::TogglePause)),
    tool("⏭", "Step", Send(Command::SingleStep)),
    tool("⏱", "Slow", Send(Command::Slower)),
    Item::Gap,
    tool("☞", "Why?", Send(Command::Why)),
    Item::Menu(Menu::More),
    Item::Gap,
    tool("🗁", "Open", Send(Command::OpenDialog)),
    tool("📸", "Shot", Send(Command::Screenshot)),
    tool("☰", "Panel", Send(Command::TogglePanel)),
    tool("?", "Help", Send(Command::ToggleHelp)),
];

/// A button that opens a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Menu {
    /// Overlays of the node-storing tree.
    Tree,
    /// Overlays of the solid-leaf tree.
    Leaves,
    /// What colours the faces.
    Colors,
    /// All other commands.
    More,
}

/// A row of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    Heading(&'static str),
    Overlay(OverlayKind),
    /// A command, and what the help says of it.
    Command(Command, &'static str),
}

impl Menu {
    pub(super) const fn icon(self) -> &'static str {
        match self {
            Self::Tree => "⊞",
            Self::Leaves => "☘",
            Self::Colors => "◑",
            Self::More => "⏷",
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Tree => "Planes, cells",
            Self::Leaves => "Leaves",
            Self::Colors => "Colours",
            Self::More => "More",
        }
    }

    pub(super) const fn hint(self) -> &'static str {
        match self {
            Self::Tree => "Overlays of the node-storing tree: planes, cells, wireframe, collision",
            Self::Leaves => {
                "Overlays of the solid-leaf tree: leaves, portals, sightline, leak, painter's order"
            }
            Self::Colors => "What the colours of the faces mean",
            Self::More => "Everything else that has a key",
        }
    }

    /// Whether it says how many of its rows are on.
    pub(super) const fn counts(self) -> bool {
        !matches!(self, Self::More)
    }

    /// Its rows.
    pub(super) fn rows(self) -> Vec<Row> {
        let overlays = |belongs: fn(&OverlayKind) -> bool| {
            let kinds = OverlayKind::ALL.into_iter().filter(belongs);
            kinds.map(Row::Overlay).collect()
        };
        match self {
            Self::Tree => overlays(|kind| !kind.colors_faces() && !kind.shows_leaf_tree()),
            Self::Leaves => overlays(|kind| !kind.colors_faces() && kind.shows_leaf_tree()),
            Self::Colors => overlays(|kind| kind.colors_faces()),
            Self::More => more(),
        }
    }
}

/// What the help says of a command.
fn help(command: Command) -> &'static str {
    let of = controls().find(|control| control.effect == Effect::Send(command));
    of.map_or("", |control| control.help)
}

/// The commands of the table of controls that have no button and make sense while a menu is open, under the headings of the help.
fn more() -> Vec<Row> {
    let has_button = |command: Command| {
        let is_it = |item: &Item| matches!(item, Item::Tool(tool) if tool.action.command() == command);
        BAR.iter().any(is_it)
    };
    let is_kept = |command: Command| match command {
        // `0` hides all; the other overlays have menus.
        Command::Overlay(key) => key == '0',
        // The pointer is on the menu.
        Command::SelectUnderPointer => false,
        Command::Escape | Command::AcceptOffer | Command::DeclineOffer => false,
        command => !has_button(command),
    };
    let mut rows = Vec::new();
    for group in GROUPS {
        let commands = group.controls.iter().filter_map(|control| match control.effect {
            Effect::Send(command) if is_kept(command) => Some(Row::Command(command, control.help)),
            _ => None,
        });
        let heading = rows.len();
        rows.extend(commands);
        if rows.len() > heading {
            rows.insert(heading, Row::Heading(group.title));
        }
    }
    rows
}
