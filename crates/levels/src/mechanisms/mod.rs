//! Moving parts of a level: doors, lifts, platforms, trains and buttons, as data and as a state machine without a
//! clock.
//!
//! A [`Mechanism`] is a moving part of the level. Its faces are the triangles in
//! [`Level::triangles`](crate::Level::triangles) and [`Level::stowed`](crate::Level::stowed) that belong to its object.
//! A [`Caller`] triggers mechanisms when an [`Event`] happens: a body enters a box, crosses a line, or touches or uses
//! a mechanism, or another caller calls it. [`Machinery`] runs all mechanisms.
//!
//! Poses are relative to the part's position in the file: [`Pose::IDENTITY`] leaves its triangles unchanged. As in
//! their games, some mechanisms start in another pose. For example, a Quake lift is modelled at the top and waits at
//! the bottom.
//!
//! ```
//! use bspwalk_levels::mechanisms::{Body, StepEvents, Machinery, Phase};
//! # let level = bspwalk_levels::load_from_memory("floor", b"v 0 0 0\nv 4 0 0\nv 0 0 -3\nf 1 2 3\n", &(),
//! #     &bspwalk_levels::LoadOptions::default(), &bspwalk_progress::Progress::default())?;
//! let mut machinery = Machinery::new(&level);
//! let player = Body { before: level.spawn.eye, feet: level.spawn.eye, height: 1.8, radius: 0.3 };
//! machinery.step(0.01, &StepEvents { bodies: &[player], uses: &[] });
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
//! | `happenings` | events caused by bodies: touching, using, crossing a line |
//! | `running`, `machinery` | state of one mechanism; state of all mechanisms, with delays and counters |
//! | `faces`, `words` | faces of mechanisms; text shown to the user |
//! | `crate::quake::moving` | interprets the entities of Quake, Quake II and Half-Life |
use crate::Text;

mod faces;
mod happenings;
mod machinery;
mod motion;
mod orders;
mod running;
mod words;

pub use self::{
    happenings::{Body, StepEvents, Use},
    machinery::{LONGEST_STEP, Machinery, MachineryState},
    motion::{Corner, Motion, Pose},
    orders::{Again, Call, Callee, Caller, Event, Order, WhenBlocked},
    running::{Phase, State},
};

/// Maximum number of mechanisms in a level, and also of callers. Real levels have a few hundred.
pub const MOST: usize = 4096;

/// Reach of the use key, measured from the eye, in metres: `USERANGE` in DOOM, 64 map units.
pub const REACH: f32 = 2.0;

/// A moving part of a level.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Mechanism {
    /// Name in the source: either the class of its entity followed by the entity's name in quotation marks, or its
    /// sector.
    pub name: Text,
    /// Kind of mechanism.
    pub kind: MechanismKind,
    /// Index into [`Level::objects`](crate::Level::objects). The moving faces are exactly the faces of this object.
    pub object: u32,
    /// Path along which the mechanism moves.
    pub motion: Motion,
    /// Initial position on the path, as in [`Motion::pose`].
    pub start: f64,
    /// Command that the mechanism executes from the start of the level, if it moves without a trigger.
    pub first: Option<Order>,
    /// How the mechanism reacts to an obstacle.
    pub blocked: WhenBlocked,
    /// Player action that triggers the mechanism.
    pub opens: Opens,
    /// Line number in the file, from 1, if known.
    pub line: Option<usize>,
}

/// Kind of a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MechanismKind {
    /// A door that slides aside.
    Door,
    /// A door that swings open.
    TurningDoor,
    /// A platform that carries bodies up and down.
    Lift,
    /// A train that follows the corners of a track.
    Train,
    /// A button that triggers other mechanisms when it is pressed.
    Button,
    /// A floor that moves up or down.
    Floor,
    /// A ceiling that moves up or down.
    Ceiling,
}

impl MechanismKind {
    /// All kinds, in counting order.
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

/// Player action that triggers a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opens {
    /// Approaching the mechanism.
    Near,
    /// Touching the mechanism.
    Touch,
    /// Pressing the use key in front of the mechanism.
    Use,
    /// Standing on or under the mechanism.
    Stand,
    /// Using or crossing something else: a button, a line or a trigger.
    Elsewhere,
    /// None: the mechanism moves without a trigger.
    Always,
    /// None: nothing in the level triggers the mechanism.
    Never,
}
