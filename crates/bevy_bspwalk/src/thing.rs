//! Things that move: doors, lifts, platforms.

use bevy::prelude::*;
use bspwalk_trees::collision::things::Isometry;
use glam::{DQuat, DVec3};

use crate::interpolation::Interpolation;

/// A [`BspCollider`](crate::BspCollider) that moves as one rigid body.
///
/// Its [`Transform`] is in the space of the level: the entity has no parent, or one at the origin. Where the `Transform` is when
/// [`BspwalkSystems::Things`](crate::BspwalkSystems::Things) runs in `FixedUpdate` is where the thing shall go in that tick. Bodies that
/// stand on it are carried, bodies in its way are pushed; where one has no room to give way, the thing stops short of it, the `Transform`
/// says where, and [`Squeezed`](crate::Squeezed) is told.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
#[require(Transform, Interpolation = Interpolation::whole(), ThingMotion)]
pub struct MovingThing {
    /// Things move in this order, and where it is the same, in that of their entities.
    pub order: i32,
}

/// How a thing moved in the last tick.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq, Debug)]
pub struct ThingMotion {
    /// The velocity of its origin, in m/s.
    pub velocity: Vec3,
    /// The body that it would have squeezed, so that it stopped.
    pub stopped_by: Option<Entity>,
    /// Which part of its motion it has made, from 0 to 1; below 1 where it was stopped.
    pub part: f32,
    /// Where it is, more exactly than a `Transform` can say.
    #[reflect(ignore)]
    pub(crate) pose: Option<Isometry>,
    /// [`part`](Self::part), more exactly, where it was stopped.
    #[reflect(ignore)]
    pub(crate) stopped_at: Option<f64>,
    /// The `Transform` of that pose.
    #[reflect(ignore)]
    pub(crate) written: Transform,
}

impl ThingMotion {
    /// That of a thing that is spawned at a place.
    pub(crate) fn at(pose: Isometry) -> Self {
        Self {
            pose: Some(pose),
            written: transform_of(&pose),
            ..Self::default()
        }
    }

    /// Where the thing is: the motion from the space of its tree to that of the level. `None` before its first tick.
    #[must_use]
    pub fn pose(&self) -> Option<Isometry> {
        self.pose
    }

    /// Where the thing shall go from where it is: where its mechanism wants it, unless the game has written another `Transform` since.
    pub(crate) fn goes_to(
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

/// Where its mechanism wants a thing to be, more exactly than a `Transform` can say.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct WantedPose(pub(crate) Isometry);

/// The `Transform` of a pose.
pub(crate) fn transform_of(pose: &Isometry) -> Transform {
    Transform::from_translation(pose.translation.as_vec3()).with_rotation(pose.rotation.as_quat())
}

/// The pose that a `Transform` says; its scale is left out of account.
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
