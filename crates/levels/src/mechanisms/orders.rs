//! Commands to mechanisms, the callers that send them, and reactions to obstacles.

use bspwalk_geometry::Aabb;
use glam::DVec2;

/// A command to a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Order {
    /// Target position on the path. Trains ignore it and follow their track.
    pub to: f64,
    /// Position to return to.
    pub back: f64,
    /// Speed, in metres per second, or in degrees per second for a rotation.
    pub speed: f64,
    /// Waiting time before it returns, in seconds; `None` if it stays.
    pub wait: Option<f64>,
    /// Whether it repeats the movement forever.
    pub repeats: bool,
    /// Effect of the command on a mechanism that is already executing it.
    pub again: Again,
}

/// Effect of a command on a mechanism that is moving or waiting.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Again {
    /// No effect.
    Ignored,
    /// It moves to the target, or restarts its waiting time if it is already there.
    Renewed,
    /// No effect while moving. While waiting, it waits for this many more seconds.
    Held(f64),
    /// It reverses.
    Turned,
}

/// Reaction of a mechanism to an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhenBlocked {
    /// It moves back.
    Reverses,
    /// It stops and tries again until the obstacle is gone.
    Waits,
}

/// Sends commands to mechanisms when an event happens.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Caller {
    /// Name in the source.
    pub name: String,
    /// Event that triggers it. Other callers can trigger it too.
    pub on: Event,
    /// Number of events until it calls. Greater than 1 only for counters.
    pub after: u32,
    /// Minimum time between two calls, in seconds; `None` if it calls only once.
    pub again: Option<f64>,
    /// Calls to make.
    pub calls: Vec<Call>,
}

/// Trigger of a caller.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Event {
    /// A call from another caller.
    Called,
    /// The start of the level.
    Start,
    /// A body is inside this box, in metres.
    Within(Aabb),
    /// A body touches this mechanism, wherever it is.
    Touched(u32),
    /// A player uses this mechanism.
    Used(u32),
    /// A body crosses this line in top view: x and z in metres.
    Crossed([DVec2; 2]),
    /// A player uses something along this line from its right side: x and z in metres, in top view.
    LineUsed([DVec2; 2]),
    /// This mechanism leaves its rest position.
    Leaves(u32),
    /// This mechanism reaches the target of its command.
    Arrives(u32),
}

/// A call made by a caller.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Call {
    /// Delay, in seconds.
    pub delay: f64,
    /// Recipient.
    pub to: Callee,
}

/// Recipient of a call.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Callee {
    /// A mechanism, by its index into [`Level::mechanisms`](crate::Level::mechanisms), and its command.
    Mechanism(u32, Order),
    /// A caller, by its index into [`Level::callers`](crate::Level::callers).
    Caller(u32),
}

impl Order {
    /// Returns the command to move to the end of the path and, after waiting, back to its start.
    pub(crate) fn there_and_back(speed: f64, wait: Option<f64>, again: Again) -> Self {
        Self {
            to: 1.0,
            back: 0.0,
            speed,
            wait,
            repeats: false,
            again,
        }
    }
}
