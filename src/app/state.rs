//! The state that the plugins share: the current level, the player, the selection, the overlays and the messages.

mod build_film;
mod level_options;
mod query_film;
mod view;

use std::{
    path::{PathBuf, absolute},
    sync::Arc,
};

use bevy::prelude::*;
use bspwalk_compile::{CompiledLevel, open::Origin};
use bspwalk_levels::{Level, LoadOptions, Source};
use bspwalk_session::{LevelName, body::Body, overlays::OverlayKind};
use bspwalk_trees::{BuildParams, NodeTree, Rule, node_storing::NodeId};

pub use bspwalk_session::{actions::Action, view::Orbit};

pub use self::{
    build_film::{BuildFilm, FILM_SPEEDS, ShownStep},
    level_options::{Asked, LevelOptions},
    query_film::{AskedQuery, QUERY_RADII, QUERY_SIZES, QUERY_SPEEDS, QueryEnd, QueryPlayer, RecordedQuery},
    view::{Aim, Film, FilmTree, Framed, LookGoal, ModelView},
};

/// The name of a level that was drawn.
pub(super) const DRAWN: &str = "drawn polygon";

/// Which overlays are shown, and with which options.
#[derive(
    Resource, Clone, Debug, Default, PartialEq, Deref, DerefMut, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct Overlays(pub bspwalk_session::overlays::Overlays);

impl Overlays {
    /// Only these overlays, with the default options.
    #[must_use]
    pub fn showing(kinds: impl IntoIterator<Item = OverlayKind>) -> Self {
        Self(bspwalk_session::overlays::Overlays::showing(kinds))
    }

    /// Nothing but the level.
    #[must_use]
    pub fn none() -> Self {
        Self::showing([])
    }
}

/// Where a level comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum LevelSource {
    /// One that is embedded in the program, by name.
    BuiltIn(String),
    /// A file.
    File(PathBuf),
    /// One that was drawn on the page of the planar tree, as the text of an OBJ file. It lasts as long as the window.
    Drawn(Box<str>),
}

impl LevelSource {
    /// The same source, with an absolute path.
    #[must_use]
    pub fn absolute(&self) -> Self {
        match self {
            Self::File(path) => Self::File(absolute(path).unwrap_or_else(|_| path.clone())),
            Self::BuiltIn(_) | Self::Drawn(_) => self.clone(),
        }
    }

    /// The name of the built-in level or of the file, for the user.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::BuiltIn(name) => name.clone(),
            Self::Drawn(_) => DRAWN.to_owned(),
            Self::File(path) => path.file_name().map_or_else(
                || path.display().to_string(),
                |name| name.to_string_lossy().into_owned(),
            ),
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

/// Where the solid-leaf tree of a level comes from.
#[derive(Clone, Debug)]
pub enum Precompiled {
    /// It has to be built. With the level's source, it is kept in the cache for the next time.
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
    /// Its solid-leaf tree, if it was read.
    pub precompiled: Precompiled,
    /// Grows with every change of level or tree.
    pub revision: u64,
    /// Grows with every change of level, but not with a rebuild of the tree.
    pub level_revision: u64,
    /// Grows when another level is opened, but not when the file of this one was saved and is read again: then the body,
    /// the view and what is selected stay.
    pub opened_revision: u64,
    /// The greatest numbers that the three revisions have had, in their order, in levels that were put aside too.
    pub newest: [u64; 3],
}

impl CurrentLevel {
    /// The numbers after the greatest that the three revisions have had, so that no two trees and levels share one.
    #[must_use]
    pub fn next_revisions(&self) -> [u64; 3] {
        let now = [self.revision, self.level_revision, self.opened_revision];
        [0, 1, 2].map(|index: usize| self.newest[index].max(now[index]) + 1)
    }

    /// Gives a level that was opened its three revisions.
    pub fn number(&mut self, revisions: [u64; 3]) {
        [self.revision, self.level_revision, self.opened_revision] = revisions;
        self.newest = revisions;
    }

    /// Replaces the tree of the level by another one.
    pub fn replace_tree(&mut self, tree: Arc<NodeTree>) {
        self.revision = self.next_revisions()[0];
        self.newest[0] = self.revision;
        self.tree = tree;
    }
}

/// The camera of the player; its [`Transform`] is the interpolated pose.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Eye;

/// What is open over the level, and whether the mouse is captured.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ui {
    /// The panel is open.
    pub panel: bool,
    /// The dock with the tree is open.
    pub dock: bool,
    /// The page of the duel is open.
    pub duel: bool,
    /// The help card is open.
    pub help: bool,
    /// The mouse is captured: it turns the view.
    pub captured: bool,
    /// The page of the planar tree is open.
    pub planar_page: bool,
    /// The map is shown.
    pub map: MapSize,
    /// The tour runs.
    pub tour: bool,
    /// The pointer is on the panel, on the dock or on a card, which get the buttons and the wheel.
    pub pointer_on_panel: bool,
}

/// Where the map is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MapSize {
    /// Nowhere.
    #[default]
    Off,
    /// In the corner, turning with the view.
    Corner,
    /// Over the level, with −Z up.
    Large,
}

impl MapSize {
    /// The one after it.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Off => Self::Corner,
            Self::Corner => Self::Large,
            Self::Large => Self::Off,
        }
    }
}

/// What a key, a button or a card asks for.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash, Deref)]
pub struct Act(pub Action);

impl PartialEq<Action> for Act {
    fn eq(&self, action: &Action) -> bool {
        self.0 == *action
    }
}

/// The body of the player and the eye. They move in [`FixedUpdate`].
#[derive(Resource, Clone, Debug, Default, PartialEq, Deref, DerefMut)]
pub struct Player(pub Body);

/// The selected node.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The node.
    pub node: Option<NodeId>,
    /// The face by which it was selected, as the level numbers it.
    pub face: Option<u32>,
}

/// What the window offers to do about a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Build the tree by the default rule instead of this one, which may take long.
    DefaultRule(Rule),
    /// Load the level with Z up, as it seems to be meant.
    TurnUpright,
}

/// Asks for another level.
#[derive(Message, Clone, Debug)]
pub struct OpenLevel {
    /// Where it comes from.
    pub source: LevelSource,
    /// How to read it and to build its trees.
    pub options: Asked,
}

impl OpenLevel {
    /// Asks for a level with the options of the last time.
    #[must_use]
    pub fn remembered(source: LevelSource) -> Self {
        let options = Asked::Remembered;
        Self { source, options }
    }
}

/// Asks for the tree to be rebuilt in the background.
#[derive(Message, Clone, Debug)]
pub struct RebuildTree(pub BuildParams);

/// A message to the user, which stays on the screen for a while.
#[derive(Message, Clone, Debug)]
pub struct Notice {
    /// The message.
    pub text: String,
    /// Whether it tells of an error.
    pub error: bool,
}

impl Notice {
    /// An information.
    pub fn info(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            error: false,
        }
    }

    /// An error.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            error: true,
        }
    }
}
