//! Regions where a hull differs from the visible tree.

use bspwalk_geometry::{Aabb, Polygon, Polyhedron};

/// The difference between a hull and the visible tree of a level.
#[derive(Clone, Debug)]
pub struct HullDifference {
    /// Box of the body relative to its origin, in metres.
    pub body: Aabb,
    /// Connected regions, largest volume first.
    pub regions: Vec<HullRegion>,
}

/// A connected region where the hull differs from the visible tree.
#[derive(Clone, Debug)]
pub struct HullRegion {
    /// Reason of the difference.
    pub kind: RegionKind,
    /// Convex parts, in metres. They do not overlap.
    pub parts: Vec<Polyhedron>,
    /// Boundary of the region, as convex polygons that face outwards.
    pub surface: Vec<Polygon>,
    /// Bounding box, in metres.
    pub bounds: Aabb,
    /// Volume, in cubic metres.
    pub volume: f64,
    /// Number of separate openings of a closed region: connected parts of its boundary that border on space that the
    /// body can occupy. 0 for other regions.
    pub openings: usize,
}

/// Kind of a difference between a hull and the visible tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RegionKind {
    /// The body fits between the visible walls, but the hull is solid, for example because of a clip brush.
    Blocked,
    /// The body does not fit between the visible walls, and the region has at least two openings, for example a doorway
    /// that is too narrow.
    Narrow,
    /// The body does not fit between the visible walls, and the region has at most one opening, for example a groove.
    Niche,
    /// The region is visibly solid, but the body can occupy it.
    Opened,
}

impl HullDifference {
    /// Returns the regions of a kind, largest volume first.
    pub fn of_kind(&self, kind: RegionKind) -> impl Iterator<Item = &HullRegion> {
        self.regions.iter().filter(move |region| region.kind == kind)
    }
}
