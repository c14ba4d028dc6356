//! Reads `func_door`, `func_door_secret` and `func_door_rotating`.

use std::collections::BTreeSet;

use crate::text;
use bspwalk_geometry::Aabb;
use glam::{DQuat, DVec3};

use super::{
    brush_entity::{BrushEntity, Game},
    builder::MechanismBuilder,
};
use crate::mechanisms::{Again, Callee, Corner, Event, MechanismKind, Motion, Opens, Order, WhenBlocked};

const START_OPEN: u32 = 1;
/// Quake: the door is not linked with doors that it touches.
const DONT_LINK: u32 = 4;
/// Quake II: the door crushes obstacles.
const CRUSHER: u32 = 4;
/// Quake: the door needs a key.
const KEYS: u32 = 8 | 16;
/// Each call reverses the door. In Half-Life, the door also stays open until it is called.
const TOGGLE: u32 = 32;
/// Half-Life: the door opens only when it is used.
const USE_ONLY: u32 = 256;
/// The door rotates in the opposite direction.
const BACKWARDS: u32 = 2;
/// The door rotates about the roll axis or the pitch axis.
const AXES: [u32; 2] = [64, 128];

/// Secret doors: the door opens only once.
const OPEN_ONCE: u32 = 1;

/// Secret doors: the door first moves left.
const FIRST_LEFT: u32 = 2;

/// Secret doors: the door first moves down.
const FIRST_DOWN: u32 = 4;

/// Secret doors in Quake and Half-Life: the door can be shot even if it has a name.
const YES_SHOOT: u32 = 16;
/// Secret doors in Quake II: the door can be shot even if it has a name.
const ALWAYS_SHOOT: u32 = 1;

/// Distance (in units) along each axis within which a player opens Quake's doors. Quake II does not extend the zone
/// vertically.
const NEAR: DVec3 = DVec3::new(60.0, 60.0, 8.0);

struct Door<'a> {
    part: &'a BrushEntity<'a>,
    callee: Callee,
    bounds: Aabb,
    /// Index of the first door in the group that opens together with this door.
    group: usize,
}

