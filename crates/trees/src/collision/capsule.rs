//! The bodies that move: spheres and capsules.

use glam::Vec3;

/// All points within `radius` of the segment from `center - half_axis` to `center + half_axis`; a sphere where
/// `half_axis` is zero. Lengths are in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// From the centre to the centre of either cap.
    pub half_axis: Vec3,
    /// The radius.
    pub radius: f32,
}

impl Capsule {
    /// A sphere.
    #[must_use]
    pub const fn sphere(radius: f32) -> Self {
        Self {
            half_axis: Vec3::ZERO,
            radius,
        }
    }

    /// An upright capsule, `height` from its lowest point to its highest; a sphere where `height` is at most twice the
    /// radius.
    #[must_use]
    pub fn standing(height: f32, radius: f32) -> Self {
        Self {
            half_axis: Vec3::Y * (0.5 * height - radius).max(0.0),
            radius,
        }
    }

    /// The same capsule with another radius.
    #[must_use]
    pub fn with_radius(self, radius: f32) -> Self {
        Self { radius, ..self }
    }

    /// Half the edges of its bounding box.
    #[must_use]
    pub fn extents(&self) -> Vec3 {
        self.half_axis.abs() + self.radius
    }

    /// Whether it is a sphere.
    #[must_use]
    pub fn is_sphere(&self) -> bool {
        self.half_axis == Vec3::ZERO
    }

    /// Whether its numbers are finite and its radius is positive. A body that is not valid meets nothing.
    pub(super) fn is_valid(&self) -> bool {
        self.half_axis.is_finite() && self.radius.is_finite() && self.radius > 0.0
    }
}
