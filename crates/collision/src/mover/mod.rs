//! The mover, a character controller whose body is a flying sphere or a walking upright capsule.
//!
//! Each tick takes an [`Input`] and a duration and returns a [`Tick`]. The mover reads no clock and no input device, so
//! equal input gives bit-identical output.
//!
//! On the ground, the desired velocity is horizontal. Walkable ground only changes the body's height, so slopes and
//! seams do not slow the body down. Steeper faces act as vertical walls, and so do ceilings that leave no space to
//! rise. At a wall, the mover tries to climb a stair: up, forward, down. Below a lintel, it lifts the body only as high
//! as the stair requires. After moving, the body follows the ground down by at most one stair, or falls. In the air and
//! in flight, it slides. All rates are applied in closed form, so the path of a free body does not depend on the tick
//! length.
//!
//! After a tick, the body overlaps nothing and its centre has crossed no face. If that is not possible, the body is
//! returned to an earlier position, and the tick reports this. [`CollisionMethod::Ati`] only guarantees finite values.
//!
//! - `params` (dimensions and speeds), `method` (collision methods), `tick` (input and result), [`script`].
//! - `environment` describes liquids, ladders and the grip of surfaces; `volumes` moves the body in them.
//! - `simulate` runs one tick. `on_foot` and `walk` move a body on the ground, up stairs and through the air. `support`
//!   detects ground. `recovery` ends a tick. `ati` and `quake` implement the collision methods with these names.
//! - `moving` moves the things of a level and reports the result; `thing_sweep` sweeps one thing against nearby bodies.
//!   `carry` and `give_way` move these bodies; see [`move_things`].
//! - `crowd` keeps bodies from passing through each other.
//! - `place` finds free space for a body, `solid` tests whether a point is inside a solid, `obstruction` names the
//!   obstacle that stopped the body, and `rates` contains closed-form solutions of free motion.

mod ati;
mod carry;
mod crowd;
mod environment;
mod give_way;
mod method;
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
mod thing_sweep;
mod tick;
mod trees;
mod volumes;
mod walk;

use crate::tolerance::MOVER_SKIN_RELATIVE;
use glam::{DVec3, Vec3};
use serde::{Deserialize, Deserializer, Serialize};

pub use crowd::{Crowd, CrowdBody, Separated};
pub use environment::{Environment, LiquidSurfaces, Volumes};
pub use method::{CollisionMethod, Mode};
pub use moving::move_things;
pub use obstruction::{Obstruction, Surface};
pub use params::{Adjustment, MoverParams, ParamsError};
pub use place::Placement;
pub use quake::NO_TRIANGLE;
pub use tick::{Event, Input, PutBackReason, Tick};
pub use trees::Trees;

pub use super::observable::Observable;
pub use thing_sweep::{Moved, Ride, Squeeze};

use super::{Capsule, slide};

/// A body that walks or flies, with the state it keeps between ticks.
///
/// Lengths are in metres, y points up, and all points are in the coordinate space of the tree.
///
/// A mover holds everything that its next tick depends on, except the obstacles. To replay a path bit for bit, for
/// example in rollback netcode, clone or serialise the mover and restore it later. The serialised form must preserve
/// every bit of an `f64`: use a binary format, or `serde_json` with its feature `float_roundtrip`. Restored parameters
/// are clamped; see [`MoverParams::clamped`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mover {
    /// Collision method. You may change it between ticks.
    pub method: CollisionMethod,
    /// Velocity, in m/s. You may change it between ticks.
    pub velocity: Vec3,
    #[serde(deserialize_with = "clamped_params")]
    params: MoverParams,
    mode: Mode,
    position: Vec3,
    grounded: bool,
    crouched: bool,
    memory: Memory,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Memory {
    /// Unit normal of the ground below the body.
    ground: DVec3,
    /// Height of the eye above its resting position, in metres.
    eye_offset: f64,
    /// Rate of change of `eye_offset`, in m/s.
    eye_rate: f64,
    /// Displacement lost when the position was rounded, in metres.
    ///
    /// It is added to the next displacement. Otherwise, slow motion far from the origin would lose much of its length.
    lost: DVec3,
    /// Displacement lost to rounding while a moving thing carried the body, in metres.
    ride_lost: DVec3,
    /// Height of the feet when the body last left the ground, in metres.
    left_ground: f32,
    jump_held: bool,
    /// Remaining coyote time, in seconds.
    coyote_left: f64,
    /// Remaining time in which landing triggers the buffered jump, in seconds.
    jump_buffered: f64,
    /// Grip of the ground that the body last touched.
    grip: f32,
    swims: bool,
    /// Horizontal unit vector pointing away from the ladder that the body is climbing.
    ladder: Option<DVec3>,
    slides: bool,
    blocked: bool,
    head_blocked: bool,
    stands_firm: bool,
    /// Last clear pose of the body while it was either flying or on firm ground. It is valid for the current mode and
    /// parameters.
    good: Option<Pose>,
    been_clear: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Pose {
    /// Lowest point of the body.
    feet: Vec3,
    crouched: bool,
    grounded: bool,
}

fn clamped_params<'de, D: Deserializer<'de>>(deserializer: D) -> Result<MoverParams, D::Error> {
    MoverParams::deserialize(deserializer).map(|params| params.clamped())
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
            coyote_left: 0.0,
            jump_buffered: 0.0,
            grip: 1.0,
            swims: false,
            ladder: None,
            slides: false,
            blocked: false,
            head_blocked: false,
            stands_firm: false,
            good: None,
            been_clear: false,
        }
    }

    /// Ends all states that depend on the body's surroundings: swimming, climbing, sliding, and pending late or early
    /// jumps.
    fn leave_surroundings(&mut self) {
        self.coyote_left = 0.0;
        self.jump_buffered = 0.0;
        self.leave_volumes();
    }

    /// Ends swimming, climbing and sliding, which some collision methods do not support.
    fn leave_volumes(&mut self) {
        self.swims = false;
        self.ladder = None;
        self.slides = false;
    }
}

