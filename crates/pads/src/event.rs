//! Gamepad events.

use std::path::PathBuf;

use crate::{Button, Stick};

/// Identifier of a gamepad, which is never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PadId(pub u32);

/// An axis of a stick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Horizontal; positive values point right.
    X,
    /// Vertical; positive values point up.
    Y,
}

/// A change in the state of a gamepad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// Button value, from 0 (released) to 1 (fully pressed).
    Button(Button, f32),
    /// Position of a stick along an axis, from −1 to 1. Positive values mean right and up.
    Stick(Stick, Axis, f32),
}

/// An event of a gamepad.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The gamepad was connected.
    Connected {
        /// Name reported by the driver.
        name: String,
        /// USB vendor ID, if known.
        vendor: Option<u16>,
        /// USB product ID, which the vendor assigns, if known.
        product: Option<u16>,
    },
    /// A button or a stick changed.
    Changed(Change),
    /// The gamepad was disconnected.
    Disconnected,
}

/// A message from the reader.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// An event of a gamepad.
    Pad(PadId, Event),
    /// A gamepad is connected, but the user lacks the permission to read its device file.
    NoPermission(PathBuf),
}
