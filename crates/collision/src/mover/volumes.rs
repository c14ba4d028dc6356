//! Swimming and climbing.
//!
//! A body swims if its centre is in a liquid. Its velocity approaches the desired velocity at a fixed rate, which acts
//! as the drag of the liquid. On a ladder, moving towards the ladder moves the body up. Gravity does not act in a
//! liquid or on a ladder.
//!
//! Based on `SV_WaterMove` and `PM_WaterMove` of id Software's Quake (1996, GPL) and on the ladders of Valve's
//! Half-Life (1998).

use bspwalk_trees::Obstacles;
use glam::DVec3;

use super::{Event, Input, Mover, Tick, rates, simulate::Scene};
use crate::slide::slide_freely;

/// Maximum gap between a body and a ladder it climbs, in metres.
const LADDER_REACH: f64 = 0.05;

impl Mover {
    /// Moves the body for one substep if it is in a liquid or on a ladder. Returns whether it moved the body.
    pub(super) fn move_in_volume(
        &mut self,
        scene: &Scene<'_, impl Obstacles>,
        input: &Input,
        seconds: f64,
        tick: &mut Tick,
    ) -> bool {
        self.memory.swims = self.params.swim_factor > 0.0 && scene.environment.is_liquid(self.position);
        if self.memory.swims {
            self.memory.ladder = None;
            self.swim_part(scene, input, seconds, tick);
            return true;
        }
        self.memory.ladder = self.ladder_to_climb(scene, input);
        if let Some(away) = self.memory.ladder {
            self.climb_part(scene, away, input, seconds, tick);
            return true;
        }
        false
    }

    /// Returns an upper bound for the speed that a body gains in a liquid or on a ladder, in m/s. `walk` is its speed
    /// on foot.
    pub(super) fn fastest_in_volumes(&self, walk: f64) -> f64 {
        let params = &self.params;
        let mut fastest = 0.0_f64;
        if params.swim_factor > 0.0 {
            let swim = walk * f64::from(params.swim_factor);
            fastest = swim
                .max(f64::from(params.sink_speed.abs()))
                .max(self.leap_speed());
        }
        if params.climb_speed > 0.0 {
            fastest = fastest.max((2.0 * f64::from(params.climb_speed)).max(f64::from(params.walk_speed)));
        }
        fastest
    }

    fn swim_part(&mut self, scene: &Scene<'_, impl Obstacles>, input: &Input, seconds: f64, tick: &mut Tick) {
        let response = f64::from(self.params.swim_response);
        let velocity = self.velocity.as_dvec3();
        let (velocity, displacement) =
            rates::approach_velocity(velocity, self.desired_swim(input), response, seconds);
        self.slide_in_volume(scene, velocity, displacement, tick);
        if self.velocity.y > 0.0 && !scene.environment.is_liquid(self.position) {
            self.surface(input, tick);
        }
    }

    /// Returns the desired velocity in a liquid, in m/s. The jump button adds upward speed, the crouch button downward
    /// speed.
    fn desired_swim(&self, input: &Input) -> DVec3 {
        let button = |is_held: bool| if is_held { 1.0 } else { 0.0 };
        let desired = input.desired.as_dvec3() + DVec3::Y * (button(input.jump) - button(input.crouch));
        if desired == DVec3::ZERO {
            return DVec3::NEG_Y * f64::from(self.params.sink_speed);
        }
        let mut speed = self.params.walk_speed * self.params.swim_factor;
        if input.fast {
            speed *= self.params.fast_factor;
        }
        desired.clamp_length_max(1.0) * f64::from(speed)
    }

    /// Stops a body that rises out of a liquid, so that it floats at the surface. At a wall, it leaps out if the jump
    /// button is held.
    fn surface(&mut self, input: &Input, tick: &mut Tick) {
        let leap = self.leap_speed();
        let leaps = input.jump && self.memory.blocked && leap > 0.0;
        self.velocity.y = if leaps { leap as f32 } else { 0.0 };
        self.memory.swims = false;
        self.memory.left_ground = self.feet().y;
        if leaps {
            tick.events.push(Event::Jumped);
        }
    }

    fn leap_speed(&self) -> f64 {
        (2.0 * f64::from(self.params.gravity) * f64::from(self.params.leap_height)).sqrt()
    }

    /// Returns the horizontal unit vector pointing away from the ladder that the body climbs, or `None` if it climbs no
    /// ladder.
    fn ladder_to_climb(&self, scene: &Scene<'_, impl Obstacles>, input: &Input) -> Option<DVec3> {
        if self.params.climb_speed <= 0.0 {
            return None;
        }
        // A body that jumps off a ladder must be able to get away from it.
        if self.memory.ladder.is_none() && !self.grounded && self.velocity.y > 0.0 {
            return None;
        }
        let away = scene
            .environment
            .ladder(&self.bounds_at(self.position, LADDER_REACH))?;
        let away = away.as_dvec3().with_y(0.0).try_normalize()?;
        // On the ground, a body can walk away from a ladder and past it.
        (!self.grounded || climb_input(away, input) > 0.0).then_some(away)
    }

    fn climb_part(
        &mut self,
        scene: &Scene<'_, impl Obstacles>,
        away: DVec3,
        input: &Input,
        seconds: f64,
        tick: &mut Tick,
    ) {
        let desired = input.desired.as_dvec3().with_y(0.0);
        let sideways = desired - away * desired.dot(away);
        let rising = climb_input(away, input);
        let velocity = (sideways + DVec3::Y * rising) * f64::from(self.params.climb_speed);
        self.slide_in_volume(scene, velocity, velocity * seconds, tick);
        self.memory.left_ground = self.feet().y;
        if rising < 0.0 {
            let space = self.tick_space(scene);
            let support = self.walk_limits().support(&space, self.position, DVec3::ZERO);
            if let Some(support) = support {
                self.stand_on(scene.environment, &support);
                self.memory.ladder = None;
                self.velocity.y = 0.0;
            }
        }
    }

    fn slide_in_volume(
        &mut self,
        scene: &Scene<'_, impl Obstacles>,
        velocity: DVec3,
        displacement: DVec3,
        tick: &mut Tick,
    ) {
        self.grounded = false;
        self.memory.coyote_left = 0.0;
        let space = self.tick_space(scene);
        let at = space.with_skin_gap(self.position);
        tick.desired_displacement += displacement.as_vec3();
        let touches = space.touches(at);
        let slid = slide_freely(&space, at, touches, displacement + self.memory.lost, velocity);
        let walkable = self.params.min_walkable_normal_y();
        let blocked = slid.blocked.filter(|touch| touch.upward < walkable);
        self.apply_slide(slid, tick);
        self.report_blocked(blocked, tick);
    }
}

/// Returns how much the input moves a body up a ladder, as a value from −1 to 1.
fn climb_input(away: DVec3, input: &Input) -> f64 {
    let desired = input.desired.as_dvec3();
    (desired.y - desired.with_y(0.0).dot(away)).clamp(-1.0, 1.0)
}
