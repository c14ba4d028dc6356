//! Input and result of a mover tick.

use bspwalk_trees::{Contact, FaceId};
use glam::Vec3;
use serde::{Deserialize, Serialize};

use crate::Leg;

/// The player's input for one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Input {
    /// Desired velocity as a fraction of full speed, in the tree's coordinate space.
    ///
    /// Length 1 is full speed; longer vectors are shortened to 1. A walking body uses only the horizontal part, except
    /// in liquids and on ladders.
    pub desired: Vec3,
    /// Whether the jump button is held. The body jumps only once per press. In a liquid, the button makes it swim up.
    pub jump: bool,
    /// Whether the crouch button is held. It has no effect in flight. In a liquid, it makes the body swim down.
    pub crouch: bool,
    /// Whether the body moves faster, by [`MoverParams::fast_factor`](super::MoverParams::fast_factor).
    pub fast: bool,
}

/// Reason for returning a body to an earlier position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PutBackReason {
    /// The body fell below the level's bounds, or flew too far away from them.
    FellOut,
    /// There was not enough space at the end position, or the path crossed a face.
    NoRoom,
}

/// An event during a tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The body jumped off the ground or a ladder, out of a liquid, or shortly after leaving the ground (see
    /// [`MoverParams::coyote_time`](super::MoverParams::coyote_time)).
    Jumped,
    /// The body passed the highest point of its path through the air. One leg of the path always ends at that point.
    Apex {
        /// Height above the position where the body left the ground, in metres.
        height: f32,
    },
    /// The body landed on the ground.
    Landed {
        /// Downward speed at landing, in m/s.
        speed: f32,
    },
    /// The body climbed a stair.
    SteppedUp {
        /// Height of the stair, in metres.
        height: f32,
    },
    /// The body followed the ground down a stair.
    SteppedDown {
        /// Height of the stair, in metres.
        height: f32,
    },
    /// The crouched body does not have enough space to stand up. Reported once, when the condition begins.
    HeadBlocked,
    /// A surface too steep to walk on blocks the body. Reported once, when the condition begins.
    Blocked {
        /// Face number assigned by the caller.
        face: FaceId,
        /// Unit vector from the face towards the body.
        normal: [f32; 3],
    },
    /// The body was inside an obstacle, such as a solid, at the start of the tick and was moved out of it.
    Freed {
        /// Distance that the body was moved, in metres.
        distance: f32,
    },
    /// The body was inside an obstacle at the start of the tick, and there is no free space nearby. It cannot move.
    Stuck,
    /// The body cannot move, because its collision method needs a solid-leaf tree.
    NoLeafTree,
    /// The body cannot move, because its collision method needs the clip hulls of a compiled level.
    NoHulls,
    /// A moving thing hit the body and stopped, because the body could not yield. This is reported by
    /// [`move_things`](super::move_things), never by a tick.
    Squeezed {
        /// Index of the moving thing.
        thing: u32,
    },
    /// The body was returned to its last clear position.
    PutBack {
        /// Reason for returning the body.
        why: PutBackReason,
    },
}

/// The result of a tick: the final state of the body, and the events. Points and lengths are in metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tick {
    /// Lowest point of the body.
    pub feet: Vec3,
    /// Centre of the body.
    pub center: Vec3,
    /// Eye position, smoothed over ticks.
    pub eye: Vec3,
    /// Velocity, in m/s. It is horizontal on the ground.
    pub velocity: Vec3,
    /// Whether the body is on walkable ground.
    pub grounded: bool,
    /// Whether the body is crouched.
    pub crouched: bool,
    /// Contacts along the legs, in path order, followed by the contacts at the end.
    ///
    /// If the body touches a surface without overlapping it, the depth is negative: it is minus the gap.
    pub contacts: Vec<Contact>,
    /// Path of the body's centre. It has a gap wherever the body was put back or moved out of an obstacle.
    pub legs: Vec<Leg>,
    /// Sum of all displacements that pushed the body out of walls. The [`Sweep`](super::CollisionMethod::Sweep) method
    /// needs no pushes.
    pub push: Vec3,
    /// Displacement that the body would have made if there were no obstacles.
    pub desired_displacement: Vec3,
    /// Whether the body overlaps nothing at the end of the tick.
    pub clear: bool,
    /// Number of nodes visited by the collision queries of the tick, over all trees. A node is counted once per query.
    pub nodes_visited: u64,
    /// Events of the tick, in chronological order.
    pub events: Vec<Event>,
}
