//! What a loader finds to move, and how it comes into the level's space.

use std::ops::Range;

use bspwalk_geometry::Aabb;
use glam::{DVec2, DVec3};

use super::{
    LevelTriangle, UpAxis,
    mechanisms::{Callee, Caller, Event, Mechanism, Order},
    shapes::{altitude, fill_normals, turned},
};

/// What moves, as a loader finds it: in the source's axes and units, but degrees and seconds.
#[derive(Default)]
pub(crate) struct Moving {
    pub(crate) mechanisms: Vec<Mechanism>,
    pub(crate) callers: Vec<Caller>,
    /// Faces that are there only where mechanisms move.
    pub(crate) stowed: Vec<LevelTriangle>,
    /// The numbers of faces that are there only where nothing moves.
    pub(crate) replaced: Vec<Range<u32>>,
}

/// The axes, the unit and the origin of a level, by which its source becomes it.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) up: UpAxis,
    pub(super) scale: f64,
    pub(super) origin: DVec3,
}

/// As [`Moving`], in the level's space.
pub(super) struct Moved {
    pub(super) mechanisms: Vec<Mechanism>,
    pub(super) callers: Vec<Caller>,
    pub(super) stowed: Vec<LevelTriangle>,
    pub(super) replaced: Vec<u32>,
}

impl Frame {
    fn point(&self, point: DVec3) -> DVec3 {
        turned(self.up, point) * self.scale + 0.0 - self.origin
    }

    /// A point of the map seen from above, as x and z.
    fn flat(&self, point: DVec2) -> DVec2 {
        let point = self.point(point.extend(0.0));
        DVec2::new(point.x, point.z)
    }

    fn event(&self, event: Event) -> Event {
        match event {
            Event::Within(zone) => Event::Within(Aabb::from_points(
                [zone.min, zone.max].map(|corner| self.point(corner)),
            )),
            Event::Crossed(line) => Event::Crossed(line.map(|point| self.flat(point))),
            Event::LineUsed(line) => Event::LineUsed(line.map(|point| self.flat(point))),
            other => other,
        }
    }
}

impl Moving {
    /// In the level's space; stowed faces that are as flat as `flat` are left out, and numbered from `first` on.
    pub(super) fn converted(self, frame: Frame, first: u32, flat: f64) -> Moved {
        let Self {
            mechanisms,
            callers,
            stowed,
            replaced,
        } = self;
        let is_turn: Vec<bool> = mechanisms
            .iter()
            .map(|mechanism| mechanism.motion.is_turn())
            .collect();
        let order = |number: u32, order: Order| {
            let is_turn = is_turn.get(number as usize).copied().unwrap_or(false);
            if is_turn { order } else { order.scaled(frame.scale) }
        };
        let callers = callers.into_iter().map(|caller| Caller {
            on: frame.event(caller.on),
            calls: caller
                .calls
                .into_iter()
                .map(|mut call| {
                    if let Callee::Mechanism(number, told) = call.to {
                        call.to = Callee::Mechanism(number, order(number, told));
                    }
                    call
                })
                .collect(),
            ..caller
        });
        let callers = callers.collect();
        let mechanisms = (0..).zip(mechanisms).map(|(number, mechanism)| Mechanism {
            motion: mechanism
                .motion
                .converted(|v| turned(frame.up, v), frame.scale, frame.origin),
            first: mechanism.first.map(|told| order(number, told)),
            ..mechanism
        });
        let stowed = stowed.into_iter().map(|mut triangle| {
            triangle.corners = triangle.corners.map(|corner| frame.point(corner));
            fill_normals(&mut triangle);
            triangle
        });
        let stowed = stowed.filter(|triangle| altitude(&triangle.corners) > flat);
        let stowed = (first..)
            .zip(stowed)
            .map(|(source, triangle)| LevelTriangle { source, ..triangle });
        Moved {
            mechanisms: mechanisms.collect(),
            callers,
            stowed: stowed.collect(),
            replaced: replaced
                .into_iter()
                .flatten()
                .filter(|&face| face < first)
                .collect(),
        }
    }
}
