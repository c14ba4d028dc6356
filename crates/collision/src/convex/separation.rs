//! Separation of a shape and a triangle at rest.

use glam::DVec3;

/// Largest distance between a shape and a triangle over all directions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Separation {
    /// Negative if they overlap: minus the length of the displacement along the normal that separates them.
    pub(super) gap: f64,
    /// Unit vector from the triangle to the shape.
    pub(super) normal: DVec3,
}
