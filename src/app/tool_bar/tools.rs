//! The table of the tool bar. What a tool does and which key it has stands in the table of controls; the overlays are those
//! of their own table. A command of the table of controls that has no button is in the last menu, and so is a tool that has
//! no room.

use super::pictogram::Pictogram;
use bspwalk_session::actions::{Action, Effect, Front, GROUPS, controls};
use bspwalk_text::{Message, message, text};

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Looks at the level in this way.
    Look(View),
    /// Shows or hides an overlay.
    Show(OverlayKind),
    /// Sends a command.
    Send(Action),
}

impl Use {
    /// The command whose key does the same; for an overlay that colours the faces it goes through all of those.
    pub(super) const fn command(self) -> Action {
        match self {
            Self::Send(command) => command,
            Self::Show(kind) => Action::Overlay(kind.key()),
            Self::Look(View::Plan) => Action::TogglePlan,
            Self::Look(View::Eye | View::Model) => Action::ToggleModel,
        }
    }

    /// What it does, for the tool tip.
    pub(super) fn help(self) -> &'static str {
        match self {
            Self::Look(View::Eye) => text!("toolbar-from-eyes"),
            Self::Show(kind) => kind.description(),
            Self::Send(Action::ToggleDivision) => {
                text!("toolbar-division")
            }
            Self::Look(_) | Self::Send(_) => help(self.command()),
        }
    }
}

/// A button.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tool {
    pub(super) pictogram: Pictogram,
    pub(super) name: Message,
    pub(super) action: Use,
    /// How soon it makes room where the bar is narrow, as [`super::fit::Sized::rank`] has it.
    pub(super) rank: u8,
}

/// A part of the bar.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    Tool(Tool),
    Menu(Menu),
    /// A line between two groups.
    Gap,
}

const fn tool(rank: u8, pictogram: Pictogram, name: Message, action: Use) -> Item {
    Item::Tool(Tool {
        pictogram,
        name,
        action,
        rank,
    })
}

const fn overlay(rank: u8, kind: OverlayKind, name: Message) -> Item {
    tool(rank, Pictogram::of(kind), name, Use::Show(kind))
}

use Use::{Look, Send};
use bspwalk_session::{overlays::OverlayKind, view::View};

/// The bar, from the left.
pub(super) const BAR: &[Item] = &[
    tool(0, Pictogram::Eyes, message!("toolbar-eyes"), Look(View::Eye)),
    tool(0, Pictogram::Model, message!("toolbar-model"), Look(View::Model)),
    tool(0, Pictogram::Plan, message!("toolbar-plan"), Look(View::Plan)),
    Item::Gap,
    tool(
        1,
        Pictogram::Division,
        message!("toolbar-division-short"),
        Send(Action::ToggleDivision),
    ),
    tool(
        1,
        Pictogram::Build,
        message!("toolbar-build"),
        Send(Action::ToggleBuildFilm),
    ),
    tool(
        1,
        Pictogram::Query,
        message!("toolbar-query"),
        Send(Action::ToggleQueryFilm),
    ),
    tool(
        1,
        Pictogram::Tree,
        message!("toolbar-tree"),
        Send(Action::ToggleTreeDock),
    ),
    tool(1, Pictogram::Map, message!("toolbar-map"), Send(Action::NextMap)),
    tool(
        1,
        Pictogram::Duel,
        message!("toolbar-duel"),
        Send(Action::ToggleDuel),
    ),
    tool(
        1,
        Pictogram::Quiz,
        message!("toolbar-quiz"),
        Send(Action::ToggleQuiz),
    ),
    Item::Gap,
    overlay(2, OverlayKind::Planes, message!("toolbar-planes")),
    overlay(2, OverlayKind::Cells, message!("toolbar-cells")),
    overlay(2, OverlayKind::Leaves, message!("toolbar-leaves")),
    overlay(2, OverlayKind::Portals, message!("toolbar-portals")),
    overlay(2, OverlayKind::Visible, message!("toolbar-visible")),
    overlay(2, OverlayKind::Painter, message!("toolbar-painter")),
    overlay(7, OverlayKind::Wireframe, message!("toolbar-wire")),
    overlay(7, OverlayKind::Collision, message!("toolbar-collision")),
    overlay(7, OverlayKind::Path, message!("toolbar-path")),
    overlay(7, OverlayKind::Sight, message!("toolbar-sight")),
    overlay(7, OverlayKind::Leak, message!("toolbar-leak")),
    overlay(7, OverlayKind::Entities, message!("toolbar-entities")),
    overlay(7, OverlayKind::Normals, message!("toolbar-normals")),
    overlay(8, OverlayKind::SolidEvidence, message!("toolbar-solid")),
    Item::Menu(Menu::Colors),
    Item::Gap,
    tool(
        4,
        Pictogram::Walk,
        message!("toolbar-walk"),
        Send(Action::ToggleWalking),
    ),
    tool(
        5,
        Pictogram::Noclip,
        message!("toolbar-noclip"),
        Send(Action::ToggleNoclip),
    ),
    tool(
        5,
        Pictogram::Pause,
        message!("toolbar-pause"),
        Send(Action::TogglePause),
    ),
    tool(
        6,
        Pictogram::Step,
        message!("toolbar-step"),
        Send(Action::SingleStep),
    ),
    tool(6, Pictogram::Slow, message!("toolbar-slow"), Send(Action::Slower)),
    tool(4, Pictogram::Why, message!("toolbar-why"), Send(Action::Why)),
    Item::Gap,
    tool(
        6,
        Pictogram::Open,
        message!("toolbar-open"),
        Send(Action::OpenDialog),
    ),
    tool(
        7,
        Pictogram::Shot,
        message!("toolbar-shot"),
        Send(Action::Screenshot),
    ),
    tool(
        0,
        Pictogram::Panel,
        message!("toolbar-panel"),
        Send(Action::TogglePanel),
    ),
    tool(
        0,
        Pictogram::Help,
        message!("toolbar-help"),
        Send(Action::ToggleHelp),
    ),
    Item::Menu(Menu::More),
];

