//! Reads the moving entities of Quake, Quake II and Half-Life: doors, platforms, trains and buttons, and the
//! triggers that call them.
//!
//! Sources: `doors.qc`, `plats.qc`, `buttons.qc`, `triggers.qc` and `subs.qc` of Quake (id Software 1996, GPL
//! release of 1999); `g_func.c` and `g_trigger.c` of Quake II (id Software 1997, GPL release of 2001);
//! `doors.cpp`, `plats.cpp`, `buttons.cpp` and `triggers.cpp` of the Half-Life SDK (Valve 1998).
//!
//! Here, there are no keys, no shooting and no damage: locked doors open without keys, shootable mechanisms are used
//! instead, and crushers wait. All speeds are constant, so movements that accelerate in Quake II and Half-Life take
//! slightly less time.
//!
//! `brush_entity` reads the keys of an entity, `builder` collects the results and resolves target names, and `doors`,
//! `lifts` and `triggers` implement the entity classes.

mod brush_entity;
mod builder;
mod doors;
mod lifts;
mod triggers;

pub(crate) use self::brush_entity::{BrushEntity, Game};
use self::{builder::MechanismBuilder, lifts::Corners};
use crate::{Text, Warning, assemble::Moving};

pub(crate) fn read_mechanisms(game: Game, parts: &[BrushEntity<'_>]) -> (Moving, Vec<Warning>, Vec<Text>) {
    let mut found = MechanismBuilder::new(game);
    doors::read_sliding_doors(&mut found, parts);
    let corners = Corners::new(parts);
    for part in parts {
        match part.keys.class().to_ascii_lowercase().as_str() {
            "func_door_secret" => doors::read_secret_door(&mut found, part),
            "func_door_rotating" => doors::read_rotating_door(&mut found, part),
            "func_plat" => lifts::read_platform(&mut found, part),
            "func_train" => lifts::read_train(&mut found, part, &corners),
            "func_button" => triggers::read_button(&mut found, part),
            class => triggers::read_trigger(&mut found, part, class),
        }
    }
    found.finish()
}
