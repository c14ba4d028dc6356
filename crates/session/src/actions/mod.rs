//! User commands and the table of key bindings that all front ends share.
//!
//! An action has the same key and meaning in the window, the software-rendered window and the terminal. If a
//! front end does not have the action, the table gives the reason. The user can change the bindings, so front
//! ends look keys up in a [`Keymap`]. `bspwalk keys` prints the table.

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
    action::{Action, Export},
    film_move::FilmMove,
    held::{Held, TURN_RATE},
    keymap::{Axis, Conflict, KeptKeys, KeyNames, Keymap, Refusal, in_palette, no_key},
    layout::Layout,
    pad::PadNames,
    preset::Preset,
    source::{Device, PadHold, Source, Turn},
    source_names::UnknownSource,
    table::{
        Control, Effect, FILM_KEYS, Front, GROUPS, Group, Motion, control_named, control_of, controls,
        palette_commands,
    },
};
