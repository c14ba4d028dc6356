//! Bodies: their parameters, what they are asked to do, and what came of it.

use bevy::prelude::*;
use bspwalk_trees::collision::mover::{CollisionMethod, Input, Mode, Mover, MoverParams};

use crate::{
    interpolation::Interpolation,
    params::{Anchor, BodyMode, BodyParams},
};

/// A body that walks or flies among [`BspCollider`](crate::BspCollider)s: a character controller.
///
/// Its [`Transform`] is in the space of the level: the entity has no parent. The plugin writes the translation and leaves the rotation
/// alone. Where a game writes another translation, the body is put there at rest. It waits while a level is loading, so that it falls
/// through nothing.
///
/// [`BodyInput`] says what it shall do, [`BodyState`] what came of it. Bodies pass through each other.
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[require(Transform, BodyInput, BodyState, BodyMover, Interpolation)]
pub struct KinematicBody {
    /// Its sizes and speeds. They may be changed at any time.
    pub params: BodyParams,
    /// Whether it walks or flies. It may be changed at any time.
    pub mode: BodyMode,
    /// Which of its points the [`Transform`] is at.
    pub anchor: Anchor,
    /// Bodies tick in this order, and where it is the same, in that of their entities.
    pub order: i32,
    /// Whether it takes part: it ticks, it opens and uses doors, and things carry it and stop before it. A game turns this off while
    /// the body is somewhere else than in the level's space: in a cutscene, say, or where its camera passes through walls.
    pub active: bool,
}

impl Default for KinematicBody {
    fn default() -> Self {
        Self {
            params: BodyParams::default(),
            mode: BodyMode::default(),
            anchor: Anchor::default(),
            order: 0,
            active: true,
        }
    }
}

/// What a body is asked to do, from tick to tick until it is changed.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct BodyInput {
    /// The desired velocity as a share of the full speed: of length 1 for full speed, and shortened to it where it is longer. A walking
    /// body takes its horizontal part.
    pub desired: Vec3,
    /// Where the body looks, in radians to the left of −Z: `desired` is then in its frame, so that −Z is ahead and X to the right.
    /// Where not said, `desired` is in the space of the level.
    pub yaw: Option<f32>,
    /// How far up it looks, in radians; it matters for what is used, and only beside `yaw`.
    pub pitch: f32,
    /// Whether the jump button is held. The body jumps once, however long it is held.
    pub jump: bool,
    /// Whether the crouch button is held. It does nothing in flight.
    pub crouch: bool,
    /// Whether to move faster, by [`BodyParams::fast_factor`].
    pub fast: bool,
    /// Whether the button of doors and lifts is held: see [`Mechanisms`](crate::Mechanisms).
    pub use_: bool,
}

impl BodyInput {
    /// The direction in which the body looks: as `yaw` and `pitch` say, or along −Z of its `Transform`.
    #[must_use]
    pub fn look(&self, transform: &Transform) -> Vec3 {
        let rotation = match self.yaw.filter(|yaw| yaw.is_finite() && self.pitch.is_finite()) {
            Some(yaw) => Quat::from_euler(EulerRot::YXZ, yaw, self.pitch, 0.0),
            None => transform.rotation,
        };
        rotation * Vec3::NEG_Z
    }

    /// What the mover takes of it: the desired velocity in the space of the level.
    #[must_use]
    pub fn for_mover(&self) -> Input {
        let desired = match self.yaw.filter(|yaw| yaw.is_finite()) {
            Some(yaw) => Quat::from_rotation_y(yaw) * self.desired,
            None => self.desired,
        };
        Input {
            desired,
            jump: self.jump,
            crouch: self.crouch,
            fast: self.fast,
        }
    }
}

