//! Table of the tool bar: twelve buttons in three groups. The command palette and the menus have everything else.

use bspwalk_session::{
    actions::{Action, Control, control_of},
    overlays::OverlayKind,
    view::View,
};
use bspwalk_text::{Message, message, text};

use crate::app::hud::icons;

/// Action of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Switches to this view of the level.
    Look(View),
    /// Shows or hides an overlay.
    Show(OverlayKind),
    /// Sends a command.
    Send(Action),
    /// Opens the list of overlays that colour the faces.
    Colors,
}

impl Use {
    /// Returns the command whose key does the same.
    pub(super) const fn command(self) -> Action {
        match self {
            Self::Send(command) => command,
            Self::Show(kind) => Action::Overlay(kind.key()),
            Self::Look(View::Plan) => Action::TogglePlan,
            Self::Look(View::Eye | View::Model) => Action::ToggleModel,
            Self::Colors => Action::Overlay(OverlayKind::Materials.key()),
        }
    }

    /// Returns the tooltip.
    pub(super) fn help(self) -> String {
        match self {
            Self::Look(View::Eye) => text!("menu-eyes").to_owned(),
            Self::Show(kind) => kind.description().to_owned(),
            Self::Colors => text!("toolbar-colours-hint").to_owned(),
            Self::Look(_) | Self::Send(_) => {
                control_of(self.command()).map_or_else(String::new, Control::description)
            }
        }
    }
}

/// A button.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tool {
    /// Character of the icon font.
    pub(super) icon: &'static str,
    pub(super) name: Message,
    pub(super) action: Use,
}

const fn tool(icon: &'static str, name: Message, action: Use) -> Tool {
    Tool { icon, name, action }
}

use Use::{Colors, Look, Send, Show};

/// Groups of the bar from left to right: view, show, learn.
pub(super) const BAR: [&[Tool]; 3] = [
    &[
        tool(icons::EYE, message!("toolbar-eyes"), Look(View::Eye)),
        tool(icons::CUBE, message!("toolbar-model"), Look(View::Model)),
        tool(icons::BLUEPRINT, message!("toolbar-plan"), Look(View::Plan)),
    ],
    &[
        tool(
            icons::PERSPECTIVE,
            message!("toolbar-planes"),
            Show(OverlayKind::Planes),
        ),
        tool(
            icons::SQUARES_FOUR,
            message!("toolbar-cells"),
            Show(OverlayKind::Cells),
        ),
        tool(
            icons::POLYGON,
            message!("toolbar-leaves"),
            Show(OverlayKind::Leaves),
        ),
        tool(
            icons::DOOR_OPEN,
            message!("toolbar-portals"),
            Show(OverlayKind::Portals),
        ),
        tool(icons::PALETTE, message!("toolbar-colours"), Colors),
    ],
    &[
        tool(
            icons::HAMMER,
            message!("toolbar-build"),
            Send(Action::ToggleBuildFilm),
        ),
        tool(
            icons::LINE_SEGMENT,
            message!("toolbar-query"),
            Send(Action::ToggleQueryFilm),
        ),
        tool(
            icons::GRADUATION_CAP,
            message!("toolbar-tour"),
            Send(Action::Tour),
        ),
        tool(
            icons::MAGNIFYING_GLASS,
            message!("toolbar-find"),
            Send(Action::TogglePalette),
        ),
    ],
];
