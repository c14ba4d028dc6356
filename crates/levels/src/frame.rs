//! Transform from the source's space to the level's space.

use glam::DVec3;

use super::UpAxis;

/// Axes, unit and origin of the transform from the source's space to the level's space.
#[derive(Clone, Copy)]
pub(super) struct SourceFrame {
    pub(super) up: UpAxis,
    pub(super) scale: f64,
    pub(super) origin: DVec3,
}

impl SourceFrame {
    /// Rotates a source vector into the level's axes.
    pub(super) fn turned(&self, v: DVec3) -> DVec3 {
        match self.up {
            UpAxis::Y => v,
            UpAxis::Z => DVec3::new(v.x, v.z, -v.y),
        }
    }

    pub(super) fn vector(&self, v: DVec3) -> DVec3 {
        // Adding zero turns −0 into 0.
        self.turned(v) * self.scale + 0.0
    }

    pub(super) fn point(&self, point: DVec3) -> DVec3 {
        self.vector(point) - self.origin
    }
}