/// Where a body is after its last tick, and what it touches. Lengths are in metres.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct BodyState {
    /// Whether it stands on walkable ground.
    pub grounded: bool,
    /// Whether it is crouched.
    pub crouched: bool,
    /// Whether it reaches into nothing.
    pub clear: bool,
    /// The velocity, in m/s. On the ground it is horizontal.
    pub velocity: Vec3,
    /// The lowest point.
    pub feet: Vec3,
    /// The middle of the sphere or capsule.
    pub center: Vec3,
    /// The eye, smoothed over ticks.
    pub eye: Vec3,
    /// What it met on its way, in order, and what it touches at the end.
    pub contacts: Vec<BodyContact>,
    /// The thing that carried it in the last tick.
    pub riding: Option<Entity>,
    /// By how much that thing turned about the vertical, in radians to the left: a game may turn the view by it.
    pub turned: f32,
    /// How many ticks there were.
    pub ticks: u64,
}

/// A face that a body touches.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Clone, PartialEq, Debug)]
pub struct BodyContact {
    /// The entity of the collider.
    pub collider: Entity,
    /// The face, as it is numbered in the level's file or the mesh.
    pub face: u32,
    /// The point that is nearest to the body.
    pub point: Vec3,
    /// The unit vector from there to the body.
    pub normal: Vec3,
    /// How deep the body reaches in; where it is negative, the size of the gap.
    pub depth: f32,
}

/// State of a body between ticks. The first tick creates the mover.
#[derive(Component, Clone, Debug, Default)]
pub struct BodyMover {
    mover: Option<Mover>,
    /// With what it was made or last changed.
    params: BodyParams,
    /// The place that was last written to the [`Transform`].
    written: Vec3,
    /// The number of its path: another one once it was put elsewhere.
    path: u64,
}

impl BodyMover {
    /// The mover, once there was a tick.
    #[must_use]
    pub fn mover(&self) -> Option<&Mover> {
        self.mover.as_ref()
    }

    /// Brings the mover to what the components say: made in the first tick, put where a game moved the body, and with the parameters
    /// that it has now. Its mode is not changed here, as that takes room.
    pub(crate) fn prepare(&mut self, body: &KinematicBody, at: Vec3) -> &mut Mover {
        let params = MoverParams::from(body.params);
        let mode = Mode::from(body.mode);
        let mover = self.mover.get_or_insert_with(|| {
            self.params = body.params;
            self.written = at;
            let params = params.clamped();
            Mover::new(
                &params,
                mode,
                CollisionMethod::Sweep,
                eye_at(body.anchor, mode, &params, at),
            )
        });
        if self.params != body.params {
            mover.set_params(&params);
            self.params = body.params;
        }
        if self.written != at && at.is_finite() {
            let eye = eye_at(body.anchor, mover.mode(), mover.params(), at);
            mover.teleport(eye);
            self.written = at;
            self.path += 1;
        }
        mover
    }

    /// The number of its path.
    pub(crate) fn path(&self) -> u64 {
        self.path
    }

    /// The body was put back to where it was clear.
    pub(crate) fn leave_path(&mut self) {
        self.path += 1;
    }

    /// Writes where the body is.
    pub(crate) fn write(&mut self, anchor: Anchor, transform: &mut Transform) {
        let Some(mover) = &self.mover else { return };
        self.written = match anchor {
            Anchor::Feet => mover.feet(),
            Anchor::Center => mover.position(),
            Anchor::Eye => mover.eye(),
        };
        transform.translation = self.written;
    }
}

/// The eye of an upright body whose anchor is at a place.
fn eye_at(anchor: Anchor, mode: Mode, params: &MoverParams, at: Vec3) -> Vec3 {
    let (eye, half) = match mode {
        Mode::Walk => (params.eye_height, 0.5 * params.height),
        Mode::Fly => (params.fly_radius, params.fly_radius),
    };
    let above = match anchor {
        Anchor::Feet => eye,
        Anchor::Center => eye - half,
        Anchor::Eye => 0.0,
    };
    at + Vec3::Y * above
}
