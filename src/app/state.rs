//! The state that the plugins share: the current level, the player, the selection, the overlays and the messages.

mod close;
mod films;
mod level_options;
mod level_source;
mod view;
mod window_options;

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use bevy::prelude::*;
use bspwalk_compile::{CompiledLevel, open::Origin};
use bspwalk_levels::{Level, LoadOptions, Source};
use bspwalk_session::{
    body::Body,
    identity::Identity,
    moving::Moving,
    overlays::OverlayKind,
    stop_reason::Reason,
    walker::{self, Walker},
};
use bspwalk_trees::{BuildParams, NodeTree, Rule, node_storing::NodeId};

pub use bspwalk_session::{actions::Action, view::Orbit};

pub(super) use self::level_source::DRAWN;
pub use self::{
    close::{Close, Closing},
    films::{
        AskedQuery, BuildFilm, FILM_SPEEDS, QUERY_RADII, QUERY_SIZES, QUERY_SPEEDS, QueryEnd, QueryPlayer,
        ShownStep,
    },
    level_options::{Asked, LevelOptions},
    level_source::LevelSource,
    view::{Aim, Film, FilmTree, Framed, LookGoal, ModelView},
    window_options::WindowOptions,
};

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

/// Which node-storing tree something was found out about.
pub type TreeId = Identity<NodeTree>;

/// Which level something was found out about.
pub type LevelId = Identity<Level>;

/// Where the solid-leaf tree of a level comes from.
#[derive(Clone, Debug)]
pub enum Precompiled {
    /// It has to be built. With the level's source, it is kept in the cache for the next time.
    ToBuild(Option<Source>),
    /// It was read, from the level's file or from the cache.
    Built(Arc<CompiledLevel>, Origin),
}

/// A level that is opened, with its node-storing tree. The level that is shown is that with
/// [`IsShown`](super::shown::IsShown). Where its file was saved and is read again, it stays the same entity: the body, the view and what is
/// selected stay.
#[derive(Component, Clone)]
pub struct OpenedLevel {
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
}

impl OpenedLevel {
    /// The identity of its tree, for what was found out about it.
    #[must_use]
    pub fn tree_id(&self) -> TreeId {
        Identity::of(&self.tree)
    }

    /// The identity of the level, which stays when another tree is built.
    #[must_use]
    pub fn level_id(&self) -> LevelId {
        Identity::of(&self.level)
    }

    /// The level as it was compiled; `None` where that was not read. In a page, what is computed of it is ordered from a program
    /// beside this one; a level that was drawn here is small.
    #[must_use]
    pub fn compiled(&self) -> Option<&Arc<CompiledLevel>> {
        match &self.precompiled {
            Precompiled::Built(compiled, _) => Some(compiled),
            Precompiled::ToBuild(_) => None,
        }
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
    /// The help card is open.
    pub help: bool,
    /// The mouse is captured: it turns the view.
    pub captured: bool,
    /// The page that lies over the level.
    pub page: Option<Page>,
    /// The map is shown: in the corner, turning with the view, or over the level.
    pub map: bool,
    /// The tour runs.
    pub tour: bool,
    /// The pointer is on the panel, on the dock or on a card, which get the buttons and the wheel.
    pub pointer_on_panel: bool,
}

/// What lies over all of the level. One at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The planar tree of a polygon that one draws.
    PlanarTree,
    /// The build rules in a duel.
    Duel,
    /// The map, with −Z up.
    Map,
}

/// What a key, a button or a card asks for.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash, Deref)]
pub struct Act(pub Action);

impl PartialEq<Action> for Act {
    fn eq(&self, action: &Action) -> bool {
        self.0 == *action
    }
}

/// The body of the player and its controls. It moves in [`FixedUpdate`].
#[derive(Component, Clone, Debug, Default)]
pub struct Player {
    /// The body and its controls.
    pub walker: Walker,
}

impl Deref for Player {
    type Target = Body;

    fn deref(&self) -> &Body {
        &self.walker.body
    }
}

impl DerefMut for Player {
    fn deref_mut(&mut self) -> &mut Body {
        &mut self.walker.body
    }
}

/// The doors and lifts of a level, if it has any.
#[derive(Component, Clone, Debug, Default)]
pub struct Doors(pub Option<Moving>);

/// The node of a level that is selected.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The node.
    pub node: Option<NodeId>,
    /// The face by which it was selected, as the level numbers it.
    pub face: Option<u32>,
}

impl From<&Reason> for Selection {
    fn from(reason: &Reason) -> Self {
        Self {
            node: reason.node_of_level(),
            face: Some(reason.face),
        }
    }
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

impl From<walker::Notice> for Notice {
    fn from(walker::Notice { text, is_error }: walker::Notice) -> Self {
        Self {
            text,
            error: is_error,
        }
    }
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
