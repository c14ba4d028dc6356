//! The bodies that move: spheres and capsules.

use glam::Vec3;

/// The shape of a body, without its place: all points within `radius` of the segment from `center - half_axis` to
/// `center + half_axis`. It is a sphere where `half_axis` is zero. Lengths are in metres.
///
/// The functions of [`collision`](super) take the centre by itself. A body is valid if its numbers are finite and its radius is
/// positive. No function panics for another one; each says what it returns for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// The vector from the centre of the body to the centre of a cap.
    pub half_axis: Vec3,
    /// The radius of the caps and of the cylinder between them.
    pub radius: f32,
}

impl Capsule {
    /// A sphere of this radius.
    #[must_use]
    pub const fn sphere(radius: f32) -> Self {
        Self {
            half_axis: Vec3::ZERO,
            radius,
        }
    }

    /// A capsule with a vertical axis, which is `height` high with both caps. It is a sphere where `height` is at most twice
    /// the radius.
    #[must_use]
    pub fn standing(height: f32, radius: f32) -> Self {
        Self {
            half_axis: Vec3::Y * (0.5 * height - radius).max(0.0),
            radius,
        }
    }

    /// The same capsule with another radius.
    pub(super) fn with_radius(self, radius: f32) -> Self {
        Self { radius, ..self }
    }

    /// The half-extents of its axis-aligned bounding box.
    #[must_use]
    pub fn extents(&self) -> Vec3 {
        self.half_axis.abs() + self.radius
    }

    /// Whether it is a sphere: whether its axis has no length.
    #[must_use]
    pub fn is_sphere(&self) -> bool {
        self.half_axis == Vec3::ZERO
    }

    /// Whether its numbers are finite and its radius is positive. A body that is not valid meets nothing.
    pub(super) fn is_valid(&self) -> bool {
        self.half_axis.is_finite() && self.radius.is_finite() && self.radius > 0.0
    }
}
