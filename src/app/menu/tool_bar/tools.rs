//! Table of tool bar buttons: twelve buttons in three groups. All other commands are in the command palette and the
//! menus.

use bspwalk_session::{actions::Action, overlays::OverlayKind};
use bspwalk_text::{Message, message};

use crate::app::kit::icons;

/// A button on the tool bar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tool {
    /// Character in the icon font.
    pub(super) icon: &'static str,
    pub(super) name: Message,
    pub(super) command: Action,
}

const fn tool(icon: &'static str, name: Message, command: Action) -> Tool {
    Tool { icon, name, command }
}

const fn show(kind: OverlayKind) -> Action {
    Action::Overlay(kind.key())
}

/// Command of the button that opens the list of overlays that recolour faces.
pub(super) const COLORS: Action = show(OverlayKind::Materials);

/// Button groups from left to right: view, show, learn.
pub(super) const BAR: [&[Tool]; 3] = [
    &[
        tool(icons::EYE, message!("toolbar-eyes"), Action::FirstPerson),
        tool(icons::CUBE, message!("toolbar-model"), Action::ToggleModel),
        tool(icons::BLUEPRINT, message!("toolbar-plan"), Action::TogglePlan),
    ],
    &[
        tool(
            icons::PERSPECTIVE,
            message!("toolbar-planes"),
            show(OverlayKind::Planes),
        ),
        tool(
            icons::SQUARES_FOUR,
            message!("toolbar-cells"),
            show(OverlayKind::Cells),
        ),
        tool(
            icons::POLYGON,
            message!("toolbar-leaves"),
            show(OverlayKind::Leaves),
        ),
        tool(
            icons::DOOR_OPEN,
            message!("toolbar-portals"),
            show(OverlayKind::Portals),
        ),
        tool(icons::PALETTE, message!("toolbar-colours"), COLORS),
    ],
    &[
        tool(icons::HAMMER, message!("toolbar-build"), Action::ToggleBuildFilm),
        tool(
            icons::LINE_SEGMENT,
            message!("toolbar-query"),
            Action::ToggleQueryFilm,
        ),
        tool(icons::GRADUATION_CAP, message!("toolbar-tour"), Action::Tour),
        tool(
            icons::MAGNIFYING_GLASS,
            message!("toolbar-find"),
            Action::TogglePalette,
        ),
    ],
];
