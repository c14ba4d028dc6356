//! Converts mechanisms and their triggers from the source's space to the level's space.

use bspwalk_geometry::Aabb;
use glam::DVec2;

use super::{
    frame::SourceFrame,
    mechanisms::{Callee, Caller, Event, Mechanism, Order},
};

impl SourceFrame {
    /// Converts a 2D point of the map to the level's x and z coordinates.
    fn flat(&self, point: DVec2) -> DVec2 {
        let point = self.point(point.extend(0.0));
        DVec2::new(point.x, point.z)
    }

    fn event(&self, event: Event) -> Event {
        match event {
            Event::Within(zone) => {
                let corners = [zone.min, zone.max].map(|corner| self.point(corner));
                Event::Within(Aabb::from_points(corners))
            }
            Event::Crossed(line) => Event::Crossed(line.map(|point| self.flat(point))),
            Event::LineUsed(line) => Event::LineUsed(line.map(|point| self.flat(point))),
            other => other,
        }
    }

    /// Converts a command to a mechanism. Rotation speeds are in degrees per second, so they do not change.
    fn order(&self, order: Order, mechanism: Option<&Mechanism>) -> Order {
        let is_turn = mechanism.is_some_and(|mechanism| mechanism.motion.is_turn());
        let speed = if is_turn {
            order.speed
        } else {
            order.speed * self.scale
        };
        Order { speed, ..order }
    }

    pub(super) fn callers(&self, callers: Vec<Caller>, mechanisms: &[Mechanism]) -> Vec<Caller> {
        let callers = callers.into_iter().map(|mut caller| {
            for call in &mut caller.calls {
                if let Callee::Mechanism(number, order) = &mut call.to {
                    *order = self.order(*order, mechanisms.get(*number as usize));
                }
            }
            caller.on = self.event(caller.on);
            caller
        });
        callers.collect()
    }

    pub(super) fn mechanism(&self, mechanism: Mechanism) -> Mechanism {
        Mechanism {
            first: mechanism.first.map(|order| self.order(order, Some(&mechanism))),
            motion: mechanism.motion.converted(self),
            ..mechanism
        }
    }
}
