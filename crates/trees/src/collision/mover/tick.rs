//! The input and the result of a tick of the mover.

use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::{collision::Leg, hits::Contact};

/// What the player wants for the duration of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Input {
    /// The desired velocity as a share of the full speed: of length 0 for none, of length 1 for full speed. It is in the space of
    /// the tree. A longer one is shortened to 1, and a walking body takes its horizontal part.
    pub desired: Vec3,
    /// Whether the jump button is held. The body jumps once, however long it is held.
    pub jump: bool,
    /// Whether the crouch button is held. It does nothing in flight.
    pub crouch: bool,
    /// Whether to move faster, by [`MoverParams::fast_factor`](super::MoverParams::fast_factor).
    pub fast: bool,
}

/// Why a body was put back to an earlier place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PutBackReason {
    /// It fell below the bounds of the level, or flew too far away from them.
    FellOut,
    /// There was no room where it ended, or its path crossed a face.
    NoRoom,
}

/// Something that happened in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The body jumped off the ground.
    Jumped,
    /// The body has risen in the air and passed the highest point of its path. A leg of the path ends at that point, however
    /// long the tick is.
    Apex {
        /// The height above the place where the body left the ground, in metres.
        height: f32,
    },
    /// The body came to the ground.
    Landed {
        /// The downward speed with which it did, in m/s.
        speed: f32,
    },
    /// The body climbed a stair.
    SteppedUp {
        /// The height of the stair, in metres.
        height: f32,
    },
    /// The body followed the ground down a stair.
    SteppedDown {
        /// The height of the stair, in metres.
        height: f32,
    },
    /// The crouched body has no room to stand up. It is reported once, when that begins.
    HeadBlocked,
    /// Something that is too steep to walk on is in the way. It is reported once, when that begins.
    Blocked {
        /// The number that the caller gave the face.
        face: u32,
        /// The unit vector from the face to the body.
        normal: [f32; 3],
    },
    /// The body was within something at the start of the tick, such as a solid, and was moved out.
    Freed {
        /// The distance by which it was moved, in metres.
        distance: f32,
    },
    /// The body was within something at the start of the tick, and there is no room near by. It cannot move.
    Stuck,
    /// The body cannot move, because its collision method needs a solid-leaf tree and there is none.
    NoLeafTree,
    /// The body cannot move, because its collision method needs the clip hulls of a compiled level and there are none.
    NoHulls,
    /// A thing that moves came to the body, which had no room to give way, and the thing stopped. It comes from
    /// [`move_things`](super::move_things), never from a tick.
    Squeezed {
        /// The index of the thing.
        thing: u32,
    },
    /// The body was put back to the last place where it was clear.
    PutBack {
        /// Why it was put back.
        why: PutBackReason,
    },
}

/// The result of a tick: where the body is at its end, and what happened. Points and lengths are in metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tick {
    /// The lowest point of the body.
    pub feet: Vec3,
    /// The centre of the body.
    pub center: Vec3,
    /// The eye, smoothed over ticks.
    pub eye: Vec3,
    /// The velocity, in m/s. On the ground it is horizontal.
    pub velocity: Vec3,
    /// Whether the body stands on walkable ground.
    pub grounded: bool,
    /// Whether the body is crouched.
    pub crouched: bool,
    /// What the legs met, in order, and what the body touches at the end. The depth of a contact that it touches is negative: the
    /// size of the gap.
    pub contacts: Vec<Contact>,
    /// The path of the centre. It has a gap where the body was put back or moved out of something.
    pub legs: Vec<Leg>,
    /// The sum of all pushes out of the walls. The method [`Sweep`](super::CollisionMethod::Sweep) needs none.
    pub push: Vec3,
    /// The displacement that the body would have made with nothing in the way.
    pub desired_displacement: Vec3,
    /// Whether the body reaches into nothing.
    pub clear: bool,
    /// The number of nodes that the collision queries of the tick visited, in all trees together. A node counts once for each
    /// query that visits it.
    pub nodes_visited: u64,
    /// What happened in the tick, in order.
    pub events: Vec<Event>,
}
