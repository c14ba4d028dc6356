//! Commands that the user can give.

use bspwalk_trees::{node_storing::NodeId, solid_leaf::LeafId};

use crate::overlays::OverlayKind;

/// A file that the user can save.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Export {
    /// The window as a picture.
    Picture,
    /// Film of the division of space.
    DivisionFilm,
    /// Film of the build of the node-storing tree.
    BuildFilm,
    /// Film of the current query.
    QueryFilm,
    /// Film of painter's order.
    PainterFilm,
    /// Film of the portal flow.
    FlowFilm,
    /// Film of the decision about which leaves are solid.
    SolidityFilm,
    /// The node-storing tree as JSON.
    Nodes,
    /// The node-storing tree as a graph for Graphviz.
    NodeGraph,
    /// The solid-leaf tree as JSON.
    Leaves,
    /// Portals of the solid-leaf tree.
    Portals,
    /// The level with its trees and its PVS.
    Compiled,
}

impl Export {
    /// Name of the command in the settings file.
    const fn name(self) -> &'static str {
        match self {
            Self::Picture => "export-picture",
            Self::DivisionFilm => "export-division-film",
            Self::BuildFilm => "export-build-film",
            Self::QueryFilm => "export-query-film",
            Self::PainterFilm => "export-painter-film",
            Self::FlowFilm => "export-flow-film",
            Self::SolidityFilm => "export-solidity-film",
            Self::Nodes => "export-nodes",
            Self::NodeGraph => "export-node-graph",
            Self::Leaves => "export-leaves",
            Self::Portals => "export-portals",
            Self::Compiled => "export-compiled",
        }
    }
}

