//! Commands to mechanisms, callers that send them, and reactions to obstacles.

use bspwalk_geometry::Aabb;
use glam::DVec2;

/// A command to a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Order {
    /// Target position on the path. Trains ignore it and follow their track.
    pub to: f64,
    /// Position that the mechanism returns to.
    pub back: f64,
    /// Speed in metres per second, or in degrees per second for a rotation.
    pub speed: f64,
    /// Waiting time in seconds before the mechanism returns, or `None` if it stays at the target.
    pub wait: Option<f64>,
    /// Whether the mechanism repeats the movement forever.
    pub repeats: bool,
    /// Effect of the same command on a mechanism that is already executing it.
    pub again: Again,
}

/// Effect of a command on a mechanism that is moving or waiting.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Again {
    /// No effect.
    Ignored,
    /// The mechanism moves to the target, or restarts its waiting time if it is already there.
    Renewed,
    /// If the mechanism is waiting, its remaining waiting time becomes this many seconds. If it is moving, there is no
    /// effect.
    Held(f64),
    /// The mechanism reverses direction.
    Turned,
}

/// How a mechanism reacts to an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhenBlocked {
    /// The mechanism moves back.
    Reverses,
    /// The mechanism stops and tries again until the obstacle is gone.
    Waits,
}

/// Sends commands to mechanisms when an event happens.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Caller {
    /// Name in the source.
    pub name: String,
    /// Event that triggers the caller. Other callers can trigger it too.
    pub on: Event,
    /// Number of times the caller must be triggered before it makes its calls. Greater than 1 only for counters.
    pub after: u32,
    /// Minimum time in seconds before the caller can make its calls again, or `None` if it makes them only once.
    pub again: Option<f64>,
    /// Calls to make.
    pub calls: Vec<Call>,
}

/// Event that triggers a caller.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Event {
    /// A call from another caller.
    Called,
    /// The level starts.
    Start,
    /// A body is inside this box, in metres.
    Within(Aabb),
    /// A body touches this mechanism at its current position.
    Touched(u32),
    /// A player uses this mechanism.
    Used(u32),
    /// A body crosses this line when seen from above. Points are x and z in metres.
    Crossed([DVec2; 2]),
    /// A player on the right side of this line, seen from above, uses the line. Points are x and z in metres.
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
    /// A mechanism, given by its index into [`Level::mechanisms`](crate::Level::mechanisms), and the command for it.
    Mechanism(u32, Order),
    /// A caller, given by its index into [`Level::callers`](crate::Level::callers).
    Caller(u32),
}

impl Order {
    /// Returns the command to move to the end of the path, wait, and move back to its start.
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