/// A button that opens a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Menu {
    /// What colours the faces.
    Colors,
    /// The tools that have no room, and all other commands.
    More,
}

/// A row of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    Heading(&'static str),
    Overlay(OverlayKind),
    /// A command, and what the help says of it.
    Command(Action, &'static str),
}

impl Menu {
    pub(super) const fn pictogram(self) -> Pictogram {
        match self {
            Self::Colors => Pictogram::Colors,
            Self::More => Pictogram::More,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Colors => text!("toolbar-colours"),
            Self::More => text!("toolbar-more"),
        }
    }

    pub(super) fn hint(self) -> &'static str {
        match self {
            Self::Colors => text!("toolbar-colours-hint"),
            Self::More => text!("toolbar-more-hint"),
        }
    }

    /// How soon it makes room: see [`Tool::rank`].
    pub(super) const fn rank(self) -> u8 {
        match self {
            Self::Colors => 3,
            Self::More => 0,
        }
    }

    /// Its rows, of which it has all that the bar has no room for.
    pub(super) fn rows(self) -> Vec<Row> {
        match self {
            Self::Colors => {
                let kinds = OverlayKind::ALL.into_iter().filter(|kind| kind.colors_faces());
                kinds.map(Row::Overlay).collect()
            }
            Self::More => more(),
        }
    }
}

/// What the help says of a command.
fn help(command: Action) -> &'static str {
    let of = controls().find(|control| control.effect == Effect::Send(command));
    of.map_or("", |control| control.help.text())
}

/// The commands of the table of controls that have no button and make sense while a menu is open, under the headings of the help.
fn more() -> Vec<Row> {
    let has_button = |command: Action| {
        let is_it = |item: &Item| matches!(item, Item::Tool(tool) if tool.action.command() == command);
        BAR.iter().any(is_it)
    };
    let is_kept = |command: Action| match command {
        // `0` hides all; the other overlays have buttons.
        Action::Overlay(key) => key == '0',
        // The pointer is on the menu.
        Action::SelectUnderPointer => false,
        Action::Escape | Action::DeclineOffer => false,
        command => !has_button(command),
    };
    let mut rows = Vec::new();
    for group in GROUPS {
        let commands = group
            .of(Front::Window)
            .filter_map(|control| match control.effect {
                Effect::Send(command) if is_kept(command) => Some(Row::Command(command, control.help.text())),
                _ => None,
            });
        let heading = rows.len();
        rows.extend(commands);
        if rows.len() > heading {
            rows.insert(heading, Row::Heading(group.title.text()));
        }
    }
    rows
}
