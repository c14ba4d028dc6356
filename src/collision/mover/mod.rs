//! The mover: a sphere that flies, a standing capsule that walks. Input and a while go in, a pose and what happened come
//! out; it knows no clock and no devices, and equal input gives equal output, bit for bit.
//!
//! On the ground the wish is horizontal. What can be walked on changes the height alone, so that no speed is lost on
//! slopes and at seams; what is too steep, and a ceiling that leaves no room to rise, is a vertical wall; over a wall a
//! step is tried: up, on, down. Then the body follows the ground down, no deeper than a step, or falls. In the air and in
//! flight it slides. All rates are closed forms, so that the path of a free body does not depend on how the while is cut.
//!
//! After a step the body is clear of everything and the way of its centre crossed no face; otherwise it is put back at
//! the last good place, and the step says so. [`Way::Ati`] alone promises nothing but numbers.

mod after;
mod air;
mod ati;
mod cone;
mod ground;
mod params;
mod place;
mod rates;
pub mod script;
mod space;
mod step;
mod support;
mod walk;

use glam::{DVec3, Vec3};

pub use params::MoverParams;
pub use place::Placed;
pub use step::{Event, Input, Mode, Step, Way, Why};

use self::{
    space::{Going, Space, Touch},
    support::Legs,
    walk::Stride,
};
use super::{Capsule, Leg, surroundings::Surroundings};
use crate::bsp::{NodeTree, Obstacles};

/// Longest while of one step, in seconds; a longer one is taken as that.
pub const LONGEST_STEP: f32 = 1.0;

/// Longest part of a step that is walked at once, in seconds: in it the fall is a straight line.
const LONGEST_PART: f64 = 1.0 / 30.0;

/// Longest way that is walked at once, relative to the radius, so that no step is passed over.
const LONGEST_STRIDE: f64 = 0.75;

/// Most parts that a step is walked in.
const MOST_PARTS: f64 = 64.0;

/// A change of height that is told as a step, in metres.
const TOLD_STEP: f64 = 0.02;

/// A body and what it remembers from step to step.
#[derive(Clone, Debug, PartialEq)]
pub struct Mover {
    /// How it is kept out of the walls. It may be changed at any time.
    pub way: Way,
    /// Metres a second.
    pub velocity: Vec3,
    params: MoverParams,
    mode: Mode,
    /// Its centre.
    position: Vec3,
    grounded: bool,
    crouched: bool,
    memory: Memory,
}

/// What is remembered besides.
#[derive(Clone, Debug, PartialEq)]
struct Memory {
    /// Unit normal of the ground that it stands on.
    ground: DVec3,
    /// How far the eye is from where the body holds it, upwards in metres, and the rate of that.
    eye_offset: f64,
    eye_rate: f64,
    /// What the rounding of the position took from the way, in metres: the next part makes up for it, so that slow ways
    /// far from the origin are as long as they should be.
    lost: DVec3,
    jump_held: bool,
    blocked: bool,
    head_blocked: bool,
    /// Where it was clear and stood, or flew, last: the lowest point of the body, and whether it was crouched. Of the
    /// present mode and sizes.
    good: Option<(Vec3, bool)>,
    /// Whether it has been clear since it was put somewhere, in whatever size.
    been_clear: bool,
}

/// How far around it a body looks at once, relative to its radius: its skin, and some play. Steps
/// up and down ask the tree, as they are rare.
const AROUND: f64 = 1.05;

/// Most triangles around a body that are gone through one by one.
const FEW: usize = 128;

/// Slower than this with nothing wished is at rest, in m/s.
const REST: f32 = 1.0e-3;

impl Mover {
    /// A body with its eye there. The first step frees it where it is within something; [`Mover::enter`] does at once.
    #[must_use]
    pub fn new(params: &MoverParams, mode: Mode, way: Way, eye: Vec3) -> Self {
        let mut mover = Self {
            way,
            velocity: Vec3::ZERO,
            params: params.clamped(),
            mode,
            position: Vec3::ZERO,
            grounded: false,
            crouched: false,
            memory: Memory {
                ground: DVec3::Y,
                eye_offset: 0.0,
                eye_rate: 0.0,
                lost: DVec3::ZERO,
                jump_held: false,
                blocked: false,
                head_blocked: false,
                good: None,
                been_clear: false,
            },
        };
        mover.teleport(eye);
        mover
    }

