//! State that the plugins share: the current level, the player, the selection, the overlays and the messages.

mod level_options;
mod views;

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use bevy::{math::DVec2, prelude::*};
use bspwalk_levels::Level;
use bspwalk_planar::PlanarTree;
use bspwalk_session::{
    body::Body,
    identity::Identity,
    moving::MovingEntities,
    program::Program,
    walker::{self, Walker},
};
use bspwalk_trees::{BuildParams, NodeTree, Rule};

pub use bspwalk_session::{
    LevelName, actions::Action, escape::Close, overlays::Overlays, palette::PaletteCommand, ui::Page, ui::Ui,
    view::Orbit,
};

pub use self::{
    level_options::{LevelOptions, RequestedOptions},
    views::{
        Aim, AskedFilm, AskedQuery, DivisionFilm, FILM_SPEEDS, FilmTree, Framed, GlossarySearch, QUERY_RADII,
        QUERY_SIZES, QUERY_SPEEDS, QueryEnd, SectionFacts,
    },
};

/// State that commands change in all front ends, except for the level and the player.
#[derive(Resource, Debug, Default, Deref, DerefMut)]
pub struct ProgramState(pub bspwalk_session::program_state::ProgramState);

/// Identity of the node-storing tree that a result belongs to.
pub type TreeId = Identity<NodeTree>;

/// Identity of the level that a result belongs to.
pub type LevelId = Identity<Level>;

/// An opened level and its node-storing tree. The level on screen has the [`IsShown`](super::shown::IsShown) marker.
///
/// The level remains the same entity when its file is saved and reloaded, so body, view and selection are kept.
#[derive(Component, Clone, Deref, DerefMut)]
pub struct OpenedLevel(pub bspwalk_session::Opened);

/// Marks the player's camera. Its [`Transform`] is the interpolated pose.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Eye;

/// Invitation to the tour, shown on the first start until you accept or decline it or capture the mouse. Until then,
/// the tool bar and the basic keys are hidden.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Invitation;

/// Locations that the pointer has visited on the planar tree page since the current tour station began.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PolygonProbe {
    /// Whether the pointer was inside the polygon.
    pub was_inside: bool,
    /// Whether the pointer was outside the polygon.
    pub was_outside: bool,
}

/// Tree of the polygon on the planar tree page, set once the pointer has been over the polygon.
#[derive(Resource, Clone, Debug, Default)]
pub struct DrawnPolygon(pub Option<Arc<PlanarTree>>);

/// An action requested by a key, a button or a card.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash, Deref)]
pub struct Act(pub Action);

impl PartialEq<Action> for Act {
    fn eq(&self, action: &Action) -> bool {
        self.0 == *action
    }
}

/// A change of the program that a card requests.
#[derive(Message, Clone, Deref)]
pub struct Change(Arc<dyn Fn(&mut Program<'_>) + Send + Sync>);

impl Change {
    /// Creates a request.
    pub fn new(change: impl Fn(&mut Program<'_>) + Send + Sync + 'static) -> Self {
        Self(Arc::new(change))
    }
}

/// The player's body and controls. The body moves in [`FixedUpdate`].
#[derive(Component, Clone, Debug, Default)]
pub struct Player {
    /// Body and controls.
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

/// Doors and lifts of a level, if it has any.
#[derive(Component, Clone, Debug, Default)]
pub struct Doors(pub Option<MovingEntities>);

/// An offer that the window makes for the current level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Rebuild the tree with the default rule instead of the given rule, which may be slow.
    DefaultRule(Rule),
    /// Load the level with Z up, because it appears to lie on its side.
    TurnUpright,
}

/// Requests that another level be opened.
#[derive(Message, Clone, Debug)]
pub struct OpenLevel {
    /// Source of the level.
    pub source: LevelName,
    /// Options for reading the level and building its trees.
    pub options: RequestedOptions,
}

impl OpenLevel {
    /// Creates a request for a level with its saved options.
    #[must_use]
    pub fn remembered(source: LevelName) -> Self {
        let options = RequestedOptions::Remembered;
        Self { source, options }
    }
}

/// Requests to move the player to a position on the map, in map coordinates.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct GoToPlace(pub DVec2);

/// Whether the changes made by the last save are drawn in the level.
#[derive(Resource, Default)]
pub struct DrawnSave(pub bool);

/// Requests a rebuild of the tree in the background.
#[derive(Message, Clone, Debug)]
pub struct RebuildTree(pub BuildParams);

/// A message shown to the user for a while.
#[derive(Message, Clone, Debug)]
pub struct Notice {
    /// Text of the message.
    pub text: String,
    /// Whether the message reports an error.
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
    /// Creates an informational message.
    pub fn info(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            error: false,
        }
    }

    /// Creates an error message.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            error: true,
        }
    }
}
