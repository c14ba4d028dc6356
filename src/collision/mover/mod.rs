//! The mover: a sphere that flies, a standing capsule that walks. Input and a while go in, a pose and what happened come
//! out; it knows no clock and no devices, and equal input gives equal output, bit for bit.
//!
//! On the ground the wish is horizontal. What can be walked on changes the height alone, so that no speed is lost on
//! slopes and at seams; what is too steep, and a ceiling that leaves no room to rise, is a vertical wall; over a wall a
//! step is tried: up, on, down. Then the body follows the ground down, no deeper than a step, or falls. In the air and in
//! flight it slides. All rates are closed forms, so that the path of a free body does not depend on how the while is cut.
//!
//! After a step the body is clear of everything and the way of its centre crossed no face; otherwise it is put back at
//! the last good place, and the step says so. [`CollisionMethod::Ati`] alone promises nothing but numbers.

mod air;
mod ati;
mod ground;
mod obstruction;
mod on_foot;
mod params;
mod place;
mod rates;
mod recovery;
pub mod script;
mod simulate;
mod space;
mod support;
mod tick;
mod touching;
mod trees;
mod walk;

use glam::{DVec3, Vec3};

pub use self::tick::{CollisionMethod, Event, Input, Mode, Step, Why};
pub use obstruction::{Obstruction, Surface};
pub use params::MoverParams;
pub use place::Placed;
pub use touching::NO_FACE;
pub use trees::Trees;

use super::Capsule;
use crate::bsp::NodeTree;

/// Longest while of one step, in seconds; a longer one is taken as that.
pub const LONGEST_STEP: f32 = 1.0;

/// A change of height that is told as a step, in metres.
const TOLD_STEP: f64 = 0.02;

/// A body and what it remembers from step to step.
#[derive(Clone, Debug, PartialEq)]
pub struct Mover {
    /// How it is kept out of the walls. It may be changed at any time.
    pub method: CollisionMethod,
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

impl Mover {
    /// A body with its eye there. The first step frees it where it is within something; [`Mover::enter`] does at once.
    #[must_use]
    pub fn new(params: &MoverParams, mode: Mode, method: CollisionMethod, eye: Vec3) -> Self {
        let mut mover = Self {
            method,
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
