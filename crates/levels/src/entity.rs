//! What levels have beside triangles: entities and brushes.

use bspwalk_geometry::{Aabb, Plane};
use glam::DVec3;

/// Something that stands in a level and has a name: a start, a light, a door, a camera.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Entity {
    /// What it is: Quake's `classname`, or `camera`.
    pub class: String,
    /// Its own name where it has one: Quake's `targetname`, or that of a node.
    pub name: Option<String>,
    /// Where it stands, in metres; the middle of its brushes where it is made of some.
    pub position: DVec3,
    /// Where it looks, in degrees to the left of −Z, where it says so.
    pub yaw: Option<f64>,
    /// Everything that the source says of it, in its order.
    pub properties: Vec<(String, String)>,
    /// Index into [`Level::objects`](super::Level::objects) of the faces that it is made of.
    pub object: Option<u32>,
    /// Line of the file, from 1, where it is known.
    pub line: Option<usize>,
}

/// A convex solid that a source gives by its half-spaces.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Brush {
    /// The planes of its sides, which face out of it, in metres.
    pub sides: Vec<Plane>,
    /// Its bounds, in metres.
    pub bounds: Aabb,
    /// Whether it is only sorted into the leaves of the solid-leaf tree, and so hides nothing.
    pub detail: bool,
    /// Index into [`Level::objects`](super::Level::objects).
    pub object: u32,
}

impl Brush {
    /// Whether the point, in metres, is in it, to rounding.
    #[must_use]
    pub fn contains(&self, point: DVec3) -> bool {
        self.bounds.contains(point) && self.sides.iter().all(|side| side.distance(point) <= 0.0)
    }
}