    /// Its parameters, as they were clamped.
    #[must_use]
    pub fn params(&self) -> &MoverParams {
        &self.params
    }

    /// Changes the parameters; the feet stay. Where the body has no room any more, the next step frees it.
    pub fn set_params(&mut self, params: &MoverParams) {
        let feet = self.feet();
        self.params = params.clamped();
        self.memory.good = None;
        self.position = feet + Vec3::Y * self.half_height();
    }

    /// How it goes.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Changes how it goes; the eye stays where there is room for that.
    pub fn set_mode(&mut self, tree: &NodeTree, mode: Mode) -> Placed {
        if mode == self.mode {
            return Placed::AsAsked;
        }
        let eye = self.eye();
        let (from, half_axis) = (self.position, self.body().half_axis);
        self.mode = mode;
        self.crouched = false;
        self.grounded = false;
        self.memory.blocked = false;
        self.memory.head_blocked = false;
        let placed = match mode {
            Mode::Walk => self.stand_about(tree, eye),
            Mode::Fly => {
                // The upper end of the capsule has room for a sphere that is no wider.
                let end = from + half_axis;
                let within = tree.cast(end, eye).is_none();
                match [eye, end].into_iter().find(|&at| {
                    (within || at == end)
                        && super::is_clear(tree, Capsule::sphere(self.params.fly_radius), at)
                }) {
                    Some(at) => {
                        self.position = at;
                        Placed::by(at.distance(eye))
                    }
                    None => self.place(tree, end),
                }
            }
        };
        let gap = f64::from(eye.y) - f64::from(self.held_eye().y);
        self.memory.eye_offset = gap.clamp(-self.most_eye_offset(), self.most_eye_offset());
        self.memory.eye_rate = 0.0;
        self.memory.lost = DVec3::ZERO;
        self.memory.good = (!matches!(placed, Placed::NoRoom)).then(|| (self.feet(), self.crouched));
        placed
    }

    /// Its centre.
    #[must_use]
    pub fn position(&self) -> Vec3 {
        self.position
    }

    /// The lowest point of the body.
    #[must_use]
    pub fn feet(&self) -> Vec3 {
        self.position - Vec3::Y * self.half_height()
    }

    /// The eye.
    #[must_use]
    pub fn eye(&self) -> Vec3 {
        self.held_eye() + Vec3::Y * self.memory.eye_offset as f32
    }

    /// Whether it stands on something.
    #[must_use]
    pub fn grounded(&self) -> bool {
        self.grounded
    }

    /// Whether it is crouched.
    #[must_use]
    pub fn crouched(&self) -> bool {
        self.crouched
    }

    /// The body.
    #[must_use]
    pub fn body(&self) -> Capsule {
        match self.mode {
            Mode::Fly => Capsule::sphere(self.params.fly_radius),
            Mode::Walk => Capsule::standing(self.height(), self.params.radius),
        }
    }

    /// The gap that it keeps to everything, in metres: it touches what is nearer than twice of it, and moves no further
    /// into that.
    #[must_use]
    pub fn gap(&self) -> f32 {
        space::skin(self.body(), self.position) as f32
    }

    /// Puts the eye somewhere, at rest and upright, without looking whether there is room.
    pub fn teleport(&mut self, eye: Vec3) {
        self.velocity = Vec3::ZERO;
        self.grounded = false;
        self.crouched = false;
        self.memory = Memory {
            ground: DVec3::Y,
            eye_offset: 0.0,
            eye_rate: 0.0,
            lost: DVec3::ZERO,
            jump_held: self.memory.jump_held,
            blocked: false,
            head_blocked: false,
            good: None,
            been_clear: false,
        };
        self.position = eye - Vec3::Y * (self.eye_above_feet() - self.half_height());
    }

