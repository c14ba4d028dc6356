//! A level's entities and brushes.

use bspwalk_geometry::{Aabb, Plane};
use glam::DVec3;

/// A named object in a level, such as a player start, a light, a door or a camera.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Entity {
    /// Class: Quake's `classname`, or `camera`.
    pub class: String,
    /// Name: Quake's `targetname`, or a node's name.
    pub name: Option<String>,
    /// Position, in metres. For an entity with brushes, the centre of its brushes.
    pub position: DVec3,
    /// Yaw in degrees to the left of −Z, if given.
    pub yaw: Option<f64>,
    /// All properties, in the order of the source.
    pub properties: Vec<(String, String)>,
    /// Object that contains the entity's faces, as an index into [`Level::objects`](super::Level::objects).
    pub object: Option<u32>,
    /// Line number in the file, from 1, if known.
    pub line: Option<usize>,
}

/// A convex solid defined by half-spaces.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Brush {
    /// Outward-facing planes of the sides, in metres.
    pub sides: Vec<Plane>,
    /// Bounds, in metres.
    pub bounds: Aabb,
    /// Whether the brush is detail. Detail is sorted into the leaves of the solid-leaf tree without splitting space, so
    /// it does not block visibility.
    pub detail: bool,
    /// Index into [`Level::objects`](super::Level::objects).
    pub object: u32,
}

impl Brush {
    /// Returns whether a point (in metres) is inside the brush, up to rounding errors.
    #[must_use]
    pub fn contains(&self, point: DVec3) -> bool {
        self.bounds.contains(point) && self.sides.iter().all(|side| side.distance(point) <= 0.0)
    }
}
