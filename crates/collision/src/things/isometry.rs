//! Rigid motions.

use std::ops::Mul;

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use crate::tolerance::STRAIGHT;

/// A rigid motion: a rotation about the origin, followed by a translation.
///
/// It maps points from the space of a thing's tree to level space. The rotation must be a unit quaternion;
/// [`Isometry::new`] normalises it. Lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Isometry {
    /// Rotation about the origin of the thing's space.
    pub rotation: DQuat,
    /// Position of the thing's origin in the level, in metres.
    pub translation: DVec3,
}

impl Default for Isometry {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Isometry {
    /// The identity.
    pub const IDENTITY: Self = Self {
        rotation: DQuat::IDENTITY,
        translation: DVec3::ZERO,
    };

    /// Creates a rotation about the origin followed by a translation (in metres). The rotation is normalised.
    #[must_use]
    pub fn new(rotation: DQuat, translation: DVec3) -> Self {
        let rotation = if rotation == DQuat::IDENTITY {
            rotation
        } else {
            rotation.normalize()
        };
        Self {
            rotation,
            translation,
        }
    }

    /// Creates a translation (in metres).
    #[must_use]
    pub const fn from_translation(translation: DVec3) -> Self {
        Self {
            rotation: DQuat::IDENTITY,
            translation,
        }
    }

    /// Creates a rotation about a point (in metres).
    #[must_use]
    pub fn about(point: DVec3, rotation: DQuat) -> Self {
        let turned = Self::new(rotation, DVec3::ZERO);
        Self {
            translation: point - turned.vector(point),
            ..turned
        }
    }

    /// Returns whether all components are finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.rotation.is_finite() && self.translation.is_finite()
    }

    /// Transforms a point from thing space to level space.
    #[inline]
    #[must_use]
    pub fn point(&self, point: DVec3) -> DVec3 {
        self.vector(point) + self.translation
    }

    /// Transforms a direction from thing space to level space.
    #[inline]
    #[must_use]
    pub fn vector(&self, vector: DVec3) -> DVec3 {
        if self.rotation == DQuat::IDENTITY {
            vector
        } else {
            self.rotation * vector
        }
    }

    /// Returns the inverse.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let back = Self {
            rotation: self.rotation.conjugate(),
            translation: DVec3::ZERO,
        };
        Self {
            translation: -back.vector(self.translation),
            ..back
        }
    }

    /// Returns the motion, in level space, that moves a thing from this pose to `other`.
    ///
    /// If both poses have the same rotation, the result is exactly a translation.
    #[must_use]
    pub fn motion_to(&self, other: &Self) -> Self {
        if self.rotation == other.rotation {
            return Self::from_translation(other.translation - self.translation);
        }
        *other * self.inverse()
    }

    /// Interpolates between this pose (`share` = 0) and another (`share` = 1).
    ///
    /// The path is a screw motion through the smaller angle: it rotates about an axis and moves along it, both at
    /// constant rates. A hinged door therefore stays on its hinges.
    #[must_use]
    pub fn interpolate(&self, other: &Self, share: f64) -> Self {
        if share <= 0.0 {
            return *self;
        }
        if share >= 1.0 {
            return *other;
        }
        let straight = self.translation.lerp(other.translation, share);
        if self.rotation == other.rotation {
            return Self {
                translation: straight,
                ..*self
            };
        }
        let motion = self.motion_to(other);
        let Some((axis, angle)) = motion.axis_angle() else {
            return Self {
                rotation: self.rotation.slerp(other.rotation, share),
                translation: straight,
            };
        };
        let along = axis * motion.translation.dot(axis);
        let across = motion.translation - along;
        let center = 0.5 * (across + axis.cross(across) / (0.5 * angle).tan());
        let rotation = DQuat::from_axis_angle(axis, angle * share);
        Self {
            rotation: (rotation * self.rotation).normalize(),
            translation: rotation * (self.translation - center) + center + along * share,
        }
    }

    /// Returns the axis of the rotation and its angle from 0 to π, or `None` if the rotation is negligible.
    pub(crate) fn axis_angle(&self) -> Option<(DVec3, f64)> {
        let rotation = if self.rotation.w < 0.0 {
            -self.rotation
        } else {
            self.rotation
        };
        let sine = rotation.xyz().length();
        let angle = 2.0 * sine.atan2(rotation.w);
        (angle >= STRAIGHT).then(|| (rotation.xyz() / sine, angle))
    }

    /// Returns the rotation about the vertical (in radians, from −π to π), counter-clockwise seen from above.
    ///
    /// This is the part of the rotation that an upright body follows.
    #[must_use]
    pub fn yaw(&self) -> f64 {
        let DQuat { y, w, .. } = self.rotation;
        let (y, w) = if w < 0.0 { (-y, -w) } else { (y, w) };
        if y == 0.0 { 0.0 } else { 2.0 * y.atan2(w) }
    }
}

impl Mul for Isometry {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self {
            rotation: if self.rotation == DQuat::IDENTITY {
                other.rotation
            } else {
                (self.rotation * other.rotation).normalize()
            },
            translation: self.point(other.translation),
        }
    }
}
