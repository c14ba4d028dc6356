//! What a person can ask for, and the one table of keys of all fronts.
//!
//! An action has the same key and the same meaning in the window, in the window without a graphics driver and in a terminal, or
//! is not there, and then the table says why. `bspwalk keys` prints the table.

mod action;
mod film_move;
mod held;
mod source;
mod table;

pub use self::{
    action::Action,
    film_move::FilmMove,
    held::{Held, TURN_RATE},
    source::{Source, Turn},
    table::{
        Control, Effect, FILM_KEYS, Front, GROUPS, Group, Motion, controls, effect, film_action, film_key_of,
        key_of, source_at,
    },
};
