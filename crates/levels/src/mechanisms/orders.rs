//! What mechanisms are told, by whom, and what they do where something is in the way.

use bspwalk_geometry::Aabb;
use glam::DVec2;

/// What a mechanism is told.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Order {
    /// The place of its path to which it goes. Trains only set off.
    pub to: f64,
    /// The place to which it goes back.
    pub back: f64,
    /// How fast, in metres a second, for a turn in degrees a second.
    pub speed: f64,
    /// How long it waits before it goes back, in seconds; none where it stays.
    pub wait: Option<f64>,
    /// Whether it then begins again, for ever.
    pub repeats: bool,
    /// What the order does to a mechanism that carries it out already.
    pub again: Again,
}

/// What an order does to a mechanism that is on its way or waits.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Again {
    /// Nothing.
    Ignored,
    /// It goes where it is told, or begins to wait anew where it is there.
    Renewed,
    /// On its way nothing; where it waits, it waits for this many seconds more.
    Held(f64),
    /// It turns back.
    Turned,
}

/// What a mechanism does where something is in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhenBlocked {
    /// It goes back where it came from.
    Reverses,
    /// It tries again until the way is free.
    Waits,
}

/// Who calls mechanisms, and when.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Caller {
    /// What its source calls it.
    pub name: String,
    /// What it waits for. Every caller can be called by others, too.
    pub on: Event,
    /// How often it must happen before it calls: 1 but for counters.
    pub after: u32,
    /// After how many seconds it calls again; none where it calls once.
    pub again: Option<f64>,
    /// Whom it calls.
    pub calls: Vec<Call>,
}

/// What a caller waits for.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Event {
    /// To be called.
    Called,
    /// The start.
    Start,
    /// A body in this box, in metres.
    Within(Aabb),
    /// A body at this mechanism, wherever that is.
    Touched(u32),
    /// Somebody who uses this mechanism.
    Used(u32),
    /// A body that crosses this line, seen from above: x and z in metres.
    Crossed([DVec2; 2]),
    /// Somebody who uses what is over this line from its right side: x and z in metres.
    LineUsed([DVec2; 2]),
    /// This mechanism leaves the place where it rested.
    Leaves(u32),
    /// This mechanism has got where it was told to go.
    Arrives(u32),
}

/// A call of a caller.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Call {
    /// After how many seconds.
    pub delay: f64,
    /// Whom.
    pub to: Callee,
}

/// Who is called.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Callee {
    /// A mechanism, by its index into [`Level::mechanisms`](crate::Level::mechanisms), and what it is told.
    Mechanism(u32, Order),
    /// A caller, by its index into [`Level::callers`](crate::Level::callers).
    Caller(u32),
}

impl Order {
    /// The same order with another unit of speed.
    pub(crate) fn scaled(self, scale: f64) -> Self {
        Self {
            speed: self.speed * scale,
            ..self
        }
    }
}