    /// Puts the eye somewhere, or where there is room near by.
    pub fn enter(&mut self, tree: &NodeTree, eye: Vec3) -> Placed {
        self.teleport(eye);
        let asked = self.position;
        match self.mode {
            Mode::Walk if eye.is_finite() => self.stand_about(tree, eye),
            _ => self.place(tree, asked),
        }
    }

    /// Moves for a while. What is not finite in the input counts as nothing, and a while that is none changes nothing.
    pub fn step(&mut self, tree: &NodeTree, input: &Input, seconds: f32) -> Step {
        let mut step = Step::default();
        let seconds = if seconds > 0.0 {
            f64::from(seconds.min(LONGEST_STEP))
        } else {
            0.0
        };
        let input = Input {
            wish: if input.wish.is_finite() {
                input.wish.clamp_length_max(1.0)
            } else {
                Vec3::ZERO
            },
            ..*input
        };
        if !self.velocity.is_finite() {
            self.velocity = Vec3::ZERO;
        }
        let before = self.feet();
        if !self.position.is_finite() {
            self.put_back(tree, (before, self.crouched), Why::NoRoom, &mut step);
        }
        if self.way == Way::Ati {
            if seconds > 0.0 {
                let start = (self.feet(), self.crouched);
                self.step_ati(tree, &input, seconds, &mut step);
                self.check(tree, start, &mut step);
                self.add_touching(tree, &mut step);
            }
            self.end(tree, &input, seconds);
        } else {
            let around = self.around(tree, &input, seconds);
            self.step_clear(&around, &input, seconds, &mut step);
            self.end(&around, &input, seconds);
        }
        step.feet = self.feet();
        step.center = self.position;
        step.eye = self.eye();
        step.velocity = self.velocity;
        step.grounded = self.grounded;
        step.crouched = self.crouched;
        step
    }

    /// A step that ends clear of everything.
    fn step_clear(&mut self, tree: &impl Obstacles, input: &Input, seconds: f64, step: &mut Step) {
        if !self.free(tree, step) {
            self.velocity = Vec3::ZERO;
        } else if seconds > 0.0 {
            let start = (self.feet(), self.crouched);
            match self.mode {
                Mode::Fly => self.step_flight(tree, input, seconds, step),
                Mode::Walk => self.step_walk(tree, input, seconds, step),
            }
            self.check(tree, start, step);
            self.add_touching(tree, step);
        }
    }

    /// What is left to do after a step.
    fn end(&mut self, tree: &impl Obstacles, input: &Input, seconds: f64) {
        if input.wish == Vec3::ZERO
            && (self.grounded || self.mode == Mode::Fly)
            && self.velocity.length() < REST
        {
            self.velocity = Vec3::ZERO;
        }
        self.memory.jump_held = input.jump;
        self.settle_eye(tree, seconds);
    }

