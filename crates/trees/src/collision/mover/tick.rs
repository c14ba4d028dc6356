//! What goes into a tick of the mover and what comes out.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::{collision::Leg, hits::Contact};

/// What the player wants for the duration of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Input {
    /// The desired velocity as a share of the full speed, in the level's space. It is shortened to length 1; walking takes
    /// its horizontal part.
    pub desired: Vec3,
    /// Jump. It counts once, however long it is held.
    pub jump: bool,
    /// Crouch; in flight it does nothing.
    pub crouch: bool,
    /// Move faster.
    pub fast: bool,
}

/// Why a body was put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PutBackReason {
    /// It fell below the level, or flew too far away.
    FellOut,
    /// There was no room where it came to, or its path crossed a face.
    NoRoom,
}

/// Something that happened in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// It left the ground by a jump.
    Jumped,
    /// It rose in the air, and is at the highest place of its path. A leg of the path ends there, however long the tick is.
    Apex {
        /// How far above the place where it left the ground, in metres.
        height: f32,
    },
    /// It came to the ground.
    Landed {
        /// How fast it fell, in m/s.
        speed: f32,
    },
    /// It went up a stair.
    SteppedUp {
        /// How far, in metres.
        height: f32,
    },
    /// It followed the ground down a stair.
    SteppedDown {
        /// How far, in metres.
        height: f32,
    },
    /// It has no room to stand up. Reported when that begins.
    HeadBlocked,
    /// Something too steep to walk on is in the way. Reported when that begins.
    Blocked {
        /// The face, as the caller numbered it.
        face: u32,
        /// From it to the body.
        normal: [f32; 3],
    },
    /// It began within something, as the inside of a solid, and was moved out.
    Freed {
        /// How far, in metres.
        distance: f32,
    },
    /// It began within something, and there is no room near by. It cannot move.
    Stuck,
    /// It cannot move: its collision method needs a solid-leaf tree, and there is none.
    NoLeafTree,
    /// It cannot move: its collision method needs the clip hulls of a compiled level, and there are none.
    NoHulls,
    /// It is back at the last good place.
    PutBack {
        /// Why.
        why: PutBackReason,
    },
}

/// Where a tick ended, and what happened in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tick {
    /// The lowest point of the body.
    pub feet: Vec3,
    /// The centre of the body.
    pub center: Vec3,
    /// The eye, smoothed over ticks.
    pub eye: Vec3,
    /// Metres a second. On the ground it is horizontal.
    pub velocity: Vec3,
    /// Whether it stands on something.
    pub grounded: bool,
    /// Whether it is crouched.
    pub crouched: bool,
    /// What the legs met, in order, and what the body touches at the end. `depth` counts from the radius; where it is
    /// negative, it is a gap.
    pub contacts: Vec<Contact>,
    /// The path of its centre. It has a gap where the body was put back or moved out of something.
    pub legs: Vec<Leg>,
    /// How far it was pushed in all, in metres; a sweep needs no push.
    pub push: Vec3,
    /// The displacement that it would have made with nothing in the way, in metres.
    pub desired_displacement: Vec3,
    /// Whether nothing is nearer than the radius.
    pub clear: bool,
    /// How many nodes of trees its collision queries visited; one that several visit counts each time.
    pub visited: u64,
    /// What happened, in order.
    pub events: Vec<Event>,
}