/// A command of the user.
///
/// [`GROUPS`](super::GROUPS) lists the front ends, default keys and title of each command. Commands without a
/// row there are available only from cards and panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Return to the spawn.
    Respawn,
    /// Switch between walking and flying.
    ToggleWalking,
    /// Turn collisions off or on.
    ToggleNoclip,
    /// Increase the speed by one notch of the wheel.
    SpeedUp,
    /// Decrease the speed by one notch.
    SpeedDown,
    /// Switch to the next collision method.
    NextCollision,
    /// Explain why the body stopped, or close the explanation.
    Why,
    /// Replay the last seconds next to the push of the ATI sample, or end the replay.
    ToggleReplay,
    /// Start recording a script, or stop and save it.
    ToggleRecording,
    /// Play the latest script, or stop it.
    PlayScript,
    /// Move to a station of the level's course, counted from 0.
    GoToStation(u8),
    /// Play a station of the level's course.
    WatchStation(u8),
    /// Slow the simulation down by a notch. The slowest notch wraps around to real time.
    Slower,
    /// Pause the simulation, or resume it.
    TogglePause,
    /// Run one fixed step, then pause.
    SingleStep,
    /// Continue the tour where you left it, or leave it.
    Tour,
    /// Go to this station of the tour, counted from 0. The tour ends after the last station.
    TourStation(u8),
    /// Open or close the help, or show its next page.
    ToggleHelp,
    /// Switch between full screen and a window.
    ToggleFullScreen,
    /// Save a screenshot.
    Screenshot,
    /// Copy the view as command-line options.
    CopyView,
    /// Go to a view that was copied as command-line options.
    PasteView,
    /// Save the view as a bookmark of the level.
    KeepView,
    /// Go to the next bookmark of the level. The last bookmark wraps around to the first.
    NextBookmark,
    /// Open or close the panel.
    TogglePanel,
    /// Switch the overlay of this key on or off. `0` hides all overlays.
    Overlay(char),
    /// Show or hide one of the overlays that share a key.
    Show(OverlayKind),
    /// Show planes and cells one depth deeper, and one step more of painter's order.
    Deeper,
    /// Show planes and cells one depth less, and one step less of painter's order.
    Shallower,
    /// Select the node that stores the face under the crosshair.
    SelectUnderCrosshair,
    /// Select the node that stores the face under the mouse pointer, or under the crosshair while the mouse is captured.
    SelectUnderPointer,
    /// Select the parent node.
    SelectParent,
    /// Select the front child.
    SelectFront,
    /// Select the back child.
    SelectBack,
    /// Select this node.
    SelectNode(NodeId),
    /// Select this leaf of the solid-leaf tree.
    SelectLeaf(LeafId),
    /// Start the sightline in this leaf instead of the eye's leaf.
    SightFrom(Option<LeafId>),
    /// Clear the selection.
    ClearSelection,
    /// Go back to the previous selection.
    SelectionBack,
    /// Go forward in the selection history.
    SelectionForward,
    /// Move the camera to a good view of the selected leaf or of the selected node's plane.
    LookAtSelection,
    /// Open or close the dock that draws the tree as a diagram.
    ToggleTreeDock,
    /// Open or close the planar tree page.
    TogglePlanarPage,
    /// Open or close the duel, which compares build rules side by side.
    ToggleDuel,
    /// Open or close the quiz about the trees of the level.
    ToggleQuiz,
    /// Show the map in the corner, show it over the whole level, or hide it.
    NextMap,
    /// Cycle through the culling modes of the front end: off, by the view, by the view and the PVS.
    NextCulling,
    /// Switch between the solid-leaf tree of the compiled level and the tree built here.
    ToggleTreeOwner,
    /// Freeze culling at the current view, or unfreeze it.
    ToggleFrozenCulling,
    /// Switch to the next method of hidden surface removal. In the film of painter's order, reverse the
    /// order.
    NextMethod,
    /// Move the eye to the next corner of the leak path.
    AlongLeak,
    /// Move the eye to the previous corner of the leak path.
    BackAlongLeak,
    /// Return to first person.
    FirstPerson,
    /// Switch between the cutaway model and first person.
    ToggleModel,
    /// Switch between the cutaway plan, viewed from straight above, and first person.
    TogglePlan,
    /// Play a film of how the node-storing tree divides the level, depth by depth, or end it.
    ToggleDivision,
    /// Play a film of the tree's build, division by division, or close it.
    ToggleBuildFilm,
    /// Play a film of a query's traversal, or close it.
    ToggleQueryFilm,
    /// Show the next step of the film: a division, a query step or a fragment of painter's order.
    NextStep,
    /// Show the previous step.
    PreviousStep,
    /// Show the first step of the film.
    FirstStep,
    /// Show the last step of the film.
    LastStep,
    /// Play or pause the film.
    TogglePlaying,
    /// Open or close the menu bar for keyboard use.
    ToggleMenu,
    /// Open or close the command palette.
    TogglePalette,
    /// Show or hide the menu bar.
    ToggleMenuBar,
    /// Show or hide the tool bar.
    ToggleToolBar,
    /// Turn hints on from the beginning, or off.
    ToggleHints,
    /// Open or close the glossary.
    ToggleGlossary,
    /// Show information about the program.
    About,
    /// Make text and cards one step larger.
    LargerText,
    /// Make text and cards one step smaller.
    SmallerText,
    /// Restore the default size of text and cards.
    DefaultText,
    /// Export to a file after asking for its name.
    Export(Export),
    /// Copy the command that writes the film of the query.
    CopyQueryFilm,
    /// Return to the tree before the last plane that was tried.
    UndoPlane,
    /// Go to the tree after the next undone plane.
    RedoPlane,
    /// Keep the tree with the planes that were tried.
    KeepPlanes,
    /// Return to the tree before all planes that were tried.
    DropPlanes,
    /// Undo the last change.
    Undo,
    /// Redo the last undone change.
    Redo,
    /// Open the file dialog.
    OpenDialog,
    /// Accept the offer of a card.
    AcceptOffer,
    /// Decline the offer of a card.
    DeclineOffer,
    /// Close the topmost open item only.
    Escape,
    /// Quit immediately.
    Leave,
    /// Switch between real pixels and block characters in the terminal.
    TogglePixels,
    /// Suspend the program and return to the shell.
    Suspend,
    /// Redraw the whole terminal screen.
    Redraw,
}

