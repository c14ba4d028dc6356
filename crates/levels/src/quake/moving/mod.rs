//! What the entities of Quake, Quake II and Half-Life move: doors, platforms, trains and buttons, and the triggers that call them.
//!
//! Sources: `doors.qc`, `plats.qc`, `buttons.qc`, `triggers.qc` and `subs.qc` of Quake (id Software 1996, GPL release of 1999);
//! `g_func.c` and `g_trigger.c` of Quake II (id Software 1997, GPL release of 2001); `doors.cpp`, `plats.cpp`, `buttons.cpp`
//! and `triggers.cpp` of the Half-Life SDK (Valve 1998).
//!
//! Nobody has keys here, shoots or is hurt: doors with locks open without keys, what must be shot opens by use, and what would crush
//! waits. Everything moves at one speed: what Quake II and Half-Life speed up and slow down takes a little less time here.
//!
//! `fields` reads numbers, `found` collects and joins targets with their names; `doors`, `lifts` and `triggers` are the classes.

mod doors;
mod fields;
mod found;
mod lifts;
mod part;
mod triggers;

pub(crate) use self::part::{Game, Part};
use self::{found::Found, lifts::Corners};
use crate::{Warning, assemble::Moving};

/// What moves, what could not be understood, and what was left out, one sentence each.
pub(crate) fn read(game: Game, parts: &[Part<'_>]) -> (Moving, Vec<Warning>, Vec<String>) {
    let mut found = Found::new(game);
    doors::sliding(&mut found, parts);
    let corners = Corners::new(parts);
    for part in parts {
        match part.keys.class().to_ascii_lowercase().as_str() {
            "func_door_secret" => doors::secret(&mut found, part),
            "func_door_rotating" => doors::turning(&mut found, part),
            "func_plat" => lifts::platform(&mut found, part),
            "func_train" => lifts::train(&mut found, part, &corners),
            "func_button" => triggers::button(&mut found, part),
            class => triggers::trigger(&mut found, part, class),
        }
    }
    found.finish()
}
