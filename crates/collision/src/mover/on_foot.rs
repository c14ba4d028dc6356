//! A tick on foot, split into substeps on the ground or in the air. It also handles jumping and crouching.
//!
//! Late jumps (coyote time) and early jumps (jump buffering) each have a timer. The timers add up substep durations, so
//! they do not depend on the tick length.

use bspwalk_trees::{Contact, Obstacles};
use glam::{DVec3, Vec3};

use super::{Environment, Event, Input, Mover, Tick, rates, simulate::Scene, support::Support};
use crate::{
    Leg,
    half_spaces::clip,
    is_clear,
    slide::slide_freely,
    tolerance::{NO_TIME, REST_SPEED},
};

/// Maximum duration of a substep, in seconds. Within a substep, a fall is approximated by a straight line.
const LONGEST_PART: f64 = 1.0 / 30.0;

/// Maximum path length of a substep relative to the body's radius, so that no stair is skipped.
const LONGEST_STRIDE: f64 = 0.75;

const MOST_PARTS: f64 = 64.0;

/// Maximum grip of a surface, as a factor applied to the response rates.
const MOST_GRIP: f32 = 1.0e3;

/// Minimum height change that is reported as a stair, in metres.
const LEAST_STAIR: f64 = 0.02;

impl Mover {
    pub(super) fn tick_on_foot(
        &mut self,
        scene: &Scene<'_, impl Obstacles>,
        input: &Input,
        seconds: f64,
        tick: &mut Tick,
    ) {
        let was_upright = !self.crouched;
        self.update_crouch(&scene.faces, input.crouch, tick);
        if was_upright {
            self.begin_slide();
        }
        self.jump(input, tick);
        let desired = self.desired_walk(input);
        let speed = self.flat_velocity().length().max(desired.length());
        let parts = self.substep_count(speed, seconds);
        let seconds = seconds / parts;
        for _ in 0..parts as u32 {
            if self.move_in_volume(scene, input, seconds, tick) {
                self.pass_jump_timers(false, seconds);
                continue;
            }
            self.jump_on_landing(self.feet().y, tick);
            let was_grounded = self.grounded;
            if was_grounded {
                let desired = if self.memory.slides { DVec3::ZERO } else { desired };
                self.walk_part(scene, desired, seconds, tick);
            } else {
                self.fly_through_air(scene, desired, seconds, tick);
            }
            self.pass_jump_timers(was_grounded, seconds);
        }
        self.end_slide();
    }

    fn fly_through_air(
        &mut self,
        scene: &Scene<'_, impl Obstacles>,
        desired: DVec3,
        seconds: f64,
        tick: &mut Tick,
    ) {
        let was_rising = self.velocity.y > 0.0;
        let rising = self.seconds_to_apex().filter(|&rising| rising < seconds);
        if let Some(rising) = rising {
            self.fall_part(scene, desired, rising, tick);
            self.velocity.y = self.velocity.y.min(0.0);
        }
        self.report_apex(was_rising, self.feet().y, tick);
        self.fall_part(scene, desired, seconds - rising.unwrap_or(0.0), tick);
        self.report_apex(was_rising && rising.is_none(), self.feet().y, tick);
    }

    /// Begins a slide if the body has just crouched and is fast enough.
    fn begin_slide(&mut self) {
        let least = f64::from(self.params.slide_speed);
        let is_fast = least > 0.0 && self.flat_velocity().length() >= least;
        self.memory.slides = is_fast && self.crouched && self.grounded;
    }

    /// Ends a slide if the body stands up, leaves the ground, or is no faster than a crouched walk.
    fn end_slide(&mut self) {
        let walk = f64::from(self.params.walk_speed * self.params.crouch_factor);
        self.memory.slides &= self.crouched && self.grounded && self.flat_velocity().length() > walk;
    }

    /// Advances the timers for late and early jumps by one substep.
    pub(super) fn pass_jump_timers(&mut self, was_grounded: bool, seconds: f64) {
        let late = if was_grounded || self.grounded {
            f64::from(self.params.coyote_time)
        } else {
            (self.memory.coyote_left - seconds).max(0.0)
        };
        self.memory.coyote_left = late;
        self.memory.jump_buffered = (self.memory.jump_buffered - seconds).max(0.0);
    }

    pub(super) fn update_grip(&mut self, environment: &dyn Environment, ground: &Contact) {
        let grip = environment.grip(ground);
        self.memory.grip = if grip.is_nan() {
            1.0
        } else {
            grip.clamp(0.0, MOST_GRIP)
        };
    }

    /// Returns the number of substeps for a tick on foot at a horizontal speed (in m/s).
    pub(super) fn substep_count(&self, speed: f64, seconds: f64) -> f64 {
        (seconds / LONGEST_PART)
            .max(speed * seconds / (LONGEST_STRIDE * f64::from(self.params.radius)))
            .ceil()
            .clamp(1.0, MOST_PARTS)
    }

