//! Bodies: parameters, input and state.

use bevy::{prelude::*, reflect::reflect_remote};
use bspwalk_collision::mover::{CollisionMethod, Input, Mode, Mover, MoverParams};
use bspwalk_trees::FaceId;

use crate::{
    interpolation::Interpolation,
    params::{Anchor, BodyMode, BodyParams},
};

/// A character controller: a body that walks or flies among [`BspCollider`](crate::BspCollider)s.
///
/// Its [`Transform`] is in level space, so the entity must not have a parent. The plugin writes the translation but not
/// the rotation. If the game writes another translation, the body is teleported there and its velocity is reset. While
/// a level is loading, the body waits, so that it does not fall through the floor.
///
/// [`BodyInput`] controls the body and [`BodyState`] reports the result. Bodies block each other unless
/// [`KinematicBody::blocks_bodies`] is off.
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[require(Transform, BodyInput, BodyState, BodyMover, Interpolation)]
pub struct KinematicBody {
    /// Sizes and speeds. You can change them at any time.
    pub params: BodyParams,
    /// Whether the body walks or flies. You can change it at any time.
    pub mode: BodyMode,
    /// Point of the body that its [`Transform`] translation refers to.
    pub anchor: Anchor,
    /// Position in the tick order; lower values tick first. Ties are resolved by entity.
    pub order: i32,
    /// Whether the body blocks other bodies with this flag, and is blocked by them. It passes through all others.
    pub blocks_bodies: bool,
    /// Whether the body is simulated, so that it moves, uses doors and interacts with moving things. Turn this off
    /// while the body is not in the level, for example during a cutscene or while the camera passes through walls.
    pub active: bool,
}

impl Default for KinematicBody {
    fn default() -> Self {
        Self {
            params: BodyParams::default(),
            mode: BodyMode::default(),
            anchor: Anchor::default(),
            order: 0,
            blocks_bodies: true,
            active: true,
        }
    }
}

/// The control input of a body. It stays in effect until it is changed.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct BodyInput {
    /// Desired velocity as a fraction of full speed. Longer vectors are shortened to length 1. A walking body uses only
    /// the horizontal part, except in liquids and on ladders.
    pub desired: Vec3,
    /// Heading, in radians to the left of −Z. If set, `desired` is relative to the heading: −Z is ahead and X is right.
    /// If `None`, `desired` is in level space.
    pub yaw: Option<f32>,
    /// Upward viewing angle, in radians. It only affects which doors and lifts the body can use. Ignored if `yaw` is
    /// `None`.
    pub pitch: f32,
    /// Whether the jump button is held. The body jumps only once per press. In a liquid, it swims up.
    pub jump: bool,
    /// Whether the crouch button is held. It has no effect while flying. In a liquid, the body swims down.
    pub crouch: bool,
    /// Whether to multiply the speed by [`BodyParams::fast_factor`].
    pub fast: bool,
    /// Whether the use button for doors and lifts is held; see [`Mechanisms`](crate::Mechanisms).
    pub use_: bool,
}

impl BodyInput {
    /// Returns the viewing direction from `yaw` and `pitch`, or the body's −Z axis if `yaw` is `None`.
    pub fn look(&self, transform: &Transform) -> Vec3 {
        let rotation = match self.yaw.filter(|yaw| yaw.is_finite() && self.pitch.is_finite()) {
            Some(yaw) => Quat::from_euler(EulerRot::YXZ, yaw, self.pitch, 0.0),
            None => transform.rotation,
        };
        rotation * Vec3::NEG_Z
    }

    /// Converts the input to mover input, with the desired velocity in level space.
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

/// State of a body after its last tick. Lengths are in metres.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct BodyState {
    /// Whether the body is on walkable ground.
    pub grounded: bool,
    /// Whether the body is crouched.
    pub crouched: bool,
    /// Whether the body swims in a liquid. See [`BodyParams::swim_factor`].
    pub swimming: bool,
    /// Whether the body climbs a ladder. See [`BodyParams::climb_speed`].
    pub climbing: bool,
    /// Whether the body slides along the ground while crouched. See [`BodyParams::slide_speed`].
    pub sliding: bool,
    /// Whether the body is free of overlaps with faces.
    pub clear: bool,
    /// Velocity, in m/s. It is horizontal while the body is on the ground.
    pub velocity: Vec3,
    /// Lowest point.
    pub feet: Vec3,
    /// Centre of the sphere or capsule.
    pub center: Vec3,
    /// Eye position, smoothed on stairs.
    pub eye: Vec3,
    /// Contacts along the path in chronological order, followed by contacts at the final position.
    pub contacts: Vec<BodyContact>,
    /// Moving thing that carried the body in the last tick, if any.
    pub riding: Option<Entity>,
    /// Rotation of that thing about the vertical axis, in radians to the left. The game can turn the view by this
    /// angle.
    pub turned: f32,
    /// Total number of ticks.
    pub ticks: u64,
}

/// Reflects a [`FaceId`] as its number.
#[reflect_remote(FaceId)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[reflect(Clone, Debug, PartialEq)]
pub(crate) struct ReflectedFace(pub u32);

/// A face that a body touches.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Clone, PartialEq, Debug)]
pub struct BodyContact {
    /// Entity of the collider, or of another body.
    pub collider: Entity,
    /// Number of the face in the level's file or in the mesh, or [`FaceId::NONE`] for another body.
    #[reflect(remote = ReflectedFace)]
    pub face: FaceId,
    /// Closest point to the body.
    pub point: Vec3,
    /// Unit vector from that point towards the body.
    pub normal: Vec3,
    /// Penetration depth. A negative depth is a gap.
    pub depth: f32,
}

/// State of a body between ticks. The first tick creates the mover.
#[derive(Component, Clone, Debug, Default)]
pub struct BodyMover {
    mover: Option<Mover>,
    /// Parameters last applied to the mover.
    params: BodyParams,
    /// Position last written to the [`Transform`].
    written: Vec3,
    /// Path identifier, which changes when the body is teleported.
    path: u64,
}

impl BodyMover {
    /// Returns the mover, or `None` before the first tick.
    pub fn mover(&self) -> Option<&Mover> {
        self.mover.as_ref()
    }

    /// Synchronises the mover with the components: creates it in the first tick, applies teleports, and updates its
    /// parameters. Does not change the mode, because the shape of the new mode may need more space.
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

    pub(crate) fn path(&self) -> u64 {
        self.path
    }

    /// Starts a new path after the body was returned to its last clear position.
    pub(crate) fn start_new_path(&mut self) {
        self.path += 1;
    }

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

/// Returns the eye position of an upright body whose anchor is at `at`.
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
