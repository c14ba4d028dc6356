//! What a person can ask for, and the one table of keys of all fronts.
//!
//! An action has the same key and the same meaning in the window, in the window without a graphics driver and in a terminal, or
//! is not there, and then the table says why. The user can bind other keys: a [`Keymap`] has them, and whoever reads or names a key
//! asks it. `bspwalk keys` prints the table.

mod action;
mod film_move;
mod held;
mod keymap;
mod layout;
mod pad;
mod preset;
mod source;
mod source_names;
mod table;

pub use bspwalk_pads::{Button as PadButton, Stick as PadStick};

pub use self::{
    action::Action,
    film_move::FilmMove,
    held::{Held, TURN_RATE},
    keymap::{Axis, Conflict, KeptKeys, KeyNames, Keymap, Refusal, no_key},
    layout::Layout,
    pad::PadNames,
    preset::Preset,
    source::{Device, PadHold, Source, Turn},
    source_names::UnknownSource,
    table::{Control, Effect, FILM_KEYS, Front, GROUPS, Group, Motion, control_named, control_of, controls},
};
