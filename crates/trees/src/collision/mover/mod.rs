//! The mover, a character controller: a sphere that flies or an upright capsule that walks. An [`Input`] and a duration go in, a
//! [`Tick`] comes out. It knows no clock and no devices, and equal input gives equal output, bit for bit.
//!
//! On the ground the desired velocity is horizontal. Walkable ground changes the height alone, so that slopes and seams
//! take no speed; steeper faces, and ceilings that leave no room to rise, act as vertical walls. Where a wall is in the
//! way a stair is tried: up, on, down. Below a lintel, the lift is as low as the stair allows. Then the body follows the
//! ground down by a stair at the most, or falls. In the air and in flight it slides. All rates are closed forms, so that
//! the path of a free body does not depend on how time is divided into ticks.
//!
//! After a tick the body is clear of everything and its centre crossed no face; otherwise it is put back where it was, and
//! the tick says so. [`CollisionMethod::Ati`] alone promises only finite numbers.
//!
//! - `params` (sizes and speeds), `method` (how it is kept out of walls), `tick` (what goes in and comes out),
//!   [`script`].
//! - `simulate` is one tick; `on_foot` and `walk` move on the ground, up stairs and in the air; `support` says what is
//!   ground; `recovery` ends a tick; `ati` and `quake` are the methods of those names.
//! - `moving` moves the things of a level, each on its `way`, and tells what was `moved`; `carry` and `give_way` are what bodies
//!   do then: see [`move_things`].
//! - `place` finds room, `solid` tells whether a place is inside a solid, `obstruction` names what stopped the body,
//!   `rates` are closed forms of free motion.

mod ati;
mod carry;
mod give_way;
mod method;
mod moved;
mod moving;
mod obstruction;
mod on_foot;
mod params;
mod place;
mod quake;
mod rates;
mod recovery;
pub mod script;
mod simulate;
mod solid;
mod support;
mod tick;
mod trees;
mod walk;
mod way;

use crate::collision::tolerance::MOVER_SKIN_RELATIVE;
use glam::{DVec3, Vec3};

pub use method::{CollisionMethod, Mode};
pub use moved::{Moved, Ride, Squeeze};
pub use moving::move_things;
pub use obstruction::{Obstruction, Surface};
pub use params::MoverParams;
pub use place::Placement;
pub use quake::NO_FACE;
pub use tick::{Event, Input, PutBackReason, Tick};
pub use trees::Trees;

pub use super::observable::Observable;

use super::{Capsule, slide};
use crate::Obstacles;

/// A body that walks or flies, with the state that it keeps from tick to tick.
///
/// Lengths are in metres, y points up, and all points are in the space in which the tree was built.
#[derive(Clone, Debug, PartialEq)]
pub struct Mover {
    /// The collision method. It may be changed between ticks.
    pub method: CollisionMethod,
    /// The velocity, in m/s. It may be changed between ticks.
    pub velocity: Vec3,
    params: MoverParams,
    mode: Mode,
    /// Its centre.
    position: Vec3,
    grounded: bool,
    crouched: bool,
    memory: Memory,
}

/// The rest of what a mover remembers.
#[derive(Clone, Debug, PartialEq)]
struct Memory {
    /// Unit normal of the ground that it stands on.
    ground: DVec3,
    /// How far the eye is above its place in the body, in metres.
    eye_offset: f64,
    /// The rate of that, in m/s.
    eye_rate: f64,
    /// What rounding the position took from the displacement, in metres. The next displacement makes up for it: slow
    /// motions far from the origin would otherwise lose much of their length.
    lost: DVec3,
    /// The same of the displacement by which the thing that it stands on carries it.
    ride_lost: DVec3,
    /// The height of the feet when the body last left the ground, in metres.
    left_ground: f32,
    jump_held: bool,
    blocked: bool,
    head_blocked: bool,
    /// Whether the ground holds it up at rest, too.
    stands_firm: bool,
    /// Where the body was last clear and stood firm or flew, in the present mode and with the present parameters.
    good: Option<Pose>,
    /// Whether it has been clear since it was last put somewhere.
    been_clear: bool,
}

/// A pose to which a body may be put back.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pose {
    /// Its lowest point.
    feet: Vec3,
    crouched: bool,
    grounded: bool,
}

impl Memory {
    fn new(jump_held: bool) -> Self {
        Self {
            ground: DVec3::Y,
            eye_offset: 0.0,
            eye_rate: 0.0,
            lost: DVec3::ZERO,
            ride_lost: DVec3::ZERO,
            left_ground: 0.0,
            jump_held,
            blocked: false,
            head_blocked: false,
            stands_firm: false,
            good: None,
            been_clear: false,
        }
    }
}

