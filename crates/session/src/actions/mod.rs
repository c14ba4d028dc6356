//! User commands and the table of key bindings that all front ends share.
//!
//! An action has the same key and effect in the window, the software-rendered window and the terminal. If a front end
//! lacks an action, the table gives the reason. Users can change the bindings, so front ends look up keys in a
//! [`Keymap`]. `bspwalk keys` prints the table.
//!
//! - `action` lists the commands. `table` contains their default keys and gamepad buttons, titles, and front ends.
//! - `keymap` contains the user's bindings, and `preset` the presets.
//! - `source` defines keys and buttons, and `source_names` their names. `layout` has the characters on key caps, and
//!   `pad` the labels of gamepad buttons.
//! - `held` tracks keys and sticks that are held.

/// Defines an enum whose variants have fixed names in files.
macro_rules! named {
    (
        $(#[$meta:meta])*
        pub enum $kind:ident { $($(#[$doc:meta])* $variant:ident $(($value:ty))? = $name:literal,)+ }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $kind { $($(#[$doc])* $variant $(($value))?,)+ }

        impl $kind {
            /// Returns the name in the settings file. It must not change when the variant is renamed.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $name,)+
                }
            }
        }
    };
}

mod action;
mod held;
mod keymap;
mod layout;
mod pad;
mod preset;
mod source;
mod source_names;
mod table;

pub use bspwalk_pads::{Button as PadButton, Stick as PadStick};

pub(crate) use self::table::supports;
pub use self::{
    action::{Action, Export, FilmMove},
    held::{HeldInput, TURN_RATE},
    keymap::{Axis, Conflict, KeptKeys, KeyNames, KeyPrints, Keymap, Refusal, no_key},
    layout::Layout,
    pad::PadNames,
    preset::Preset,
    source::{Device, PadHold, Source, Turn},
    source_names::UnknownSource,
    table::{
        Control, Effect, FILM_KEYS, FrontEnd, GROUPS, Group, Motion, control_named, control_of, controls,
        palette_commands,
    },
};
