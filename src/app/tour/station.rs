//! Types that describe a tour station.

use bevy::math::Vec3;
use bspwalk_explain::quiz::{Kind, checks::ChoiceQuestion};
use bspwalk_explain::{films::Query, glossary::Source};
use bspwalk_session::{actions::Motion, overlays::OverlayKind, view::View};
use bspwalk_text::Message;
use bspwalk_trees::{Rule, node_storing::NodeId};

use super::noticed::TourProgress;
use crate::app::{host::prelude::*, level::leaf_tree::CullingMode};

/// A station of the tour: what it shows, its text, and its task.
#[derive(Clone, Copy, Debug)]
pub struct Station {
    /// Name in the settings file (short, lower case and unique).
    pub name: &'static str,
    /// Title of the station card.
    pub title: Message,
    /// Kinds of quiz questions that can be asked at the station.
    pub asks: &'static [Kind],
    /// Name of the built-in level.
    pub level: &'static str,
    /// Position of the player, and view of the level.
    pub camera: Camera,
    /// Trees, overlays and film to show.
    pub setup: Setup,
    /// Text of at most 40 words, with a source for each part.
    pub sentences: &'static [(Message, Source)],
    /// Instruction for the task, including key labels.
    pub task: &'static [Word],
    /// Returns whether the task is complete.
    pub is_done: fn(&Station, &TourProgress<'_, '_>) -> bool,
    /// Returns a sentence with figures about this level and the current position, if there is one.
    pub fact: fn(&Station, &TourProgress<'_, '_>) -> Option<String>,
    /// Explanation shown after the task is complete.
    pub after: Message,
    /// Generates the question to ask after the task is complete, using a random seed. Returns `None` if there is no
    /// question, or none yet.
    pub check: fn(&TourProgress<'_, '_>, u64) -> Option<ChoiceQuestion>,
}

/// Position of the player, and view of the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// First person, model or plan.
    pub view: View,
    /// Position of the eye (in metres).
    pub eye: Vec3,
    /// Rotation to the left of −Z (in degrees).
    pub yaw: f32,
    /// Box that the model view and plan initially frame, given by its minimum and maximum corners (in metres). By
    /// default, they frame the whole storey.
    pub frames: Option<[Vec3; 2]>,
}

impl Camera {
    /// Creates a camera that looks at the horizon. The model view and plan are cut above the eye.
    pub(super) const fn new(view: View, eye: Vec3, yaw: f32) -> Self {
        Self {
            view,
            eye,
            yaw,
            frames: None,
        }
    }

    /// Makes the model view and plan initially frame a box.
    pub(super) const fn framing(self, frames: [Vec3; 2]) -> Self {
        Self {
            frames: Some(frames),
            ..self
        }
    }
}

/// Program state at a station.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Rule that builds the node-storing tree.
    pub rule: Rule,
    /// Whether the player walks rather than flies.
    pub walks: bool,
    /// Culling mode.
    pub culling: CullingMode,
    /// Overlays that are turned on.
    pub shows: &'static [OverlayKind],
    /// Sets overlay options that differ from their defaults.
    pub options: fn(&mut Overlays),
    /// Film that is open, if any.
    pub film: Film,
    /// Page that covers the level, if any.
    pub page: Option<Page>,
    /// Node that is selected, if any.
    pub selects: Option<NodeId>,
    /// Additional part of the station card.
    pub extra: Extra,
}

impl Setup {
    /// Walking in the default tree without culling, overlays or films.
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

/// A feature that is specific to one station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// No additional part.
    None,
    /// Three planes for the root. The user chooses one.
    Planes,
    /// A ghost that follows the body and uses the push from the ATI sample (2006).
    Ghost,
    /// A drawing of three triangles that overlap in a cycle.
    Cycle,
}

/// Film shown at a station.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Film {
    /// No film.
    None,
    /// The division film, paused at its beginning.
    Division(FilmTree),
    /// The build film, at its first step.
    Build,
    /// A query film, paused at its first step.
    Query(Query),
}

/// Part of a task instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Word {
    /// Literal text.
    Say(Message),
    /// Key of a command, as printed on the user's keyboard.
    Press(Action),
    /// Key of a movement.
    Hold(Motion),
}
