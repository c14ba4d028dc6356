//! Moving parts of a level: doors, lifts, platforms, trains and buttons, as data and as a state machine without a
//! clock.
//!
//! A [`Mechanism`] is a moving part of the level. Its faces are the triangles with its object in
//! [`Level::triangles`](crate::Level::triangles) and [`Level::stowed`](crate::Level::stowed). A
//! [`Caller`] triggers mechanisms: a box that a body enters, a line that it crosses, a mechanism that it touches or
//! uses, or another caller. [`Machinery`] runs them all.
//!
//! Poses are relative to the part's position in the file: [`Pose::IDENTITY`] leaves its triangles unchanged. Some
//! mechanisms start elsewhere, as in their games. For example, a Quake lift is modelled at the top and waits at the
//! bottom.
//!
//! ```
//! use bspwalk_levels::mechanisms::{Body, Happenings, Machinery, Phase};
//! # let level = bspwalk_levels::load_from_memory("floor", b"v 0 0 0\nv 4 0 0\nv 0 0 -3\nf 1 2 3\n", &(),
//! #     &bspwalk_levels::LoadOptions::default(), &bspwalk_progress::Progress::default())?;
//! let mut machinery = Machinery::new(&level);
//! let player = Body { before: level.spawn.eye, feet: level.spawn.eye, height: 1.8, radius: 0.3 };
//! machinery.step(0.01, &Happenings { bodies: &[player], uses: &[] });
//! for (mechanism, state) in level.mechanisms.iter().zip(machinery.states()) {
//!     println!("{} is {:?} at {}", mechanism.name, state.phase, state.after.translation);
//! }
//! # Ok::<(), bspwalk_levels::LevelError>(())
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `motion` | paths, and poses along them |
//! | `orders` | commands to mechanisms, their triggers, and reactions to obstacles |
//! | `happenings` | events caused by bodies: touch, use, crossing a line |
//! | `running`, `machinery` | state of one mechanism; state of all, with delays and counters |
//! | `faces`, `words` | faces of a mechanism; texts for users |
//! | `crate::quake::moving` | interprets the entities of Quake, Quake II and Half-Life |

mod faces;
mod happenings;
mod machinery;
mod motion;
mod orders;
mod running;
mod words;

pub use self::{
    happenings::{Body, Happenings, Use},
    machinery::{LONGEST_STEP, Machinery, MachineryState},
    motion::{Corner, Motion, Pose},
    orders::{Again, Call, Callee, Caller, Event, Order, WhenBlocked},
    running::{Phase, State},
};

/// Maximum number of mechanisms and of callers per level. Real levels have a few hundred.
pub const MOST: usize = 4096;

/// Reach of the use key from the eye, in metres: `USERANGE` of DOOM, 64 map units.
pub const REACH: f32 = 2.0;

/// A moving part of a level.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Mechanism {
    /// Name in the source: the class of its entity followed by its name in quotation marks, or its sector.
    pub name: String,
    /// Kind of mechanism.
    pub kind: MechanismKind,
    /// Index into [`Level::objects`](crate::Level::objects). All faces of this object move, and no others.
    pub object: u32,
    /// Path of the movement.
    pub motion: Motion,
    /// Start position on the path, as in [`Motion::pose`].
    pub start: f64,
    /// Command that the mechanism executes from the start, if it moves without a trigger.
    pub first: Option<Order>,
    /// Reaction to an obstacle.
    pub blocked: WhenBlocked,
    /// Action of the player that triggers the mechanism.
    pub opens: Opens,
    /// Line in the file, from 1, if known.
    pub line: Option<usize>,
}

/// Kind of a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MechanismKind {
    /// Slides aside.
    Door,
    /// Swings open.
    TurningDoor,
    /// Carries bodies up and down.
    Lift,
    /// Follows the corners of a track.
    Train,
    /// Is pressed and triggers others.
    Button,
    /// A floor that rises or sinks.
    Floor,
    /// A ceiling that rises or sinks.
    Ceiling,
}

impl MechanismKind {
    /// All kinds, in the order they are counted.
    pub const ALL: [Self; 7] = [
        Self::Door,
        Self::TurningDoor,
        Self::Lift,
        Self::Train,
        Self::Button,
        Self::Floor,
        Self::Ceiling,
    ];
}

/// Action of the player that triggers a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opens {
    /// Approaching it.
    Near,
    /// Touching it.
    Touch,
    /// Pressing the use key in front of it.
    Use,
    /// Standing on it or under it.
    Stand,
    /// Using or crossing something else: a button, a line, a trigger.
    Elsewhere,
    /// None: it moves without a trigger.
    Always,
    /// None: nothing in the level triggers it.
    Never,
}