impl Mover {
    /// A body at rest with its eye at `eye`. Parameters that are not valid are clamped.
    ///
    /// The body may be within something there, such as a solid. Then the first tick moves it out. [`Mover::enter`] does so at
    /// once.
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
            memory: Memory::new(false),
        };
        mover.teleport(eye);
        mover
    }

    /// The parameters, clamped to valid ones.
    #[must_use]
    pub fn params(&self) -> &MoverParams {
        &self.params
    }

    /// Changes the parameters. Those that are not valid are clamped. The feet stay where they are; if the body has no room there
    /// any more, the next tick moves it out.
    pub fn set_params(&mut self, params: &MoverParams) {
        let feet = self.feet();
        self.params = params.clamped();
        self.memory.good = None;
        self.position = feet + Vec3::Y * self.half_height();
    }

    /// Whether it walks or flies.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Changes between walking and flying. The eye stays where it is, if there is room for the other shape; the answer tells
    /// where the body went. The velocity stays.
    pub fn set_mode(&mut self, tree: &impl Obstacles, mode: Mode) -> Placement {
        if mode == self.mode {
            return Placement::AsAsked;
        }
        let eye = self.eye();
        // Where the body is now, the upper end of its axis has room for a sphere of the same radius.
        let top = self.position + self.body().half_axis;
        self.mode = mode;
        self.crouched = false;
        self.grounded = false;
        self.memory.blocked = false;
        self.memory.head_blocked = false;
        let placed = match mode {
            Mode::Walk => self.stand_about(tree, eye),
            Mode::Fly => {
                let sphere = Capsule::sphere(self.params.fly_radius);
                let is_open = !tree.is_blocked(top, eye);
                let has_room = |&at: &Vec3| (is_open || at == top) && super::is_clear(tree, sphere, at);
                match [eye, top].into_iter().find(has_room) {
                    Some(at) => {
                        self.position = at;
                        Placement::by(at.distance(eye))
                    }
                    None => self.place(tree, top),
                }
            }
        };
        let gap = f64::from(eye.y) - f64::from(self.resting_eye().y);
        self.memory.eye_offset = gap.clamp(-self.most_eye_offset(), self.most_eye_offset());
        self.memory.eye_rate = 0.0;
        self.memory.lost = DVec3::ZERO;
        self.memory.good = (!matches!(placed, Placement::NoRoom)).then(|| self.pose());
        placed
    }

    /// The centre of the body.
    #[must_use]
    pub fn position(&self) -> Vec3 {
        self.position
    }

    /// The lowest point of the body.
    #[must_use]
    pub fn feet(&self) -> Vec3 {
        self.position - Vec3::Y * self.half_height()
    }

    /// The eye, smoothed over ticks: after a stair, it follows the body with a delay.
    #[must_use]
    pub fn eye(&self) -> Vec3 {
        self.resting_eye() + Vec3::Y * self.memory.eye_offset as f32
    }

    /// Whether the body stands on walkable ground.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        self.grounded
    }

    /// Whether the body is crouched.
    #[must_use]
    pub fn is_crouched(&self) -> bool {
        self.crouched
    }

    /// The shape of the body: a sphere in flight, an upright capsule on foot.
    #[must_use]
    pub fn body(&self) -> Capsule {
        match self.mode {
            Mode::Fly => Capsule::sphere(self.params.fly_radius),
            Mode::Walk => Capsule::standing(self.height(), self.params.radius),
        }
    }

    /// The skin: the gap that the body keeps to everything, in metres. It grows with the distance from the origin. What is nearer
    /// than twice the skin counts as touched.
    #[must_use]
    pub fn skin(&self) -> f32 {
        slide::skin(MOVER_SKIN_RELATIVE, self.body(), self.position) as f32
    }

    /// Moves the eye to `eye`, whether there is room or not. The body is at rest and upright then.
    pub fn teleport(&mut self, eye: Vec3) {
        self.velocity = Vec3::ZERO;
        self.grounded = false;
        self.crouched = false;
        self.memory = Memory::new(self.memory.jump_held);
        self.position = self.center_below(eye);
        self.memory.left_ground = self.feet().y;
    }

    /// Moves the eye to `eye`, or to a place near by where there is room and which is not within a solid. The body is at rest then.
    /// The answer tells which of the two, and how far away.
    pub fn enter(&mut self, tree: &impl Obstacles, eye: Vec3) -> Placement {
        self.teleport(eye);
        let asked = self.position;
        match self.mode {
            Mode::Walk if eye.is_finite() => self.stand_about(tree, eye),
            _ => self.place(tree, asked),
        }
    }

    fn pose(&self) -> Pose {
        Pose {
            feet: self.feet(),
            crouched: self.crouched,
            grounded: self.grounded,
        }
    }

    /// Where the eye comes to rest.
    fn resting_eye(&self) -> Vec3 {
        self.feet() + Vec3::Y * self.eye_above_feet()
    }

    /// The centre of the body whose resting eye is there.
    fn center_below(&self, eye: Vec3) -> Vec3 {
        eye - Vec3::Y * (self.eye_above_feet() - self.half_height())
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
