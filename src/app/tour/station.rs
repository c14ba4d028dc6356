//! What a station of the tour is made of.

use bevy::math::Vec3;
use bspwalk_explain::{films::Query, glossary::Source, quiz::Kind};
use bspwalk_session::{actions::Motion, overlays::OverlayKind, view::View};
use bspwalk_text::Message;
use bspwalk_trees::{Rule, collision::mover::CollisionMethod, node_storing::NodeId};

use super::noticed::Noticed;
use crate::app::{
    leaf_tree::CullingMode,
    state::{Action, FilmTree, Overlays},
};

/// A station of the tour: what is shown, what is said of it, and what there is to try.
#[derive(Clone, Copy, Debug)]
pub struct Station {
    /// Its name in the settings: short, in lower case, unique.
    pub name: &'static str,
    /// Its title.
    pub title: Message,
    /// What the quiz asks about here.
    pub asks: &'static [Kind],
    /// The built-in level.
    pub level: &'static str,
    /// The rule by which its node-storing tree is built.
    pub rule: Rule,
    /// Where the body stands, and how the level is looked at.
    pub camera: Camera,
    /// How the body moves and what is drawn.
    pub mode: Mode,
    /// The overlays.
    pub shows: &'static [OverlayKind],
    /// Changes their options from the defaults.
    pub options: fn(&mut Overlays),
    /// The film.
    pub film: Film,
    /// The node that is selected.
    pub selects: Option<NodeId>,
    /// What it says.
    pub sentences: [Sentence; 3],
    /// What there is to try.
    pub task: Task,
}

/// Where the body stands, and how the level is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// From the eyes, as a model or as a plan.
    pub view: View,
    /// The eye, in metres.
    pub eye: Vec3,
    /// Degrees to the left of −Z.
    pub yaw: f32,
    /// Degrees above the horizon.
    pub pitch: f32,
    /// The height at which the model is cut open, in metres; none for a little above the eye.
    pub cut: Option<f32>,
}

/// How the body moves and what is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Whether the body walks; else it flies.
    pub walks: bool,
    /// How it is kept out of the walls.
    pub method: CollisionMethod,
    /// What is not drawn.
    pub culling: CullingMode,
}

impl Mode {
    /// On foot, with the default method, and everything drawn.
    pub const WALK: Self = Self {
        walks: true,
        method: CollisionMethod::Sweep,
        culling: CullingMode::None,
    };
}

/// The film of a station.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Film {
    /// None.
    None,
    /// The division of space, which plays by itself.
    Division(FilmTree),
    /// The build, at this step.
    Build(u32),
    /// A query, whose film plays by itself.
    Query(Query),
}

/// A sentence with its source.
#[derive(Clone, Copy, Debug)]
pub struct Sentence {
    /// The sentence.
    pub text: Message,
    /// Where it comes from.
    pub source: Source,
}

/// Something to try.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// What to do.
    pub words: &'static [Word],
    /// Whether it was done.
    pub is_done: fn(&Station, &Noticed<'_, '_>) -> bool,
    /// What is true of this level and this place now, in numbers; nothing where there is nothing to say.
    pub fact: fn(&Station, &Noticed<'_, '_>) -> Option<String>,
    /// What it has shown, once it was done.
    pub after: Message,
}

/// A part of what there is to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Word {
    /// Words.
    Say(Message),
    /// The key of a command, as it is printed on the user's keyboard.
    Press(Action),
    /// The key that moves so.
    Hold(Motion),
}
