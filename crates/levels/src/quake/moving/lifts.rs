//! Reads `func_plat` and `func_train`.

use std::collections::HashMap;

use crate::text;
use bspwalk_geometry::Aabb;
use glam::DVec3;

use super::{
    brush_entity::{BrushEntity, Game},
    builder::MechanismBuilder,
};
use crate::mechanisms::{Again, Callee, Corner, Event, MechanismKind, Motion, Opens, Order, WhenBlocked};

/// Quake: the platform is triggered only by a body standing on it.
const LOW_TRIGGER: u32 = 1;

/// Half-Life: the platform moves only when it is called, and each call reverses it.
const TOGGLE: u32 = 1;

/// Quake II: the train starts immediately, even if it has a name.
const START_ON: u32 = 1;

/// Margin between a platform's edges and its trigger zone, in units.
const INSIDE: f64 = 25.0;

/// Times (in seconds) that a platform waits at the top: after the last body has left it, and if no body is on it.
const STAYS: [f64; 2] = [1.0, 3.0];

/// Reads a platform. It is modelled at the top and waits at the bottom or, if it has a name, at the top until
/// it is called.
pub(super) fn read_platform(found: &mut MechanismBuilder, part: &BrushEntity<'_>) {
    let game = found.game;
    let Some(bounds) = found.size(part) else { return };
    let lip = if game == Game::Quake2 {
        part.number_or("lip", 8.0)
    } else {
        8.0
    };
    let height = part.number_or("height", bounds.size().z - lip).abs();
    let speed = part.speed(found, if game == Game::Quake2 { 20.0 } else { 150.0 });
    // Quake II's speed is per frame, which takes a tenth of a second.
    let speed = if game == Game::Quake2 { 10.0 * speed } else { speed };
    let motion = Motion::Slide {
        from: DVec3::NEG_Z * height,
        to: DVec3::ZERO,
    };
    let has_name = part.keys.name().is_some();
    let start = if has_name { 1.0 } else { 0.0 };
    let opens = if has_name { Opens::Never } else { Opens::Stand };
    let blocked = WhenBlocked::Reverses;
    let number = found.add(part, MechanismKind::Lift, motion, start, blocked, opens);
    let Some(number) = number else { return };
    let up = Order::there_and_back(speed, Some(STAYS[1]), Again::Held(STAYS[0]));
    let called = Order {
        to: 0.0,
        back: 1.0,
        wait: None,
        again: if game == Game::HalfLife && part.has(TOGGLE) {
            Again::Turned
        } else {
            Again::Ignored
        },
        ..up
    };
    found.add_callee(part, Callee::Mechanism(number, called));
    if called.again == Again::Turned {
        return;
    }
    let mut zone = Aabb {
        min: bounds.min + DVec3::new(INSIDE, INSIDE, 0.0),
        max: bounds.max - DVec3::new(INSIDE, INSIDE, -8.0),
    };
    zone.min.z = zone.max.z - (height + 8.0);
    if part.has(LOW_TRIGGER) && game != Game::HalfLife {
        zone.max.z = zone.min.z + 8.0;
    }
    for axis in 0..2 {
        if zone.max[axis] - zone.min[axis] <= 0.0 {
            zone.min[axis] = 0.5 * (bounds.min[axis] + bounds.max[axis]);
            zone.max[axis] = zone.min[axis] + 1.0;
        }
    }
    found.add_caller_of(
        part.keys.title(),
        Event::Within(zone),
        [Callee::Mechanism(number, up)],
    );
}

pub(super) fn read_train<'a>(found: &mut MechanismBuilder, part: &'a BrushEntity<'a>, known: &Corners<'a>) {
    let game = found.game;
    let Some(bounds) = found.size(part) else { return };
    // Reference point of the train, which moves to each corner.
    let handle = if game == Game::HalfLife {
        bounds.center()
    } else {
        bounds.min
    };
    let (corners, then) = known.track(game, part, handle, found.corners_left);
    if corners.is_empty() || !found.deduct_corners(corners.len()) {
        found.warn(part, text!("quakemoving-no-corners"));
        return;
    }
    let speed = part.speed(found, 100.0);
    let motion = Motion::Track { corners, then };
    let blocked = WhenBlocked::Waits;
    let number = found.add(part, MechanismKind::Train, motion, 0.0, blocked, Opens::Never);
    let Some(number) = number else { return };
    let order = Order::there_and_back(speed, None, Again::Ignored);
    if part.keys.name().is_none() || game == Game::Quake2 && part.has(START_ON) {
        found.set_first_order(number, order);
    }
    found.add_callee(part, Callee::Mechanism(number, order));
}

pub(super) struct Corners<'a> {
    by_name: HashMap<&'a str, &'a BrushEntity<'a>>,
}

impl<'a> Corners<'a> {
    pub(super) fn new(parts: &'a [BrushEntity<'a>]) -> Self {
        let is_corner = |part: &&BrushEntity<'_>| part.keys.class().eq_ignore_ascii_case("path_corner");
        // If corners share a name, the first one wins.
        let named = parts.iter().filter(is_corner).rev();
        Self {
            by_name: named.filter_map(|part| Some((part.keys.name()?, part))).collect(),
        }
    }

    /// Returns the corners that a train visits, and the index of the corner that the track loops back to, if any. Stops
    /// after more than `most` corners.
    fn track(
        &self,
        game: Game,
        part: &'a BrushEntity<'a>,
        handle: DVec3,
        most: usize,
    ) -> (Vec<Corner>, Option<u32>) {
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        let mut corners: Vec<Corner> = Vec::new();
        let mut next = part.target();
        let mut speed = None;
        while let Some(name) = next
            && corners.len() <= most
        {
            if let Some(&number) = numbers.get(name) {
                return (corners, Some(number));
            }
            let Some(corner) = self.by_name.get(name) else {
                break;
            };
            numbers.insert(name, corners.len() as u32);
            if game == Game::HalfLife {
                speed = corner.number("speed").filter(|&speed| speed > 0.0).or(speed);
            }
            let wait = corner.number("wait").unwrap_or(0.0);
            corners.push(Corner {
                offset: corner.keys.origin().unwrap_or_default() - handle,
                wait: if wait < 0.0 && game != Game::Quake {
                    None
                } else {
                    Some(wait.max(0.0))
                },
                speed,
            });
            next = corner.target();
        }
        (corners, None)
    }
}