    /// Returns for how many seconds a body in free flight keeps rising.
    ///
    /// The path is split at its apex, because a straight substep across the apex would pass below it.
    pub(super) fn seconds_to_apex(&self) -> Option<f64> {
        let (rising, gravity) = (f64::from(self.velocity.y), f64::from(self.params.gravity));
        (rising > 0.0 && gravity > 0.0).then(|| rising / gravity)
    }

    pub(super) fn report_apex(&self, was_rising: bool, feet: f32, tick: &mut Tick) {
        if was_rising && self.velocity.y <= 0.0 {
            let height = feet - self.memory.left_ground;
            tick.events.push(Event::Apex { height });
        }
    }

    fn walk_part(
        &mut self,
        scene: &Scene<'_, impl Obstacles>,
        desired: DVec3,
        seconds: f64,
        tick: &mut Tick,
    ) {
        let (space, limits) = (self.tick_space(scene), self.walk_limits());
        self.memory.left_ground = self.feet().y;
        let before = self.position.as_dvec3();
        let at = space.with_skin_gap(self.position);
        let response = self.acceleration_rate(desired);
        let (mut velocity, mut displacement) =
            rates::approach_velocity(self.flat_velocity(), desired, response, seconds);
        tick.desired_displacement += displacement.as_vec3();
        if desired == DVec3::ZERO && velocity.length() < REST_SPEED {
            (velocity, displacement) = (DVec3::ZERO, DVec3::ZERO);
        } else {
            displacement += self.memory.lost.with_y(0.0);
        }
        let (walked, stair) = limits.walk_or_climb(&space, at, displacement, velocity);
        let (at, blocked) = (walked.at, walked.blocked);
        self.apply_slide(walked, tick);
        self.memory.lost.y = 0.0;
        self.report_blocked(blocked, tick);
        let mut support = stair;
        if stair.is_none()
            && let Some((to, found, hit)) = limits.follow_ground(&space, at, displacement)
        {
            if hit.is_some() {
                tick.legs.push(Leg { from: at, to });
                tick.contacts.extend(hit.map(|touch| touch.contact));
            }
            self.position = to;
            support = Some(found);
        }
        // Height gained beyond that of the slope comes from a stair, so the eye smooths it.
        let moved = self.position.as_dvec3() - before;
        let ground = self.memory.ground;
        let sloped = -ground.with_y(0.0).dot(moved) / ground.y.max(0.1);
        let rise = moved.y - sloped;
        self.grounded = support.is_some();
        if let Some(support) = support {
            self.memory.eye_offset -= rise;
            self.update_grip(scene.environment, &support.touch.contact);
            self.memory.ground = support.ground;
            self.memory.stands_firm = support.is_firm;
            let height = rise.abs() as f32;
            if stair.is_some() && rise > LEAST_STAIR {
                tick.events.push(Event::SteppedUp { height });
            } else if rise < -LEAST_STAIR {
                tick.events.push(Event::SteppedDown { height });
            }
        }
    }

    fn fall_part(
        &mut self,
        scene: &Scene<'_, impl Obstacles>,
        desired: DVec3,
        seconds: f64,
        tick: &mut Tick,
    ) {
        let (space, limits) = (self.tick_space(scene), self.walk_limits());
        let at = space.with_skin_gap(self.position);
        // Walking against steep ground does not lift a body.
        let touches = space.touches(at);
        let possible = clip(desired, &limits.wall_normals(&space, at, &touches, desired));
        let response = self.acceleration_rate(desired);
        let (flat, displacement) =
            rates::approach_velocity(self.flat_velocity(), possible, response, seconds);
        let (rising, height) = self.free_fall(seconds);
        let (before, from) = (f64::from(self.velocity.y), self.position);
        let displacement = displacement.with_y(height);
        tick.desired_displacement += displacement.as_vec3();
        let desired_now = displacement + self.memory.lost;
        let slid = slide_freely(&space, at, touches, desired_now, flat.with_y(rising));
        let blocked = slid.blocked;
        self.apply_slide(slid, tick);
        let landed = if height <= 0.0 {
            limits.support(&space, self.position, DVec3::ZERO)
        } else {
            None
        };
        if let Some(support) = landed {
            let drop = f64::from(from.y - self.position.y);
            let speed = self.landing_speed(before, drop, rising);
            self.stand_on(scene.environment, &support);
            // Landing on the ground stops the fall and preserves the horizontal velocity.
            let touches = space.touches(self.position);
            let walls = limits.wall_normals(&space, self.position, &touches, flat);
            self.velocity = clip(flat, &walls).as_vec3();
            tick.events.push(Event::Landed { speed });
        } else {
            self.report_blocked(blocked, tick);
        }
    }