    /// What a step may meet, unless its way is so long that it had better ask the tree.
    fn around<'a, T: Obstacles>(&self, tree: &'a T, input: &Input, seconds: f64) -> Surroundings<'a, T> {
        let body = self.body();
        let radius = f64::from(body.radius);
        let asked = match self.mode {
            Mode::Fly => self.params.fly_speed,
            Mode::Walk => self.params.walk_speed,
        };
        let asked = f64::from(asked * if input.fast { self.params.fast_factor } else { 1.0 });
        let way = (f64::from(self.velocity.length()).max(asked) + f64::from(self.params.gravity) * seconds)
            * seconds;
        let reach = radius * AROUND + way;
        if reach.is_finite() && way <= radius && self.position.is_finite() {
            Surroundings::new(tree, body.half_axis.as_dvec3(), reach, self.position.as_dvec3()).if_few(FEW)
        } else {
            Surroundings::none(tree)
        }
    }

    /// A step on foot, in parts.
    fn step_walk(&mut self, tree: &impl Obstacles, input: &Input, seconds: f64, step: &mut Step) {
        self.change_height(tree, input.crouch, step);
        if input.jump && !self.memory.jump_held && self.grounded {
            self.velocity.y = self.params.jump_speed() as f32;
            self.grounded = false;
            step.events.push(Event::Jumped);
        }
        let wish = self.walking_wish(input);
        let speed = self.velocity.as_dvec3().with_y(0.0).length().max(wish.length());
        let parts = (seconds / LONGEST_PART)
            .max(speed * seconds / (LONGEST_STRIDE * f64::from(self.params.radius)))
            .ceil()
            .clamp(1.0, MOST_PARTS);
        for _ in 0..parts as u32 {
            if self.grounded {
                self.step_on_ground(tree, wish, seconds / parts, step);
            } else {
                self.step_in_air(tree, wish, seconds / parts, step);
            }
        }
    }

    /// The velocity that is wished on foot.
    fn walking_wish(&self, input: &Input) -> DVec3 {
        let mut speed = self.params.walk_speed;
        if self.crouched {
            speed *= self.params.crouch_factor;
        }
        if input.fast {
            speed *= self.params.fast_factor;
        }
        input.wish.as_dvec3().with_y(0.0) * f64::from(speed)
    }

    /// Crouches, or stands up where there is room.
    fn change_height(&mut self, tree: &impl Obstacles, crouch: bool, step: &mut Step) {
        if crouch == self.crouched {
            self.memory.head_blocked = false;
            return;
        }
        let (feet, top) = (self.feet(), self.position + Vec3::Y * self.half_height());
        let eye = self.eye();
        self.crouched = crouch;
        let standing = feet + Vec3::Y * self.half_height();
        let room = |mover: &Self, at: Vec3| {
            super::is_clear(tree, mover.body(), at) && tree.cast(mover.position, at).is_none()
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

    /// What the body is among.
    fn space<'a, T: Obstacles>(&self, tree: &'a T) -> Space<'a, T> {
        let going = if self.way == Way::Sweep {
            Going::Sweep
        } else {
            Going::Push
        };
        Space::new(tree, self.body(), going, self.position)
    }

    fn legs(&self) -> Legs {
        Legs {
            walkable: self.params.walkable(),
            step_height: f64::from(self.params.step_height),
        }
    }

    /// Tells that something is in the way, where it was not before.
    fn tell_blocked(&mut self, by: Option<Touch>, step: &mut Step) {
        if let Some(touch) = by.filter(|_| !self.memory.blocked) {
            step.events.push(Event::Blocked {
                face: touch.contact.face,
                normal: (touch.contact.normal + Vec3::ZERO).to_array(),
            });
        }
        self.memory.blocked = by.is_some();
    }

    /// Adds the legs of a walk to a step.
    fn record(strides: &[Stride], step: &mut Step) {
        for stride in strides {
            let first = step.contacts.len() as u32;
            step.contacts.extend(stride.end.map(|touch| touch.contact));
            step.legs.push(Leg {
                from: stride.from,
                to: stride.to,
                wish: stride.wish.as_vec3(),
                contacts: first..step.contacts.len() as u32,
            });
        }
    }

    /// Where the body holds the eye.
    fn held_eye(&self) -> Vec3 {
        self.feet() + Vec3::Y * self.eye_above_feet()
    }

    fn most_eye_offset(&self) -> f64 {
        let crouch = self.params.height - self.params.crouch_height;
        f64::from((2.0 * self.params.step_height).max(crouch))
    }

    fn height(&self) -> f32 {
        if self.crouched {
            self.params.crouch_height
        } else {
            self.params.height
        }
    }

    fn half_height(&self) -> f32 {
        match self.mode {
            Mode::Fly => self.params.fly_radius,
            Mode::Walk => 0.5 * self.height(),
        }
    }

    fn eye_above_feet(&self) -> f32 {
        match self.mode {
            Mode::Fly => self.params.fly_radius,
            Mode::Walk => self.params.eye_height * (self.height() / self.params.height),
        }
    }
}
