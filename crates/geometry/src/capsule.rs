//! Body shapes: spheres and capsules.

use glam::Vec3;

/// The shape of a body relative to its centre: a capsule or a sphere.
///
/// A capsule is the set of all points within `radius` of its axis, the segment from `center - half_axis` to `center +
/// half_axis`. If `half_axis` is zero, the body is a sphere. Lengths are in metres.
///
/// Queries take the centre as a separate argument. A body is valid if its fields are finite and its radius is positive.
/// Queries never panic for invalid bodies; each query documents what it returns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// Vector from the centre of the body to the centre of a cap.
    pub half_axis: Vec3,
    /// Radius of the caps and of the cylinder between them.
    pub radius: f32,
}

impl Capsule {
    /// Creates a sphere.
    #[inline]
    #[must_use]
    pub const fn sphere(radius: f32) -> Self {
        Self {
            half_axis: Vec3::ZERO,
            radius,
        }
    }

    /// Creates a vertical capsule with the total height `height`, including the caps.
    ///
    /// If `height` is at most twice the radius, the result is a sphere.
    #[inline]
    #[must_use]
    pub fn standing(height: f32, radius: f32) -> Self {
        Self {
            half_axis: Vec3::Y * (0.5 * height - radius).max(0.0),
            radius,
        }
    }

    /// Returns a capsule with the same axis and the given radius.
    #[inline]
    #[must_use]
    pub fn with_radius(self, radius: f32) -> Self {
        Self { radius, ..self }
    }

    /// Returns the half-extents of the axis-aligned bounding box.
    #[inline]
    #[must_use]
    pub fn extents(&self) -> Vec3 {
        self.half_axis.abs() + self.radius
    }

    /// Returns whether the body is a sphere, that is, whether its axis has zero length.
    #[inline]
    #[must_use]
    pub fn is_sphere(&self) -> bool {
        self.half_axis == Vec3::ZERO
    }

    /// Returns whether all fields are finite and the radius is positive. An invalid body hits nothing.
    #[inline]
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.half_axis.is_finite() && self.radius.is_finite() && self.radius > 0.0
    }
}
