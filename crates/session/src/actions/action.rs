//! User commands.

use bspwalk_explain::expensive::Target;
use bspwalk_trees::{node_storing::NodeId, solid_leaf::LeafId};

use crate::overlays::OverlayKind;

named! {
    /// A file that the user can save.
    pub enum Export {
        /// Screenshot of the window.
        Picture = "export-picture",
        /// Film of how the tree divides space.
        DivisionFilm = "export-division-film",
        /// Film of the node-storing tree's build.
        BuildFilm = "export-build-film",
        /// Film of the current query.
        QueryFilm = "export-query-film",
        /// Film of painter's order.
        PainterFilm = "export-painter-film",
        /// Film of the portal flow.
        FlowFilm = "export-flow-film",
        /// Film of how leaves are classified as solid or empty.
        SolidityFilm = "export-solidity-film",
        /// The node-storing tree as JSON.
        Nodes = "export-nodes",
        /// The node-storing tree as a graph for Graphviz.
        NodeGraph = "export-node-graph",
        /// The solid-leaf tree as JSON.
        Leaves = "export-leaves",
        /// Portals of the solid-leaf tree.
        Portals = "export-portals",
        /// The level with its trees and its PVS.
        Compiled = "export-compiled",
    }
}

impl Export {
    /// Returns whether the file is a film.
    pub const fn is_film(self) -> bool {
        matches!(
            self,
            Self::DivisionFilm
                | Self::BuildFilm
                | Self::QueryFilm
                | Self::PainterFilm
                | Self::FlowFilm
                | Self::SolidityFilm
        )
    }
}

