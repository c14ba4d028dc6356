//! Converts mechanisms and their triggers into the level's space.

use bspwalk_geometry::Aabb;
use glam::{DVec2, DVec3};

use super::mechanisms::{Callee, Caller, Event, Mechanism, Order};

/// Axes, unit and origin of a level: the transform from the source's space.
#[derive(Clone, Copy)]
pub(super) struct Frame<T> {
    /// Rotates a source vector into the level's axes.
    pub(super) turned: T,
    pub(super) scale: f64,
    pub(super) origin: DVec3,
}

/// Converts a command to a mechanism. Rotations are in degrees and stay as they are; all other values are lengths.
fn order(told: Order, scale: f64, is_turn: bool) -> Order {
    if is_turn { told } else { told.scaled(scale) }
}

pub(super) fn turns(mechanisms: &[Mechanism]) -> Vec<bool> {
    let turns = mechanisms.iter().map(|mechanism| mechanism.motion.is_turn());
    turns.collect()
}

impl<T: Fn(DVec3) -> DVec3> Frame<T> {
    fn point(&self, point: DVec3) -> DVec3 {
        // Adding zero turns −0 into 0.
        (self.turned)(point) * self.scale + 0.0 - self.origin
    }

    /// Converts a point of the map in top view to x and z of the level.
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

    /// Converts triggers into the level's space.
    pub(super) fn callers(&self, callers: Vec<Caller>, is_turn: &[bool]) -> Vec<Caller> {
        let callers = callers.into_iter().map(|mut caller| {
            for call in &mut caller.calls {
                if let Callee::Mechanism(number, told) = call.to {
                    let is_turn = is_turn.get(number as usize).copied().unwrap_or(false);
                    call.to = Callee::Mechanism(number, order(told, self.scale, is_turn));
                }
            }
            Caller {
                on: self.event(caller.on),
                ..caller
            }
        });
        callers.collect()
    }

    /// Converts mechanisms into the level's space.
    pub(super) fn mechanisms(&self, mechanisms: Vec<Mechanism>, is_turn: &[bool]) -> Vec<Mechanism> {
        let mechanisms = mechanisms.into_iter().zip(is_turn);
        let mechanisms = mechanisms.map(|(mechanism, &is_turn)| Mechanism {
            motion: mechanism.motion.converted(&self.turned, self.scale, self.origin),
            first: mechanism.first.map(|told| order(told, self.scale, is_turn)),
            ..mechanism
        });
        mechanisms.collect()
    }
}