impl Mover {
    /// Creates a body at rest with its eye at `eye`. Invalid parameters are clamped.
    ///
    /// The body may start inside an obstacle, such as a solid. The first tick then moves it out. To do so immediately,
    /// call [`Mover::enter`].
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

    /// Returns the parameters, clamped to valid values.
    #[must_use]
    pub fn params(&self) -> &MoverParams {
        &self.params
    }

    /// Changes the parameters. Invalid values are clamped.
    ///
    /// The feet stay in place. If the body no longer fits there, the next tick moves it to where it fits.
    pub fn set_params(&mut self, params: &MoverParams) {
        let feet = self.feet();
        self.params = params.clamped();
        self.memory.good = None;
        self.position = feet + Vec3::Y * self.half_height();
    }

    /// Returns the current mode: walking or flying.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the centre of the body.
    #[must_use]
    pub fn position(&self) -> Vec3 {
        self.position
    }

    /// Returns the lowest point of the body.
    #[must_use]
    pub fn feet(&self) -> Vec3 {
        self.position - Vec3::Y * self.half_height()
    }

    /// Returns the eye position, smoothed over ticks: when the body climbs a stair, the eye follows with a delay.
    #[must_use]
    pub fn eye(&self) -> Vec3 {
        self.resting_eye() + Vec3::Y * self.memory.eye_offset as f32
    }

    /// Returns whether the body is on walkable ground.
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        self.grounded
    }

    /// Returns whether the body is crouched.
    #[must_use]
    pub fn is_crouched(&self) -> bool {
        self.crouched
    }

    /// Returns whether the body swims, that is, whether its centre was in a liquid during the last tick. See
    /// [`MoverParams::swim_factor`].
    #[must_use]
    pub fn is_swimming(&self) -> bool {
        self.memory.swims
    }

    /// Returns whether the body is climbing a ladder. See [`MoverParams::climb_speed`].
    #[must_use]
    pub fn is_climbing(&self) -> bool {
        self.memory.ladder.is_some()
    }

    /// Returns whether the body is sliding along the ground while crouched. See [`MoverParams::slide_speed`].
    #[must_use]
    pub fn is_sliding(&self) -> bool {
        self.memory.slides
    }

    /// Returns the shape of the body: a sphere in flight, an upright capsule on foot.
    #[must_use]
    pub fn body(&self) -> Capsule {
        match self.mode {
            Mode::Fly => Capsule::sphere(self.params.fly_radius),
            Mode::Walk => Capsule::standing(self.height(), self.params.radius),
        }
    }

    /// Returns the skin: the gap that the body keeps from all surfaces, in metres.
    ///
    /// It grows with the distance from the origin. The body is in contact with every surface closer than twice the
    /// skin.
    #[must_use]
    pub fn skin(&self) -> f32 {
        slide::skin(MOVER_SKIN_RELATIVE, self.body(), self.position) as f32
    }

    /// Moves the eye to `eye`, even if that puts the body inside an obstacle. The body is then at rest and upright.
    pub fn teleport(&mut self, eye: Vec3) {
        self.velocity = Vec3::ZERO;
        self.grounded = false;
        self.crouched = false;
        self.memory = Memory::new(self.memory.jump_held);
        self.position = self.center_below(eye);
        self.memory.left_ground = self.feet().y;
    }

    fn pose(&self) -> Pose {
        Pose {
            feet: self.feet(),
            crouched: self.crouched,
            grounded: self.grounded,
        }
    }

    fn resting_eye(&self) -> Vec3 {
        self.feet() + Vec3::Y * self.eye_above_feet()
    }

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
