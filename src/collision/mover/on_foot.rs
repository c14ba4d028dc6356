//! A step on foot: its parts, and how tall the body is.

use glam::{DVec3, Vec3};

use super::{Event, Input, Mover, Step, trees::Scene};
use crate::{bsp::Obstacles, collision::is_clear};

/// Longest part of a step that is walked at once, in seconds: in it the fall is a straight line.
const LONGEST_PART: f64 = 1.0 / 30.0;

/// Longest way that is walked at once, relative to the radius, so that no step is passed over.
const LONGEST_STRIDE: f64 = 0.75;

/// Most parts that a step is walked in.
const MOST_PARTS: f64 = 64.0;

impl Mover {
    /// A step on foot, in parts.
    pub(super) fn step_walk(&mut self, tree: &Scene<'_>, input: &Input, seconds: f64, step: &mut Step) {
        self.change_height(tree, input.crouch, step);
        if input.jump && !self.memory.jump_held && self.grounded {
            self.velocity.y = self.params.jump_speed() as f32;
            self.grounded = false;
            step.events.push(Event::Jumped);
        }
        let desired = self.desired_walk(input);
        let speed = self
            .velocity
            .as_dvec3()
            .with_y(0.0)
            .length()
            .max(desired.length());
        let parts = (seconds / LONGEST_PART)
            .max(speed * seconds / (LONGEST_STRIDE * f64::from(self.params.radius)))
            .ceil()
            .clamp(1.0, MOST_PARTS);
        for _ in 0..parts as u32 {
            if self.grounded {
                self.step_on_ground(tree, desired, seconds / parts, step);
            } else {
                self.step_in_air(tree, desired, seconds / parts, step);
            }
        }
    }

    /// The velocity that is wished on foot.
    pub(super) fn desired_walk(&self, input: &Input) -> DVec3 {
        let mut speed = self.params.walk_speed;
        if self.crouched {
            speed *= self.params.crouch_factor;
        }
        if input.fast {
            speed *= self.params.fast_factor;
        }
        input.desired.as_dvec3().with_y(0.0) * f64::from(speed)
    }

    /// Crouches, or stands up where there is room.
    pub(super) fn change_height(&mut self, tree: &impl Obstacles, crouch: bool, step: &mut Step) {
        if crouch == self.crouched {
            self.memory.head_blocked = false;
            return;
        }
        let (feet, top) = (self.feet(), self.position + Vec3::Y * self.half_height());
        let eye = self.eye();
        self.crouched = crouch;
        let standing = feet + Vec3::Y * self.half_height();
        let room = |mover: &Self, at: Vec3| {
            is_clear(tree, mover.body(), at) && tree.cast(mover.position, at).is_none()
        };
        if crouch || room(self, standing) {
            self.position = standing;
        } else if !self.grounded && room(self, top - Vec3::Y * self.half_height()) {
            // In the air there may be room for the legs instead of the head.
            self.position = top - Vec3::Y * self.half_height();
        } else {
            self.crouched = true;
            if !std::mem::replace(&mut self.memory.head_blocked, true) {
                step.events.push(Event::HeadBlocked);
            }
            return;
        }
        self.memory.head_blocked = false;
        self.memory.eye_offset = f64::from(eye.y) - f64::from(self.held_eye().y);
    }
}
