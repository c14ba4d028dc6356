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

    /// A capsule that stands upright, `height` from its lowest point to its highest; a sphere where `height` is not
    /// above twice the radius.
    #[must_use]
    pub fn standing(height: f32, radius: f32) -> Self {
        Self {
            half_axis: Vec3::Y * (0.5 * height - radius).max(0.0),
            radius,
        }
    }

    /// Half the edges of the box around it.
    #[must_use]
    pub fn extents(&self) -> Vec3 {
        self.half_axis.abs() + self.radius
    }

    /// Whether it is a sphere.
    #[must_use]
    pub fn is_sphere(&self) -> bool {
        self.half_axis == Vec3::ZERO
    }

    /// Whether it can meet anything: its numbers are finite and its radius is positive.
    pub(super) fn is_valid(&self) -> bool {
        self.half_axis.is_finite() && self.radius.is_finite() && self.radius > 0.0
    }
}
