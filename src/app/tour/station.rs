//! Parts of a tour station.

use bevy::math::Vec3;
use bspwalk_explain::{
    films::Query,
    glossary::Source,
    quiz::{Kind, checks::Check},
};
use bspwalk_session::{actions::Motion, overlays::OverlayKind, view::View};
use bspwalk_text::Message;
use bspwalk_trees::{Rule, node_storing::NodeId};

use super::noticed::Noticed;
use crate::app::{
    host::state::{Action, FilmTree, Overlays, Page},
    level::leaf_tree::CullingMode,
};

/// A station of the tour: what it shows, its text, and its task.
#[derive(Clone, Copy, Debug)]
pub struct Station {
    /// Name in the settings: short, lower case, unique.
    pub name: &'static str,
    /// Title of the card.
    pub title: Message,
    /// Kinds of quiz questions asked here.
    pub asks: &'static [Kind],
    /// Name of the built-in level.
    pub level: &'static str,
    /// Position of the player, and view of the level.
    pub camera: Camera,
    /// Trees, overlays and film.
    pub setup: Setup,
    /// Text of at most 40 words, with the source of each part.
    pub sentences: &'static [(Message, Source)],
    /// Instruction for the task, with the names of keys.
    pub task: &'static [Word],
    /// Returns whether the task is completed.
    pub is_done: fn(&Station, &Noticed<'_, '_>) -> bool,
    /// Returns a fact about this level and the current position, in numbers, if there is one.
    pub fact: fn(&Station, &Noticed<'_, '_>) -> Option<String>,
    /// Explanation after the task is completed.
    pub after: Message,
    /// Creates the question that is asked after the task is completed, from a random seed. `None` if there is none,
    /// or not yet.
    pub check: fn(&Noticed<'_, '_>, u64) -> Option<Check>,
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
    /// Box that model and plan frame at first, as its minimum and maximum corner in metres. By default they frame the
    /// whole storey.
    pub frames: Option<[Vec3; 2]>,
}

impl Camera {
    /// Creates a camera that looks at the horizon. Model and plan are cut open above the eye.
    pub(super) const fn new(view: View, eye: Vec3, yaw: f32) -> Self {
        Self {
            view,
            eye,
            yaw,
            frames: None,
        }
    }

    /// Frames a box at first.
    pub(super) const fn framing(self, frames: [Vec3; 2]) -> Self {
        Self {
            frames: Some(frames),
            ..self
        }
    }
}

/// State of the program at a station.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Rule that builds the node-storing tree.
    pub rule: Rule,
    /// Whether the player walks instead of flying.
    pub walks: bool,
    /// Culling mode.
    pub culling: CullingMode,
    /// Overlays that are on.
    pub shows: &'static [OverlayKind],
    /// Changes options of the overlays from their defaults.
    pub options: fn(&mut Overlays),
    /// Film that is open.
    pub film: Film,
    /// Page that covers the level.
    pub page: Option<Page>,
    /// Selected node.
    pub selects: Option<NodeId>,
    /// Part that is added to the card.
    pub extra: Extra,
}

impl Setup {
    /// Walking in the default tree, without culling, overlays and films.
    pub(super) const PLAIN: Self = Self {
        rule: Rule::Sampled,
        walks: true,
        culling: CullingMode::None,
        shows: &[],
        options: |_| {},
        film: Film::None,
        page: None,
        selects: None,
        extra: Extra::None,
    };
}

/// A part of a station that others do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// None.
    None,
    /// Three planes for the root. The user picks one.
    Planes,
    /// A ghost that follows the body with the push of the ATI sample (2006).
    Ghost,
    /// A picture of three triangles that overlap in a cycle.
    Cycle,
}

/// Film of a station.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Film {
    /// No film.
    None,
    /// The division film, which starts playing.
    Division(FilmTree),
    /// The build film at its first step.
    Build,
    /// The film of a query, paused at its first step.
    Query(Query),
}

/// A part of an instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Word {
    /// Text of the instruction.
    Say(Message),
    /// Key of a command, as printed on the user's keyboard.
    Press(Action),
    /// Key of a movement.
    Hold(Motion),
}