named! {
    /// A user command.
    ///
    /// [`GROUPS`](super::GROUPS) lists the front ends, default keys and title of each command. Commands that are not in
    /// the table are available only on cards and panels.
    pub enum Action {
        /// Return to the spawn.
        Respawn = "respawn",
        /// Switch between walking and flying.
        ToggleWalking = "toggle-walking",
        /// Turn collisions off or on.
        ToggleNoclip = "toggle-noclip",
        /// Increase the speed by one mouse-wheel notch.
        SpeedUp = "speed-up",
        /// Decrease the speed by one mouse-wheel notch.
        SpeedDown = "speed-down",
        /// Switch to the next collision method.
        NextCollision = "next-collision",
        /// Explain why the body stopped, or close the explanation.
        Why = "why",
        /// Replay the last seconds next to a ghost that is pushed like the body in the ATI sample, or end the replay.
        ToggleReplay = "toggle-replay",
        /// Start recording a script, or stop and save it.
        ToggleRecording = "toggle-recording",
        /// Play the latest script, or stop it.
        PlayScript = "play-script",
        /// Go to a station of the level's course. Stations are numbered from 0.
        GoToStation(u8) = "go-to-station",
        /// Play a station of the level's course. Stations are numbered from 0.
        WatchStation(u8) = "watch-station",
        /// Slow the simulation down by a notch. The slowest notch wraps around to real time.
        Slower = "slower",
        /// Pause the simulation, or resume it.
        TogglePause = "toggle-pause",
        /// Run one fixed step, then pause.
        SingleStep = "single-step",
        /// Continue the tour where you left off, or leave the tour.
        Tour = "tour",
        /// Go to this station of the tour. Stations are numbered from 0. A number past the last station ends the tour.
        TourStation(u8) = "tour-station",
        /// Open or close the help, or show its next page.
        ToggleHelp = "toggle-help",
        /// Switch between full screen and a window.
        ToggleFullScreen = "toggle-full-screen",
        /// Save a screenshot.
        Screenshot = "screenshot",
        /// Copy the view as command-line options.
        CopyView = "copy-view",
        /// Copy the brush of the selected face, with its coordinates, for a map editor.
        CopyEditorPlace = "copy-editor-place",
        /// Go to a view that was copied as command-line options.
        PasteView = "paste-view",
        /// Save the view as a bookmark of the level.
        KeepView = "keep-view",
        /// Go to the next bookmark of the level. The last bookmark wraps around to the first.
        NextBookmark = "next-bookmark",
        /// Open or close the panel.
        TogglePanel = "toggle-panel",
        /// Show or hide the overlay with this key. `0` hides all overlays.
        Overlay(char) = "overlay",
        /// Show or hide one of the overlays that share a key.
        Show(OverlayKind) = "show",
        /// Show planes and cells one level deeper, and advance painter's order by one step.
        Deeper = "deeper",
        /// Show planes and cells one level less deep, and move painter's order back by one step.
        Shallower = "shallower",
        /// Select the node that stores the face under the crosshair.
        SelectUnderCrosshair = "select-under-crosshair",
        /// Select the node that stores the face under the mouse pointer, or under the crosshair while the
        /// mouse is captured.
        SelectUnderPointer = "select-under-pointer",
        /// Select the parent node.
        SelectParent = "select-parent",
        /// Select the front child.
        SelectFront = "select-front",
        /// Select the back child.
        SelectBack = "select-back",
        /// Select this node.
        SelectNode(NodeId) = "select-node",
        /// Select this leaf of the solid-leaf tree.
        SelectLeaf(LeafId) = "select-leaf",
        /// Start the sightline in this leaf, or in the eye's leaf if `None`.
        SightFrom(Option<LeafId>) = "sight-from",
        /// Clear the selection.
        ClearSelection = "clear-selection",
        /// Go back to the previous selection.
        SelectionBack = "selection-back",
        /// Go forward in the selection history.
        SelectionForward = "selection-forward",
        /// Move the camera to a good view of the selected leaf or of the selected node's plane.
        LookAtSelection = "look-at-selection",
        /// Select this node, leaf or face, and move the camera to a good view of it.
        LookAt(Target) = "look-at",
        /// Select a face of the brush with this index, or the leaf of a hint brush, and look at it.
        LookAtBrush(u32) = "look-at-brush",
        /// Go to the bookmark with this index.
        GoToBookmark(u32) = "go-to-bookmark",
        /// List the most expensive parts of the level. Choosing one moves the camera there.
        ListExpensive = "list-expensive",
        /// Open or close the dock that draws the tree as a diagram.
        ToggleTreeDock = "toggle-tree-dock",
        /// Open or close the planar tree page.
        TogglePlanarPage = "toggle-planar-page",
        /// Open or close the duel, which compares build rules side by side.
        ToggleDuel = "toggle-duel",
        /// Open or close the quiz about the trees of the level.
        ToggleQuiz = "toggle-quiz",
        /// Show the map in the corner, show it over the whole level, or hide it.
        NextMap = "next-map",
        /// Cycle through the culling modes of the front end: off, view frustum, view frustum and PVS.
        NextCulling = "next-culling",
        /// Switch between the compiled level's own solid-leaf tree and the tree built by bspwalk.
        ToggleTreeOwner = "toggle-tree-owner",
        /// Freeze culling at the current view, or unfreeze it.
        ToggleFrozenCulling = "toggle-frozen-culling",
        /// Switch to the next method of hidden surface removal. In the film of painter's order, reverse the painting
        /// order.
        NextMethod = "next-method",
        /// Move the eye to the next corner of the leak path.
        AlongLeak = "along-leak",
        /// Move the eye to the previous corner of the leak path.
        BackAlongLeak = "back-along-leak",
        /// Return to first person.
        FirstPerson = "first-person",
        /// Switch between the cutaway model and first person.
        ToggleModel = "toggle-model",
        /// Switch between the cutaway plan, viewed from straight above, and first person.
        TogglePlan = "toggle-plan",
        /// Play or end a film of how the node-storing tree divides the level, depth by depth.
        ToggleDivision = "toggle-division",
        /// Play or close a film of the tree's build, division by division.
        ToggleBuildFilm = "toggle-build-film",
        /// Open or close a film of a query's traversal.
        ToggleQueryFilm = "toggle-query-film",
        /// Switch query films between the two traversals.
        NextQueryMode = "next-query-mode",
        /// Show the next step of the film: a division, a query step, or a fragment in painter's order.
        NextStep = "next-step",
        /// Show the previous step.
        PreviousStep = "previous-step",
        /// Show the first step of the film.
        FirstStep = "first-step",
        /// Show the last step of the film.
        LastStep = "last-step",
        /// Play or pause the film.
        TogglePlaying = "toggle-playing",
        /// Open or close the menu bar for keyboard use.
        ToggleMenu = "toggle-menu",
        /// Open or close the command palette.
        TogglePalette = "toggle-palette",
        /// Show or hide the menu bar.
        ToggleMenuBar = "toggle-menu-bar",
        /// Show or hide the tool bar.
        ToggleToolBar = "toggle-tool-bar",
        /// Restart hints from the first one, or turn them off.
        ToggleHints = "toggle-hints",
        /// Open or close the glossary.
        ToggleGlossary = "toggle-glossary",
        /// Show information about the program.
        About = "about",
        /// Make text and cards one step larger.
        LargerText = "larger-text",
        /// Make text and cards one step smaller.
        SmallerText = "smaller-text",
        /// Restore the default size of text and cards.
        DefaultText = "default-text",
        /// Ask for a file name, then export to that file.
        Export(Export) = "export",
        /// Copy the command that exports the query film.
        CopyQueryFilm = "copy-query-film",
        /// Undo the last plane that was tried.
        UndoPlane = "undo-plane",
        /// Redo the plane that was undone last.
        RedoPlane = "redo-plane",
        /// Keep the planes that were tried.
        KeepPlanes = "keep-planes",
        /// Discard all planes that were tried.
        DropPlanes = "drop-planes",
        /// Undo the last change.
        Undo = "undo",
        /// Redo the last undone change.
        Redo = "redo",
        /// Open the file dialog.
        OpenDialog = "open-dialog",
        /// Open the dialog that asks for the folder of the level's textures.
        ChooseTextures = "choose-textures",
        /// Accept a card's offer.
        AcceptOffer = "accept-offer",
        /// Decline a card's offer.
        DeclineOffer = "decline-offer",
        /// Close the topmost open item.
        Escape = "escape",
        /// Quit immediately.
        Leave = "leave",
        /// Switch the terminal between pixel graphics and block characters.
        TogglePixels = "toggle-pixels",
        /// Suspend the program and return to the shell.
        Suspend = "suspend",
        /// Redraw the whole terminal screen.
        Redraw = "redraw",
    }
}

