//! What the parts of the window share: the level that is shown, the selection, the overlays and the messages.

mod level_options;
mod player;

use std::{
    path::{PathBuf, absolute},
    sync::Arc,
};

use bevy::prelude::*;

pub use self::{
    level_options::{Asked, LevelOptions},
    player::{Own, Player},
};
pub use super::overlays::state::Overlays;
use crate::{
    bsp::{BuildParams, NodeTree, Rule, node_storing::NodeId, solid_leaf::LeafId},
    cli::LevelName,
    compile::{CompiledLevel, open::Origin},
    level::{Level, LoadOptions, Source},
};

/// Where a level comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum LevelSource {
    /// One that is embedded in the program, by name.
    BuiltIn(String),
    /// A file.
    File(PathBuf),
}

impl LevelSource {
    /// The same wherever the program is started from.
    #[must_use]
    pub fn absolute(&self) -> Self {
        match self {
            Self::File(path) => Self::File(absolute(path).unwrap_or_else(|_| path.clone())),
            Self::BuiltIn(_) => self.clone(),
        }
    }
}

impl From<LevelName> for LevelSource {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::BuiltIn(name) => Self::BuiltIn(name),
            LevelName::File(path) => Self::File(path),
        }
    }
}

/// What is made of a level besides its node-storing tree.
#[derive(Clone, Debug)]
pub enum Precompiled {
    /// It has to be made, of a level with this content; what is not to be kept for the next time has none.
    ToBuild(Option<Source>),
    /// It was read, from the level's file or from the cache.
    Built(Arc<CompiledLevel>, Origin),
}

/// The level that is shown and its tree. Replaced whole: watch it with `resource_changed` or [`CurrentLevel::revision`].
#[derive(Resource, Clone)]
pub struct CurrentLevel {
    /// The level.
    pub level: Arc<Level>,
    /// Its tree.
    pub tree: Arc<NodeTree>,
    /// Where it came from.
    pub source: LevelSource,
    /// How it was loaded.
    pub options: LoadOptions,
    /// How long the tree took to build, in milliseconds.
    pub build_ms: f64,
    /// What else is made of the level.
    pub rest: Precompiled,
    /// Grows with every change of level or tree.
    pub revision: u64,
    /// Grows with every change of level, but not with a rebuild of the tree.
    pub level_revision: u64,
}

/// The camera through which the person looks; its [`Transform`] is the interpolated pose.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Eye;

/// Whether the panel is open, and the mouse captured.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ui {
    /// The panel is open.
    pub panel: bool,
    /// The help card is open.
    pub help: bool,
    /// The mouse is captured: it turns the view and does not point.
    pub captured: bool,
    /// The pointer is on the panel: buttons and wheel are meant for it.
    pub pointer_on_panel: bool,
}

/// Something that a person asked for by a key or a button.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Go back to the spawn.
    Respawn,
    /// Ignore the walls, or heed them again.
    ToggleNoclip,
    /// Walk, or fly.
    ToggleWalking,
    /// Say why the body was stopped.
    Why,
    /// Let the last seconds pass again beside what the sample's push would have done, or stop that.
    ToggleReplay,
    /// Begin to record a script, or end and save it.
    ToggleRecording,
    /// Play the latest script, or end it.
    PlayScript,
    /// Go to a station of the level's course, counted from 0.
    GoToStation(u8),
    /// Watch the body go through it.
    WatchStation(u8),
    /// Slow the simulation down by a notch; after the slowest comes the real speed.
    Slower,
    /// Stop the simulation, or let it go on.
    TogglePause,
    /// Make one fixed step and stop.
    SingleStep,
    /// Open or close the help card.
    ToggleHelp,
    /// Fill the screen, or not.
    ToggleFullScreen,
    /// Save a picture.
    Screenshot,
    /// Open or close the panel.
    TogglePanel,
    /// The overlay on a key, as the table of overlays has it; `0` hides them all.
    Overlay(char),
    /// Show planes and cells one depth deeper.
    Deeper,
    /// Show planes and cells one depth less deep.
    Shallower,
    /// Select the node that stores the face under the crosshair.
    SelectUnderCrosshair,
    /// Select the node above.
    SelectParent,
    /// Select the child in front.
    SelectFront,
    /// Select the child behind.
    SelectBack,
    /// Select this node.
    SelectNode(NodeId),
    /// Select this leaf of the solid-leaf tree.
    SelectLeaf(LeafId),
    /// Look at sight from this leaf rather than from the eye's.
    SightFrom(Option<LeafId>),
    /// Select nothing.
    ClearSelection,
    /// Leave out nothing, then what is out of view, then what cannot be seen from here either.
    NextCulling,
    /// Keep drawing what is drawn now, wherever the eye goes, or follow it again.
    ToggleFrozenCulling,
    /// Take the eye to the next corner of the leak.
    AlongLeak,
    /// Take the eye to the corner of the leak before.
    BackAlongLeak,
    /// Ask for a file.
    OpenDialog,
    /// Do what the window offers, see [`Offer`].
    AcceptOffer,
    /// Leave it.
    DeclineOffer,
    /// Free the mouse, close the help, or cancel what is loading.
    Escape,
}

/// The node that a person chose to look at.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The node.
    pub node: Option<NodeId>,
    /// The face by which it was chosen, as the level numbers it.
    pub face: Option<u32>,
}

/// What the window offers to do about a level; [`Command::AcceptOffer`] has it done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Build the tree by the default rule rather than by this one, which may take long.
    DefaultRule(Rule),
    /// Turn the level upright, which looks as if Z were up.
    TurnUpright,
}

/// Asks for another level.
#[derive(Message, Clone, Debug)]
pub struct OpenLevel {
    /// Which.
    pub source: LevelSource,
    /// How to read it and to build its trees.
    pub options: Asked,
}

impl OpenLevel {
    /// Another level, as it was opened last.
    #[must_use]
    pub fn remembered(source: LevelSource) -> Self {
        let options = Asked::Remembered;
        Self { source, options }
    }
}

/// Asks for the tree to be built anew, in the background.
#[derive(Message, Clone, Debug)]
pub struct RebuildTree(pub BuildParams);

/// Asks for the file dialog.
#[derive(Message, Clone, Copy, Debug, Default)]
pub struct OpenDialog;

/// Something to tell the person, on the screen for a while.
#[derive(Message, Clone, Debug)]
pub struct Notice {
    /// What.
    pub text: String,
    /// Whether something went wrong.
    pub error: bool,
}

impl Notice {
    /// Good or neutral news.
    pub fn info(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            error: false,
        }
    }

    /// Something went wrong.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            error: true,
        }
    }
}
