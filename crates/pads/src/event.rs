//! What gamepads tell.

use crate::{Button, Stick};

/// Which pad tells it. A number is given once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PadId(pub u32);

/// An axis of a stick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// To the right.
    X,
    /// Upwards.
    Y,
}

/// A change of a pad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// How far a button is pressed: 0 to 1.
    Button(Button, f32),
    /// Where a stick is along an axis: −1 to 1, to the right and upwards.
    Stick(Stick, Axis, f32),
}

/// What is told of a pad.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// It is there.
    Connected {
        /// Its name, as its driver has it.
        name: String,
        /// The number of its maker, in the lists of USB; `None` where it is not known.
        vendor: Option<u16>,
        /// The number of the product, by its maker.
        product: Option<u16>,
    },
    /// It changed.
    Changed(Change),
    /// It is gone.
    Disconnected,
}

/// What the reader tells.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// Of a pad.
    Pad(PadId, Event),
    /// Something that the user can mend, in a sentence.
    Hint(String),
}
