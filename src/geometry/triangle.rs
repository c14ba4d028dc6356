//! Triangles (seed 000).

use glam::DVec3;

/// A triangle with a number of the caller's choosing, which every query answers with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaggedTriangle {
    /// Corners in metres, counter-clockwise seen from the front.
    pub corners: [DVec3; 3],
    /// What queries call it; usually its number in the source.
    pub face: u32,
}
