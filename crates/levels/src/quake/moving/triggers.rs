//! Reads `func_button` and the classes that call other entities: `trigger_multiple`, `trigger_once`, `trigger_relay`,
//! `trigger_counter` and similar classes.

use glam::DVec3;

use super::{
    brush_entity::{BrushEntity, Game},
    builder::{MechanismBuilder, caller},
};
use crate::mechanisms::{Again, Callee, Caller, Event, MechanismKind, Motion, Opens, Order, WhenBlocked};

/// Half-Life: the button does not move.
const DONT_MOVE: u32 = 1;

/// Half-Life: the button reacts to touch.
const TOUCH_ONLY: u32 = 256;

/// Quake: the trigger does not react to touch.
const NO_TOUCH: u32 = 1;

/// Quake II and Half-Life: the trigger does not react to players.
const NO_PLAYERS: u32 = 2;

/// Quake II: the trigger is inactive until it is called.
const TRIGGERED: u32 = 4;

/// Keys of a `multi_manager` that are not the names of targets.
const OWN_KEYS: [&str; 8] = [
    "classname",
    "targetname",
    "origin",
    "spawnflags",
    "wait",
    "target",
    "delay",
    "angles",
];

pub(super) fn read_button(found: &mut MechanismBuilder, part: &BrushEntity<'_>) {
    let game = found.game;
    let Some(bounds) = found.size(part) else { return };
    let direction = part.keys.facing();
    let length = (direction.abs() * bounds.size()).element_sum() - part.number_or("lip", 4.0);
    let stays = game == Game::HalfLife && part.has(DONT_MOVE);
    let motion = Motion::Slide {
        from: DVec3::ZERO,
        to: if stays { DVec3::ZERO } else { direction * length },
    };
    let has_health = part.number("health").is_some_and(|health| health > 0.0);
    let is_touched = match game {
        Game::Quake => !has_health,
        Game::Quake2 => !has_health && part.keys.name().is_none(),
        Game::HalfLife => part.has(TOUCH_ONLY),
    };
    let speed = part.speed(found, 40.0);
    let wait = part.wait(if game == Game::Quake2 { 3.0 } else { 1.0 });
    let opens = if is_touched { Opens::Touch } else { Opens::Use };
    let blocked = WhenBlocked::Waits;
    let number = found.add(part, MechanismKind::Button, motion, 0.0, blocked, opens);
    let Some(number) = number else { return };
    let callee = Callee::Mechanism(number, Order::there_and_back(speed, wait, Again::Ignored));
    found.add_callee(part, callee);
    if is_touched {
        found.add_caller_of(part.keys.title(), Event::Touched(number), [callee]);
    }
    found.add_caller_of(part.keys.title(), Event::Used(number), [callee]);
    found.count_killtarget(part);
    found.add_target_caller(part, Event::Arrives(number));
}

/// Reads an entity that calls others without moving. Ignores other classes.
pub(super) fn read_trigger(found: &mut MechanismBuilder, part: &BrushEntity<'_>, class: &str) {
    let game = found.game;
    let is_off = match game {
        Game::Quake => part.has(NO_TOUCH),
        Game::Quake2 => part.has(NO_PLAYERS | TRIGGERED),
        Game::HalfLife => part.has(NO_PLAYERS),
    };
    let within = || {
        let bounds = part.bounds.filter(|bounds| !bounds.is_empty() && !is_off);
        bounds.map_or(Event::Called, Event::Within)
    };
    let (on, after, again) = match class {
        "trigger_multiple" => (within(), 1, part.wait(0.2)),
        "trigger_once" | "trigger_secret" => (within(), 1, None),
        "trigger_relay" => (Event::Called, 1, Some(0.0)),
        "trigger_key" => (Event::Called, 1, None),
        "trigger_counter" => (Event::Called, part.number_or("count", 2.0).max(1.0) as u32, None),
        "trigger_always" | "trigger_auto" => (Event::Start, 1, None),
        "multi_manager" => (Event::Called, 1, Some(0.0)),
        _ => return,
    };
    let caller = Caller {
        after,
        again,
        ..caller(part.keys.title(), on)
    };
    let Some(number) = found.caller(caller) else {
        return;
    };
    found.add_callee(part, Callee::Caller(number as u32));
    found.count_killtarget(part);
    if class == "multi_manager" {
        for (key, delay) in &part.keys.pairs {
            // Editors append `#1`, `#2` and so on to repeated names.
            let name = key.split('#').next().unwrap_or_default();
            if let Ok(delay) = delay.trim().parse::<f64>()
                && (0.0..1.0e6).contains(&delay)
                && !OWN_KEYS.contains(&name)
            {
                found.add_call_by_name(number, name, delay);
            }
        }
    } else {
        found.add_target_call(number, part);
    }
}
