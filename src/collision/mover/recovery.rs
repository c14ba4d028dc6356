//! After a step: whether the body may stay where it came to, and where its eye is.

use glam::{DVec3, Vec3};

use super::{CollisionMethod, Event, Mode, Mover, Step, Why, rates, trees::Scene};
use crate::{
    bsp::Obstacles,
    collision::{Capsule, contacts, sweep},
};

/// The share of the radius within which nothing may be after a step.
const CLEAR: f32 = 0.9995;

/// How far from the level a body may fly, in metres; farther, coordinates are too coarse for it.
const FARTHEST: f64 = 1.0e5;

/// Radius of the free space that is kept around the eye, in metres.
const EYE_RADIUS: f32 = 0.1;

impl Mover {
    /// Puts the body back where it came to no good.
    pub(super) fn check(&mut self, tree: &impl Obstacles, start: (Vec3, bool), step: &mut Step) {
        let bounds = tree.bounds();
        let position = self.position.as_dvec3();
        let within = if bounds.is_empty() {
            position.abs().max_element() <= FARTHEST
        } else {
            let reach = bounds.inflated(FARTHEST);
            let bottom = match self.mode {
                Mode::Fly => reach.min.y,
                Mode::Walk => bounds.min.y - f64::from(self.params.fall_out_margin),
            };
            // Also refuses what is not a number.
            position.cmpge(reach.min).all() && position.cmple(reach.max).all() && position.y >= bottom
        };
        step.clear = self.position.is_finite() && self.is_clear(tree);
        if !within {
            let why = if self.position.is_finite() {
                Why::FellOut
            } else {
                Why::NoRoom
            };
            let good = self.memory.good.unwrap_or(start);
            self.put_back(tree, good, why, step);
        } else if self.method != CollisionMethod::Ati {
            let crossed = step.legs.iter().any(|leg| tree.cast(leg.from, leg.to).is_some());
            if !step.clear || crossed {
                // Where the step began it was clear.
                self.put_back(tree, start, Why::NoRoom, step);
            }
        }
        let stands = self.mode == Mode::Fly || self.grounded;
        self.memory.been_clear |= step.clear;
        // Before it ever stood, where it came in is good.
        if step.clear && (stands || self.memory.good.is_none()) {
            self.memory.good = Some((self.feet(), self.crouched));
        }
    }

    /// Adds what the body touches where it is now to what turned it.
    pub(super) fn add_touching(&self, tree: &Scene<'_>, step: &mut Step) {
        for touch in self.space(tree).touches(self.position) {
            if !step
                .contacts
                .iter()
                .any(|known| known.triangle == touch.contact.triangle)
            {
                step.contacts.push(touch.contact);
            }
        }
    }

    /// Whether nothing is nearer than the radius.
    pub(super) fn is_clear(&self, tree: &impl Obstacles) -> bool {
        let body = self.body();
        let mut found = Vec::new();
        let least = Capsule {
            radius: body.radius * CLEAR,
            ..body
        };
        contacts(tree, least, self.position, &mut found);
        found.is_empty()
    }

    /// Back to a good place, at rest.
    pub(super) fn put_back(
        &mut self,
        tree: &impl Obstacles,
        (feet, crouched): (Vec3, bool),
        why: Why,
        step: &mut Step,
    ) {
        let feet = if feet.is_finite() { feet } else { Vec3::ZERO };
        self.crouched = crouched;
        self.velocity = Vec3::ZERO;
        self.grounded = false;
        self.memory.eye_offset = 0.0;
        self.memory.eye_rate = 0.0;
        self.memory.lost = DVec3::ZERO;
        self.position = feet + Vec3::Y * self.half_height();
        step.events.push(Event::PutBack { why });
        step.clear = self.is_clear(tree);
    }

    /// Lets the eye follow, and keeps it out of ceilings.
    pub(super) fn settle_eye(&mut self, tree: &impl Obstacles, seconds: f64) {
        let most = self.most_eye_offset();
        let offset = self.memory.eye_offset.clamp(-most, most);
        let time = f64::from(self.params.eye_smoothing);
        let (mut offset, rate) = rates::settle(offset, self.memory.eye_rate, time, seconds);
        if offset > 0.0 && self.mode == Mode::Walk && self.method != CollisionMethod::Ati {
            let from = self.held_eye();
            let above = Vec3::Y * offset as f32;
            if let Some(hit) = sweep(tree, Capsule::sphere(EYE_RADIUS), from, from + above) {
                offset *= hit.t;
            }
        }
        (self.memory.eye_offset, self.memory.eye_rate) = (offset, rate);
    }
}
