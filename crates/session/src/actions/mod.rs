//! What a person can ask for, and the one table of keys of all fronts.
//!
//! An action has the same key and the same meaning in the window, in the window without a graphics driver and in a terminal, or
//! is not there, and then the table says why. The user can bind other keys: a [`Keymap`] has them, and whoever reads or names a key
//! asks it. `bspwalk keys` prints the table.

mod action;
mod held;
mod keymap;
mod layout;
mod preset;
mod source;
mod table;

pub use self::{
    action::Action,
    held::{Held, TURN_RATE},
    keymap::{Axis, Conflict, KeyNames, Keymap, NO_KEY, Refusal},
    layout::Layout,
    preset::Preset,
    source::{Source, Turn, UnknownSource},
    table::{Control, Effect, Front, GROUPS, Group, Motion, controls},
};