/// A playback command for a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FilmMove {
    /// The next step.
    Next,
    /// The previous step.
    Previous,
    /// The first step.
    First,
    /// The last step.
    Last,
    /// Play or pause.
    Play,
}

impl Action {
    /// Returns the command that shows or hides an overlay.
    pub fn for_overlay(kind: OverlayKind) -> Self {
        if kind.kinds_on_same_key().count() == 1 {
            Self::Overlay(kind.key())
        } else {
            Self::Show(kind)
        }
    }

    /// Returns whether holding the key repeats the command.
    pub fn repeats(self) -> bool {
        matches!(self, Self::SingleStep | Self::NextStep | Self::PreviousStep) || self.resizes_text()
    }

    /// Returns whether the command changes the size of text. Keys for such commands also work in text fields.
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
                | Self::LookAt(_)
                | Self::LookAtBrush(_)
                | Self::Why
        )
    }

    /// Returns the playback command of this action, or `None` if it does not control films.
    pub const fn film_move(self) -> Option<FilmMove> {
        Some(match self {
            Self::NextStep => FilmMove::Next,
            Self::PreviousStep => FilmMove::Previous,
            Self::FirstStep => FilmMove::First,
            Self::LastStep => FilmMove::Last,
            Self::TogglePlaying => FilmMove::Play,
            _ => return None,
        })
    }
}
