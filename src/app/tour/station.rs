//! Parts of a tour station.

use bevy::math::Vec3;
use bspwalk_explain::{films::Query, glossary::Source, quiz::Kind};
use bspwalk_session::{actions::Motion, overlays::OverlayKind, view::View};
use bspwalk_text::Message;
use bspwalk_trees::{Rule, collision::mover::CollisionMethod, node_storing::NodeId};

use super::noticed::Noticed;
use crate::app::{
    host::state::{Action, FilmTree, Overlays},
    level::leaf_tree::CullingMode,
};

/// A station of the tour: what it shows, its text, and its task.
#[derive(Clone, Copy, Debug)]
pub struct Station {
    /// Name in the settings: short, lower case, unique.
    pub name: &'static str,
    /// Title.
    pub title: Message,
    /// Kinds of quiz questions asked here.
    pub asks: &'static [Kind],
    /// Name of the built-in level.
    pub level: &'static str,
    /// Rule that builds its node-storing tree.
    pub rule: Rule,
    /// Position of the player, and view of the level.
    pub camera: Camera,
    /// Movement of the player, and culling.
    pub mode: Mode,
    /// Overlays.
    pub shows: &'static [OverlayKind],
    /// Changes options of the overlays from their defaults.
    pub options: fn(&mut Overlays),
    /// Film.
    pub film: Film,
    /// Selected node.
    pub selects: Option<NodeId>,
    /// Text.
    pub sentences: [Sentence; 3],
    /// Task.
    pub task: Task,
}

/// Position of the player, and view of the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// First person, model or plan.
    pub view: View,
    /// Position of the eye, in metres.
    pub eye: Vec3,
    /// Degrees to the left of −Z.
    pub yaw: f32,
    /// Degrees above the horizon.
    pub pitch: f32,
    /// Height of the cut through the model, in metres; `None` for slightly above the eye.
    pub cut: Option<f32>,
}

/// Movement of the player, and culling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Whether the player walks instead of flying.
    pub walks: bool,
    /// Collision method.
    pub method: CollisionMethod,
    /// Culling mode.
    pub culling: CullingMode,
}

impl Mode {
    /// Walking with the default collision method and without culling.
    pub const WALK: Self = Self {
        walks: true,
        method: CollisionMethod::Sweep,
        culling: CullingMode::None,
    };
}

/// Film of a station.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Film {
    /// No film.
    None,
    /// The division film, which starts playing.
    Division(FilmTree),
    /// The build film at this step.
    Build(u32),
    /// The film of a query, which starts playing.
    Query(Query),
}

/// A sentence with its source.
#[derive(Clone, Copy, Debug)]
pub struct Sentence {
    /// The sentence.
    pub text: Message,
    /// Its source.
    pub source: Source,
}

/// A task.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Instruction.
    pub words: &'static [Word],
    /// Returns whether the task is completed.
    pub is_done: fn(&Station, &Noticed<'_, '_>) -> bool,
    /// Returns a fact about this level and the current position, in numbers, if there is one.
    pub fact: fn(&Station, &Noticed<'_, '_>) -> Option<String>,
    /// Explanation after the task is completed.
    pub after: Message,
}

/// A part of an instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Word {
    /// Text.
    Say(Message),
    /// Key of a command, as printed on the user's keyboard.
    Press(Action),
    /// Key of a movement.
    Hold(Motion),
}
