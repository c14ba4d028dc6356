//! Mover tick that uses the ATI sample's push, including its bugs.

use bspwalk_trees::{Obstacles, observer::Observer};
use glam::DVec3;

use super::{Event, Input, Mode, Mover, Tick, rates};
use crate::{Leg, observable::Observable, tolerance::LEAST_LIFT};

impl Mover {
    /// Moves by the whole displacement, then pushes the body out of the walls.
    pub(super) fn tick_ati(
        &mut self,
        (set, observer): (&impl Observable, impl Observer),
        watched: &impl Obstacles,
        input: &Input,
        seconds: f64,
        tick: &mut Tick,
    ) {
        self.memory.leave_volumes();
        let before = f64::from(self.velocity.y);
        let (velocity, displacement) = match self.mode {
            Mode::Fly => self.free_flight(input, seconds),
            Mode::Walk => self.free_path_on_foot(watched, input, seconds, tick),
        };
        let from = self.position;
        let target = (from.as_dvec3() + displacement).as_vec3();
        let body = self.body();
        let mut pushed = target;
        for end in [-body.half_axis, body.half_axis] {
            pushed = set.push_sphere(pushed + end, body.radius, observer).center - end;
            if body.is_sphere() {
                break;
            }
        }
        tick.desired_displacement = displacement.as_vec3();
        tick.push = pushed - target;
        tick.legs.push(Leg { from, to: pushed });
        set.sphere_contacts(target, body.radius, &mut tick.contacts, observer);
        self.position = pushed;
        self.velocity = velocity.as_vec3();
        if self.mode == Mode::Walk {
            let was_grounded = self.grounded;
            self.grounded = tick.push.y > LEAST_LIFT * body.radius && self.velocity.y <= 0.0;
            self.memory.stands_firm = self.grounded;
            if self.grounded {
                if !was_grounded {
                    let drop = f64::from(from.y - pushed.y);
                    let speed = self.landing_speed(before, drop, self.velocity.y.into());
                    tick.events.push(Event::Landed { speed });
                }
                self.velocity.y = 0.0;
            }
            self.pass_jump_timers(was_grounded, seconds);
        }
    }

    fn free_path_on_foot(
        &mut self,
        tree: &impl Obstacles,
        input: &Input,
        seconds: f64,
        tick: &mut Tick,
    ) -> (DVec3, DVec3) {
        self.update_crouch(tree, input.crouch, tick);
        self.jump(input, tick);
        self.jump_on_landing(self.feet().y, tick);
        let desired = self.desired_walk(input);
        let response = self.acceleration_rate(desired);
        let (flat, displacement) = rates::approach_velocity(self.flat_velocity(), desired, response, seconds);
        let (rising, height) = self.free_fall(seconds);
        (flat.with_y(rising), displacement.with_y(height))
    }
}