/// Reads all `func_door` entities. Doors that touch open together.
pub(super) fn read_sliding_doors(found: &mut MechanismBuilder, parts: &[BrushEntity<'_>]) {
    let mut doors: Vec<Door<'_>> = Vec::new();
    for part in parts {
        if part.keys.class().eq_ignore_ascii_case("func_door")
            && let Some((callee, bounds)) = slide(found, part)
        {
            let group = doors.len();
            doors.push(Door {
                part,
                callee,
                bounds,
                group,
            });
        }
    }
    join(found.game, &mut doors);
    for first in 0..doors.len() {
        if doors[first].group != first {
            continue;
        }
        let members: Vec<usize> = (first..doors.len())
            .filter(|&door| doors[door].group == first)
            .collect();
        let callees: Vec<Callee> = members.iter().map(|&door| doors[door].callee).collect();
        // A call to a name calls each door in the group only once.
        let names: BTreeSet<&str> = members
            .iter()
            .filter_map(|&door| doors[door].part.keys.name())
            .collect();
        for name in names {
            found.add_callees_by_name(name, &callees);
        }
        let group: Vec<&Door<'_>> = members.iter().map(|&door| &doors[door]).collect();
        opens(found, &group, &callees);
    }
}

/// Assigns doors that touch each other to the same group.
fn join(game: Game, doors: &mut [Door<'_>]) {
    let links = |door: &Door<'_>| match game {
        Game::Quake => !door.part.has(DONT_LINK),
        // In these games, doors are linked by name instead.
        Game::Quake2 | Game::HalfLife => false,
    };
    for later in 0..doors.len() {
        for earlier in 0..later {
            let [a, b] = [earlier, later].map(|door| &doors[door]);
            if a.group != b.group && links(a) && links(b) && a.bounds.intersects(&b.bounds) {
                let [kept, gone] = [a.group.min(b.group), a.group.max(b.group)];
                for door in &mut doors[..=later] {
                    if door.group == gone {
                        door.group = kept;
                    }
                }
            }
        }
    }
}

fn opens(found: &mut MechanismBuilder, group: &[&Door<'_>], callees: &[Callee]) {
    let Some(first) = group.first() else { return };
    let name = first.part.keys.title();
    let any = |is: &dyn Fn(&BrushEntity<'_>) -> bool| group.iter().any(|door| is(door.part));
    let by = match found.game {
        Game::HalfLife if first.part.has(USE_ONLY) => Opens::Use,
        _ if any(&|part| part.number("health").is_some_and(|health| health > 0.0)) => Opens::Use,
        _ if any(&|part| part.keys.name().is_some()) => Opens::Never,
        Game::HalfLife => Opens::Touch,
        Game::Quake if any(&|part| part.has(KEYS)) => Opens::Touch,
        Game::Quake | Game::Quake2 => Opens::Near,
    };
    let all = || callees.iter().copied();
    let numbers = callees.iter().filter_map(|callee| match callee {
        Callee::Mechanism(number, _) => Some(*number),
        Callee::Caller(_) => None,
    });
    for number in numbers {
        found.set_opens(number, by);
        match by {
            Opens::Use => found.add_caller_of(name.clone(), Event::Used(number), all()),
            Opens::Touch => found.add_caller_of(name.clone(), Event::Touched(number), all()),
            _ => {}
        }
    }
    if by == Opens::Near {
        let bounds = group
            .iter()
            .fold(Aabb::EMPTY, |all, door| all.union(&door.bounds));
        let near = if found.game == Game::Quake2 {
            NEAR.with_z(0.0)
        } else {
            NEAR
        };
        let zone = Aabb {
            min: bounds.min - near,
            max: bounds.max + near,
        };
        found.add_caller_of(name, Event::Within(zone), all());
    }
}

fn order(part: &BrushEntity<'_>, speed: f64, wait: Option<f64>) -> Order {
    if part.has(TOGGLE) {
        Order::there_and_back(speed, None, Again::Turned)
    } else {
        Order::there_and_back(speed, wait, Again::Renewed)
    }
}

fn when_blocked(game: Game, part: &BrushEntity<'_>, wait: Option<f64>) -> WhenBlocked {
    let is_crusher = game == Game::Quake2 && part.has(CRUSHER);
    if wait.is_some() && !is_crusher {
        WhenBlocked::Reverses
    } else {
        WhenBlocked::Waits
    }
}

fn wait(game: Game, part: &BrushEntity<'_>) -> Option<f64> {
    part.wait(if game == Game::HalfLife { 0.0 } else { 3.0 })
}

fn calls_targets(found: &mut MechanismBuilder, part: &BrushEntity<'_>, number: u32) {
    found.count_killtarget(part);
    if part.target().is_some() {
        found.add_target_caller(part, Event::Leaves(number));
    }
}

fn slide(found: &mut MechanismBuilder, part: &BrushEntity<'_>) -> Option<(Callee, Aabb)> {
    let game = found.game;
    let bounds = found.size(part)?;
    let direction = part.keys.facing();
    let lip = if game == Game::HalfLife {
        part.number("lip").unwrap_or(0.0)
    } else {
        part.number_or("lip", 8.0)
    };
    let by = direction * ((direction.abs() * bounds.size()).element_sum() - lip);
    let [from, to] = if part.has(START_OPEN) {
        [by, DVec3::ZERO]
    } else {
        [DVec3::ZERO, by]
    };
    let wait = wait(game, part);
    let speed = part.speed(found, 100.0);
    let motion = Motion::Slide { from, to };
    let blocked = when_blocked(game, part, wait);
    let number = found.add(part, MechanismKind::Door, motion, 0.0, blocked, Opens::Never)?;
    found.locked += usize::from(game == Game::Quake && part.has(KEYS));
    calls_targets(found, part, number);
    Some((Callee::Mechanism(number, order(part, speed, wait)), bounds))
}

pub(super) fn read_rotating_door(found: &mut MechanismBuilder, part: &BrushEntity<'_>) {
    let game = found.game;
    let Some(point) = part.pivot else {
        found.warn(part, text!("quakemoving-no-pivot"));
        return;
    };
    let axis = match AXES.map(|flag| part.has(flag)) {
        [true, _] => DVec3::X,
        [_, true] => DVec3::Y,
        _ => DVec3::Z,
    };
    let sign = if part.has(BACKWARDS) { -1.0 } else { 1.0 };
    let degrees = sign * part.number_or("distance", 90.0);
    let [from, to] = if part.has(START_OPEN) {
        [degrees, 0.0]
    } else {
        [0.0, degrees]
    };
    let motion = Motion::Turn {
        axis,
        point,
        from,
        to,
    };
    let wait = wait(game, part);
    let speed = part.speed(found, 100.0);
    let blocked = when_blocked(game, part, wait);
    let number = found.add(
        part,
        MechanismKind::TurningDoor,
        motion,
        0.0,
        blocked,
        Opens::Never,
    );
    let Some(number) = number else { return };
    calls_targets(found, part, number);
    let callee = Callee::Mechanism(number, order(part, speed, wait));
    found.add_callee(part, callee);
    if let Some(bounds) = part.size(game) {
        let door = Door {
            part,
            callee,
            bounds,
            group: 0,
        };
        opens(found, &[&door], &[callee]);
    }
}

/// Reads a secret door. It moves aside, waits a second and moves back into the wall; later it returns the
/// same way.
pub(super) fn read_secret_door(found: &mut MechanismBuilder, part: &BrushEntity<'_>) {
    let Some(bounds) = found.size(part) else { return };
    let yaw = part
        .keys
        .vector("angles")
        .map_or_else(|| part.number("angle").unwrap_or(0.0), |angles| angles.y);
    let forward = DQuat::from_rotation_z(yaw.to_radians()) * DVec3::X;
    let right = forward.cross(DVec3::Z);
    let along = |axis: DVec3| (axis.abs() * bounds.size()).element_sum();
    let (aside, width) = match () {
        () if part.has(FIRST_DOWN) => (DVec3::NEG_Z, along(DVec3::Z)),
        () if part.has(FIRST_LEFT) => (-right, along(right)),
        () => (right, along(right)),
    };
    let first = aside * part.number_or("t_width", width);
    let second = first + forward * part.number_or("t_length", along(forward));
    let wait = part
        .wait(5.0)
        .filter(|_| !(part.has(OPEN_ONCE) && found.game == Game::Quake));
    let corner = |offset: DVec3, wait: Option<f64>| Corner {
        offset,
        wait,
        speed: None,
    };
    let there = [
        corner(DVec3::ZERO, None),
        corner(first, Some(1.0)),
        corner(second, wait),
    ];
    let corners = if wait.is_some() {
        [&there[..], &[corner(first, Some(1.0))]].concat()
    } else {
        there.to_vec()
    };
    let motion = Motion::Track {
        corners,
        then: wait.map(|_| 0),
    };
    let speed = part.speed(found, 50.0);
    let blocked = WhenBlocked::Waits;
    let number = found.add(part, MechanismKind::Door, motion, 0.0, blocked, Opens::Never);
    let Some(number) = number else { return };
    calls_targets(found, part, number);
    let callee = Callee::Mechanism(number, order(part, speed, wait));
    found.add_callee(part, callee);
    let can_be_shot = match found.game {
        Game::Quake2 => part.has(ALWAYS_SHOOT),
        Game::Quake | Game::HalfLife => part.has(YES_SHOOT),
    };
    if part.keys.name().is_none() || can_be_shot {
        found.set_opens(number, Opens::Use);
        found.add_caller_of(part.keys.title(), Event::Used(number), [callee]);
    }
}
