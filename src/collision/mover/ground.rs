//! A part of a step on the ground.

use glam::DVec3;

use super::{Event, Mover, Step, TOLD_STEP, rates, trees::Scene};

/// A body that nothing moves rests below this speed, in m/s: what is left of its way is less than a thousandth of a hair.
const REST: f64 = 1.0e-5;

impl Mover {
    /// Walks for a while on the ground, and says whether it is still there in [`Mover::grounded`].
    pub(super) fn step_on_ground(&mut self, tree: &Scene<'_>, desired: DVec3, seconds: f64, step: &mut Step) {
        let (space, legs) = (self.space(tree), self.legs());
        let at = space.settled(self.position);
        let rate = if desired == DVec3::ZERO {
            self.params.friction
        } else {
            self.params.ground_response
        };
        let velocity = self.velocity.as_dvec3().with_y(0.0);
        let (velocity, way) = rates::approach(velocity, desired, f64::from(rate), seconds);
        step.desired_displacement += way.as_vec3();
        let rests = desired == DVec3::ZERO && velocity.length() < REST;
        let (velocity, way) = if rests {
            (DVec3::ZERO, DVec3::ZERO)
        } else {
            (velocity, way + self.memory.lost.with_y(0.0))
        };
        let (walked, stepped) = legs.walk_over(&space, at, way, velocity);
        self.memory.lost = walked.lost;
        Self::record(&walked.strides, step);
        step.push += walked.push;
        self.tell_blocked(walked.blocked, step);
        self.velocity = walked.velocity.as_vec3();
        let (to, support) = match stepped {
            Some(support) => (walked.at, Some(support)),
            None => match legs.snap(&space, walked.at, way) {
                Some((to, support, stride)) => {
                    if let Some(stride) = stride {
                        Self::record(&[stride], step);
                    }
                    (to, Some(support))
                }
                None => (walked.at, None),
            },
        };
        let moved = to.as_dvec3() - self.position.as_dvec3();
        self.position = to;
        // What the ground's slope does not account for is a step, and the eye makes up for it in its time.
        let ground = self.memory.ground;
        let sloped = -ground.with_y(0.0).dot(moved) / ground.y.max(0.1);
        let step_height = moved.y - sloped;
        self.grounded = support.is_some();
        if let Some(support) = support {
            self.memory.eye_offset -= step_height;
            self.memory.ground = support.ground;
            let height = step_height.abs() as f32;
            if stepped.is_some() && step_height > TOLD_STEP {
                step.events.push(Event::SteppedUp { height });
            } else if step_height < -TOLD_STEP {
                step.events.push(Event::SteppedDown { height });
            }
        }
    }
}