impl Action {
    /// Name in the user's settings file, in lower case with hyphens. It must not change when the variant is
    /// renamed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Respawn => "respawn",
            Self::ToggleWalking => "toggle-walking",
            Self::ToggleNoclip => "toggle-noclip",
            Self::SpeedUp => "speed-up",
            Self::SpeedDown => "speed-down",
            Self::NextCollision => "next-collision",
            Self::Why => "why",
            Self::ToggleReplay => "toggle-replay",
            Self::ToggleRecording => "toggle-recording",
            Self::PlayScript => "play-script",
            Self::GoToStation(_) => "go-to-station",
            Self::WatchStation(_) => "watch-station",
            Self::Slower => "slower",
            Self::TogglePause => "toggle-pause",
            Self::SingleStep => "single-step",
            Self::Tour => "tour",
            Self::TourStation(_) => "tour-station",
            Self::ToggleHelp => "toggle-help",
            Self::ToggleFullScreen => "toggle-full-screen",
            Self::Screenshot => "screenshot",
            Self::CopyView => "copy-view",
            Self::PasteView => "paste-view",
            Self::KeepView => "keep-view",
            Self::NextBookmark => "next-bookmark",
            Self::TogglePanel => "toggle-panel",
            Self::Overlay(_) => "overlay",
            Self::Show(_) => "show",
            Self::Deeper => "deeper",
            Self::Shallower => "shallower",
            Self::SelectUnderCrosshair => "select-under-crosshair",
            Self::SelectUnderPointer => "select-under-pointer",
            Self::SelectParent => "select-parent",
            Self::SelectFront => "select-front",
            Self::SelectBack => "select-back",
            Self::SelectNode(_) => "select-node",
            Self::SelectLeaf(_) => "select-leaf",
            Self::SightFrom(_) => "sight-from",
            Self::ClearSelection => "clear-selection",
            Self::SelectionBack => "selection-back",
            Self::SelectionForward => "selection-forward",
            Self::LookAtSelection => "look-at-selection",
            Self::ToggleTreeDock => "toggle-tree-dock",
            Self::TogglePlanarPage => "toggle-planar-page",
            Self::ToggleDuel => "toggle-duel",
            Self::ToggleQuiz => "toggle-quiz",
            Self::NextMap => "next-map",
            Self::NextCulling => "next-culling",
            Self::ToggleTreeOwner => "toggle-tree-owner",
            Self::ToggleFrozenCulling => "toggle-frozen-culling",
            Self::NextMethod => "next-method",
            Self::AlongLeak => "along-leak",
            Self::BackAlongLeak => "back-along-leak",
            Self::FirstPerson => "first-person",
            Self::ToggleModel => "toggle-model",
            Self::TogglePlan => "toggle-plan",
            Self::ToggleDivision => "toggle-division",
            Self::ToggleBuildFilm => "toggle-build-film",
            Self::ToggleQueryFilm => "toggle-query-film",
            Self::NextStep => "next-step",
            Self::PreviousStep => "previous-step",
            Self::FirstStep => "first-step",
            Self::LastStep => "last-step",
            Self::TogglePlaying => "toggle-playing",
            Self::ToggleMenu => "toggle-menu",
            Self::TogglePalette => "toggle-palette",
            Self::ToggleMenuBar => "toggle-menu-bar",
            Self::ToggleToolBar => "toggle-tool-bar",
            Self::ToggleHints => "toggle-hints",
            Self::ToggleGlossary => "toggle-glossary",
            Self::About => "about",
            Self::LargerText => "larger-text",
            Self::SmallerText => "smaller-text",
            Self::DefaultText => "default-text",
            Self::Export(export) => export.name(),
            Self::CopyQueryFilm => "copy-query-film",
            Self::UndoPlane => "undo-plane",
            Self::RedoPlane => "redo-plane",
            Self::KeepPlanes => "keep-planes",
            Self::DropPlanes => "drop-planes",
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::OpenDialog => "open-dialog",
            Self::AcceptOffer => "accept-offer",
            Self::DeclineOffer => "decline-offer",
            Self::Escape => "escape",
            Self::Leave => "leave",
            Self::TogglePixels => "toggle-pixels",
            Self::Suspend => "suspend",
            Self::Redraw => "redraw",
        }
    }

    /// Returns the command that shows or hides an overlay.
    pub fn for_overlay(kind: OverlayKind) -> Self {
        if kind.on_its_key().count() == 1 {
            Self::Overlay(kind.key())
        } else {
            Self::Show(kind)
        }
    }

    /// Returns whether holding the key repeats the command.
    pub fn repeats(self) -> bool {
        matches!(self, Self::SingleStep | Self::NextStep | Self::PreviousStep) || self.resizes_text()
    }

    /// Returns whether the command changes the size of text. Its keys also work in text fields.
    pub fn resizes_text(self) -> bool {
        matches!(self, Self::LargerText | Self::SmallerText | Self::DefaultText)
    }

    /// Returns whether the command changes the selection.
    pub fn selects(self) -> bool {
        matches!(
            self,
            Self::SelectUnderCrosshair
                | Self::SelectUnderPointer
                | Self::SelectParent
                | Self::SelectFront
                | Self::SelectBack
                | Self::SelectNode(_)
                | Self::SelectLeaf(_)
                | Self::ClearSelection
                | Self::SelectionBack
                | Self::SelectionForward
        )
    }
}