    pub(super) fn flat_velocity(&self) -> DVec3 {
        self.velocity.as_dvec3().with_y(0.0)
    }

    pub(super) fn acceleration_rate(&self, desired: DVec3) -> f64 {
        let rate = f64::from(match (self.grounded, desired == DVec3::ZERO) {
            (true, _) if self.memory.slides => self.params.slide_friction,
            (true, false) => self.params.ground_response,
            (true, true) => self.params.friction,
            (false, false) => self.params.air_response,
            (false, true) => 0.0,
        });
        if self.grounded {
            rate * f64::from(self.memory.grip)
        } else {
            rate
        }
    }

    /// Returns the downward speed after a fall by `drop` metres that begins with the vertical velocity `before`. It is at
    /// most the speed that the fall would have at the end of the tick, where the vertical velocity would be `after`.
    pub(super) fn landing_speed(&self, before: f64, drop: f64, after: f64) -> f32 {
        let (least, most) = ((-before).max(0.0), (-after).max(0.0));
        let gained = 2.0 * f64::from(self.params.gravity) * drop.max(0.0);
        (least * least + gained).sqrt().min(most) as f32
    }

    pub(super) fn free_fall(&self, seconds: f64) -> (f64, f64) {
        let (gravity, terminal) = (self.params.gravity, self.params.terminal_speed);
        rates::fall(
            f64::from(self.velocity.y),
            gravity.into(),
            terminal.into(),
            seconds,
        )
    }

    fn presses_jump(&self, input: &Input) -> bool {
        input.jump && !self.memory.jump_held
    }

    pub(super) fn may_jump(&self, input: &Input) -> bool {
        let coyote_left = self.memory.coyote_left.min(self.params.coyote_time.into());
        let has_hold = self.grounded || self.memory.ladder.is_some() || coyote_left > NO_TIME;
        self.presses_jump(input) && has_hold
    }

    /// Returns whether the body may jump if it lands during a tick.
    pub(super) fn may_jump_on_landing(&self, input: &Input) -> bool {
        self.memory.jump_buffered > NO_TIME || self.params.jump_buffer > 0.0 && self.presses_jump(input)
    }

    /// Jumps if the button is newly pressed. If the body is in the air, the press is buffered.
    pub(super) fn jump(&mut self, input: &Input, tick: &mut Tick) {
        if self.may_jump(input) {
            self.take_off(self.feet().y, tick);
        } else if self.presses_jump(input) {
            self.memory.jump_buffered = self.params.jump_buffer.into();
        }
    }

    /// Jumps if the body is on the ground and the button was pressed shortly before it landed.
    pub(super) fn jump_on_landing(&mut self, feet: f32, tick: &mut Tick) {
        if self.grounded && self.memory.jump_buffered > NO_TIME {
            self.take_off(feet, tick);
        }
    }

    fn take_off(&mut self, feet: f32, tick: &mut Tick) {
        if let Some(away) = self.memory.ladder.take() {
            self.velocity = away.as_vec3() * self.params.walk_speed;
        }
        self.velocity.y = self.params.jump_speed() as f32;
        self.memory.left_ground = feet;
        self.memory.coyote_left = 0.0;
        self.memory.jump_buffered = 0.0;
        self.memory.slides = false;
        self.grounded = false;
        tick.events.push(Event::Jumped);
    }

    pub(super) fn stand_on(&mut self, environment: &dyn Environment, support: &Support) {
        self.grounded = true;
        self.update_grip(environment, &support.touch.contact);
        self.memory.ground = support.ground;
        self.memory.stands_firm = support.is_firm;
    }

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

    pub(super) fn update_crouch(&mut self, tree: &impl Obstacles, crouch: bool, tick: &mut Tick) {
        if crouch == self.crouched {
            self.memory.head_blocked = false;
            return;
        }
        let (feet, top) = (self.feet(), self.position + Vec3::Y * self.half_height());
        let eye = self.eye();
        self.crouched = crouch;
        let standing = feet + Vec3::Y * self.half_height();
        let hanging = top - Vec3::Y * self.half_height();
        let has_room =
            |mover: &Self, at: Vec3| is_clear(tree, mover.body(), at) && !tree.is_blocked(mover.position, at);
        if crouch || has_room(self, standing) {
            self.position = standing;
        } else if !self.grounded && has_room(self, hanging) {
            // While standing up in the air, a body may extend its legs downwards instead of raising its head.
            self.position = hanging;
        } else {
            self.crouched = true;
            if !std::mem::replace(&mut self.memory.head_blocked, true) {
                tick.events.push(Event::HeadBlocked);
            }
            return;
        }
        self.memory.head_blocked = false;
        self.memory.eye_offset = f64::from(eye.y) - f64::from(self.resting_eye().y);
    }
}
