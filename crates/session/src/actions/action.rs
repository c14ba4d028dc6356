//! What a person can ask for.

use bspwalk_trees::{node_storing::NodeId, solid_leaf::LeafId};

/// What a person asks for, by a key, a button or a gesture. Which of these a front has, and on which keys, is in
/// [`GROUPS`](super::GROUPS); those without a row there are asked for by cards and panels alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Go back to the spawn.
    Respawn,
    /// Walk or fly.
    ToggleWalking,
    /// Pass through walls, or be stopped by them again.
    ToggleNoclip,
    /// Move faster by a notch of the wheel.
    SpeedUp,
    /// Move slower by a notch.
    SpeedDown,
    /// The next collision method.
    NextCollision,
    /// Show why the body was stopped, or close the explanation.
    Why,
    /// Replay the last seconds beside the ATI sample's push, or end the replay.
    ToggleReplay,
    /// Begin to record a script, or end and save it.
    ToggleRecording,
    /// Play the latest script, or end it.
    PlayScript,
    /// Go to a station of the level's course, counted from 0.
    GoToStation(u8),
    /// Play a station of the level's course.
    WatchStation(u8),
    /// Slow the simulation down by a notch; the slowest is followed by real time.
    Slower,
    /// Pause the simulation, or resume it.
    TogglePause,
    /// Make one fixed step and pause.
    SingleStep,
    /// Begin the tour where it was left, or leave it.
    Tour,
    /// Go to this station of the tour, counted from 0; after the last one the tour ends.
    TourStation(u8),
    /// Open or close the help, or turn to its next page.
    ToggleHelp,
    /// Switch between full screen and a window.
    ToggleFullScreen,
    /// Save a screenshot.
    Screenshot,
    /// Copy the view as a line of the command line.
    CopyView,
    /// Go to the view of a line that was copied.
    PasteView,
    /// Keep the view as a bookmark of the level.
    KeepView,
    /// Go to the next bookmark of the level; after the last one to the first.
    NextBookmark,
    /// Open or close the panel.
    TogglePanel,
    /// Switch the overlay of this key; `0` hides them all.
    Overlay(char),
    /// Show planes and cells one depth deeper, and more of painter's order.
    Deeper,
    /// Show planes and cells one depth less deep, and less of painter's order.
    Shallower,
    /// Select the node that stores the face under the crosshair.
    SelectUnderCrosshair,
    /// Select the node that stores the face under the mouse pointer, or under the crosshair while the mouse is captured.
    SelectUnderPointer,
    /// Select the node above.
    SelectParent,
    /// Select the front child.
    SelectFront,
    /// Select the back child.
    SelectBack,
    /// Select this node.
    SelectNode(NodeId),
    /// Select this leaf of the solid-leaf tree.
    SelectLeaf(LeafId),
    /// Begin the sightline in this leaf rather than in the eye's.
    SightFrom(Option<LeafId>),
    /// Select nothing.
    ClearSelection,
    /// Select what was selected before.
    SelectionBack,
    /// Select what was selected after.
    SelectionForward,
    /// Take the camera to where the selection is seen best: the plane of the node, or the leaf.
    LookAtSelection,
    /// Open or close the dock with the tree as a picture.
    ToggleTreeDock,
    /// Open or close the page of the planar tree.
    TogglePlanarPage,
    /// Open or close the page of the duel: the build rules side by side.
    ToggleDuel,
    /// Open or close the quiz: questions about the trees of the level.
    ToggleQuiz,
    /// Show the map in the corner, over the whole level, or not at all.
    NextMap,
    /// Switch culling: off, by the view, by the view and the PVS, as far as the front has these.
    NextCulling,
    /// Show the solid-leaf tree that a compiled level brings, or the one that is built here.
    ToggleTreeOwner,
    /// Freeze culling at the present view, or let it follow the view again.
    ToggleFrozenCulling,
    /// The next method of removing hidden surfaces; in the film of painter's order, the other order.
    NextMethod,
    /// Take the eye to the next corner of the leak.
    AlongLeak,
    /// Take the eye to the previous corner of the leak.
    BackAlongLeak,
    /// Look at the level as a model, cut open at a height, or from the eyes again.
    ToggleModel,
    /// Look at the level from straight above, cut open, or from the eyes again.
    TogglePlan,
    /// Show how the node-storing tree divides the level as a film, depth by depth, or end it.
    ToggleDivision,
    /// Show the build of the tree as a film, division by division, or close it.
    ToggleBuildFilm,
    /// Show what a query does in the tree as a film, or close it.
    ToggleQueryFilm,
    /// Show the next step of the film: a division of the build, a step of the query, a fragment of painter's order.
    NextStep,
    /// Show the step before.
    PreviousStep,
    /// Show the first step of the film.
    FirstStep,
    /// Show the last step of the film.
    LastStep,
    /// Let the film play, or pause it.
    TogglePlaying,
    /// Open the menu bar for the keyboard, or close it.
    ToggleMenu,
    /// Open the command palette, or close it.
    TogglePalette,
    /// Undo the last change.
    Undo,
    /// Redo what was undone last.
    Redo,
    /// Ask for a file to open.
    OpenDialog,
    /// Do what a card offers.
    AcceptOffer,
    /// Decline it.
    DeclineOffer,
    /// Close the topmost thing that is open, and nothing else.
    Escape,
    /// Leave the program at once.
    Leave,
    /// Show real pixels in the terminal, or blocks.
    TogglePixels,
    /// Give the terminal back until the program is continued.
    Suspend,
    /// Draw the whole screen of the terminal anew.
    Redraw,
}

impl Action {
    /// Its name in the settings files of users, in lower case with hyphens. It stays the same when the variant is renamed.
    #[must_use]
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

    /// Whether a key that is held does it again and again.
    #[must_use]
    pub fn repeats(self) -> bool {
        matches!(self, Self::SingleStep | Self::NextStep | Self::PreviousStep)
    }

    /// Whether it selects a node or a leaf, or nothing.
    #[must_use]
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
