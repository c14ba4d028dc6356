//! Determines which sectors move, between which heights, and which linedefs trigger the movements.

use std::collections::{BTreeMap, HashMap};

use crate::{Text, text};
use glam::{DVec2, DVec3};

use super::{
    heights::{Heights, LIP},
    lumps::Lumps,
    specials::{Does, Goal, SectorAction, TargetSectors},
};
use crate::mechanisms::{
    Again, Call, Callee, Caller, Event, MOST, Mechanism, MechanismKind, Motion, Opens as Said, Order,
    WhenBlocked,
};

const MOST_CALLS: usize = 1 << 16;

/// Maximum total number of sectors, including neighbours, to examine for the effects of linedefs.
const MOST_LOOKS: usize = 1 << 22;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Plane {
    Floor,
    Ceiling,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Mover {
    pub(super) sector: u32,
    pub(super) plane: Plane,
    /// Initial height.
    pub(super) rest: f64,
    /// Lowest target height.
    pub(super) low: f64,
    /// Highest target height.
    pub(super) high: f64,
    kind: MechanismKind,
    blocked: WhenBlocked,
    said: Said,
}

impl Mover {
    /// Converts a height to a position on the path: 0 at the lowest height and 1 at the highest.
    fn at(&self, height: f64) -> f64 {
        ((height - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// Returns whether both movers have the same rest height and the same range.
    pub(super) fn is_as(&self, other: &Self) -> bool {
        (self.rest, self.low, self.high) == (other.rest, other.low, other.high)
    }

    fn name(&self) -> Text {
        match self.plane {
            Plane::Floor => text!("mechanism-sector-floor", sector = self.sector),
            Plane::Ceiling => text!("mechanism-sector-ceiling", sector = self.sector),
        }
    }
}

#[derive(Clone, Copy)]
struct MoverCall {
    linedef: usize,
    mover: (u32, Plane),
    to: f64,
    back: f64,
    repeats: bool,
    again: Again,
}

pub(super) struct Movers {
    pub(super) list: Vec<Mover>,
    told: Vec<MoverCall>,
    /// Whether movers were omitted because of a limit.
    pub(super) is_cut_short: bool,
}

struct SectorNeighbours<'a> {
    lumps: &'a Lumps<'a>,
    neighbours: Vec<Vec<u32>>,
}

impl<'a> SectorNeighbours<'a> {
    fn new(lumps: &'a Lumps<'a>) -> Self {
        let mut neighbours = vec![Vec::new(); lumps.sectors.len()];
        for line in &lumps.linedefs {
            if let [Some(front), Some(back)] = line.sectors
                && front != back
            {
                neighbours[front as usize].push(back);
                neighbours[back as usize].push(front);
            }
        }
        Self { lumps, neighbours }
    }

    fn floors(&self, sector: u32) -> impl Iterator<Item = f64> + '_ {
        let neighbours = self.neighbours[sector as usize].iter();
        neighbours.map(|&beside| self.lumps.sectors[beside as usize].floor)
    }

    /// Returns the target height for a plane of a sector that is currently at height `at`.
    fn goal(&self, sector: u32, at: f64, goal: Goal) -> Option<f64> {
        let own = &self.lumps.sectors[sector as usize];
        match goal {
            Goal::Lowest => Some(self.floors(sector).fold(at, f64::min)),
            Goal::Highest(above) => {
                let highest = self.floors(sector).max_by(f64::total_cmp)?;
                Some(if highest == at { at } else { highest + above })
            }
            Goal::LowestCeiling(above) => {
                let neighbours = self.neighbours[sector as usize].iter();
                let ceilings = neighbours.map(|&beside| self.lumps.sectors[beside as usize].ceiling);
                Some(ceilings.fold(own.ceiling, f64::min) + above)
            }
            Goal::Next => self
                .floors(sector)
                .filter(|&floor| floor > at)
                .min_by(f64::total_cmp),
            Goal::NextLower => self
                .floors(sector)
                .filter(|&floor| floor < at)
                .max_by(f64::total_cmp),
            Goal::By(height) => Some(at + height),
            Goal::Floor(above) => Some(own.floor + above),
        }
    }
}

/// Returns how an action affects a sector: the plane, the kind of mechanism, the target height, the return height, and
/// whether the movement repeats forever.
fn aims(
    around: &SectorNeighbours<'_>,
    heights: &Heights,
    act: &SectorAction,
    sector: u32,
) -> Option<(Plane, MechanismKind, f64, f64, bool)> {
    let own = &around.lumps.sectors[sector as usize];
    let (floor, ceiling) = (own.floor, own.ceiling.max(own.floor));
    let opened = heights.lowest[sector as usize] - LIP;
    let is_door = opened.is_finite() && opened > floor;
    let door = |to: f64, back: f64| is_door.then_some((Plane::Ceiling, MechanismKind::Door, to, back, false));
    let lift =
        |to: f64, back: f64, repeats: bool| Some((Plane::Floor, MechanismKind::Lift, to, back, repeats));
    let lowest = |above: f64| {
        let lowest = around.floors(sector).fold(floor, f64::min);
        (lowest + above).min(floor)
    };
    let highest = || around.floors(sector).fold(floor, f64::max);
    match act.does {
        Does::Raise | Does::Open => door(opened, floor),
        // The range includes the current ceiling height, so that a door that is open in the map can close regardless of
        // its neighbours.
        Does::Close => Some((
            Plane::Ceiling,
            MechanismKind::Door,
            floor,
            opened.max(ceiling),
            false,
        )),
        Does::CloseWaitOpen => Some((Plane::Ceiling, MechanismKind::Door, floor, ceiling, false)),
        Does::Lift(above) => lift(lowest(above), floor, false),
        Does::LiftUp => lift(highest(), floor, false),
        Does::Perpetual(above) => lift(lowest(above), highest(), true),
        Does::Floor(goal) => {
            let to = around.goal(sector, floor, goal)?;
            Some((Plane::Floor, MechanismKind::Floor, to, floor, false))
        }
        Does::Ceiling(goal) => {
            let to = around.goal(sector, ceiling, goal)?.max(floor);
            Some((Plane::Ceiling, MechanismKind::Ceiling, to, ceiling, false))
        }
    }
}

impl Movers {
    pub(super) fn of(lumps: &Lumps<'_>, heights: &Heights) -> Self {
        let around = SectorNeighbours::new(lumps);
        let mut tagged: HashMap<i32, Vec<u32>> = HashMap::new();
        for (number, sector) in (0..).zip(&lumps.sectors) {
            tagged.entry(sector.tag).or_default().push(number);
        }
        let mut movers: BTreeMap<(u32, Plane), Mover> = BTreeMap::new();
        let mut told = Vec::new();
        let (mut looks, mut is_cut_short) = (MOST_LOOKS, false);
        for (linedef, (line, act)) in lumps.linedefs.iter().zip(&lumps.acts).enumerate() {
            let Some(act) = act else { continue };
            let behind = line.sectors[1];
            let sectors = match act.sectors {
                TargetSectors::Behind => behind.as_slice(),
                TargetSectors::Tagged(tag) => tagged.get(&tag).map(Vec::as_slice).unwrap_or_default(),
            };
            for &sector in sectors {
                let left = looks.checked_sub(1 + around.neighbours[sector as usize].len());
                looks = left.unwrap_or(0);
                if left.is_none() {
                    is_cut_short = true;
                    break;
                }
                let Some((plane, kind, to, back, repeats)) = aims(&around, heights, act, sector) else {
                    continue;
                };
                let own = &lumps.sectors[sector as usize];
                let rest = match plane {
                    Plane::Floor => own.floor,
                    Plane::Ceiling => own.ceiling.max(own.floor),
                };
                let is_known = movers.contains_key(&(sector, plane));
                if !(to.is_finite() && back.is_finite()) || to == back && to == rest {
                    continue;
                }
                if told.len() >= MOST_CALLS || !is_known && movers.len() >= MOST {
                    is_cut_short = true;
                    continue;
                }
                let blocked = match (kind, act.does) {
                    (_, Does::Close) => WhenBlocked::Waits,
                    (MechanismKind::Door | MechanismKind::Lift, _) => WhenBlocked::Reverses,
                    _ => WhenBlocked::Waits,
                };
                let mover = movers.entry((sector, plane)).or_insert(Mover {
                    sector,
                    plane,
                    rest,
                    low: rest,
                    high: rest,
                    kind,
                    blocked,
                    said: Said::Elsewhere,
                });
                mover.low = mover.low.min(to).min(back);
                mover.high = mover.high.max(to).max(back);
                if blocked == WhenBlocked::Reverses {
                    mover.blocked = blocked;
                }
                if !act.by.crossed && line.sectors.contains(&Some(sector)) {
                    mover.said = Said::Use;
                }
                told.push(MoverCall {
                    linedef,
                    mover: (sector, plane),
                    to,
                    back,
                    repeats,
                    again: if act.reverses_when_reactivated() {
                        Again::Turned
                    } else {
                        Again::Ignored
                    },
                });
            }
        }
        movers.retain(|_, mover| mover.high > mover.low);
        Self {
            list: movers.into_values().collect(),
            told,
            is_cut_short,
        }
    }

    pub(super) fn find(&self, sector: u32, plane: Plane) -> Option<&Mover> {
        let index = self.index((sector, plane))?;
        self.list.get(index)
    }

    fn index(&self, of: (u32, Plane)) -> Option<usize> {
        let key = |mover: &Mover| (mover.sector, mover.plane);
        self.list.binary_search_by_key(&of, key).ok()
    }

    /// Returns the named mechanisms. Object numbers are consecutive and start at `first`.
    pub(super) fn mechanisms(&self, first: u32) -> Vec<Mechanism> {
        let mechanisms = (first..).zip(&self.list).map(|(object, mover)| {
            let up = |height: f64| DVec3::Z * (height - mover.rest);
            Mechanism {
                name: mover.name(),
                kind: mover.kind,
                object,
                motion: Motion::Slide {
                    from: up(mover.low),
                    to: up(mover.high),
                },
                start: mover.at(mover.rest),
                first: None,
                blocked: mover.blocked,
                opens: mover.said,
                line: None,
            }
        });
        mechanisms.collect()
    }

    pub(super) fn callers(&self, lumps: &Lumps<'_>) -> Vec<Caller> {
        let mut callers: Vec<Caller> = Vec::new();
        for own in self.told.chunk_by(|a, b| a.linedef == b.linedef) {
            let number = own[0].linedef;
            let Some(act) = lumps.acts[number] else { continue };
            let line = &lumps.linedefs[number];
            let ends = [line.from, line.to].map(|vertex| lumps.vertices[vertex as usize]);
            let calls = own.iter().filter_map(|told| {
                let index = self.index(told.mover)?;
                let mover = self.list[index];
                let waits = matches!(
                    act.does,
                    Does::Raise | Does::CloseWaitOpen | Does::Lift(_) | Does::LiftUp | Does::Perpetual(_)
                );
                let order = Order {
                    to: mover.at(told.to),
                    back: mover.at(told.back),
                    speed: act.speed,
                    wait: waits.then_some(act.wait),
                    repeats: told.repeats,
                    again: told.again,
                };
                Some(Call {
                    delay: 0.0,
                    to: Callee::Mechanism(index as u32, order),
                })
            });
            let calls: Vec<Call> = calls.collect();
            if calls.is_empty() || callers.len() >= MOST {
                continue;
            }
            callers.push(Caller {
                name: format!("linedef {number}"),
                on: event(act.by.crossed, ends),
                after: 1,
                again: act.by.repeats.then_some(0.0),
                calls,
            });
        }
        callers
    }
}

fn event(crossed: bool, ends: [DVec2; 2]) -> Event {
    if crossed {
        Event::Crossed(ends)
    } else {
        Event::LineUsed(ends)
    }
}
