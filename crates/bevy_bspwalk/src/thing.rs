//! Moving things: doors, lifts, platforms.

use bevy::prelude::*;
use bspwalk_collision::things::Isometry;
use glam::{DQuat, DVec3};

use crate::interpolation::Interpolation;

/// A [`BspCollider`](crate::BspCollider) that moves as one rigid body.
///
/// Its [`Transform`] is in level space, so the entity must have no parent, or one at the origin. In `FixedUpdate`, set
/// the `Transform` to the target pose for the tick before [`BspwalkSystems::Things`](crate::BspwalkSystems::Things)
/// runs.
///
/// Bodies standing on the thing are carried, and bodies in its way are pushed. If a pushed body has no space to move
/// aside, the thing stops before hitting it. The `Transform` is then set to the pose that the thing reached, and
/// [`Squeezed`](crate::Squeezed) is triggered.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[require(Transform, Interpolation = Interpolation::whole(), ThingMotion)]
pub struct MovingThing {
    /// Position in the movement order; lower values move first. Ties are resolved by entity.
    pub order: i32,
}

/// The motion of a moving thing in the last tick.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct ThingMotion {
    /// Velocity of the origin, in m/s.
    pub velocity: Vec3,
    /// Body that could not move aside and therefore stopped the thing, if any.
    pub stopped_by: Option<Entity>,
    /// Fraction of the motion that the thing completed, from 0 to 1. It is below 1 if the thing was stopped.
    pub part: f32,
    /// Current pose, at a higher precision than a `Transform`.
    #[reflect(ignore)]
    pub(crate) pose: Option<Isometry>,
    /// [`part`](Self::part) at a higher precision, if a body stopped the thing.
    #[reflect(ignore)]
    pub(crate) stopped_at: Option<f64>,
    /// `Transform` that was written for this pose.
    #[reflect(ignore)]
    pub(crate) written: Transform,
}

impl ThingMotion {
    pub(crate) fn at(pose: Isometry) -> Self {
        Self {
            pose: Some(pose),
            written: transform_of(&pose),
            ..Self::default()
        }
    }

    /// Returns the current pose, which maps tree space to level space. Returns `None` before the first tick.
    pub fn pose(&self) -> Option<Isometry> {
        self.pose
    }

    /// Returns the target pose set by the mechanism, unless the game has since written another `Transform`.
    pub(crate) fn target_pose(
        &self,
        transform: &Transform,
        wanted: Option<&WantedPose>,
        from: Isometry,
    ) -> Isometry {
        let is_at = |other: &Transform| {
            other.translation == transform.translation && other.rotation == transform.rotation
        };
        match wanted {
            Some(wanted) if is_at(&transform_of(&wanted.0)) => wanted.0,
            _ if is_at(&self.written) => from,
            _ => pose_of(transform),
        }
    }
}

/// Target pose set by a mechanism, at a higher precision than a `Transform`.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct WantedPose(pub(crate) Isometry);

pub(crate) fn transform_of(pose: &Isometry) -> Transform {
    Transform::from_translation(pose.translation.as_vec3()).with_rotation(pose.rotation.as_quat())
}

/// Converts a `Transform` to a pose, ignoring the scale.
pub(crate) fn pose_of(transform: &Transform) -> Isometry {
    let rotation = transform.rotation.as_dquat();
    let is_one = rotation.is_finite() && rotation.length_squared() > 0.0;
    let translation = transform.translation;
    Isometry {
        rotation: if is_one {
            rotation.normalize()
        } else {
            DQuat::IDENTITY
        },
        translation: if translation.is_finite() {
            translation.as_dvec3()
        } else {
            DVec3::ZERO
        },
    }
}
