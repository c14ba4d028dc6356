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
mod triggers;

use bspwalk_geometry::Aabb;
use glam::DVec3;

use self::{found::Found, lifts::Corners};
use super::entities::Keys;
use crate::{Warning, moving::Moving};

/// Whose rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Game {
    Quake,
    Quake2,
    HalfLife,
}

/// An entity with what it is made of, in the axes and units of the game.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) keys: &'a Keys,
    /// The object of its faces, where it has some.
    pub(crate) object: Option<u32>,
    /// The box around its brushes, where it has some.
    pub(crate) bounds: Option<Aabb>,
    /// The point around which it turns, where it has one.
    pub(crate) pivot: Option<DVec3>,
}

impl Part<'_> {
    /// The size that the game takes it to have.
    fn size(&self, game: Game) -> Option<Aabb> {
        // Quake's compilers take away what its engine adds, and Half-Life's rules do; Quake II's do not.
        let bounds = self.bounds.filter(|bounds| !bounds.is_empty())?;
        Some(if game == Game::Quake2 {
            bounds.inflated(1.0)
        } else {
            bounds
        })
    }

    fn flags(&self) -> u32 {
        let flags = self.keys.numbers("spawnflags");
        flags.and_then(|flags| flags.first().copied()).unwrap_or(0.0) as u32
    }

    fn has(&self, flag: u32) -> bool {
        self.flags() & flag != 0
    }
}

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
