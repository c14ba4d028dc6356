//! What a person can ask for, and the one table of keys of all fronts.
//!
//! An action has the same key and the same meaning in the window, in the window without a graphics driver and in a terminal, or
//! is not there, and then the table says why. `bspwalk keys` prints the table.

mod action;
mod held;
mod pad;
mod source;
mod table;

pub use bspwalk_pads::{Button as PadButton, Stick as PadStick};

pub use self::{
    action::Action,
    held::{Held, TURN_RATE},
    pad::PadNames,
    source::{Device, PadHold, Source, Turn},
    table::{Control, Effect, Front, GROUPS, Group, Motion, controls, effect, key_of, pad_source, source_at},
};
