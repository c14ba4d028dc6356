//! A step by the ATI sample's push, to be watched failing.

use glam::DVec3;

use super::{Event, Input, Mode, Mover, Step, rates};
use crate::{
    bsp::NodeTree,
    collision::{Leg, push_ati},
};

/// A push upwards that is less than this, relative to the radius, holds nobody up.
const HOLDS: f32 = 1.0e-5;

impl Mover {
    /// Moves whole, then pushes: a sphere once, a standing body at its lowest sphere and then at its highest.
    pub(super) fn step_ati(&mut self, tree: &NodeTree, input: &Input, seconds: f64, step: &mut Step) {
        let (velocity, way) = match self.mode {
            Mode::Fly => self.flight(input, seconds),
            Mode::Walk => self.fall_ati(tree, input, seconds, step),
        };
        let from = self.position;
        let target = (from.as_dvec3() + way).as_vec3();
        let body = self.body();
        let mut pushed = target;
        for end in [-body.half_axis, body.half_axis] {
            pushed = push_ati(tree, pushed + end, body.radius).center - end;
            if body.is_sphere() {
                break;
            }
        }
        let push = pushed - target;
        step.desired_displacement = way.as_vec3();
        step.push = push;
        step.legs.push(Leg {
            from,
            to: pushed,
            desired: step.desired_displacement,
            contacts: 0..0,
        });
        tree.contacts(target, body.radius, &mut step.contacts);
        step.legs[0].contacts = 0..step.contacts.len() as u32;
        self.position = pushed;
        self.velocity = velocity.as_vec3();
        if self.mode == Mode::Walk {
            let was_grounded = self.grounded;
            self.grounded = push.y > HOLDS * body.radius && self.velocity.y <= 0.0;
            if self.grounded {
                if !was_grounded {
                    step.events.push(Event::Landed {
                        speed: -self.velocity.y,
                    });
                }
                self.velocity.y = 0.0;
            }
        }
    }

    /// The velocity after a while with weight, and the way, as if nothing were there.
    fn fall_ati(&mut self, tree: &NodeTree, input: &Input, seconds: f64, step: &mut Step) -> (DVec3, DVec3) {
        self.change_height(tree, input.crouch, step);
        if input.jump && !self.memory.jump_held && self.grounded {
            self.velocity.y = self.params.jump_speed() as f32;
            self.grounded = false;
            step.events.push(Event::Jumped);
        }
        let desired = self.desired_walk(input);
        let rate = match (self.grounded, desired == DVec3::ZERO) {
            (true, false) => self.params.ground_response,
            (true, true) => self.params.friction,
            (false, false) => self.params.air_response,
            (false, true) => 0.0,
        };
        let flat = self.velocity.as_dvec3().with_y(0.0);
        let (flat, way) = rates::approach(flat, desired, f64::from(rate), seconds);
        let (gravity, terminal) = (
            f64::from(self.params.gravity),
            f64::from(self.params.terminal_speed),
        );
        let (rising, height) = rates::fall(f64::from(self.velocity.y), gravity, terminal, seconds);
        (flat.with_y(rising), way.with_y(height))
    }
}
