//! What goes into a step of the mover and what comes out.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::{bsp::node_storing::Contact, collision::Leg};

/// How a body goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// A sphere that goes where it is wished to.
    Fly,
    /// A standing capsule with weight.
    #[default]
    Walk,
}

/// How a body is kept out of the walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CollisionMethod {
    /// Moved whole and pushed by the ATI sample's push, with its faults, to be watched.
    Ati,
    /// Moved in pieces and pushed after each: discrete, and right.
    Push,
    /// Swept and slid: continuous.
    #[default]
    Sweep,
    /// Traced through the planes of a solid-leaf tree, shifted by the body's size: continuous, exact at flat faces and in
    /// corners, a little wide at edges. It needs that tree, see [`Trees`](super::Trees).
    Planes,
}

impl CollisionMethod {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Ati, Self::Push, Self::Sweep, Self::Planes];

    /// As scripts and the command line name it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ati => "ati",
            Self::Push => "push",
            Self::Sweep => "sweep",
            Self::Planes => "planes",
        }
    }

    /// Whether it is known to let bodies through walls: it is there to be watched.
    #[must_use]
    pub fn is_faulty(self) -> bool {
        self == Self::Ati
    }

    /// One sentence for a person.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Ati => {
                "the ATI sample's push (2006) after each step: with its faults, it lets bodies through walls"
            }
            Self::Push => "in pieces, pushed out after each",
            Self::Sweep => "continuous: the first touch is found exactly, then slides on",
            Self::Planes => {
                "continuous: through the planes of the solid-leaf tree, shifted by the body's size"
            }
        }
    }

    /// Whether it needs a solid-leaf tree.
    #[must_use]
    pub fn needs_leaves(self) -> bool {
        self == Self::Planes
    }

    /// The way of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }
}

/// What a person wants for the while of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Input {
    /// Where to, in the level's space, and how eagerly: no longer than 1, a longer one is shortened. Walking takes its
    /// horizontal part.
    pub desired: Vec3,
    /// To jump: once each time that it comes to be wanted.
    pub jump: bool,
    /// To crouch; in flight it does nothing.
    pub crouch: bool,
    /// To hurry.
    pub fast: bool,
}

/// Why a body was put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It fell below the level, or flew out of all reach.
    FellOut,
    /// Where it came to was no room, or not by a way that is free.
    NoRoom,
}

/// Something that happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// It left the ground by a jump.
    Jumped,
    /// It came to the ground.
    Landed {
        /// How fast it fell, in m/s.
        speed: f32,
    },
    /// It went up a step.
    SteppedUp {
        /// How far, in metres.
        height: f32,
    },
    /// It followed the ground down a step.
    SteppedDown {
        /// How far, in metres.
        height: f32,
    },
    /// It would stand up, and has no room to; told when that begins.
    HeadBlocked,
    /// Something too steep to walk on came to be in the way; told when that begins.
    Blocked {
        /// The face, as the caller numbered it.
        face: u32,
        /// From it to the body.
        normal: [f32; 3],
    },
    /// It began within something and was moved out.
    Freed {
        /// How far, in metres.
        distance: f32,
    },
    /// It began within something, and no room was found near by. It cannot move.
    Stuck,
    /// It cannot move: its way needs a solid-leaf tree, and there is none.
    NoLeafTree,
    /// It is back at the last good place.
    PutBack {
        /// Why.
        why: Why,
    },
}

/// Where a step ended, and what happened on the way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// The lowest point of the body.
    pub feet: Vec3,
    /// The centre of the body.
    pub center: Vec3,
    /// The eye, smoothed over steps.
    pub eye: Vec3,
    /// Metres a second. On the ground it is horizontal.
    pub velocity: Vec3,
    /// Whether it stands on something.
    pub grounded: bool,
    /// Whether it is crouched.
    pub crouched: bool,
    /// What turned it, as it stood then, [`Leg::contacts`] being ranges of it; and what it touches at the end. `depth`
    /// counts from the radius and is negative where it is a gap.
    pub contacts: Vec<Contact>,
    /// The way of its centre. It is not joined where the body was put back or freed.
    pub legs: Vec<Leg>,
    /// How far it was pushed in all, in metres; a sweep needs no push.
    pub push: Vec3,
    /// How far it would have gone had nothing been in the way, in metres.
    pub desired_displacement: Vec3,
    /// Whether nothing is nearer than the radius.
    pub clear: bool,
    /// What happened, in order.
    pub events: Vec<Event>,
}
