//! What moves in a level: doors, lifts, platforms, trains and buttons, as data, and as a state machine without a clock.
//!
//! A [`Mechanism`] is a part of the level that moves: its faces are those of [`Level::triangles`](crate::Level::triangles) and
//! [`Level::stowed`](crate::Level::stowed) whose object it has. A [`Caller`] says what sets mechanisms going: a box that a body
//! enters, a line that it crosses, a mechanism that it touches or uses, or another caller. [`Machinery`] runs all of them.
//!
//! Poses are relative to where the file has the part: with [`Pose::IDENTITY`] its faces stand where its triangles say. Some
//! start elsewhere, as in their games: a lift of Quake is drawn at the top and waits at the bottom.
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
//! | file | does |
//! |---|---|
//! | `motion` | paths, and the pose at each place of one |
//! | `orders` | what mechanisms are told, by whom, and what they do where something is in the way |
//! | `happenings` | what bodies do: touch, use, cross a line |
//! | `running`, `machinery` | one mechanism in motion; all of them, with delays and counters |
//! | `faces`, `words`, `check` | the faces of a mechanism; its words for users; checks of compiled files |
//! | `quake` | what the entities of Quake, Quake II and Half-Life say |

mod check;
mod faces;
mod happenings;
mod machinery;
mod motion;
mod orders;
mod running;
mod words;

pub use self::{
    happenings::{Body, Happenings, Use},
    machinery::{LONGEST_STEP, Machinery},
    motion::{Corner, Motion, Pose},
    orders::{Again, Call, Callee, Caller, Event, Order, WhenBlocked},
    running::{Phase, State},
};

/// Most mechanisms and most callers of a level; real levels have some hundreds.
pub const MOST: usize = 4096;

/// How far a hand reaches from the eye, in metres: `USERANGE` of DOOM, 64 map units.
pub const REACH: f32 = 2.0;

/// A part of a level that moves.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Mechanism {
    /// What its source calls it: the class of its entity with its own name in quotation marks, or its sector.
    pub name: String,
    /// What it is.
    pub kind: MechanismKind,
    /// Index into [`Level::objects`](crate::Level::objects): all faces of that object move, and no others.
    pub object: u32,
    /// The path on which it moves.
    pub motion: Motion,
    /// Where on the path it starts, as [`Motion::pose`] counts.
    pub start: f64,
    /// What it is told at the start, where it moves by itself.
    pub first: Option<Order>,
    /// What it does where something is in its way.
    pub blocked: WhenBlocked,
    /// What a player does to set it going.
    pub opens: Opens,
    /// Line of the file, from 1, where it is known.
    pub line: Option<usize>,
}

/// What a mechanism is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MechanismKind {
    /// It slides out of a way.
    Door,
    /// It turns out of a way.
    TurningDoor,
    /// It carries bodies up and down.
    Lift,
    /// It goes from corner to corner of a track.
    Train,
    /// It is pressed and calls others.
    Button,
    /// A floor that rises or sinks.
    Floor,
    /// A ceiling that rises or sinks.
    Ceiling,
}

impl MechanismKind {
    /// All of them, in the order in which they are counted.
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

/// What a player does to set a mechanism going.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opens {
    /// Come near.
    Near,
    /// Touch it.
    Touch,
    /// Use it: press a key in front of it.
    Use,
    /// Stand on it or under it.
    Stand,
    /// Use or cross something else: a button, a line, a trigger.
    Elsewhere,
    /// Nothing: it moves by itself.
    Always,
    /// Nothing in the level calls it.
    Never,
}
